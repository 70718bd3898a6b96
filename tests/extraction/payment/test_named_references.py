"""References that a sentence asks for by the name of a number, or in words of its own."""

import time

import pytest

from paperformer.extraction.payment.named_references import add_named_references
from paperformer.extraction.scored import Scored
from paperformer.fields.schema import load_schema
from paperformer.fields.values import ValueContext
from typed_page import Cells, candidate, typed

SCHEMA = load_schema()


def named(*rows: Cells | str, number: str = "2027-0815", others: tuple[Scored, ...] = ()) -> list[str]:
    """The references proposed on a page with an invoice's number at its head and ``rows`` below."""
    page = typed([(5, f"Beleg {number}")], "", *rows)
    own = candidate(page, "document_number", number, 0.95)
    proposed = {"document_number": [own], "payment_reference": list(others)}
    add_named_references(proposed, page.words, ValueContext(), SCHEMA)
    return [one.text for one in proposed["payment_reference"]]


@pytest.mark.parametrize(
    ("sentence", "reference"),
    [
        ("Der Betrag ist unter Angabe des Kassenzeichens 7.0021.118822.4 zu überweisen", "7.0021.118822.4"),
        ("Wij verzoeken u te betalen o.v.v. polisnummer KX.31.20944.", "KX.31.20944"),
        ("Indiquer la référence FAC77120 avec le virement.", "FAC77120"),
        ("Uhraďte prosím na účet a uveďte při platbě symbol 20271133", "20271133"),
        ("Vă rugăm să menționați la plată „VTL 0018447”.", "VTL 0018447"),
        ("Bank Vale, IBAN GB50 MIDS 4108 6277 3011 85. Quote NOR014/T118842.", "NOR014/T118842"),
        ("Please remit to: Vale Bank, Sort Code 20-48-77 Quote: BREN04", "BREN04"),
        ("Le paiement peut être effectué par virement, avec mention « 1523/SP ».", "1523/SP"),
        ("Plata se face prin virament bancar, cu mențiunea „PFA 00617”.", "PFA 00617"),
        ("Kérjük, átutaláskor a közlemény rovatban a számot (KTF-2024-0015) tüntesse fel.", "KTF-2024-0015"),
        ("Παρακαλούμε αναγράψτε στην αιτιολογία τον κωδικό 30.00.0418.", "30.00.0418"),
    ],
)
def test_a_number_of_another_kind_is_the_reference(sentence: str, reference: str) -> None:
    assert named(sentence) == [reference]


def test_a_named_number_stands_beside_its_name_or_below_it() -> None:
    sentence = "Bitte überweisen Sie den Betrag unter Angabe der Geschäftszahl."
    assert named([(5, "Geschäftszahl: HK/2027/55")], "", sentence) == ["HK/2027/55"]
    assert named([(5, "Geschäftszahl")], [(5, "HK/2027/55")], "", sentence) == ["HK/2027/55"]


def test_the_purpose_may_be_the_bills_number() -> None:
    assert named("Bitte überweisen Sie. Als Verwendungszweck genügt die Rechnungsnummer.") == ["2027-0815"]


@pytest.mark.parametrize(
    "sentence",
    [
        "Bitte geben Sie bei Rückfragen die Rechnungsnummer an.",
        "Zahlbar unter Angabe des Namens bis 12.05.2027",
        "Please include VAT when paying invoice numbers by cheque.",
        "Please quote the invoice number in all correspondence.",
    ],
)
def test_who_asks_for_no_payment_or_no_number_asks_for_no_reference(sentence: str) -> None:
    assert named(sentence) == []


@pytest.mark.parametrize(
    "rows",
    [
        ["Bitte überweisen Sie unter Angabe Ihres Namens auf IBAN DE89370400440532013000"],
        ["Bitte unter Angabe Ihres Namens überweisen auf DE89 3704 0044 0532 0130 00"],
        ["Bitte bei der Zahlung Rechnungsnummer angeben", "Konto 532013000 BLZ 37040044"],
        ["Bitte bei der Zahlung Rechnungsnummer angeben", "Telefon: 0711 4455667"],
        ["Merci d'indiquer votre nom au paiement", "SIRET 44306184100047"],
        ["Vid betalning ange OCR. Bankgiro 5050-1055"],
        ["When paying please quote your account and call 0800123456."],
    ],
)
def test_accounts_registers_and_telephones_are_no_reference(rows: list[str]) -> None:
    assert named(*rows) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Bitte überweisen Sie den Betrag unter Angabe der Rechnungsnummer auf das Konto",
        "Please pay by EFT, quoting the invoice number.",
        "Please include invoice number on your check.",
        "Si prega di indicare il numero fattura nel pagamento IBAN IT60X0542811101000000123456",
        "Merci d'indiquer le numéro de facture au paiement",
    ],
)
def test_who_asks_for_the_invoice_number_asks_for_the_documents(sentence: str) -> None:
    assert named(sentence) == ["2027-0815"]


def test_who_asks_for_the_customer_number_asks_for_the_customers() -> None:
    page = typed([(5, "Cod client AE-2217")], "", "Vă rugăm să achitați prin OP, menționând codul client.")
    proposed = {"customer_number": [candidate(page, "customer_number", "AE-2217", 0.9)]}
    add_named_references(proposed, page.words, ValueContext(), SCHEMA)
    assert [one.text for one in proposed["payment_reference"]] == ["AE-2217"]


def test_the_bank_comes_between_who_pays_and_what_to_quote() -> None:
    sentence = (
        "Transferencia a ES32 2085 0103 9203 3011 8842 de Ibercaja indicando como concepto: 0093310-003381"
    )
    assert named(sentence) == ["0093310-003381"]


def test_another_reference_is_the_one_to_give() -> None:
    slip = Scored("payment_reference", "RF18539007547034", "RF18 5390 0754 7034", (0,), 0.9, "rule")
    assert named("Bitte überweisen Sie unter Angabe des Kassenzeichens 7.0021.118822.4", others=(slip,)) == [
        slip.text
    ]


def test_long_documents_take_no_long_time() -> None:
    page = typed(*["zahlen unter Angabe der Dinge " * 5] * 200)
    start = time.perf_counter()
    add_named_references({}, page.words, ValueContext(), SCHEMA)
    assert time.perf_counter() - start < 5.0
