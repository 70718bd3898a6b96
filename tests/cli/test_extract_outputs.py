"""`paperformer extract` for spreadsheets, into files, and as labels for training and evaluation."""

import csv
import io
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import CliRunner, Result
from drawn_pdf import INVOICE, draw_pdf

from paperformer.cli import main
from paperformer.cli.spreadsheets import FILLS, WideCsv, Workbook
from paperformer.extraction.result import (
    Candidate,
    Cell,
    Extraction,
    ModelInfo,
    PageBox,
    PageInfo,
    Row,
    level_of,
)  # fmt: skip
from paperformer.extraction.spreadsheet import COLUMNS, LINE_COLUMNS, candidate_rows, document_columns
from paperformer.fields.schema import load_schema

FORMULA = '=HYPERLINK("http://x")'


@pytest.fixture
def run(small_model: Path) -> Any:
    def call(verb: str, *arguments: str | Path) -> Result:
        model = () if verb == "parties" else ("--model", str(small_model))
        return CliRunner().invoke(main, [verb, *map(str, arguments), *model], catch_exceptions=False)

    return call


def candidate(value: str, confidence: float = 0.97) -> Candidate:
    return Candidate(
        value=value, text=value, box=None, page=None, confidence=confidence, level=level_of(confidence),
        source="model",
    )  # fmt: skip


def answer(region: PageBox | None = None, **fields: str) -> Extraction:
    cells = {"description": "Nails", "quantity": "12", "total": "24.00"}
    row = Row(
        cells={name: Cell(value=v, text=v, box=None, page=1) for name, v in cells.items()},
        text="", box=None, page=1, confidence=0.7, level="low", source="rule", holds=True,
    )  # fmt: skip
    share = row.model_copy(
        update={"cells": {"rate": Cell(value="25", text="25 %", box=None, page=1)}, "holds": None}
    )
    return Extraction(
        file="a.pdf",
        pages=[PageInfo(number=1, width=600, height=800, reading="ocr")],
        region=region,
        fields={name: [candidate(value)] for name, value in fields.items()},
        rows={"purchase_lines": [row], "vat_distribution": [share]},
        warnings=["page 2 is blank"],
        model=ModelInfo(name="m", version="1"),
    )


def silent(_file: str, _warning: str) -> None:
    """Warnings have a column of their own."""


def test_csv_says_whether_a_row_holds_and_which_part_of_the_page_the_document_is() -> None:
    region = PageBox(x0=0, y0=0, x1=0.5, y1=1)
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in candidate_rows(answer(region, currency="SEK"))]
    assert [(row["field"], row["holds"]) for row in rows] == [
        ("currency", None),
        ("purchase_lines[1].description", "yes"),
        ("purchase_lines[1].quantity", "yes"),
        ("purchase_lines[1].total", "yes"),
        ("vat_distribution[1].rate", None),
    ]
    assert {row["region"] for row in rows} == {"0.0000 0.0000 0.5000 1.0000"}


def test_wide_csv_has_one_row_a_document_and_its_lines_in_a_second_table() -> None:
    documents, lines = io.StringIO(), io.StringIO()
    writer = WideCsv(documents, lines, load_schema(), silent)
    writer.write(answer(total_incl_vat="-24.00", time="12:05", supplier_name=FORMULA), ())
    writer.finish()
    (row,) = csv.DictReader(io.StringIO(documents.getvalue()))
    assert tuple(row) == document_columns(load_schema())
    assert {name: cell for name, cell in row.items() if cell} == {
        "file": "a.pdf", "first_page": "1", "total_incl_vat": "-24.00", "time": "12:05",
        "supplier_name": f"'{FORMULA}", "warnings": "page 2 is blank",
    }  # fmt: skip
    line, share = csv.DictReader(io.StringIO(lines.getvalue()))
    assert tuple(line) == LINE_COLUMNS
    assert (line["table"], line["description"], line["total"], line["holds"]) == (
        "purchase_lines", "Nails", "24.00", "yes",
    )  # fmt: skip
    assert (share["table"], share["rate"], share["holds"]) == ("vat_distribution", "25", "")


