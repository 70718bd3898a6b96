"""Means of payment in use: the total stands beside them, or a card's last digits are printed."""

from __future__ import annotations

import pytest

from paperformer.extraction.payment.paid_means import add_paid_means
from paperformer.extraction.scored import Scored
from paperformer.fields.context import infer_context, printed_of
from typed_page import Cells, candidate, typed


def means(*rows: Cells, **others: str) -> list[str]:
    """The means of payment proposed on a till's receipt of 33,72."""
    page = typed("Drogerie Linde", [(5, "SUMME"), (60, "33,72")], *rows)
    total = Scored("total_incl_vat", "33.72", "33,72", (3,), 0.9, "model")
    proposed = {"total_incl_vat": [total]}
    proposed |= {field: [candidate(page, field, text, 0.9)] for field, text in others.items()}
    add_paid_means(proposed, page.words, printed_of(page.words), infer_context(page.words))
    return [one.value for one in proposed.get("payment_method", [])]


@pytest.mark.parametrize(("row", "value"), [
    ([(5, "gegeben Bankomat"), (60, "33,72")], "card"), ([(5, "Bancontact"), (60, "33,72")], "card"),
    ([(5, "CB SANS CONTACT"), (60, "33,72")], "card"), ([(5, "KÉSZPÉNZ:"), (60, "40,00")], "cash"),
    ([(5, "NAKIT"), (60, "33,72")], "cash"), ([(5, "Numerário"), (60, "50,00")], "cash"),
])  # fmt: skip
def test_what_the_total_stands_beside_has_paid(row: Cells, value: str) -> None:
    assert means(row) == [value]


@pytest.mark.parametrize(
    "row", [[(5, "VISA"), (60, "12,00")], [(5, "Bar"), (60, "4,50")], [(5, "VISA"), (60, "")]]
)
def test_another_sum_or_none_says_nothing(row: Cells) -> None:
    assert means(row) == []


def test_a_card_pays_the_tip_with_the_total() -> None:
    row = [(5, "Kort (Mastercard)"), (60, "38,72")]
    tip = Scored("tip", "5.00", "5,00", (), 0.8, "rule")
    page = typed([(5, "Total"), (60, "33,72")], row)
    total = Scored("total_incl_vat", "33.72", "33,72", (1,), 0.9, "model")
    proposed = {"total_incl_vat": [total], "tip": [tip]}
    add_paid_means(proposed, page.words, printed_of(page.words), infer_context(page.words))
    assert {one.value for one in proposed.get("payment_method", [])} == {"card"}


@pytest.mark.parametrize("goods", ["Airport Transfer", "Carte", "Gift card"])
def test_what_is_sold_for_the_total_pays_nothing(goods: str) -> None:
    page = typed([(5, goods), (60, "33,72")], [(5, "Total"), (60, "33,72")], "Thank you")
    place = len(goods.split()) + 1
    total = Scored("total_incl_vat", "33.72", "33,72", (place + 1,), 0.9, "model")
    proposed = {"total_incl_vat": [total]}
    add_paid_means(proposed, page.words, printed_of(page.words), infer_context(page.words))
    assert "payment_method" not in proposed


def test_the_last_digits_of_a_card_say_that_it_paid_where_nothing_else_does() -> None:
    masked = [(5, "XXXXXXXXXXXX7716"), (60, "33,72")]
    assert means(masked, card_last_four="XXXXXXXXXXXX7716") == ["card"]
    assert means(masked, [(5, "CASH"), (60, "40,00")], card_last_four="XXXXXXXXXXXX7716") == ["cash"]
