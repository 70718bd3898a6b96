"""Answers as Python values: amounts, days and times have their types, and what is missing is None."""

from datetime import date, time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import UnknownField, ValueUnreadable
from paperformer.extraction.result import Candidate, Extraction, ModelInfo, PageInfo, level_of
from paperformer.extraction.typed import typed_cell, typed_value
from paperformer.fields.schema import FieldDefinition, Schema


def answer(**values: str) -> Extraction:
    fields = {
        name: [
            Candidate(
                value=value, text=value, box=None, page=None, confidence=0.9, level="mid", source="rule"
            )
        ]
        for name, value in values.items()
    }
    pages = [PageInfo(number=1, width=600, height=800, reading="text_layer")]
    return Extraction(file="a.pdf", pages=pages, fields=fields, model=ModelInfo(name="m", version="1"))


ANSWER = answer(
    total_incl_vat="13092.00", due_date="2024-10-03", time="12:47", document_number="0042", currency="SEK"
)


def test_the_best_value_has_its_type() -> None:
    assert ANSWER.best("total_incl_vat") == Decimal("13092.00")
    assert ANSWER.best("due_date") == date(2024, 10, 3)
    assert ANSWER.best("time") == time(12, 47)
    assert ANSWER.best("document_number") == "0042"


def test_a_field_without_an_answer_is_none() -> None:
    assert ANSWER.best("iban") is None


def test_a_field_that_there_is_not_is_an_error_that_names_the_nearest() -> None:
    with pytest.raises(UnknownField, match="Did you mean total_incl_vat"):
        ANSWER.best("total_inc_vat")


def test_rows_are_no_value() -> None:
    with pytest.raises(UnknownField, match="purchase_lines has rows"):
        ANSWER.best("purchase_lines")


def test_a_value_that_is_none_of_its_type_is_told() -> None:
    with pytest.raises(ValueUnreadable, match="'soon' is no date"):
        answer(due_date="soon").best("due_date")


def test_a_row_has_every_field_once() -> None:
    row = ANSWER.to_row()
    assert {name: value for name, value in row.items() if value is not None} == {
        "document_number": "0042",
        "due_date": date(2024, 10, 3),
        "currency": "SEK",
        "total_incl_vat": Decimal("13092.00"),
        "time": time(12, 47),
    }
    assert list(row) == [field.name for field in ANSWER.known_fields if field.type != "group"]


def test_fields_of_ones_own_have_their_types_and_say_nothing_in_json() -> None:
    own = answer(budget="12.50").with_schema(Schema((FieldDefinition("budget", "amount", ""),)))
    assert own.best("budget") == Decimal("12.50")
    assert own.to_row() == {"budget": Decimal("12.50")}
    again = Extraction.model_validate_json(own.model_dump_json())
    assert again == own
    assert again.best("budget") == "12.50"  # JSON does not say its type
    with pytest.raises(UnknownField):
        own.best("iban")


@given(st.decimals(allow_nan=False, allow_infinity=False, places=2))
def test_every_amount_in_normal_form_comes_back(amount: Decimal) -> None:
    assert typed_value("amount", f"{amount:f}") == amount


@given(st.dates())
def test_every_day_in_normal_form_comes_back(day: date) -> None:
    assert typed_value("date", day.isoformat()) == day


def test_numbers_of_rows_are_numbers_and_a_share_stays_text() -> None:
    assert typed_cell("quantity", "1.5") == Decimal("1.5")
    assert typed_cell("discount", "10%") == "10%"
    assert typed_cell("code", "0012") == "0012"


def test_a_level_bounds_what_is_shown_unasked() -> None:
    from paperformer.extraction.levels import LABEL_CONFIDENCE, MIN_CONFIDENCE

    assert level_of(MIN_CONFIDENCE) == "low"
    assert level_of(MIN_CONFIDENCE - 1e-9) == "very_low"
    assert level_of(LABEL_CONFIDENCE) == "high"