def test_a_workbook_has_typed_cells_and_no_formula() -> None:
    written = io.BytesIO()
    writer = Workbook(written, load_schema(), silent)
    fields = {
        "total_incl_vat": "24.00", "due_date": "2024-10-03", "supplier_name": FORMULA,
        "document_number": "0042", "supplier_phone": "+46 8 123", "receiver_name": "a\x00b",
    }  # fmt: skip
    writer.write(answer(**fields), ())
    writer.finish()
    book = openpyxl.load_workbook(io.BytesIO(written.getvalue()))
    assert book.sheetnames == ["documents", "purchase_lines", "vat_distribution"]
    sheet = book["documents"]
    cells = {sheet.cell(1, column).value: sheet.cell(2, column) for column in range(1, sheet.max_column + 1)}
    assert tuple(cells) == document_columns(load_schema())
    assert (cells["total_incl_vat"].value, cells["total_incl_vat"].number_format) == (24, "#,##0.00")
    assert cells["due_date"].value == datetime(2024, 10, 3)
    assert cells["document_number"].value == "0042"
    assert cells["receiver_name"].value == "a b"
    assert cells["iban"].value is None
    for name in ("supplier_name", "supplier_phone"):
        assert (cells[name].data_type, cells[name].quotePrefix) == ("s", True)
    assert cells["supplier_name"].value == FORMULA
    line = {book["purchase_lines"].cell(1, c).value: book["purchase_lines"].cell(2, c) for c in range(1, 17)}
    assert (line["description"].value, line["quantity"].value, line["total"].value) == ("Nails", 12, 24)
    assert line["confidence"].fill.fgColor.rgb == f"00{FILLS['low']}"


def test_the_files_name_tells_the_form(run: Any, invoice: Path) -> None:
    out = invoice.parent / "answers.xlsx"
    result = run("extract", invoice, "--to", out)
    assert (result.exit_code, result.stdout) == (0, "")
    sheet = openpyxl.load_workbook(out)["documents"]
    assert sheet["A2"].value == str(invoice)
    lines = invoice.parent / "lines.csv"
    wide = invoice.parent / "wide.csv"
    run("extract", invoice, "--output", "csv-wide", "--to", wide, "--lines", lines, "--fields", "currency")
    (row,) = csv.DictReader(io.StringIO(wide.read_text(encoding="utf-8-sig")))
    assert (row["file"], row["currency"], len(row)) == (str(invoice), "GBP", 5)
    assert lines.read_text(encoding="utf-8-sig").splitlines()[0] == ",".join(LINE_COLUMNS)


def test_a_suffix_that_tells_no_form_is_refused_naming_those_that_do(run: Any, invoice: Path) -> None:
    out = invoice.parent / "answers.foo"
    result = run("extract", invoice, "--to", out)
    (line,) = result.stderr.splitlines()
    assert result.exit_code == 2
    assert line.endswith("tells no output, as .json, .jsonl, .csv, .xlsx, .txt do. Give --output")
    assert not out.exists()


