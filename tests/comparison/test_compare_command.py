"""``paperformer compare``: what its sides may be, and its outputs, over answers made earlier."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from paperformer.cli import main
from paperformer.comparison.side import side_of
from paperformer.extraction.model_folder import MANIFEST


def answer(file: str, **fields: tuple[str, float]) -> dict[str, Any]:
    found = {
        name: [
            {
                "value": value,
                "text": value,
                "confidence": confidence,
                "level": "high",
                "page": None,
                "box": None,
            }
        ]
        for name, (value, confidence) in fields.items()
    }
    return {"file": file, "fields": found}


def write(path: Path, *answers: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in answers), encoding="utf-8")
    return path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["compare", *map(str, arguments)], catch_exceptions=False)


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "one.pdf").write_bytes(b"")
    (tmp_path / "one.json").write_text('{"fields": {"document_number": "7"}}')
    same = answer("two.pdf", currency=("EUR", 0.9))
    a = write(tmp_path / "a.jsonl", answer(f"{tmp_path}/one.pdf", document_number=("1", 0.9)), same, same)
    b = write(tmp_path / "b.jsonl", answer(f"{tmp_path}/one.pdf", document_number=("7\x1b", 0.95)), same)
    return a, b


def test_answers_made_earlier_are_compared_without_a_folder(sides: tuple[Path, Path], tmp_path: Path) -> None:
    told = json.loads(run(*sides, "--output", "json").stdout)
    assert [one["file"] for one in told["differences"]] == [f"{tmp_path}/one.pdf", "two.pdf#2"]
    assert told["differences"][0]["differences"][0]["change"] == pytest.approx(0.05)
    assert told["differences"][1]["error_b"] == "there is no answer to it"
    assert told["fields"] == {
        "document_number": {"changed": 1, "gained": 1},
        "currency": {"only a": 1},
    }


def test_the_table_names_fields_and_values_and_no_control_characters(sides: tuple[Path, Path]) -> None:
    done = run(*sides)
    assert done.exit_code == 0
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["document_number", "1", "0.90", "7", "0.95", "gained"] in lines
    assert "3 documents, 2 with differences" in done.stdout
    assert "\x1b" not in done.stdout


def test_only_some_fields_may_be_compared(sides: tuple[Path, Path]) -> None:
    told = json.loads(run(*sides, "--fields", "currency", "--output", "json").stdout)
    assert list(told["fields"]) == ["currency"]


def test_a_document_that_neither_side_answered_is_a_failure(sides: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "one.pdf").write_bytes(b"")
    (tmp_path / "in" / "three.pdf").write_bytes(b"")
    done = run(*sides, tmp_path / "in")  # one.pdf lies elsewhere: it is found by its name
    assert done.exit_code == 1
    assert done.stderr == f"paperformer: {tmp_path}/in/three.pdf: neither side: there is no answer to it\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("HEAD", "'HEAD' is no path, and no commit of"),
        ("--upload-pack=x", "'--upload-pack=x' is no option"),
        ("ocr=maybe", "ocr is 'maybe'. Give auto, always, never"),
        ("ocr", "'ocr' is no path"),
        ("this,fields=total", "'fields=total' is no option with a value"),
        ("min_confidence=2", "min_confidence is 2.0"),
        ("model=nowhere", "model: nowhere does not exist"),
        ("a.jsonl,ocr=never", "answers made earlier take no options"),
        ("empty", "is neither a model folder nor an install"),
    ],
)
def test_what_is_no_side_is_one_line(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    write(tmp_path / "a.jsonl")
    (tmp_path / "empty").mkdir()
    done = run("--", text, "this", "a.jsonl")
    assert (done.exit_code, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert said in line


def test_sides_are_told_apart(tmp_path: Path, commit: Callable[[str], str]) -> None:
    clone = tmp_path / "clone"
    (clone / "file").write_text("x")
    first = commit("first")
    model = tmp_path / "model"
    model.mkdir()
    (model / MANIFEST).write_text("{}")
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    (tmp_path / "venv" / "bin" / "python").symlink_to(sys.executable)
    paths = (str(model), str(tmp_path / "venv"), sys.executable)
    texts = ("this", "ocr=never,min_confidence=0.5", "HEAD", *paths, "HEAD,ocr=always")
    found = [side_of(text, clone) for text in texts]
    assert [one.kind for one in found] == ["this", "this", "commit", "model", "install", "install", "commit"]
    assert found[1].options == {"ocr": "never", "min_confidence": 0.5}
    assert (found[2].commit, found[6].commit, found[6].options) == (first, first, {"ocr": "always"})
    assert found[3].options == {"model": str(model)}
    assert found[4].python == tmp_path / "venv" / "bin" / "python"


def test_a_commit_without_our_package_is_one_line(tmp_path: Path, commit: Callable[[str], str]) -> None:
    (tmp_path / "clone" / "file").write_text("x")
    commit("nothing in it")
    write(tmp_path / "a.jsonl")
    done = run("HEAD", tmp_path / "a.jsonl", tmp_path / "clone" / "file", "--clone", tmp_path / "clone")
    assert done.exit_code == 1
    assert "HEAD has no package of its own in src/" in done.stderr


def test_a_broken_line_of_answers_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"file": "x", "fields": {}}\n{"file": \n')
    done = run(tmp_path / "a.jsonl", tmp_path / "a.jsonl")
    assert done.exit_code == 1
    assert done.stderr.startswith(f"paperformer: {tmp_path}/a.jsonl:2: no JSON")


def test_labels_that_are_none_stop_it_before_anything_is_read(
    sides: tuple[Path, Path], tmp_path: Path
) -> None:
    (tmp_path / "one.json").write_text("[]")
    done = run(*sides)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "one.json: holds no fields" in done.stderr
