"""Values that a user gives for terms of an e-invoice: of the term's form, and adding up."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.einvoicing.invoice import Term
from paperformer.errors import UnknownField
from paperformer.extraction.invoicing.known_terms import known_terms
from paperformer.extraction.invoicing.term_values import check_values, failing_sums

CENTS = st.decimals(0, 10**6, places=2)


@pytest.mark.parametrize(
    ("given_term", "said"),
    [
        ("BT-112=abc", "Write the amount as 1234.50"),
        ("BT-115=nan", "Write the amount as 1234.50"),
        ("BT-2=17.05.2024", "Write the date as 2026-11-28"),
        ("BT-2=2024-02-30", "Write the date as 2026-11-28"),
        ("BT-5=KRONOR", "Write the code of ISO 4217, as EUR"),
        ("BT-55=Sweden", "Write the code of ISO 3166, as SE"),
        ("BT-49=7300010000001", "Write scheme and address, as 0088:7300010000001"),
    ],
)
def test_a_value_of_another_form_is_refused_and_the_form_is_told(given_term: str, said: str) -> None:
    with pytest.raises(UnknownField, match=said):
        known_terms([given_term])


@pytest.mark.parametrize("value", ["", " ", 5])
def test_a_term_without_a_text_is_refused(value: object) -> None:
    with pytest.raises(UnknownField, match="has no value"):
        check_values({"BT-44": value})  # type: ignore[dict-item]


@given(st.dates(date(1990, 1, 1)), CENTS)
def test_dates_and_amounts_of_the_right_form_are_taken(day: date, amount: Decimal) -> None:
    assert known_terms([f"BT-9={day.isoformat()}", f"BT-113={amount}"]) == {
        "BT-9": day.isoformat(),
        "BT-113": str(amount),
    }


@given(CENTS, CENTS, CENTS, st.decimals(-10, 10, places=2))
def test_totals_fail_where_and_only_where_they_do_not_add_up(
    net: Decimal, tax: Decimal, paid: Decimal, off: Decimal
) -> None:
    gross = net + tax
    values = {"BT-109": net, "BT-110": tax, "BT-112": gross, "BT-113": paid, "BT-115": gross - paid + off}
    failing = failing_sums({term: (Term(str(value)),) for term, value in values.items()})
    assert bool(failing) is (off != 0)
    assert all(line.startswith("BT-115 is ") for line in failing)
