"""A batch that is not disturbed: what is read, what is not read again, and what becomes of failures."""

import json
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from paperformer.documents.limits import Limits
from paperformer.errors import DeadlineExceeded, InvalidConfig, WorkerDied
from paperformer.extraction.resumable.inputs import Inputs
from paperformer.extraction.resumable.manifest import MANIFEST
from paperformer.extraction.resumable.parts import OpenPart
from paperformer.extraction.resumable.runner import BatchConfig, run_batch
from paperformer.extraction.resumable.store import Store, StoreConfig
from paperformer.extraction.resumable.summary import Summary
from toy_batch import SETTINGS, TEXT, ToyReader, answers_in, run_toy, states, write_texts


def test_a_second_run_reads_nothing(tmp_path: Path) -> None:
    folder = write_texts(tmp_path / "in", {f"{n}.txt": f"text {n}" for n in range(30)})
    assert states(run_toy(folder, tmp_path / "out", jobs=2)) == {"read": 30}
    assert answers_in(tmp_path / "out") == sorted(f"text {n}" for n in range(30))
    parts = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("part-*")}
    assert states(run_toy(folder, tmp_path / "out", jobs=2)) == {"done before": 30}
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("part-*")} == parts


def test_what_was_added_is_read_and_nothing_else(tmp_path: Path) -> None:
    folder = write_texts(tmp_path / "in", {"a.txt": "a"})
    run_toy(folder, tmp_path / "out")
    write_texts(folder, {"b.txt": "b"})
    assert states(run_toy(folder, tmp_path / "out")) == {"done before": 1, "read": 1}
    assert answers_in(tmp_path / "out") == ["a", "b"]


def test_parts_are_of_bounded_size(tmp_path: Path) -> None:
    folder = write_texts(tmp_path / "in", {f"{n}.txt": f"text {n}" for n in range(30)})
    run_toy(folder, tmp_path / "out", part_bytes=2_000)
    sizes = [path.stat().st_size for path in sorted((tmp_path / "out").glob("part-*.jsonl"))]
    assert len(sizes) > 3
    parts = [path.read_bytes() for path in (tmp_path / "out").glob("part-*.jsonl")]
    longest = max(len(line) for part in parts for line in part.splitlines(keepends=True))
    assert all(2_000 <= size < 2_000 + longest for size in sizes[:-1])


def test_equal_bytes_are_read_once_whatever_the_files_are_called(tmp_path: Path) -> None:
    folder = write_texts(tmp_path / "in", {"a.txt": "same", "b.txt": "same", "c.txt": "other"})
    assert states(run_toy(folder, tmp_path / "out")) == {"read": 2, "copy": 1}
    (folder / "a.txt").rename(folder / "z.txt")
    assert states(run_toy(folder, tmp_path / "out")) == {"done before": 3}
    assert answers_in(tmp_path / "out") == ["other", "same"]


def test_a_file_that_changes_is_read_again_and_one_that_is_only_touched_is_not(tmp_path: Path) -> None:
    folder = write_texts(tmp_path / "in", {"a.txt": "a", "b.txt": "b"})
    run_toy(folder, tmp_path / "out")
    (folder / "a.txt").write_text("A")  # of the same size
    os.utime(folder / "b.txt")
    assert states(run_toy(folder, tmp_path / "out")) == {"read": 1, "done before": 1}
    assert answers_in(tmp_path / "out") == ["A", "a", "b"]


def test_other_options_are_another_answer(tmp_path: Path) -> None:
    folder = write_texts(tmp_path / "in", {"a.txt": "a"})
    run_toy(folder, tmp_path / "out")
    assert states(run_toy(folder, tmp_path / "out", settings="other")) == {"read": 1}
    with Store(StoreConfig(folder=tmp_path / "out")) as store:
        assert store.manifest.done_otherwise("other") == 1


def test_failures_are_tried_in_three_runs_and_then_given_up(tmp_path: Path) -> None:
    folder = write_texts(tmp_path / "in", {"a.txt": "a", "b.txt": "fail"})
    runs = [states(run_toy(folder, tmp_path / "out")) for _ in range(4)]
    assert runs[0] == {"read": 1, "failed": 1}
    assert runs[1] == runs[2] == {"done before": 1, "failed": 1}
    assert runs[3] == {"done before": 1, "given up": 1}
    with closing(sqlite3.connect(tmp_path / "out" / MANIFEST)) as manifest:
        rows = manifest.execute("SELECT attempts, kind, reason FROM documents WHERE state = 'failed'")
        reason = f"{folder / 'b.txt'} is damaged. Copy it again"
        assert rows.fetchall() == [(3, "UnreadableDocument", reason)]
    assert states(run_toy(folder, tmp_path / "out", attempts=4)) == {"done before": 1, "failed": 1}


def test_a_copy_of_a_failed_document_counts_no_further_attempt(tmp_path: Path) -> None:
    folder = write_texts(tmp_path / "in", {"a.txt": "fail", "b.txt": "fail"})
    assert [states(run_toy(folder, tmp_path / "out")) for _ in range(3)] == [{"failed": 2}] * 3
    assert states(run_toy(folder, tmp_path / "out")) == {"given up": 2}


