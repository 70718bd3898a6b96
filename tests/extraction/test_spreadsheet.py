"""No cell of a table is a formula, whatever separator the reader's machine takes for one."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from paperformer.extraction.spreadsheet import begins_formula, csv_row

NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def written(rows: list[list[str]], line_end: str = "\n") -> str:
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator=line_end).writerows(map(csv_row, rows))
    return stream.getvalue()


def cells(text: str, separator: str) -> list[str]:
    """What a spreadsheet sees that separates cells so."""
    return [cell for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator) for cell in row]


def is_formula(cell: str) -> bool:
    """As Excel and its like decide, whether or not they take white space away first."""
    return cell.strip().startswith(tuple("=+-@|%＝＋－＠")) and not NUMBER.fullmatch(cell)


ROWS = st.lists(
    st.lists(st.text(alphabet=";,\t\r\n\"'=+-@|% a1.＝", max_size=12), min_size=1, max_size=4),
    min_size=1,
    max_size=3,
)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@settings(max_examples=500)
@given(rows=ROWS)
@example(rows=[["a.pdf", 'Acme;=HYPERLINK("http://x")']])
@example(rows=[["a.pdf", 'Acme;"=HYPERLINK(1)"']])
@example(rows=[["a.pdf", 'Acme, Inc\n=HYPERLINK("http://x")', "x"]])
@example(rows=[["a.pdf", "Acme;+1", "5*cmd|' /C calc'!A0"]])  # 1,5 is a number where the semicolon separates
@example(rows=[["-1", "5*cmd|' /C calc'!A0"]])
def test_no_reader_finds_a_formula(separator: str, rows: list[list[str]]) -> None:
    assert [cell for cell in cells(written(rows), separator) if is_formula(cell)] == []


@given(rows=ROWS)
def test_a_program_gets_the_values_back_by_taking_apostrophes_away(rows: list[list[str]]) -> None:
    found = list(csv.reader(io.StringIO(written(rows, "\r\n"), newline="")))
    assert [[cell.replace("'", "") for cell in row] for row in found] == [
        [cell.replace("'", "") for cell in row] for row in rows
    ]


def test_numbers_behind_the_first_cell_and_plain_texts_stay_as_they_are() -> None:
    row = ["a.pdf", "-12.50", "+3", "Acme; Inc", "2024-03-01", "x - y", "50 %", "a=b", "a;b"]
    assert csv_row(row) == row


@pytest.mark.parametrize(
    ("text", "begins"),
    [("=1", True), ("-1", False), ("-1+1", True), ("a;=1", False), ("", False), ("x", False)],
)
def test_a_typed_text_begins_a_formula_or_not(text: str, begins: bool) -> None:
    assert begins_formula(text) == begins
