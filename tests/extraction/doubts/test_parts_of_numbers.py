"""A part of an IBAN or of a number in groups is no number of a document."""

from __future__ import annotations

import pytest

from paperformer.extraction.doubts.parts_of_numbers import weigh_parts
from paperformer.extraction.scored import Scored
from typed_page import candidate, typed


def best(*candidates: Scored) -> str:
    proposed: dict[str, list[Scored]] = {}
    for one in candidates:
        proposed.setdefault(one.field, []).append(one)
    weigh_parts(proposed)
    return max(proposed["document_number"], key=lambda one: one.probability).text


@pytest.mark.parametrize(
    ("row", "part", "whole"),
    [
        ("Rechnungsnummer 37 4810 2265 9013", "4810", "37 4810 2265 9013"),
        ("Rechnung AR 2025/00463", "2025/00463", "AR 2025/00463"),
        ("Bill number Q014 7J", "Q014", "Q014 7J"),
        ("Nº factura FE26 0417 7183", "7183", "FE26 0417 7183"),
        ("Fakturanr. 51 204", "204", "51 204"),
    ],
)
def test_the_whole_number_at_its_label_takes_the_place_of_a_part(row: str, part: str, whole: str) -> None:
    page = typed(row)
    seen = candidate(page, "document_number", part, 0.9)
    read = candidate(page, "document_number", whole, 0.5)._replace(source="rule")
    assert best(seen, read) == whole


def test_the_beginning_of_an_iban_gives_way_to_another_number() -> None:
    page = typed("Nuestra cuenta ES23 2100 4471 3402 0011 8844 Factura 4711")
    seen = candidate(page, "document_number", "ES23", 0.8)
    other = candidate(page, "document_number", "4711", 0.3)
    iban = candidate(page, "iban", "ES23 2100 4471 3402 0011 8844", 0.9)
    assert best(seen, other, iban._replace(checked=True)) == "4711"
    assert best(seen, other, iban._replace(checked=False)) == "ES23"


def test_a_part_gives_way_where_the_whole_is_printed_again() -> None:
    page = typed("Nº factura FE26 0417 7183", "", "Detalle de la factura FE26 0417 7183")
    seen = candidate(page, "document_number", "7183", 0.9, 1)
    read = candidate(page, "document_number", "FE26 0417 7183", 0.5)._replace(source="rule")
    assert best(seen, read) == "FE26 0417 7183"


def test_two_numbers_side_by_side_are_not_one() -> None:
    page = typed("Invoice 4810 2265")
    seen = candidate(page, "document_number", "4810", 0.9)
    read = candidate(page, "document_number", "4810 2265", 0.5)._replace(source="rule")
    assert best(seen, read) == "4810"


def test_what_begins_as_a_number_in_groups_elsewhere_is_a_part_of_it_too() -> None:
    page = typed("Account GB7740 2195", "Account number GB7740 2195")
    seen = candidate(page, "customer_number", "GB7740", 0.6)
    read = candidate(page, "customer_number", "GB7740 2195", 0.5, at=-1)._replace(source="rule")
    proposed = {"customer_number": [seen, read]}
    weigh_parts(proposed)
    assert max(proposed["customer_number"], key=lambda one: one.probability).text == "GB7740 2195"
