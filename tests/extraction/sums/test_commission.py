"""What an agency keeps of an order: the sum before it is the total, the one after it is due."""

from decimal import Decimal

import pytest

from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.commission import commissions_in, weigh_after_commission
from paperformer.fields.context import infer_context, printed_of
from typed_page import Cells, typed

AMOUNTS = frozenset(map(Decimal, ("2400.00", "360.00", "2040.00")))


def commissions(row: Cells | str) -> tuple[Decimal, ...]:
    words = typed("Gross Total $2,400.00", row, "Net Total $2,040.00").words
    printed = printed_of(words)
    return commissions_in(words, printed, infer_context(words, printed))


@pytest.mark.parametrize(
    "row",
    [
        "Agency Commission $360.00", "Commission ($360.00)", "Less commission (15%): -360.00",
        "Commission 15 % $360.00", "Agency Comm. 360.00",
        [(5, "Net 30 days"), (50, "Commission"), (80, "$360.00")],
    ],
)  # fmt: skip
def test_rows_that_name_a_commission(row: Cells | str) -> None:
    assert commissions(row) == (Decimal("360.00"),)


@pytest.mark.parametrize("row", ["Commission paid by others 360.00", "Sales Tax 360.00", "Total Spots 360"])
def test_rows_that_name_none(row: str) -> None:
    assert commissions(row) == ()


def proposed(**values: dict[str, float]) -> dict[str, list[Scored]]:
    return {
        field: [Scored(field, value, "", (), probability, "model") for value, probability in found.items()]
        for field, found in values.items()
    }


def best(candidates: list[Scored]) -> str:
    return max(candidates, key=lambda one: one.probability).value


def test_the_total_is_the_sum_before_the_commission() -> None:
    found = proposed(
        total_incl_vat={"2040.00": 0.9, "2400.00": 0.1},
        total_excl_vat={"2040.00": 0.9},
        amount_due={"2040.00": 0.9},
    )
    weigh_after_commission(found, (Decimal("360.00"),), AMOUNTS)
    assert best(found["total_incl_vat"]) == "2400.00"
    assert found["total_excl_vat"][0].probability == pytest.approx(0.09)
    assert found["amount_due"][0].probability == 0.9


@pytest.mark.parametrize("part", [(), (Decimal("35.00"),)])
def test_where_nothing_printed_is_the_sum_before_it_totals_stay(part: tuple[Decimal, ...]) -> None:
    found = proposed(total_incl_vat={"2040.00": 0.9, "2400.00": 0.1})
    weigh_after_commission(found, part, AMOUNTS)
    assert found == proposed(total_incl_vat={"2040.00": 0.9, "2400.00": 0.1})


def test_a_document_without_totals_has_none_to_doubt() -> None:
    found = proposed(amount_due={"2040.00": 0.9})
    weigh_after_commission(found, (Decimal("360.00"),), AMOUNTS)
    assert found == proposed(amount_due={"2040.00": 0.9})
