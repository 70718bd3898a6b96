"""What travels between machines, and the actor that reads, without Ray."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.cluster.actor import ReadingActor, ReadingOptions, answer_schema
from paperformer.cluster.metrics import MetricsFile
from paperformer.cluster.rows import (
    UNABLE,
    Answered,
    answers_of_row,
    file_of_row,
    row_of_answers,
    row_of_file,
)
from paperformer.cluster.runner import ClusterConfig, number_of_tasks
from paperformer.documents.limits import Limits
from paperformer.errors import (
    DeadlineExceeded,
    ModelMismatch,
    PaperformerError,
    UnreadableDocument,
    WorkerDied,
)
from paperformer.extraction.resumable.admission import Report
from paperformer.extraction.resumable.inputs import InputFile
from paperformer.extraction.resumable.reading import Answers
from paperformer.extraction.resumable.summary import Summary
from toy_batch import ToyReader, write_texts

KINDS = [PaperformerError, *PaperformerError.__subclasses__(), DeadlineExceeded, WorkerDied]
ERRORS = st.builds(lambda kind, *text: kind(*text), st.sampled_from(KINDS), st.text(), st.text())


@given(
    content=st.none() | st.text("0123456789abcdef", min_size=64, max_size=64),
    lines=st.lists(st.text()).map(tuple),
    pages=st.integers(0, 500),
    error=st.none() | ERRORS,
    trace=st.none() | st.text(min_size=1),
)
def test_answers_come_back_as_they_were(
    content: str | None, lines: tuple[str, ...], pages: int, error: PaperformerError | None, trace: str | None
) -> None:
    sent = Answered(7, Answers(content, lines, pages, error, trace), 1.5)
    came = answers_of_row(row_of_answers(sent))
    assert (came.number, came.seconds, came.answers.content) == (7, 1.5, content)
    assert (came.answers.lines, came.answers.pages, came.answers.trace) == (lines, pages, trace)
    assert type(came.answers.error) is type(error)
    assert str(came.answers.error) == str(error)


def test_an_error_that_this_version_does_not_know_keeps_its_words() -> None:
    row = {**row_of_answers(Answered(0, Answers(None), 0.0)), "kind": "write_remedy", "message": "odd"}
    error = answers_of_row(row).answers.error
    assert type(error) is PaperformerError
    assert error.message == "odd"


def test_a_path_that_is_no_utf8_reaches_the_worker_byte_by_byte() -> None:
    file = InputFile("caf\N{REPLACEMENT CHARACTER}", "/in/caf\udce9")
    assert file_of_row(row_of_file(3, file)) == file


def test_an_actor_answers_for_every_file_whatever_becomes_of_its_worker(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="needs pip install 'paperformer[batch]'")
    texts = {"a": "a", "b": "die", "c": "c", "d": "hang", "e": "fail", "f": "two"}
    folder = write_texts(tmp_path, texts)
    actor = ReadingActor(ReadingOptions(ToyReader, 1.0, Limits()))
    rows = [row_of_file(n, InputFile(name, str(folder / name))) for n, name in enumerate(texts)]
    rows.append(row_of_file(6, InputFile("missing", str(folder / "missing"))))
    try:
        block = actor(pyarrow.Table.from_pylist(rows))
    finally:
        actor.close()
    assert block.schema == answer_schema()
    answered = [answers_of_row(row) for row in block.to_pylist()]
    assert [one.number for one in answered] == list(range(7))
    assert [len(one.answers.lines) for one in answered] == [1, 0, 1, 0, 0, 2, 0]
    assert [type(one.answers.error) for one in answered] == [
        *(type(None), WorkerDied, type(None), DeadlineExceeded, UnreadableDocument, type(None)),
        UnreadableDocument,
    ]


def no_reader() -> ToyReader:
    """What a worker does that has no model."""
    raise ModelMismatch("no model here", "Copy it")


def test_an_actor_without_a_model_says_so_in_place_of_answers(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="needs pip install 'paperformer[batch]'")
    actor = ReadingActor(ReadingOptions(no_reader, 1.0, Limits()))
    try:
        block = actor(pyarrow.Table.from_pylist([row_of_file(0, InputFile("a", str(tmp_path / "a")))]))
    finally:
        actor.close()
    (row,) = block.to_pylist()
    assert answers_of_row(row).number == UNABLE
    assert str(answers_of_row(row).answers.error) == "no model here. Copy it"


@pytest.mark.parametrize(
    ("files", "actors", "expected"),
    [(1, 8, 1), (100, 8, 100), (3_200, 8, 200), (200_000, 8, 12_500), (200_000, 1_000, 20_000)],
)
def test_tasks_are_small_where_files_are_few_and_never_large(files: int, actors: int, expected: int) -> None:
    assert number_of_tasks(files, ClusterConfig(actors=actors)) == expected


def test_metrics_are_what_prometheus_reads(tmp_path: Path) -> None:
    from prometheus_client.parser import text_string_to_metric_families

    summary = Summary()
    for report in (
        Report("a", "read", 3, 1.5),
        Report("b", "read", 1, 0.5),
        Report("c", "failed", 0, 0.25, UnreadableDocument("c is damaged")),
    ):
        summary.add(report)
    file = MetricsFile(tmp_path / "batch.prom")
    file.write(summary)
    samples = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families((tmp_path / "batch.prom").read_text())
        for sample in family.samples
    }
    seconds = samples.pop(("paperformer_batch_run_seconds",))
    assert seconds >= 0
    assert samples == {
        ("paperformer_batch_files_total", "read"): 2,
        ("paperformer_batch_files_total", "failed"): 1,
        ("paperformer_batch_errors_total", "UnreadableDocument"): 1,
        ("paperformer_batch_pages_total",): 4,
        ("paperformer_batch_reading_seconds_total",): 2.25,
    }


def test_without_ray_the_command_names_the_extra_in_one_line(tmp_path: Path) -> None:
    script = "import sys; sys.modules['ray'] = None; from paperformer.cli import main; main()"
    arguments = ["cluster", "extract", str(tmp_path), str(tmp_path / "out")]
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == (
        "paperformer: this needs the package ray. Install it with: pip install 'paperformer[cluster]'\n"
    )
    assert not (tmp_path / "out").exists()
