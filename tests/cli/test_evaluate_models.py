"""`paperformer evaluate` of several models, by source, and with its mistakes."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from drawn_pdf import INVOICE, draw_pdf

from paperformer.cli import main


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["evaluate", *map(str, arguments)], catch_exceptions=False)


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    folder = tmp_path / "labelled"
    folder.mkdir()
    draw_pdf(folder / "a.pdf", [*INVOICE, "Project code: X-17"])
    truth = {"total_incl_vat": "1200.00", "document_number": "INV-1", "project_code": "X-17"}
    (folder / "a.json").write_text(json.dumps({"fields": truth}), encoding="utf-8")
    return folder


@pytest.fixture
def own_model(small_model: Path, tmp_path: Path) -> Path:
    """The small model with a field of one's own in its schema."""
    folder = tmp_path / "own"
    shutil.copytree(small_model, folder)
    schema: dict[str, Any] = yaml.safe_load((folder / "schema.yaml").read_text(encoding="utf-8"))
    schema["fields"].append({"name": "project_code", "type": "number", "description": "Code of the project"})
    (folder / "schema.yaml").write_text(yaml.safe_dump(schema), encoding="utf-8")
    return folder


def test_models_are_compared_on_the_fields_that_both_know_and_that_is_said(
    labelled: Path, own_model: Path, small_model: Path
) -> None:
    result = run(labelled, "--model", own_model, "--against", small_model, "--threshold", "0")
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        f"paperformer: not compared, for {own_model} alone knows them: project_code"
    ]
    title, headings, *rows = result.stdout.splitlines()
    assert title == "labelled: 1 documents, F1 of answers from 0 up"
    assert headings.split() == ["field", str(own_model), str(small_model), "expected"]
    table = {line.split()[0]: line.split()[1:] for line in rows if line}
    assert table["total_incl_vat"][:2] == ["1.0000", "1.0000"]
    assert "project_code" not in table
    figures = json.loads(run(labelled, "--model", own_model, "--against", small_model, "-o", "json").stdout)
    assert figures.keys() == {str(own_model), str(small_model)}


def test_a_field_that_one_of_the_models_lacks_cannot_be_asked_for(
    labelled: Path, own_model: Path, small_model: Path
) -> None:
    result = run(labelled, "--model", own_model, "--against", small_model, "--fields", "project_code")
    assert result.exit_code == 2
    assert "no field is called 'project_code'" in result.stderr


def test_a_model_is_not_compared_with_itself(labelled: Path, small_model: Path) -> None:
    result = run(labelled, "--model", small_model, "--against", small_model)
    assert result.exit_code == 2
    assert "twice" in result.stderr


def test_a_field_of_ones_own_is_found_by_a_rule_and_not_by_the_model(labelled: Path, own_model: Path) -> None:
    arguments = ("--model", own_model, "--threshold", "0.1", "--by-source", "--fields", "project_code")
    rows = [line.split() for line in run(labelled, *arguments).stdout.splitlines()]
    assert ["field", "both", "model", "alone", "rule", "alone", "expected"] in rows
    assert ["project_code", "1.0000", "0.0000", "1.0000", "1"] in rows


def test_mistakes_are_listed_with_their_pages(labelled: Path, small_model: Path, tmp_path: Path) -> None:
    out = tmp_path / "mistakes"
    run(labelled, "--model", small_model, "--threshold", "0.1", "--mistakes", out)
    header, line = (out / "mistakes.csv").read_text(encoding="utf-8").splitlines()
    assert line.startswith("a.pdf,document_number,wrong,INV-1,INV-2024-0042,")
    assert line.endswith(",1,no,a.page-1.png")
    assert (out / "a.page-1.png").is_file()
    assert len(header.split(",")) == len(line.split(","))


def test_mistakes_are_no_picture(labelled: Path, tmp_path: Path) -> None:
    (tmp_path / "file.png").write_bytes(b"")
    result = run(labelled, "--mistakes", tmp_path / "file.png")
    assert result.exit_code == 2
    assert "is a file" in result.stderr