def test_a_file_that_was_gone_and_is_back_leaves_no_failure_behind(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    inputs = Inputs(places=[str(path)], suffixes=TEXT)
    for expected, text in (("failed", None), ("read", "a")):
        if text is not None:
            path.write_text(text)
        with Store(StoreConfig(folder=tmp_path / "out")) as store:
            reports = list(run_batch(inputs, ToyReader, SETTINGS, store, BatchConfig(limits=Limits())))
            assert states(reports) == {expected: 1}
            counts = store.manifest.counts()
    assert counts == {"done": 1}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_document_that_hangs_or_kills_its_worker_costs_that_document_alone(
    tmp_path: Path, jobs: int
) -> None:
    texts = {f"{n}.txt": f"text {n}" for n in range(20)}
    folder = write_texts(tmp_path / "in", {**texts, "hang.txt": "hang", "die.txt": "die"})
    begun = time.monotonic()
    reports = run_toy(folder, tmp_path / "out", jobs=jobs, deadline=1.0)
    assert time.monotonic() - begun < 60
    assert states(reports) == {"read": 20, "failed": 2}
    errors = {Path(report.name).name: type(report.error) for report in reports if report.error}
    assert errors == {"hang.txt": DeadlineExceeded, "die.txt": WorkerDied}
    assert answers_in(tmp_path / "out") == sorted(texts.values())


def test_all_answers_of_a_file_that_was_split_stand_in_one_part_under_one_key(tmp_path: Path) -> None:
    folder = write_texts(tmp_path / "in", {"a.txt": "two", "b.txt": "b"})
    run_toy(folder, tmp_path / "out")
    part = (tmp_path / "out" / "part-000001.jsonl").read_text()
    lines = [json.loads(line) for line in part.splitlines()]
    assert len({line["key"] for line in lines}) == 2
    assert answers_in(tmp_path / "out") == ["b", "two", "two again"]


def test_a_folder_is_held_by_one_batch_at_a_time(tmp_path: Path) -> None:
    with (
        Store(StoreConfig(folder=tmp_path)),
        pytest.raises(InvalidConfig, match=r"is in use by another batch\. Wait for it"),
    ):
        Store(StoreConfig(folder=tmp_path))
    with Store(StoreConfig(folder=tmp_path)):
        pass  # it was let go


def test_a_folder_has_parts_of_one_form(tmp_path: Path) -> None:
    with Store(StoreConfig(folder=tmp_path)):
        pass
    with pytest.raises(InvalidConfig, match=r"holds answers as jsonl, not as parquet\. Give --o"):
        Store(StoreConfig(folder=tmp_path, form="parquet"))


def test_parquet_says_the_same_as_json_lines(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pip install 'paperformer[batch]'")
    folder = write_texts(tmp_path / "in", {f"{n}.txt": f"text {n}" for n in range(12)})
    run_toy(folder, tmp_path / "parquet", form="parquet", part_bytes=2_000)
    run_toy(folder, tmp_path / "jsonl")
    paths = sorted((tmp_path / "parquet").glob("part-*"))
    assert len(paths) > 2
    assert {path.suffix for path in paths} == {".parquet"}
    rows = {row["key"]: row for path in paths for row in parquet.read_table(path).to_pylist()}
    for line in (tmp_path / "jsonl" / "part-000001.jsonl").read_text().splitlines():
        answer = json.loads(line)
        row = rows.pop(answer.pop("key"))
        assert json.loads(row["answer"]) == answer
        assert row["file"] == answer["file"]
        assert row["values"] == [("document_number", answer["fields"]["document_number"][0]["value"])]
        assert row["confidences"] == [("document_number", 0.9)]
    assert not rows
    assert states(run_toy(folder, tmp_path / "parquet", form="parquet")) == {"done before": 12}


def test_the_summary_counts_errors_by_kind_and_names_the_slowest(tmp_path: Path) -> None:
    texts = {f"{n}.txt": f"text {n}" for n in range(8)}
    folder = write_texts(tmp_path / "in", {**texts, "s.txt": "slow", "f.txt": "fail", "g.txt": "fail 2"})
    summary = Summary()
    for report in run_toy(folder, tmp_path / "out"):
        summary.add(report)
    summary.write(tmp_path / "out")
    written = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert written["states"] == {"read": 9, "failed": 2}
    assert written["errors"] == {"UnreadableDocument": 2}
    assert written["pages"] == 9
    assert written["slowest"][0]["file"] == str(folder / "s.txt")
    assert len(written["slowest"]) == 5
    assert next(iter(summary.lines())) == "11 files: 9 read, 2 failed"


def test_a_full_disk_is_one_line_and_what_was_done_stays_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_texts(tmp_path / "in", {f"{n}.txt": f"text {n}" for n in range(10)})
    run_toy(folder, tmp_path / "out")
    write_texts(folder, {"more.txt": "more"})

    def full(_: OpenPart) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(OpenPart, "sync", full)
        with pytest.raises(InvalidConfig, match=r"cannot be written \(No space left on device\)\. Free some"):
            run_toy(folder, tmp_path / "out")
    assert states(run_toy(folder, tmp_path / "out")) == {"done before": 10, "read": 1}
    assert answers_in(tmp_path / "out") == sorted([*(f"text {n}" for n in range(10)), "more"])
