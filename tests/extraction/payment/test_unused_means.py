"""Tills print all means of payment that they know, with nothing beside those that were not used."""

from __future__ import annotations

import pytest

from paperformer.extraction.payment.unused_means import weigh_means
from paperformer.fields.context import infer_context, printed_of
from typed_page import Cells, candidate, typed


def weighed(*rows: Cells | str, cash: str = "contante") -> dict[str, float]:
    """The probability of each means of payment, cash being likely and the card not."""
    page = typed(*rows)
    printed = printed_of(page.words)
    candidates = [
        candidate(page, "payment_method", cash, 0.9)._replace(value="cash"),
        candidate(page, "payment_method", "BANCOMAT", 0.3)._replace(value="card"),
    ]
    found = weigh_means(candidates, page.words, printed, infer_context(page.words))
    return {value: max(one.probability for one in found if one.value == value) for value in ("cash", "card")}


def test_what_nothing_was_paid_by_gives_its_place_to_what_was() -> None:
    found = weighed(
        [(5, "Pagamento contante"), (60, "0,00")],
        [(5, "Pagamento elettronico"), (60, "31,40")],
        "BANCOMAT",
    )
    assert found["cash"] < 0.1 < 0.6 < found["card"]


@pytest.mark.parametrize("sum_", ["31,40", ""])
def test_what_something_was_paid_by_or_without_a_sum_stays(sum_: str) -> None:
    found = weighed([(5, "Pagamento contante"), (60, sum_)], [(5, "BANCOMAT"), (60, "0,00")])
    assert found["cash"] >= 0.9 > 0.1 > found["card"]


def test_a_sum_on_another_row_says_nothing() -> None:
    assert weighed("Pagamento contante", [(60, "0,00")], "BANCOMAT") == {"cash": 0.9, "card": 0.3}


@pytest.mark.parametrize("row", [
    [(5, "Visa"), (60, "Amount due"), (80, "$0.00")], [(5, "Visa"), (30, "Change due"), (45, "0.00")],
    [(5, "Visa"), (60, "0.00")],
])  # fmt: skip
def test_nothing_left_to_pay_beside_the_only_means_says_that_it_was_used(row: Cells) -> None:
    page = typed(row)
    printed = printed_of(page.words)
    card = candidate(page, "payment_method", "Visa", 0.9)._replace(value="card")
    assert weigh_means([card], page.words, printed, infer_context(page.words)) == [card]


@pytest.mark.parametrize(
    ("line", "is_offered"),
    [
        ("Membre d’une association agréée, le règlement par chèque est accepté", True),
        ("Réglé par chèque le 4 mai", False),
    ],
)
def test_the_cheques_that_a_french_profession_must_say_it_takes_paid_nothing(
    line: str, *, is_offered: bool
) -> None:
    page = typed(line)
    cheque = candidate(page, "payment_method", "chèque", 0.8)._replace(value="cheque")
    (found,) = weigh_means([cheque], page.words, printed_of(page.words), infer_context(page.words))
    assert (found.probability < 0.1) is is_offered


@pytest.mark.parametrize(
    ("rows", "is_offered"),
    [
        (("If paying by credit card, fill out below.", "Visa Mastercard Discover"), True),
        (("We accept Visa and Mastercard.",), True),
        (("Visa payments are welcome at the desk.",), True),
        (("Paid by Visa on 3 May", "Thank you, you are welcome."), False),
        (("Payment accepted", "Visa **** 1234"), False),
    ],
)
def test_nobody_has_paid_yet_by_a_card_to_fill_in_or_one_that_is_taken(
    rows: tuple[str, ...], *, is_offered: bool
) -> None:
    page = typed(*rows)
    card = candidate(page, "payment_method", "Visa", 0.8)._replace(value="card")
    (found,) = weigh_means([card], page.words, printed_of(page.words), infer_context(page.words))
    assert (found.probability < 0.1) is is_offered


@pytest.mark.parametrize(
    ("line", "name", "is_offered"),
    [
        ("To set up a Direct Debit call 0118 496 0010.", "Direct Debit", True),
        ("Switch to Direct Debit and save 5 %", "Direct Debit", True),
        ("Jetzt bequem SEPA-Lastschrift einrichten!", "SEPA-Lastschrift", True),
        ("Payment method: Direct Debit", "Direct Debit", False),
        ("Thank you for setting up a Direct Debit. We will collect", "Direct Debit.", False),
        ("We will collect 42.00 by Direct Debit on 3 May", "Direct Debit", False),
        ("Setup fee 10.00, Direct Debit", "Direct Debit", False),
    ],
)
def test_a_debit_that_may_yet_be_arranged_pays_nothing(line: str, name: str, *, is_offered: bool) -> None:
    page = typed(line)
    debit = candidate(page, "payment_method", name, 0.8)._replace(value="direct_debit")
    (found,) = weigh_means([debit], page.words, printed_of(page.words), infer_context(page.words))
    assert (found.probability < 0.1) is is_offered
