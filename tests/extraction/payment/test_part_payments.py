"""Means by which a part was paid, and the one that the rest is to be paid by."""

from __future__ import annotations

from paperformer.extraction.payment.part_payments import weigh_part_payments
from paperformer.extraction.scored import Scored
from paperformer.fields.context import infer_context, printed_of
from toy_documents import document_of


def weighed(*lines: str, due: str) -> dict[str, float]:
    """The means of payment by what is left of their probabilities, of a total of 413.60."""
    words = document_of(*lines).words
    texts = [word.text.lower() for word in words]
    proposed = {
        "total_incl_vat": [Scored("total_incl_vat", "413.60", "413.60", (), 0.9, "model")],
        "amount_due": [Scored("amount_due", due, due, (), 0.9, "model")],
        "payment_method": [
            Scored("payment_method", "card", "card", (texts.index("card"),), 0.8, "model"),
            Scored("payment_method", "transfer", "transfer", (texts.index("transfer"),), 0.4, "rule"),
        ],
    }
    printed = printed_of(words)
    found = weigh_part_payments(proposed, words, printed, infer_context(words, printed))
    return {one.value: one.probability for one in found}


def test_who_paid_a_deposit_by_card_pays_the_rest_otherwise() -> None:
    found = weighed(
        "Total 413.60", "Deposit by card 12/02/2025 -100.00", "Pay by bank transfer", due="313.60"
    )
    assert found["transfer"] == 0.4 > found["card"]


def test_where_nothing_is_left_the_card_paid() -> None:
    found = weighed("Total 413.60", "Paid by card 413.60", "Refunds by bank transfer", due="413.60")
    assert found == {"card": 0.8, "transfer": 0.4}
