"""A watched folder: each file is read once, whatever happens; nothing is lost."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperformer.errors import InvalidConfig, OcrUnavailable, UnreadableDocument
from paperformer.extraction.batch import Answered, Outcome, Task
from paperformer.extraction.result import Extraction, ModelInfo
from paperformer.service.arrivals import Arrivals
from paperformer.service.journal import JOURNAL, Journal
from paperformer.service.watch import WatchConfig, watch

MODEL = ModelInfo(name="m", version="1")


class Killed(BaseException):
    """What a SIGKILL is to the code under test: nothing after it runs."""


class CountingReader:
    """Answers with the file's text; ``bad`` files fail."""

    def __init__(self) -> None:
        self.read_names: list[str] = []

    def __call__(self, task: Task) -> Outcome:
        assert isinstance(task.source, Path)
        text = task.source.read_text()
        self.read_names.append(task.name)
        if text == "bad":
            return Outcome(task.name, error=UnreadableDocument(f"{task.name} is damaged", "fetch it again"))
        answer = Extraction(file=task.name, pages=[], fields={}, warnings=[text], model=MODEL)
        return Outcome(task.name, [Answered(answer)])


def config(folder: Path, **changes: object) -> WatchConfig:
    (folder / "in").mkdir(exist_ok=True)
    settings = {"settle_seconds": 0.0, "poll_seconds": 0.05, "once": True, **changes}
    return WatchConfig(
        inbox=folder / "in", answers=folder / "out", failed=folder / "out/failed", **settings  # type: ignore[arg-type]
    )  # fmt: skip


def answer_of(folder: Path, name: str) -> str:
    return str(json.loads((folder / "out" / f"{name}.json").read_text())["warnings"][0])


def test_an_answer_lies_under_the_name_of_its_document_and_the_document_stays(tmp_path: Path) -> None:
    setup = config(tmp_path)
    (tmp_path / "in/march").mkdir()
    (tmp_path / "in/march/a.pdf").write_text("one")
    reports = list(watch(setup, CountingReader()))
    assert [(report.name, report.error) for report in reports] == [("march/a.pdf", None)]
    assert answer_of(tmp_path, "march/a.pdf") == "one"
    assert (tmp_path / "in/march/a.pdf").exists()


def test_a_file_is_read_once_also_by_the_next_run(tmp_path: Path) -> None:
    setup, reader = config(tmp_path), CountingReader()
    (tmp_path / "in/a.pdf").write_text("one")
    list(watch(setup, reader))
    (tmp_path / "in/b.pdf").write_text("two")
    os.utime(tmp_path / "in/a.pdf")  # touched, not changed
    list(watch(setup, reader))
    assert reader.read_names == ["a.pdf", "b.pdf"]


def test_a_changed_file_is_read_again_and_its_first_answer_stays(tmp_path: Path) -> None:
    setup = config(tmp_path)
    for text in ("first", "second"):
        (tmp_path / "in/a.pdf").write_text(text)
        list(watch(setup, CountingReader()))
    assert answer_of(tmp_path, "a.pdf") == "first"
    assert answer_of(tmp_path, "a.pdf.2") == "second"


def test_what_cannot_be_read_is_moved_aside_with_its_reason(tmp_path: Path) -> None:
    setup = config(tmp_path)
    for _ in range(2):  # the same bad file comes twice
        (tmp_path / "in/a.pdf").write_text("bad")
        list(watch(setup, CountingReader()))
    assert not (tmp_path / "in/a.pdf").exists()
    assert (tmp_path / "out/failed/a.pdf").read_text() == "bad"
    reason = json.loads((tmp_path / "out/failed/a.pdf.reason.json").read_text())
    assert reason == {"file": "a.pdf", "error": "a.pdf is damaged", "remedy": "fetch it again"}


def test_without_its_ocr_engine_it_stops_and_moves_nothing(tmp_path: Path) -> None:
    setup = config(tmp_path)
    (tmp_path / "in/a.pdf").write_text("one")
    with pytest.raises(OcrUnavailable):
        list(watch(setup, lambda task: Outcome(task.name, error=OcrUnavailable("no engine", "install it"))))
    assert (tmp_path / "in/a.pdf").exists()


@settings(max_examples=25, deadline=None)
@given(
    texts=st.lists(st.sampled_from(["one", "two", "bad"]), min_size=1, max_size=4),
    deaths=st.lists(st.integers(1, 12), max_size=4),
)
def test_killed_at_any_write_it_reads_all_and_answers_each_once(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], deaths: list[int]
) -> None:
    folder = tmp_path_factory.mktemp("watch")
    setup = config(folder)
    for number, text in enumerate(texts):
        (folder / f"in/{number}.pdf").write_text(text)
    for death in deaths:
        with pytest.MonkeyPatch.context() as patch:
            _die_at(death, patch)
            with suppress(Killed):
                list(watch(setup, CountingReader()))
    list(watch(setup, CountingReader()))
    good = [f"{number}.pdf" for number, text in enumerate(texts) if text != "bad"]
    bad = [f"{number}.pdf" for number, text in enumerate(texts) if text == "bad"]
    answers = sorted(path.name for path in (folder / "out").glob("*.json"))
    assert answers == [f"{name}.json" for name in good]
    assert sorted(path.name for path in (folder / "out/failed").glob("*.pdf")) == bad
    assert sorted(path.name for path in (folder / "in").iterdir()) == good
    with Journal(folder / "out") as journal:
        assert sorted(entry.path for entry in journal) == sorted(good + bad)


