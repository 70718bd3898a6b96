"""What a record says of a type is so of its values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.fields.core_fields import TABLE
from paperformer.fields.row_cells import CELLS, LINE_CELLS, ROWS, VAT_CELLS
from paperformer.fields.schema import load_schema
from paperformer.fields.values.kinds import finder_of, parser_of
from paperformer.fields.values.reading import NO_CONTEXT, ValueContext
from paperformer.fields.values.value_types import BY_NAME, TYPES, ValueType

GERMAN = ValueContext(country="DE", decimal_mark=",", date_order="dmy")
PRINTED = st.lists(
    st.sampled_from(
        ["Invoice", "IBAN", "DE89370400440532013000", "12.05.2024", "1.234,50", "EUR", "Tel.", "030",
         "1234567", "RF18539007547034", "DE123456789", "DEUTDEDB", "****1234", "14:05", "4711", "cash",
         "Germany", "HRB"]
    ),
    max_size=8,
).map(" ".join)  # fmt: skip


def ids(one: ValueType) -> str:
    return one.name


@pytest.mark.parametrize("one", TYPES, ids=ids)
def test_parser_and_finder_are_those_of_the_module(one: ValueType) -> None:
    module = f"paperformer.fields.values.{one.module}"
    assert (parser_of(one.name).__module__, parser_of(one.name).__name__) == (module, one.parser)
    finder = finder_of(one.name)
    assert (finder and finder.__name__) == one.finder


@pytest.mark.parametrize("one", [one for one in TYPES if one.finder and one.has_digits], ids=ids)
@given(PRINTED)
def test_every_value_of_a_type_with_digits_has_one(one: ValueType, text: str) -> None:
    finder = finder_of(one.name)
    assert finder is not None
    for match in finder(text, NO_CONTEXT):
        assert any(letter.isdigit() for letter in text[match.start : match.end]), match


@pytest.mark.parametrize("one", [one for one in TYPES if one.finder and not one.reads_context], ids=ids)
@given(PRINTED)
def test_a_finder_that_reads_no_context_finds_the_same_in_any(one: ValueType, text: str) -> None:
    finder = finder_of(one.name)
    assert finder is not None
    assert list(finder(text, NO_CONTEXT)) == list(finder(text, GERMAN))


def test_free_text_is_looked_for_character_by_character() -> None:
    without_finder = {one.name for one in TYPES if one.finder is None and not one.is_code}
    assert without_finder == {"address", "name", "text"}
    assert all(BY_NAME[name].searched == "characters" for name in without_finder)


def test_fields_of_rows_have_the_cells_that_tables_read() -> None:
    assert {field.name for field in load_schema() if field.type == "group"} == ROWS.keys()
    assert len(CELLS) == len(LINE_CELLS) + len(VAT_CELLS)


def test_core_fields_are_fields_of_the_schema() -> None:
    assert {one.name for one in TABLE} <= set(load_schema().names)
