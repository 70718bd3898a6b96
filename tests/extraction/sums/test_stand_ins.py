"""Subtotals in place of totals without VAT: on receipts whose prices hold it they are none."""

from decimal import Decimal

import pytest

from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.stand_ins import add_net, add_total_to_pay, weigh_gross, weigh_stand_ins

SUBTOTAL, TOTAL = (4,), (9,)


def one(field: str, value: str, probability: float, words: tuple[int, ...], source: str = "rule") -> Scored:
    return Scored(field, value, value, words, probability, source)  # type: ignore[arg-type]


def net(*others: Scored) -> float:
    """The probability of the subtotal 20.19 as total without VAT, 0.4 before."""
    proposed: dict[str, list[Scored]] = {"total_excl_vat": [one("total_excl_vat", "20.19", 0.4, SUBTOTAL)]}
    for other in (one("subtotal", "20.19", 0.8, SUBTOTAL), *others):
        proposed.setdefault(other.field, []).append(other)
    weigh_stand_ins(proposed, "")
    return proposed["total_excl_vat"][0].probability


@pytest.mark.parametrize("total", ["20.19", "16.15"])  # the same, or less by a discount
def test_what_is_the_total_with_vat_is_no_net(total: str) -> None:
    assert net(one("total_incl_vat", total, 0.9, TOTAL)) == pytest.approx(0.08)


def test_a_doubtful_smaller_total_is_no_limit() -> None:
    assert net(one("total_incl_vat", "16.15", 0.6, TOTAL)) == 0.4


def test_what_tax_is_added_to_is_the_net() -> None:
    assert net(one("total_incl_vat", "22.11", 0.9, TOTAL), one("total_vat", "1.92", 0.8, (7,))) == 0.4
    assert net() == 0.4


def test_a_printed_tax_of_zero_makes_both_the_same() -> None:
    assert net(one("total_incl_vat", "20.19", 0.9, TOTAL), one("total_vat", "0.00", 0.8, (7,))) == 0.4


def test_where_no_tax_is_charged_both_are_the_same() -> None:
    proposed = {
        "total_excl_vat": [one("total_excl_vat", "20.19", 0.4, SUBTOTAL)],
        "subtotal": [one("subtotal", "20.19", 0.8, SUBTOTAL)],
        "total_incl_vat": [one("total_incl_vat", "20.19", 0.9, TOTAL)],
    }
    weigh_stand_ins(proposed, "Reverse charge: VAT to be accounted for by the recipient")
    assert proposed["total_excl_vat"][0].probability == 0.4


def test_what_the_model_sees_as_net_stays() -> None:
    seen = one("total_excl_vat", "20.19", 0.6, SUBTOTAL, "model")
    assert net(one("total_incl_vat", "20.19", 0.9, TOTAL), seen) == 0.4


def test_a_net_with_a_label_of_its_own_stays() -> None:
    labelled = one("total_excl_vat", "20.19", 0.7, (11,))
    proposed = {
        "total_excl_vat": [labelled],
        "subtotal": [one("subtotal", "20.19", 0.8, SUBTOTAL)],
        "total_incl_vat": [one("total_incl_vat", "20.19", 0.9, TOTAL)],
    }
    weigh_stand_ins(proposed, "")
    assert proposed["total_excl_vat"] == [labelled]


def sums(**values: str) -> dict[str, list[Scored]]:
    return {
        field: [one(field, value, 0.8, (place,), "model")]
        for place, (field, value) in enumerate(values.items())
    }


def test_what_was_taxed_is_said_with_its_tax_where_no_sum_has_more() -> None:
    proposed = sums(total_incl_vat="246.00", total_excl_vat="246.00", total_vat="46.00")
    weigh_gross(proposed, {Decimal("246.00"), Decimal("46.00")})
    assert proposed["total_excl_vat"][0].probability < 0.2
    added = sums(total_incl_vat="246.00", total_excl_vat="246.00", total_vat="46.00")
    weigh_gross(added, {Decimal("246.00"), Decimal("46.00"), Decimal("292.00")})
    assert added["total_excl_vat"][0].probability == 0.8


def test_the_subtotal_that_tax_is_added_to_takes_its_place() -> None:
    proposed = sums(total_incl_vat="53.00", total_excl_vat="53.00", total_vat="3.00", subtotal="50.00")
    weigh_gross(proposed, {Decimal("53.00"), Decimal("3.00"), Decimal("50.00")})
    assert max(proposed["total_excl_vat"], key=lambda found: found.probability).value == "50.00"


def test_what_is_to_be_paid_is_the_total_where_no_other_is_likely() -> None:
    proposed = sums(amount_due="846.00", total_excl_vat="755.36", total_vat="90.64")
    add_total_to_pay(proposed)
    assert [found.value for found in proposed["total_incl_vat"]] == ["846.00"]
    alone = sums(amount_due="846.00")
    add_total_to_pay(alone)
    assert "total_incl_vat" not in alone
    known = sums(amount_due="846.00", total_incl_vat="900.00", total_excl_vat="755.36", total_vat="90.64")
    add_total_to_pay(known)
    assert [found.value for found in known["total_incl_vat"]] == ["900.00"]


def test_a_subtotal_that_makes_the_total_with_its_tax_is_the_net() -> None:
    proposed = {
        "subtotal": [one("subtotal", "6464.20", 0.9, SUBTOTAL)],
        "total_vat": [one("total_vat", "1228.20", 0.9, (6,))],
        "total_incl_vat": [one("total_incl_vat", "7692.40", 0.9, TOTAL)],
        "total_excl_vat": [one("total_excl_vat", "4567.22", 0.8, (20,), "model")],
    }
    add_net(proposed)
    assert [found.value for found in proposed["total_excl_vat"]] == ["4567.22", "6464.20"]
    add_net(proposed)  # with one there is nothing to add
    assert len(proposed["total_excl_vat"]) == 2
