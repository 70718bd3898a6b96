"""Answers as JSON, JSON lines, CSV and tables."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

from paperformer.cli.tables import Table, aligned
from paperformer.cli.writers import COLUMNS, Csv, Json, JsonLines
from paperformer.extraction.result import Candidate, Extraction, ModelInfo, PageBox, PageInfo, level_of


def candidate(value: str, confidence: float = 0.9, **more: object) -> Candidate:
    settings: dict[str, object] = {
        "value": value,
        "text": value,
        "box": PageBox(x0=0.1, y0=0.2, x1=0.3, y1=0.25),
        "page": 1,
        "confidence": confidence,
        "level": level_of(confidence),
        "source": "model",
        **more,
    }
    return Candidate.model_validate(settings)


def answer(file: str = "a.pdf", warnings: tuple[str, ...] = (), **fields: list[Candidate]) -> Extraction:
    pages = [PageInfo(number=n, width=600, height=800, reading="text_layer") for n in (1, 2)]
    return Extraction(
        file=file, pages=pages, fields=fields, warnings=list(warnings), model=ModelInfo(name="m", version="1")
    )


TOTAL = answer(total_incl_vat=[candidate("12.00"), candidate("10.00", 0.3)])


def no_warning(file: str, warning: str) -> None:
    raise AssertionError((file, warning))


def test_json_of_a_single_file_is_one_object() -> None:
    stream = io.StringIO()
    writer = Json(stream, array=False)
    writer.write(TOTAL, ())
    writer.finish()
    assert Extraction.model_validate_json(stream.getvalue()) == TOTAL
    assert stream.getvalue().endswith("}\n")


@pytest.mark.parametrize("count", [0, 1, 3])
def test_json_of_several_is_an_array_of_any_length(count: int) -> None:
    stream = io.StringIO()
    writer = Json(stream, array=True)
    for _ in range(count):
        writer.write(TOTAL, ())
    writer.finish()
    assert [Extraction.model_validate(value) for value in json.loads(stream.getvalue())] == [TOTAL] * count


def test_json_of_a_single_file_that_failed_is_null() -> None:
    stream = io.StringIO()
    Json(stream, array=False).finish()
    assert stream.getvalue() == "null\n"


def test_json_lines_are_whole_objects() -> None:
    stream = io.StringIO()
    writer = JsonLines(stream)
    for file in ("a.pdf", "b\n.pdf"):
        writer.write(answer(file), ())
    writer.finish()
    assert [json.loads(line)["file"] for line in stream.getvalue().splitlines()] == ["a.pdf", "b\n.pdf"]


def test_csv_has_a_row_for_every_candidate_and_survives_quotes_and_lines() -> None:
    stream = io.StringIO()
    told: list[tuple[str, str]] = []
    writer = Csv(stream, lambda file, warning: told.append((file, warning)))
    hard = 'Röd "AB", Gatan 1\n123 45 Ort'
    writer.write(answer("f.pdf", ("page 2 is blank",), supplier_address=[candidate(hard)]), ())
    writer.write(TOTAL, ())
    rows = list(csv.DictReader(io.StringIO(stream.getvalue())))
    assert tuple(rows[0]) == COLUMNS
    assert [(row["file"], row["field"], row["value"]) for row in rows] == [
        ("f.pdf", "supplier_address", hard),
        ("a.pdf", "total_incl_vat", "12.00"),
        ("a.pdf", "total_incl_vat", "10.00"),
    ]
    assert rows[1]["box"] == "0.1000 0.2000 0.3000 0.2500"
    assert told == [("f.pdf", "page 2 is blank")]


def test_csv_leaves_box_and_page_empty_where_nothing_is_printed() -> None:
    stream = io.StringIO()
    unprinted = candidate("SEK", box=None, page=None, source="einvoice")
    Csv(stream, no_warning).write(answer(currency=[unprinted]), ())
    assert stream.getvalue().splitlines()[1] == "a.pdf,currency,SEK,SEK,,,0.9000,mid,einvoice,,,,1,,"


def test_a_table_shows_field_value_confidence_page_and_source() -> None:
    stream = io.StringIO()
    Table(stream).write(TOTAL, (Path("out/a.page-1.png"),))
    assert stream.getvalue().splitlines() == [
        "a.pdf  (2 pages)",
        "  field           value  confidence     page  source",
        "  total_incl_vat  12.00  0.90 mid       1     model",
        "                  10.00  0.30 very low  1     model",
        "  overlay: out/a.page-1.png",
        "",
    ]


def test_a_table_says_what_scheme_what_is_ambiguous_and_what_fails_its_check() -> None:
    stream = io.StringIO()
    fields = {
        "payment_reference": [candidate("2024081701", scheme="se_ocr")],
        "document_date": [candidate("2024-04-03", ambiguous=True)],
        "iban": [candidate("SE1450000000053921046387", scheme="iban")],
        "supplier_vat_number": [candidate("DE123456789", scheme="vat_de", checked=False)],
    }
    Table(stream).write(answer(**fields), ())
    text = stream.getvalue()
    assert "2024081701 (se_ocr)" in text
    assert "2024-04-03 (ambiguous)" in text
    assert "(iban)" not in text
    assert "DE123456789 (vat_de, check digits fail)" in text


def test_a_document_without_fields_says_so_and_its_warnings_are_shown() -> None:
    stream = io.StringIO()
    Table(stream).write(answer(warnings=("page 1 is blank",)), ())
    assert stream.getvalue() == "a.pdf  (2 pages)\n  no fields found\n  warning: page 1 is blank\n\n"


class Terminal(io.StringIO):
    """Text that takes itself for a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_a_drawn_table_in_which_brackets_are_no_markup() -> None:
    stream = Terminal()
    Table(stream).write(answer(supplier_name=[candidate("[bold]Acme[/nonsense] \x1b[2J")]), ())
    assert "[bold]Acme[/nonsense]" in stream.getvalue()
    assert "\x1b[2J" not in stream.getvalue()
    assert "─" in stream.getvalue()


@pytest.mark.parametrize(("columns", "has_source"), [("80", False), ("120", True)])
def test_a_narrow_terminal_breaks_no_number_and_no_name_of_a_field(
    monkeypatch: pytest.MonkeyPatch, columns: str, has_source: bool
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    stream = Terminal()
    whole = {"iban": "GB05NVSK20418837650194", "supplier_organisation_number": "09417326"}
    address = "Unit 6, Tannery Yard, Mill Lane, Norwich, NR3 1QX, and more of it than has room on a line"
    fields = {name: [candidate(value)] for name, value in {**whole, "supplier_address": address}.items()}
    Table(stream).write(answer(**fields), ())
    drawn = re.sub(r"\x1b\[[0-9;]*m", "", stream.getvalue())
    assert all(text in drawn for text in (*whole, *whole.values()))
    assert max(map(len, drawn.splitlines())) <= int(columns)
    assert ("source" in drawn) is has_source


def test_aligned_columns_have_no_white_space_at_the_end() -> None:
    assert aligned([("a", "long"), ("longer", "b")]) == "  a       long\n  longer  b\n"
