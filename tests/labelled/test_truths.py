"""True values written down by people, as they are printed or as they are read."""

from __future__ import annotations

import pytest

from paperformer.fields.schema import load_schema
from paperformer.fields.values.reading import NO_CONTEXT
from paperformer.labelled.truths import Truths, normal_forms
from toy_documents import labelled

GERMAN = ("Rechnung vom 3. Oktober 2024", "Gesamtbetrag 1.234,50 EUR inkl. 19,00 % MwSt")


@pytest.mark.parametrize(
    ("name", "written", "normal"),
    [
        ("total_incl_vat", "1.234,50", "1234.50"),
        ("total_incl_vat", "1.234,50 EUR", "1234.50"),
        ("total_vat", "1.234", "1234.00"),
        ("document_date", "3. Oktober 2024", "2024-10-03"),
        ("document_date", "03.10.2024", "2024-10-03"),
        ("time", "2:05 pm", "14:05"),
        ("supplier_vat_number", "DE 811 907 980", "DE811907980"),
        ("supplier_country", "Germany", "DE"),
    ],
)
def test_what_is_written_as_it_is_printed_has_its_normal_form(name: str, written: str, normal: str) -> None:
    truths = Truths(load_schema())
    fields = truths.read(labelled(*GERMAN, fields={name: [written]})).fields
    assert fields[name] == (written, normal)
    assert not truths.unreadable


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("total_incl_vat", "1234.50"),
        ("total_incl_vat", "1234.5"),
        ("total_incl_vat", "-8"),
        ("document_date", "2024-10-03"),
        ("time", "14:05"),
        ("supplier_name", "3. Oktober 2024"),
    ],
)
def test_what_is_normal_is_left_as_it_is(name: str, value: str) -> None:
    document = labelled(*GERMAN, fields={name: [value]})
    assert Truths(load_schema()).read(document) == document


def test_values_that_say_nothing_are_told_by_field() -> None:
    truths = Truths(load_schema())
    for total in ("abc", "n/a", "12.00"):
        truths.read(labelled(*GERMAN, fields={"total_incl_vat": [total], "document_number": ["abc"]}))
    truths.read(labelled(*GERMAN, fields={"due_date": ["soon"], "colour": ["blue"]}))
    assert truths.unreadable.keys() == {"total_incl_vat", "due_date"}
    assert "'abc' of " in truths.unreadable["total_incl_vat"]
    assert "and 1 more" in truths.unreadable["total_incl_vat"]
    assert "2024-10-03" in truths.unreadable["due_date"]


def test_what_cannot_be_read_has_no_normal_form() -> None:
    assert normal_forms("amount", ["abc", "2 EUR", ""], NO_CONTEXT) == ["2.00"]
