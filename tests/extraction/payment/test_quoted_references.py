"""Payment references that repeat the document's number, and those read with what stands beside them."""

import pytest

from paperformer.documents.model import Document
from paperformer.extraction.payment.quoted_references import weigh_references
from paperformer.extraction.scored import Scored
from typed_page import candidate, typed

PAGE = typed(
    [(5, "Tax Invoice A-11839")],
    [(5, "Reference A-11839")],
    [(5, "KID-nummer"), (30, "Kontonr")],
    [(5, "9567884"), (14, "57816547913")],
    [(5, "Faktura nr: 8773")],
    [(5, "OCR"), (12, "8773 1966 5")],
)


def of_second_print(document: Document, field: str, text: str, probability: float) -> Scored:
    """The candidate of ``text`` where it stands the second time."""
    places = [place for place, word in enumerate(document.words) if word.text == text]
    first = candidate(document, field, text, probability)
    return first._replace(words=(places[1],), source="rule")


def weighed(*candidates: Scored) -> dict[str, list[Scored]]:
    proposed: dict[str, list[Scored]] = {}
    for one in candidates:
        proposed.setdefault(one.field, []).append(one)
    weigh_references(proposed, PAGE.words)
    return proposed


def test_a_reference_that_is_the_documents_number_again_is_the_payments() -> None:
    quoted = of_second_print(PAGE, "payment_reference", "A-11839", 0.4)
    number = candidate(PAGE, "document_number", "A-11839", 0.95)
    assert weighed(quoted, number)["payment_reference"][0].probability > 0.7


def test_the_documents_number_itself_is_no_reference() -> None:
    number = candidate(PAGE, "document_number", "A-11839", 0.95)
    itself = candidate(PAGE, "payment_reference", "A-11839", 0.4)._replace(source="rule")
    assert weighed(itself, number)["payment_reference"] == [itself]


def test_another_reference_that_is_sure_stays_the_answer() -> None:
    quoted = of_second_print(PAGE, "payment_reference", "A-11839", 0.4)
    other = candidate(PAGE, "payment_reference", "9567884", 0.9)
    number = candidate(PAGE, "document_number", "A-11839", 0.95)
    assert weighed(quoted, other, number)["payment_reference"] == [quoted, other]


def test_a_reference_that_goes_on_is_not_the_documents_number() -> None:
    begun = of_second_print(PAGE, "payment_reference", "8773", 0.4)
    number = candidate(PAGE, "document_number", "8773", 0.95)
    assert weighed(begun, number)["payment_reference"] == [begun]


def test_a_reference_and_the_account_beside_it_are_two_values() -> None:
    joined = candidate(PAGE, "payment_reference", "9567884 57816547913", 0.91)
    alone = candidate(PAGE, "payment_reference", "9567884", 0.5)
    account = candidate(PAGE, "bank_account_number", "57816547913", 0.9)
    (left,) = weighed(joined, alone, account)["payment_reference"]
    assert (left.words, left.probability) == (alone.words, 0.91)
    assert weighed(joined, alone)["payment_reference"] == [joined, alone], "nobody knows an account there"


def test_a_reference_whose_check_digits_hold_is_not_parted() -> None:
    whole = candidate(PAGE, "payment_reference", "9567884 57816547913", 0.91)._replace(checked=True)
    alone = candidate(PAGE, "payment_reference", "9567884", 0.02)
    account = candidate(PAGE, "bank_account_number", "57816547913", 0.9)
    assert weighed(whole, alone, account)["payment_reference"] == [whole, alone]


def test_what_a_part_inherits_its_own_part_does() -> None:
    page = typed([(5, "9567884 57816547913 998877665")])
    texts = ("9567884 57816547913 998877665", "9567884 57816547913", "9567884")
    whole, two, one = (
        candidate(page, "payment_reference", text, trust)
        for text, trust in zip(texts, (0.91, 0.05, 0.05), strict=True)
    )
    others = [candidate(page, "bank_account_number", text, 0.9) for text in ("57816547913", "998877665")]
    proposed = {"payment_reference": [whole, two, one], "bank_account_number": others}
    weigh_references(proposed, page.words)
    assert proposed["payment_reference"] == [one._replace(probability=0.91)]


@pytest.mark.parametrize(
    "text",
    [
        "1.234,56",
        "£5.00",
        "€ 5,00",
        "5,00 kr",
        "-5,00",
        "1 234,56 DKK",
        "A0000000041010",
        "A000000004101001F",
    ],
)
def test_how_sums_and_codes_of_cards_look(text: str) -> None:
    page = typed([(5, f"Ref {text}")])
    proposed = {"payment_reference": [candidate(page, "payment_reference", text, 0.8)]}
    weigh_references(proposed, page.words)
    assert proposed["payment_reference"][0].probability < 0.1


@pytest.mark.parametrize("text", ["A00001234", "4711 0815", "RF18 5390 0754 7034", "12345,678"])
def test_how_references_look(text: str) -> None:
    page = typed([(5, f"Ref {text}")])
    proposed = {"payment_reference": [candidate(page, "payment_reference", text, 0.8)]}
    weigh_references(proposed, page.words)
    assert proposed["payment_reference"][0].probability == 0.8


def test_sums_and_the_codes_of_cards_are_no_references() -> None:
    page = typed([(5, "Viite A0000000087297")], [(5, "veloitamme 5,00.")], [(5, "Ref 2024/15,07")])
    words = [
        candidate(page, "payment_reference", text, 0.8) for text in ("A0000000087297", "veloitamme 5,00.")
    ]
    proposed = {"payment_reference": [*words, candidate(page, "payment_reference", "2024/15,07", 0.8)]}
    weigh_references(proposed, page.words)
    assert [one.probability < 0.1 for one in proposed["payment_reference"]] == [True, True, False]
