"""Sentences that say by what was paid."""

import pytest

from paperformer.fields.cells import CellReader
from paperformer.fields.layout import Layout
from paperformer.fields.said_means import find_said_means
from paperformer.fields.values.reading import NO_CONTEXT
from typed_page import typed


def means(line: str) -> list[str]:
    return [one.parsed.value for one in find_said_means(Layout(typed(line)), CellReader(NO_CONTEXT))]


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("Betrag dankend in bar erhalten.", "cash"),
        ("Bar dankend erhalten -62,80", "cash"),
        ("Pagado en efectivo el resto en el despacho el 30/06/2027.", "cash"),
        ("Contant betaald", "cash"),
        ("Received in cash with thanks", "cash"),
        ("Payé par Bancontact le 02/10/2027 à 17:42 – carte **** 4417", "card"),
        ("Paid by Visa on 3 May 2027", "card"),
        ("Betalt med Vipps 3. mai", "mobile"),
    ],
)
def test_what_was_paid_by_is_the_means(sentence: str, value: str) -> None:
    assert means(sentence) == [value]


@pytest.mark.parametrize(
    "sentence",
    [
        "Bar und Restaurant Zur Post",
        "davon gesetzliche Zuzahlung bar erhalten -20,00",
        "If paid by card, a fee applies",
        "Kann bezahlt mit Karte werden",
        "Paid by the insurance, card no longer valid",
    ],
)
def test_other_sentences_say_nothing(sentence: str) -> None:
    assert means(sentence) == []
