"""What was paid at a time of day, and asks for nothing more, is a receipt whatever it is called."""

import pytest

from paperformer.extraction.receipts import signs_of_receipt, with_receipt
from paperformer.extraction.scored import Scored
from toy_documents import document_of


def proposed(**values: tuple[str, float]) -> dict[str, list[Scored]]:
    return {
        field: [Scored(field, value, value.upper(), (place,), probability, "model")]
        for place, (field, (value, probability)) in enumerate(values.items())
    }


def test_a_time_and_a_means_of_payment_make_a_receipt_at_the_words_that_name_it() -> None:
    found = signs_of_receipt(proposed(time=("17:08", 0.9), payment_method=("card", 0.8)))
    assert found is not None
    assert (found.field, found.value, found.text, found.words) == ("document_type", "receipt", "CARD", (1,))


def test_a_weak_title_is_strengthened_and_an_honest_one_is_believed() -> None:
    paid = proposed(time=("14:33", 0.9), payment_method=("card", 0.8))
    weak = Scored("document_type", "receipt", "Bon", (9,), 0.3, "rule")
    (one,) = with_receipt(paid | {"document_type": [weak]})["document_type"]
    assert one.value == "receipt"
    assert one.probability > 0.8
    titled = paid | {"document_type": [Scored("document_type", "invoice", "INVOICE", (9,), 0.65, "rule")]}
    assert with_receipt(titled) == titled


@pytest.mark.parametrize("values", [
    {"payment_method": ("card", 0.9)},
    {"time": ("17:08", 0.9)},
    {"time": ("17:08", 0.4), "payment_method": ("card", 0.9)},
    {"time": ("17:08", 0.9), "payment_method": ("transfer", 0.9)},
    {"time": ("17:08", 0.9), "payment_method": ("card", 0.9), "due_date": ("2025-01-31", 0.8)},
    {"time": ("17:08", 0.9), "payment_method": ("card", 0.9), "iban": ("DE89370400440532013000", 0.8)},
], ids=["no time", "no means", "no sure time", "a transfer", "due later", "an account"])  # fmt: skip
def test_what_is_not_paid_on_the_spot_is_not_told_so(values: dict[str, tuple[str, float]]) -> None:
    assert signs_of_receipt(proposed(**values)) is None


def test_the_number_of_a_card_payment_does_not_make_it_one_to_come() -> None:
    paid = proposed(time=("17:08", 0.9), payment_method=("card", 0.9), payment_reference=("pKq8Zt2m", 0.8))
    assert signs_of_receipt(paid) is not None
    (number,) = paid["payment_reference"]
    assert signs_of_receipt(paid | {"payment_reference": [number._replace(scheme="rf")]}) is None


def test_a_reference_on_a_paid_receipt_is_the_card_terminals() -> None:
    paid = proposed(
        document_type=("receipt", 0.9), payment_method=("card", 0.8), payment_reference=("939203", 0.6)
    )
    (reference,) = with_receipt(paid)["payment_reference"]
    assert reference.probability < 0.2
    by_transfer = paid | proposed(iban=("DE89370400440532013000", 0.8))
    assert with_receipt(by_transfer)["payment_reference"] == paid["payment_reference"]
    invoice = paid | proposed(document_type=("invoice", 0.9))
    assert with_receipt(invoice)["payment_reference"] == paid["payment_reference"]


TILL = document_of("Rechnung 4711", "Tisch 12 | Kassierin: Lisi", "Summe 48,20", "Rückgeld 1,80").words
SOLD = document_of("Invoice 4711", "Consulting 480.00", "Paid by Visa").words


@pytest.mark.parametrize("hour", [True, False])
def test_a_tills_invoice_for_nobody_by_name_is_a_receipt(hour: bool) -> None:
    paid = proposed(document_type=("invoice", 0.8), payment_method=("cash", 0.9))
    kinds = with_receipt(paid | (proposed(time=("14:33", 0.9)) if hour else {}), TILL)["document_type"]
    assert max(kinds, key=lambda one: one.probability).value == "receipt"


@pytest.mark.parametrize("name", ["receiver_name", "receiver_vat_number"])
def test_a_tills_invoice_for_somebody_stays_one(name: str) -> None:
    paid = proposed(document_type=("invoice", 0.8), payment_method=("cash", 0.9), time=("14:33", 0.9))
    assert signs_of_receipt(paid | proposed(**{name: ("X1", 0.8)}), TILL) is None


def test_an_invoice_that_no_till_printed_stays_one() -> None:
    paid = proposed(document_type=("invoice", 0.8), payment_method=("card", 0.9), time=("14:33", 0.9))
    assert signs_of_receipt(paid, SOLD) is None


def test_signs_of_a_till_stand_for_the_hour() -> None:
    assert signs_of_receipt(proposed(payment_method=("cash", 0.9)), TILL) is not None
    assert signs_of_receipt(proposed(payment_method=("cash", 0.9)), SOLD) is None


@pytest.mark.parametrize(
    "lines",
    [
        ("Račun br. 1846/1/2", "Stol 12 | Konobar: Duje", "ZKI: 8c41f0b7 | JIR: 5b0e7d12"),
        ("Račun", "Blagajna 3", "IKOF: 8C1F | JIKR: 9a2b"),
        ("Resit", "JURUWANG: AISYAH | KAUNTER: 2", "TUNAI 50.00 | BAKI 2.15"),
        ("Tique", "Mesa: 11 | Mozo: Dario", "Su vuelto 5.900,00"),
        ("Фискална сметка", "Касир: Мила | Каса 2", "Кусур 20"),
    ],
)
def test_tills_are_known_in_many_languages(lines: tuple[str, ...]) -> None:
    paid = proposed(document_type=("invoice", 0.7), payment_method=("cash", 0.4))
    told = signs_of_receipt(paid, document_of(*lines).words)
    assert told is not None
    assert told.value == "receipt"
