"""References that a sentence asks to give with the payment."""

import pytest

from paperformer.extraction.asked_references import add_asked_references
from paperformer.extraction.scored import Scored
from paperformer.fields.schema import load_schema
from paperformer.fields.values import ValueContext
from typed_page import candidate, typed

SCHEMA = load_schema()


def asked(sentence: str, *others: Scored, number: str = "2024-4711") -> list[tuple[str, tuple[int, ...]]]:
    """The references proposed on a page with its number at the head and ``sentence`` at the foot."""
    page = typed([(5, f"Invoice {number}")], [(5, sentence)])
    own = candidate(page, "document_number", number, 0.95)
    proposed = {"document_number": [own], "payment_reference": list(others)}
    add_asked_references(proposed, page.words, ValueContext(), SCHEMA)
    return [(one.text, one.words) for one in proposed["payment_reference"]]


@pytest.mark.parametrize(
    "sentence",
    [
        "Please make payment to the account below, quoting 2024-4711.",
        "Bitte geben Sie bei der Zahlung die Rechnungsnummer 2024-4711 an.",
        "Wij verzoeken u het bedrag over te maken onder vermelding van 2024-4711.",
        "Merci de régler avant le 3 mai en rappelant la référence 2024-4711.",
        "Rogamos efectúen el pago antes del 3 de mayo indicando 2024-4711.",
        "Si prega di effettuare il pagamento entro il 3 maggio indicando 2024-4711.",
        "Prosimy o zapłatę do 3 maja, w tytule przelewu 2024-4711.",
        "Při platbě uveďte číslo faktury 2024-4711.",
        "Ved bankoverførsel bedes fakturanummer 2024-4711 oplyst.",
        "Merk betalingen med fakturanummer 2024-4711.",
        "Ange fakturanummer 2024-4711 vid betalning.",
        "Tasumisel märkida arve number 2024-4711.",
        "Mokėdami nurodykite sąskaitos numerį 2024-4711.",
        "Mainitkaa maksaessanne laskun numero 2024-4711.",
        "Na transferência indique a fatura 2024-4711.",
    ],
)
def test_the_documents_number_is_the_reference_where_a_sentence_asks_for_it(sentence: str) -> None:
    ((text, words),) = asked(sentence)
    assert text == "2024-4711"
    assert words > (1,), "it stands in the sentence, not in the title"


@pytest.mark.parametrize(
    "sentence",
    [
        "Any query about invoice 2024-4711? Call us.",
        "Payment of invoice 2024-4711 was received with thanks.",
        "Please quote 2024-4711 in letters.",
        "Make payment and quote your name. Invoice 2024-4711",
        "Please make payment quoting 998877.",
    ],
)
def test_other_sentences_ask_for_no_number(sentence: str) -> None:
    assert asked(sentence) == []


def test_the_reference_of_a_slip_comes_first() -> None:
    page = typed([(5, "OCR 8842900021")])
    slip = candidate(page, "payment_reference", "8842900021", 0.9)
    assert asked("Make payment quoting 2024-4711", slip) == [("8842900021", slip.words)]
