"""References that a sentence asks to give with the payment."""

import time

import pytest

from paperformer.extraction.payment.asked_references import add_asked_references
from paperformer.extraction.scored import Scored
from paperformer.fields.schema import load_schema
from paperformer.fields.values import ValueContext
from typed_page import Cells, candidate, typed

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
        "When paying, quote 2024-4711.",
        "Quote 2024-4711 when paying",
        "Please pay into 38-9021-0447182-01 with 2024-4711 as the reference",
        "Zapłata przelewem, tytuł przelewu: 2024-4711",
        "Prosimy o przelew tytułem 2024-4711",
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
        "Payment received for quote 2024-4711 with thanks",
        "Anzahlung laut Angabe 2024-4711",
        "Payment terms: please quote | 2024-4711",
        "Deposit for use of hall 2024-4711 received with thanks.",
        "Zahlungsziel 14 Tage. Rechnung 2024-4711 (bei Rückfragen bitte angeben)",
    ],
)
def test_other_sentences_ask_for_no_number(sentence: str) -> None:
    assert asked(sentence) == []


@pytest.mark.parametrize(
    "rows",
    [
        ([(5, "Quote No: Q-5512")], [(5, "Payment terms: 30 days")], [(5, "Invoice No: 2024-4711")]),
        ([(5, "Please quote:"), (40, "2024-4711")], [(5, "Payment terms:"), (40, "30 days")]),
        (
            [(5, "Forma de pago: Transferencia")],
            [(5, "Concepto"), (60, "Importe")],
            [(5, "Factura 2024-4711")],
        ),
        ([(5, "Quote 2024-4711"), (40, "Payment terms: 30 days")],),
        ([(5, "Quote 2024-4711 Payment terms: 30 days")],),
        ([(5, "Please pay quoting the number")], [], [], [(5, "Invoice 2024-4711")]),
    ],
)
def test_captions_and_what_stands_in_other_blocks_ask_for_nothing(rows: tuple[Cells, ...]) -> None:
    page = typed(*rows)
    proposed = {"document_number": [candidate(page, "document_number", "2024-4711", 0.95)]}
    add_asked_references(proposed, page.words, ValueContext(), SCHEMA)
    assert "payment_reference" not in proposed


def test_a_sentence_goes_on_on_the_next_row() -> None:
    page = typed(
        [(5, "Invoice 2024-4711")],
        [(5, "Bitte geben Sie bei der Zahlung")],
        [(5, "die Nummer 2024-4711 an.")],
    )
    proposed = {"document_number": [candidate(page, "document_number", "2024-4711", 0.95)]}
    add_asked_references(proposed, page.words, ValueContext(), SCHEMA)
    assert [one.text for one in proposed["payment_reference"]] == ["2024-4711"]


def test_a_number_with_letters_is_asked_for_as_it_is_printed() -> None:
    page = typed([(5, "Faktura RE-2020-4438")], [(5, "Ange fakturanummer RE-2020-4438 vid betalning.")])
    proposed = {"document_number": [candidate(page, "document_number", "RE-2020-4438", 0.95)]}
    add_asked_references(proposed, page.words, ValueContext(country="SE"), SCHEMA)
    assert [one.value for one in proposed["payment_reference"]] == ["RE-2020-4438"]


def test_the_same_number_written_otherwise_is_no_second_reference() -> None:
    page = typed([(5, "Variabilní symbol: 20244711")])
    symbol = candidate(page, "payment_reference", "20244711", 0.9)
    assert asked("Při platbě uveďte číslo faktury 2024-4711.", symbol) == [("20244711", symbol.words)]


def test_what_speaks_more_clearly_for_a_number_stays() -> None:
    page = typed([(5, "Invoice 2024-4711")], [(5, "Please pay quoting 2024-4711")])
    own = candidate(page, "document_number", "2024-4711", 0.95)
    seen = candidate(page, "payment_reference", "2024-4711", 0.95)._replace(words=(5,))
    proposed = {"document_number": [own], "payment_reference": [seen]}
    add_asked_references(proposed, page.words, ValueContext(), SCHEMA)
    assert proposed["payment_reference"] == [seen]


def test_only_the_likeliest_number_is_the_documents_own() -> None:
    page = typed([(5, "Invoice 2024-4711")], [(5, "Ref 20204438694949")], [(5, "Pay quoting 2024-4711")])
    numbers = [
        candidate(page, "document_number", "2024-4711", 0.95),
        candidate(page, "document_number", "20204438694949", 0.5),
    ]
    slip = candidate(page, "payment_reference", "20204438694949", 0.9)
    proposed = {"document_number": numbers, "payment_reference": [slip]}
    add_asked_references(proposed, page.words, ValueContext(), SCHEMA)
    assert proposed["payment_reference"] == [slip]


def test_an_endless_word_before_the_number_costs_no_more_than_others() -> None:
    begun = time.process_time()
    assert asked(f"Please pay quoting {'x' * 200_000} 2024-4711") == [("2024-4711", (6,))]
    assert time.process_time() - begun < 10  # hours when each letter looks at all that follow


def test_the_reference_of_a_slip_comes_first() -> None:
    page = typed([(5, "OCR 8842900021")])
    slip = candidate(page, "payment_reference", "8842900021", 0.9)
    assert asked("Make payment quoting 2024-4711", slip) == [("8842900021", slip.words)]