def _die_at(step: int, patch: pytest.MonkeyPatch) -> None:
    """Die before the ``step``-th change on disk."""
    left = [step]

    def counted(change: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            left[0] -= 1
            if left[0] == 0:
                raise Killed
            return change(*arguments, **named)

        return call

    patch.setattr(os, "fsync", counted(os.fsync))
    patch.setattr(Path, "replace", counted(Path.replace))
    patch.setattr("shutil.move", counted(__import__("shutil").move))


def test_a_torn_line_of_the_journal_is_dropped_and_a_damaged_one_named(tmp_path: Path) -> None:
    setup, reader = config(tmp_path), CountingReader()
    (tmp_path / "in/a.pdf").write_text("one")
    list(watch(setup, reader))
    journal = tmp_path / "out" / JOURNAL
    with journal.open("a") as file:
        file.write('{"path": "b.p')
    list(watch(setup, reader))
    assert reader.read_names == ["a.pdf"]
    journal.write_text("nonsense\n")
    with pytest.raises(InvalidConfig, match="line 1 is damaged"):
        list(watch(setup, reader))


def test_two_processes_do_not_share_a_folder_of_answers(tmp_path: Path) -> None:
    setup = config(tmp_path)
    setup.answers.mkdir()
    with Journal(setup.answers), pytest.raises(InvalidConfig, match="another `paperformer watch`"):
        list(watch(setup, CountingReader()))


def test_a_file_is_handed_out_when_it_has_rested(tmp_path: Path) -> None:
    now = [0.0]
    arrivals = Arrivals(tmp_path, 2.0, clock=lambda: now[0])
    path = tmp_path / "a.pdf"
    path.write_text("half")
    assert arrivals.complete() == []
    now[0] = 1.9
    path.write_text("half and half")
    assert arrivals.complete() == []
    now[0] = 3.8
    assert arrivals.complete() == []
    assert arrivals.is_waiting
    now[0] = 3.9
    assert arrivals.complete() == [path]
    assert arrivals.complete() == []
    assert not arrivals.is_waiting


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells who writes a file")
def test_a_file_that_is_open_for_writing_is_not_complete(tmp_path: Path) -> None:
    arrivals = Arrivals(tmp_path, 0.0)
    with (tmp_path / "a.pdf").open("w"):
        assert arrivals.complete() == []
    assert arrivals.complete() == [tmp_path / "a.pdf"]


@pytest.mark.parametrize("name", ["a.pdf.part", "b.crdownload", ".hidden.pdf", ".git/a.pdf", "scan.pdf~"])
def test_unfinished_and_hidden_files_are_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("x")
    assert Arrivals(tmp_path, 0.0).complete() == []


BREAKS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"  # all that str.splitlines breaks at


@pytest.mark.parametrize(
    "name", ["x" * 250, "ä" * 120, os.fsdecode(b"\xff\xfe.pdf"), "<img>.pdf", *(f"a{c}b.pdf" for c in BREAKS)]
)
def test_any_name_that_a_file_can_have_is_answered_once_by_all_runs(tmp_path: Path, name: str) -> None:
    setup, reader = config(tmp_path), CountingReader()
    (tmp_path / "in" / name).write_text("one")
    (report,) = watch(setup, reader)
    assert report.answer is not None
    assert json.loads(report.answer.read_text())["warnings"] == ["one"]
    assert list(watch(setup, reader)) == []
    assert len(reader.read_names) == 1


def test_the_command_reads_real_documents_and_ends_on_sigterm(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    sample = Path(__file__).parents[2] / "samples/invoice-en.pdf"
    (tmp_path / "in/a.pdf").write_bytes(sample.read_bytes())
    (tmp_path / "in/b.txt").write_text("no document")
    command = [sys.executable, "-m", "paperformer.cli", "watch", str(tmp_path / "in"), str(tmp_path / "out")]
    with subprocess.Popen([*command, "--settle", "0.2"], stderr=subprocess.PIPE, text=True) as process:
        _wait_for(tmp_path / "out/a.pdf.json")
        _wait_for(tmp_path / "out/failed/b.txt")
        process.terminate()
        assert process.wait(10) == 0
        assert process.stderr is not None
        assert "b.txt: is a text file" in process.stderr.read()
    answer = json.loads((tmp_path / "out/a.pdf.json").read_text())
    assert answer["fields"]["total_incl_vat"][0]["value"] == "13092.00"


def _wait_for(path: Path, seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not path.exists():
        assert time.monotonic() < end, f"{path} did not appear"
        time.sleep(0.05)


def unreadable(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let a file be one that this user may not open; root may open all, so modes would not do."""
    opened = Path.open

    def refuse(path: Path, *arguments: object, **named: object) -> object:
        if path.name == name:
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *arguments, **named)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", refuse)


def test_a_file_that_may_not_be_opened_stays_and_the_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = config(tmp_path)
    (tmp_path / "in/a.pdf").write_text("secret")
    (tmp_path / "in/z.pdf").write_text("one")
    unreadable(monkeypatch, "a.pdf")
    refused, answered = watch(setup, CountingReader())
    assert str(refused.error) == (
        "a.pdf may not be opened (Permission denied). Check its permissions, then start again"
    )
    assert answered.error is None
    assert (tmp_path / "in/a.pdf").exists()


def test_a_file_that_cannot_be_moved_aside_is_told_and_the_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = config(tmp_path)
    (tmp_path / "in/a.pdf").write_text("bad")
    (tmp_path / "in/z.pdf").write_text("one")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("shutil.move", refuse)
    stays, answered = watch(setup, CountingReader())
    assert "nor moved aside (Permission denied). Make its folder writable" in str(stays.error)
    assert answered.answer is not None


def test_answers_that_have_no_place_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(InvalidConfig, match="out cannot be made"):
        list(watch(config(tmp_path), CountingReader()))
