"""What `paperformer extract` refuses before it opens anything: a usage error, exit code 2."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from paperformer.cli import main


def extract(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["extract", *map(str, arguments)])


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "Missing argument 'PATH...'"),
        (["a.pdf", "--output", "xml"], "'xml' is not one of"),
        (["a.pdf", "--ocr", "sometimes"], "'sometimes' is not one of"),
        (["a.pdf", "--ocr-engine", "magic"], "'magic' is not one of"),
        (["a.pdf", "--einvoice", "maybe"], "'maybe' is not one of"),
        (["a.pdf", "--max-results", "0"], "0 is not in the range"),
        (["a.pdf", "--min-confidence", "1.5"], "1.5 is not in the range"),
        (["a.pdf", "--min-confidence", "nan"], "nan is no probability"),
        (["a.pdf", "--jobs", "0"], "0 is not in the range"),
        (["a.pdf", "--fields", "iban,totl_incl_vat"], "Did you mean total_incl_vat"),
        (["a.pdf", "--fields", "IBAN"], "Did you mean iban"),
        (["a.pdf", "--fields", "Due-Date"], "Did you mean due_date"),
        (["a.pdf", "--fields", " , "], "no field is named"),
        (["a.pdf", "--model", "no-such-folder"], "'no-such-folder' does not exist"),
        (["-", "a.pdf", "-"], "standard input, which can be read once"),
        (["a.pdf", "--frobnicate"], "No such option"),
        (["a.pdf", "--evidence", "--output", "csv"], "Give --output json or jsonl"),
        (["a.pdf", "--evidence"], "--evidence is no part of table"),
        ([""], "the path is empty"),
        (["a.pdf", "--model", ""], "the path is empty"),
        (["a.pdf", "--known-parties", ""], "the path is empty"),
    ],
)
def test_misuse_is_exit_code_2_and_says_what_is_wrong(arguments: list[str], complaint: str) -> None:
    result = extract(*arguments)
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert result.stdout == ""


def test_a_file_is_no_folder_for_overlays(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    result = extract("a.pdf", "--overlay", tmp_path / "file")
    assert result.exit_code == 2
    assert "is a file" in result.stderr


def test_an_overlay_folder_that_cannot_be_written_is_noticed_before_anything_is_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    result = extract("missing.pdf", "--overlay", tmp_path / "file" / "pictures")
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"paperformer: {tmp_path / 'file' / 'pictures'} cannot be written (")


@pytest.mark.parametrize(
    ("output", "files", "wanted"),
    [("json", 1, "null\n"), ("json", 2, "[]\n"), ("jsonl", 1, ""), ("table", 1, "")],
)
def test_what_could_not_be_read_leaves_an_output_that_can(output: str, files: int, wanted: str) -> None:
    result = extract(*["missing.pdf"] * files, "--output", output)
    assert result.exit_code == 1
    assert result.stdout == wanted
    assert len(result.stderr.splitlines()) == files


def test_a_picture_that_is_too_large_is_named_once(tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    Image.new("1", (20_000, 6_000)).save(path)
    result = extract(path)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"paperformer: {path}: page 1 has 20,000 x 6,000 pixels")
    assert result.stderr.count(str(path)) == 1


def test_an_unknown_field_is_found_before_the_missing_file_is() -> None:
    result = extract("missing.pdf", "--fields", "nonsense_field")
    assert result.exit_code == 2
    assert "missing.pdf" not in result.stderr


@pytest.mark.parametrize("fields", [[], ["--fields", "iban"]])
def test_a_folder_that_is_no_model_is_one_line_and_exit_code_1(tmp_path: Path, fields: list[str]) -> None:
    result = extract("a.pdf", "b.pdf", "--model", tmp_path, *fields)
    assert result.exit_code == 1
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"paperformer: {tmp_path}")
    assert "model.json" in line


def test_a_model_of_another_format_says_so(tmp_path: Path) -> None:
    (tmp_path / "model.json").write_text('{"format": 99}', encoding="utf-8")
    result = extract("a.pdf", "--model", tmp_path)
    assert result.exit_code == 1
    assert "format 99" in result.stderr


def test_an_unknown_verb_is_a_usage_error() -> None:
    result = CliRunner().invoke(main, ["extrakt", "a.pdf"])
    assert result.exit_code == 2
    assert "No such command 'extrakt'" in result.stderr


def test_an_e_invoice_without_pages_is_not_read_as_no_fields(tmp_path: Path) -> None:
    (tmp_path / "invoice.xml").write_text(
        "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><Invoice>&b;</Invoice>"
    )
    hostile = extract(tmp_path / "invoice.xml")
    assert hostile.exit_code == 1
    assert "entities" in hostile.stderr
    assert "--einvoice ignore" not in hostile.stderr  # there is no page that could be read instead
    ignored = extract(tmp_path / "invoice.xml", "--einvoice", "ignore")
    assert ignored.exit_code == 1
    assert "Leave out --einvoice ignore" in ignored.stderr
