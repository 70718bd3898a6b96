"""What has a number and a total and asks to be paid is an invoice, though it calls itself nothing."""

import pytest

from paperformer.extraction.scored import Scored
from paperformer.extraction.untitled_invoices import signs_of_invoice, with_invoice
from typed_page import typed

BILL = {
    "document_number": ("7710045", 0.9),
    "document_date": ("2025-03-01", 0.9),
    "due_date": ("2025-03-31", 0.9),
    "amount_due": ("702.00", 0.9),
}
PAGE = typed("Tello", "Fakturanummer 7710045", "Att betala 702,00 kr", "Förfallodag 2025-03-31")


def proposed(values: dict[str, tuple[str, float]]) -> dict[str, list[Scored]]:
    return {
        field: [Scored(field, value, value.upper(), (place,), probability, "model")]
        for place, (field, (value, probability)) in enumerate(values.items())
    }


def test_a_number_a_sum_and_a_day_to_pay_by_make_an_invoice() -> None:
    (found,) = with_invoice(proposed(BILL), PAGE.words)["document_type"]
    assert (found.value, found.words) == ("invoice", (2,))


def test_an_account_to_pay_to_will_do_where_number_and_date_are_told() -> None:
    values = {field: value for field, value in BILL.items() if field != "due_date"}
    assert signs_of_invoice(proposed(values)) is None
    assert signs_of_invoice(proposed(values | {"iban": ("DE89370400440532013000", 0.9)})) is not None


@pytest.mark.parametrize(("kind", "probability"), [("receipt", 0.6), ("quote", 0.35), ("order", 0.35)])
def test_a_title_is_believed(kind: str, probability: float) -> None:
    titled = proposed(BILL | {"document_type": (kind, probability)})
    assert with_invoice(titled, PAGE.words) == titled


def test_a_receipt_that_is_only_mentioned_is_none() -> None:
    assert signs_of_invoice(proposed(BILL | {"document_type": ("receipt", 0.35)})) is not None


@pytest.mark.parametrize("line", ["Offertenr. 61442", "Díjbekérő D-2025/44", "Orderbekräftelse 88"])
def test_what_quotes_or_confirms_bills_nothing(line: str) -> None:
    assert "document_type" not in with_invoice(proposed(BILL), typed("Tello", line).words)


@pytest.mark.parametrize(
    "title",
    [
        "Leasingvertrag Nr. 4711",
        "Contrat de location",
        "Kündigung",
        "Einkommensteuerbescheid",
        "Payment receipt 4711",
    ],
)
def test_what_its_title_calls_otherwise_is_no_invoice(title: str) -> None:
    assert "document_type" not in with_invoice(proposed(BILL), typed("Tello", title, "Betrag 702,00").words)


def test_a_contract_that_is_named_beside_its_number_is_no_title() -> None:
    page = typed("Tello", "Mietvertrag: 4711", "Att betala 702,00 kr")
    assert "document_type" in with_invoice(proposed(BILL), page.words)
