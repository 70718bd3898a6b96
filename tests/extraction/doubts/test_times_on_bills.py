"""On a bill, only a time at its day, at a payment or at a label is the purchase's."""

import pytest

from paperformer.extraction.doubts.times_on_bills import weigh_times_on_bills
from paperformer.extraction.scored import Scored
from paperformer.fields.context import infer_context, printed_of
from toy_documents import document_of


def probability(line: str, time: str, kind: str = "invoice", means: str | None = None) -> float:
    words = document_of("Rechnung 25-118", "Datum 02.05.2025", line).words
    at = next(index for index, word in enumerate(words) if time in word.text)
    proposed = {
        "time": [Scored("time", time, time, (at,), 0.9, "model")],
        "document_type": [Scored("document_type", kind, kind, (0,), 0.9, "rule")],
        "document_date": [Scored("document_date", "2025-05-02", "02.05.2025", (3,), 0.9, "rule")],
    }
    if means:
        proposed["payment_method"] = [Scored("payment_method", means, means, (), 0.9, "rule")]
    printed = printed_of(words)
    weigh_times_on_bills(proposed, words, printed, infer_context(words, printed))
    return max(one.probability for one in proposed["time"])


@pytest.mark.parametrize(("line", "time"), [
    ("Das Konzert findet am 14. Juni um 18:00 Uhr statt.", "18:00"),
    ("07.04.2025 | 08:15 | Übungsfahrt | 130,00", "08:15"),
    ("CRL 1204 | 15 Sep 2025 | Perth | 05:45", "05:45"),
])  # fmt: skip
def test_times_of_lessons_flights_and_concerts_are_not_the_bills(line: str, time: str) -> None:
    assert probability(line, time) < 0.2


@pytest.mark.parametrize(("line", "time"), [
    ("Kassa 2 | 02.05.2025 | 16:48", "16:48"), ("Uhrzeit: 16:48", "16:48"),
    ("Bezahlt am 30.04.2025 16:48", "16:48"), ("Visa **** 7730 | 16:48", "16:48"),
])  # fmt: skip
def test_a_time_at_the_day_a_payment_or_a_label_stays(line: str, time: str) -> None:
    assert probability(line, time) == 0.9


def test_receipts_and_what_was_paid_at_a_till_keep_theirs() -> None:
    assert probability("Tisch 6 | 14:26", "14:26", kind="receipt") == 0.9
    assert probability("Tisch 6 | 14:26", "14:26", means="card") == 0.9
