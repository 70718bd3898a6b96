"""What combinations of candidates are worth: terms of payment, and the two numbers of one firm."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from paperformer.extraction.agreement import groups
from paperformer.extraction.resolve import resolve
from paperformer.extraction.scored import Scored
from paperformer.fields.values.reading import NO_CONTEXT
from typed_page import candidate, typed


def worth(chosen: Mapping[str, str]) -> float:
    """What all factors whose fields are all chosen give together."""
    factors = [
        factor for group in groups(NO_CONTEXT) for factor in group if set(factor.fields) <= set(chosen)
    ]
    assert factors
    scored = {
        field: Scored(field, value, value, (at,), 0.5, "rule")
        for at, (field, value) in enumerate(chosen.items())
    }
    return sum(factor.judge([scored[field] for field in factor.fields]) for factor in factors)


def test_nobody_waits_for_a_year_to_be_paid() -> None:
    """ "Scad. 31/10/2026" on a row of goods is until when they keep."""
    soon = worth({"document_date": "2025-05-29", "due_date": "2025-06-30"})
    late = worth({"document_date": "2025-05-29", "due_date": "2026-10-31"})
    assert soon > late + 1


@pytest.mark.parametrize(
    ("vat", "number"),
    [
        ("DE284177364", "HRB19482P"),
        ("FR52382177459", "RCS Paris B 100"),
        ("AT123", "FN 218407k"),
        ("CZ8001011234", "88776655"),
    ],
)
def test_numbers_of_other_registers_say_nothing(vat: str, number: str) -> None:
    assert worth({"supplier_vat_number": vat, "supplier_organisation_number": number}) == 0


@pytest.mark.parametrize(
    ("day", "part"),
    [("14 Aug 2025", "2025"), ("05032024", "05032024"), ("3. März 2024", "3."), ("03/29/20", "03/29/20")],
)
@pytest.mark.parametrize("field", ["document_date", "due_date", "period_start"])
def test_a_date_or_a_part_of_it_is_no_number(day: str, part: str, field: str) -> None:
    page = typed(f"{day} 208814907713")
    seen, other = (
        candidate(page, "document_number", text, trust)
        for text, trust in ((part, 0.75), ("208814907713", 0.2))
    )
    chosen = resolve({"document_number": [seen, other], field: [candidate(page, field, day, 0.9)]})
    assert chosen["document_number"][0].value == "208814907713"
    assert chosen[field][0].text == day
