"""`paperformer extract --resume`: what a user sees of a batch."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paperformer.cli import main
from toy_einvoice import ubl

COMMAND = [sys.executable, "-m", "paperformer.cli", "extract"]


def run(*arguments: str | Path, stdin: str = "") -> Result:
    """The command, in this process; an error that is none of ours is raised."""
    return CliRunner(catch_exceptions=False).invoke(main, ["extract", *map(str, arguments)], input=stdin)


@pytest.fixture
def invoices(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.xml").write_text(ubl(number))
    return folder


def test_a_batch_ends_with_a_summary_and_its_answers_are_those_of_extract(
    invoices: Path, tmp_path: Path, toy_folder: Path
) -> None:
    (invoices / "bad.pdf").write_text("no PDF")
    out = tmp_path / "out"
    done = run(invoices, "--resume", out, "--model", toy_folder)
    assert done.exit_code == 1
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert [line for line in lines if "bad.pdf: " in line]
    assert "paperformer: 4 files: 3 read, 1 failed" in lines
    assert "paperformer: errors: UnreadableDocument 1" in lines
    assert json.loads((out / "summary.json").read_text())["states"] == {"read": 3, "failed": 1}
    answers = {}
    for line in (out / "part-000001.jsonl").read_text().splitlines():
        answer = json.loads(line)
        assert len(answer.pop("key")) == 64 + 1 + 16
        answers[answer["file"]] = answer
    plain = run(*sorted(invoices.glob("*.xml")), "--output", "jsonl", "--model", toy_folder)
    for line in plain.stdout.splitlines():
        expected = json.loads(line)
        found = answers.pop(expected["file"])
        assert {**found, "timing_ms": {}} == {**expected, "timing_ms": {}}
    assert not answers
    for expected in ("3 done before, 1 failed", "3 done before, 1 failed", "3 done before, 1 given up"):
        again = run(invoices, "--resume", out, "--model", toy_folder)
        assert f"4 files: {expected}" in again.stderr
        assert again.exit_code == 1


def test_names_come_from_a_list_and_from_standard_input(
    invoices: Path, tmp_path: Path, toy_folder: Path
) -> None:
    (tmp_path / "list").write_text(f"{invoices}/0.xml\n")
    arguments = ["--resume", tmp_path / "out", "--model", toy_folder, "--files-from"]
    assert "paperformer: 1 file: 1 read\n" in run(*arguments, tmp_path / "list").stderr
    done = run(*arguments, "-", stdin=f"{invoices}/0.xml\n{invoices}/1.xml\n")
    assert "2 files: 1 done before, 1 read" in done.stderr or "1 read, 1 done before" in done.stderr
    assert done.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["a.pdf", "--files-from", "LIST"], "--files-from is for a batch. Give --resume DIR"),
        (["a.pdf", "--output", "parquet"], "Parquet is written by a batch. Give --resume DIR"),
        (["a.pdf", "--resume", "OUT", "--output", "xlsx"], "a batch is not written as xlsx"),
        (["a.pdf", "--resume", "OUT", "--to", "b.jsonl"], "--to and --resume do not go together"),
        (["--resume", "OUT"], "nothing to read. Give a PATH, or a list of them with --files-from"),
        (["-", "--resume", "OUT"], "`-` is one document, and a batch has many"),
        ([], "Missing argument 'PATH...'"),
    ],
)
def test_misuse_is_one_line_and_leaves_nothing_behind(
    arguments: list[str], said: str, tmp_path: Path
) -> None:
    places = {"OUT": str(tmp_path / "out"), "LIST": os.devnull}
    done = run(*(places.get(argument, argument) for argument in arguments))
    assert done.exit_code == 2
    assert said in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_an_interrupted_batch_seals_what_it_has_and_is_continued(tmp_path: Path, toy_folder: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    for number in range(400):
        (folder / f"{number}.xml").write_text(ubl(number))
    command = [*COMMAND, str(folder), "--resume", str(out), "--model", str(toy_folder)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not (out / "part-000001.open").exists():
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    said = process.communicate()[1]
    assert process.returncode == 130
    assert "Traceback" not in said
    assert not list(out.glob("*.open"))
    before = sum(len(path.read_text().splitlines()) for path in out.glob("part-*.jsonl"))
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"{400 - before} read" in done.stderr
    assert sum(len(path.read_text().splitlines()) for path in out.glob("part-*.jsonl")) == 400


def test_a_folder_without_documents_is_said(tmp_path: Path, toy_folder: Path) -> None:
    (tmp_path / "in").mkdir()
    done = run(tmp_path / "in", "--resume", tmp_path / "out", "--model", toy_folder)
    assert done.exit_code == 1
    assert done.stderr.splitlines()[-1] == "paperformer: no document was found. Check the PATH"