@pytest.mark.parametrize(
    ("name", "arguments", "begin"), [("a.foo", ["-o", "json"], "{"), ("a.txt", [], "/"), ("a", [], "/")]
)
def test_a_form_asked_for_counts_whatever_the_suffix_and_text_is_a_table(
    run: Any, invoice: Path, name: str, arguments: list[str], begin: str
) -> None:
    out = invoice.parent / name
    assert run("extract", invoice, "--to", out, *arguments).exit_code == 0
    assert out.read_text().startswith(begin)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--lines", "a.csv"], "--lines is a second table"),
        (["-o", "csv-wide", "--to", "a.csv", "--lines", "a.csv"], "the same file"),
        (["--to", "no/such/folder/a.csv"], "cannot be written"),
        (["--label-confidence", "nan"], "nan is no probability"),
    ],
)
def test_what_cannot_be_written_is_refused_before_anything_is_read(
    run: Any, invoice: Path, arguments: list[str], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(invoice.parent)
    result = run("extract", invoice, *arguments)
    assert result.exit_code == 2
    assert complaint in result.stderr


def test_answers_below_low_are_shown_on_request(run: Any, invoice: Path) -> None:
    usual, every = (
        json.loads(run("extract", invoice, "-o", "json", *more).stdout)["fields"]
        for more in ([], ["--min-confidence", "0"])
    )
    assert all(one["level"] != "very_low" for found in usual.values() for one in found)
    assert any(one["level"] == "very_low" for found in every.values() for one in found)


def test_labels_go_round_from_extract_to_evaluate_and_parties(run: Any, tmp_path: Path) -> None:
    inbox = tmp_path / "in"
    inbox.mkdir()
    draw_pdf(inbox / "Räkning (1).pdf", INVOICE)
    draw_pdf(inbox / "b.pdf", [*INVOICE[1:], "Supplier: Acme Ltd"])
    labelled = tmp_path / "labelled"
    result = run("extract", inbox, "--out", labelled, "--label-confidence", "0.5")
    assert result.exit_code == 0
    assert result.stderr.startswith(f"paperformer: 2 documents with answers in {labelled}: correct them")
    assert sorted(path.name for path in labelled.iterdir()) == ["Räkning_1.json", "b.json"]
    record = json.loads((labelled / "b.json").read_text(encoding="utf-8"))
    assert list(record)[:3] == ["id", "file", "fields"]  # what is corrected comes first
    assert (labelled / record["file"]).resolve() == inbox / "b.pdf"
    assert record["fields"]["total_incl_vat"] == "1200.00"
    measured = run("evaluate", labelled, "-o", "json")
    assert "2 of 2 documents have labels that this model wrote" in measured.stderr
    figures = json.loads(measured.stdout)
    assert (figures["documents"], figures["fields"]["all"]["f1"]) == (2, 1.0)


def test_what_somebody_corrected_is_not_written_over(run: Any, invoice: Path) -> None:
    labelled = invoice.parent / "labelled"
    run("extract", invoice, "--out", labelled)
    path = labelled / "invoice.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    record["fields"]["supplier_name"] = "Northwind Traders Limited"
    path.write_text(json.dumps(record), encoding="utf-8")
    again = run("extract", invoice, "--out", labelled)
    assert again.stderr.splitlines() == [
        f"paperformer: {path}: is there already and was left as it is. Delete it, or give another folder"
    ]  # and nothing is said of documents that were written, for there are none
    (party,) = map(json.loads, run("parties", labelled).stdout.splitlines())
    assert (party["name"], party["role"]) == ("Northwind Traders Limited", "supplier")


def test_labels_of_unsure_answers_are_listed_apart(run: Any, invoice: Path) -> None:
    run("extract", invoice, "--out", invoice.parent / "labelled", "--label-confidence", "1")
    record = json.loads((invoice.parent / "labelled" / "invoice.json").read_text(encoding="utf-8"))
    assert record["fields"] == {}
    assert record["unsure"]["total_incl_vat"] == "1200.00"


def test_its_own_json_lines_are_labels_of_what_is_sure(run: Any, invoice: Path) -> None:
    answers = invoice.parent / "answers.jsonl"
    run("extract", invoice, "--to", answers)
    found = json.loads(answers.read_text(encoding="utf-8"))["fields"]
    bound = sorted(candidates[0]["confidence"] for candidates in found.values())[-2]
    sure = {name for name, candidates in found.items() if candidates[0]["confidence"] >= bound}
    result = run("evaluate", answers, "--label-confidence", bound, "-o", "json")
    figures = json.loads(result.stdout)
    assert figures["fields"].keys() == {*sure, "all"}
    assert figures["fields"]["all"]["recall"] == 1.0


def test_json_lines_of_a_file_that_is_gone_say_so(run: Any, invoice: Path) -> None:
    answers = invoice.parent / "answers.jsonl"
    run("extract", invoice, "--to", answers)
    invoice.unlink()
    result = run("evaluate", answers)
    assert result.exit_code == 1
    assert "none of its documents can be opened" in result.stderr
