"""A day in a sentence in which nobody pays is not due where a label names the due date."""

from __future__ import annotations

import pytest

from paperformer.extraction.doubts.days_in_sentences import weigh_days_in_sentences
from typed_page import candidate, typed

TABLE = [(5, "Due date"), (40, "15.11.2027")]


def likeliest(sentence: str, *, labelled: float = 0.6) -> str:
    page = typed(TABLE, "", sentence)
    seen = candidate(page, "due_date", "02.12.2027", 0.7)
    read = candidate(page, "due_date", "15.11.2027", labelled)._replace(source="rule")
    return max(weigh_days_in_sentences([seen, read], page.words), key=lambda one: one.probability).value


@pytest.mark.parametrize(
    "sentence",
    [
        "Our crews will be off for a week and leaf removal resumes 02.12.2027",
        "Wir sind vom Umbau zurück und öffnen wieder am 02.12.2027 um acht",
    ],
)
def test_a_day_on_which_something_else_happens_gives_way(sentence: str) -> None:
    assert likeliest(sentence) == "15.11.2027"
    assert likeliest(sentence, labelled=0.3) == "02.12.2027"


@pytest.mark.parametrize(
    "sentence",
    [
        "Please pay the whole of the balance to us until 02.12.2027",
        "Fällig ohne jeden Abzug von Ihrem Konto am 02.12.2027",
        "Wir ziehen den Betrag per SEPA-Lastschrift am 02.12.2027 von deinem Konto",
        "Until 02.12.2027",
    ],
)
def test_a_day_of_paying_or_alone_stays(sentence: str) -> None:
    assert likeliest(sentence) == "02.12.2027"
