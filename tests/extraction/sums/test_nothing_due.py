"""What was paid, credited or only offered leaves nothing to pay; what a label calls due stays."""

from __future__ import annotations

import time

import pytest

from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.nothing_due import weigh_nothing_due
from paperformer.extraction.sums.paid_statements import says_paid
from paperformer.fields.context import infer_context, printed_of
from paperformer.fields.rules import find_by_rules
from paperformer.fields.schema import load_schema
from toy_documents import document_of

INVOICE = ("Rechnung 4711", "Rechnungsdatum: 09.09.2025", "Gesamtbetrag EUR 287,00")


def weighed(*lines: str, kind: str = "invoice", total: str = "287.00") -> dict[str, dict[str, float]]:
    """Probabilities by field and value, where the model takes total and day of the bill for due."""
    page = document_of(*lines)
    words, printed = page.words, printed_of(page.words)
    context = infer_context(words, printed)
    findings = find_by_rules(page, load_schema(), context, printed)
    at = tuple(i for i, word in enumerate(words) if any(c.isdigit() for c in word.text) and "," in word.text)[
        :1
    ]
    proposed = {
        field: [Scored(field, value, value, at, 0.8, "model")]
        for field, value in (
            ("document_type", kind), ("total_incl_vat", total), ("amount_due", total),
            ("due_date", "2025-09-09"),
        )
    }  # fmt: skip
    proposed["amount_due"] += [
        Scored("amount_due", one.parsed.value, one.text, one.words, one.score, "rule")
        for one in findings
        if one.field == "amount_due" and one.rule == "label"
    ]
    weigh_nothing_due(proposed, findings, words, printed, context)
    return {
        field: {one.value: one.probability for one in sorted(found, key=lambda one: one.probability)}
        for field, found in proposed.items()
    }


@pytest.mark.parametrize("line", [
    "Paid by Visa ending 7718", "PAID 3 May 2025", "Date paid", "Payment received with thanks",
    "BEZAHLT", "Betrag dankend in bar erhalten.", "Bar dankend erhalten", "Facture acquittée",
    "Payé par Bancontact le 02/10/2025 à 17:42", "Pagata con carta di debito in data 03/11/2025.",
    "VOLDAAN PER PIN", "Betalt med Dankort / Visa XXXX 7730", "Greitt með korti Visa **** 4417",
    "Apmokėta banko kortele Mastercard", "€212.54 paid on 14 February 2025",
    "Bereits bezahlt mit PayPal am 08.01.2025", "The total of $48.20 was charged to your Visa",
    "Der Betrag von 195,80 € wurde am 03.11.2025 Ihrer Kreditkarte belastet.",
    "Le montant de 12,40 € a été débité de votre carte",
])  # fmt: skip
def test_lines_that_say_it_was_paid(line: str) -> None:
    assert says_paid(line)


@pytest.mark.parametrize("line", [
    "Payable by card", "To be paid by 3 May", "Paid invoices are kept for ten years", "Not paid",
    "Bezahlt wird nach 14 Tagen", "Paid by Direct Debit on 3 May", "Zahlbar in bar", "Pago: transferencia",
    "Der Betrag von 195,80 € wird Ihrer Kreditkarte belastet.", "Interest was charged at 2 %",
    "Payee", "Payee: Acme Ltd", "Pago por transferencia a 30 días", "Paid: No", "Paid: 0%",
    "Payment received by the 15th is credited the same day",
    "Deposit paid 3 May", "Goods remain ours until paid in full", "Betalt beløb", "Payment terms: 30 days",
])  # fmt: skip
def test_lines_that_do_not(line: str) -> None:
    assert not says_paid(line)


@pytest.mark.parametrize("line", ["Bezahlt am 09.09.2025 mit EC-Karte", "Visa 287,00", "Bar 300,00"])
def test_a_paid_total_is_not_due_nor_is_the_day_of_payment_a_due_date(line: str) -> None:
    found = weighed(*INVOICE, line)
    assert found["amount_due"]["287.00"] < 0.1
    assert found["due_date"]["2025-09-09"] < 0.1


@pytest.mark.parametrize("kind", ["credit_note", "quote", "receipt", "delivery_note"])
def test_what_asks_for_no_payment_has_no_amount_due(kind: str) -> None:
    assert weighed(*INVOICE, kind=kind)["amount_due"]["287.00"] < 0.1


def test_an_invoice_that_says_nothing_of_a_payment_keeps_its_sum_and_day() -> None:
    found = weighed(*INVOICE, "Zahlbar in bar oder per Überweisung")
    assert (found["amount_due"]["287.00"], found["due_date"]["2025-09-09"]) == (0.8, 0.8)


def test_a_part_that_was_paid_leaves_the_rest_due() -> None:
    found = weighed(*INVOICE, "Bezahlt am 01.09.2025 | 100,00", "Offener Betrag 187,00")
    assert found["amount_due"]["187.00"] > 0.4


def test_what_a_label_calls_due_stays_on_a_credit_note() -> None:
    found = weighed("Kreditfaktura 4711", "Att erhålla SEK | 287,00", kind="credit_note")
    assert found["amount_due"]["287.00"] > 0.4


def test_a_payment_of_the_bill_before_pays_nothing_of_this_one() -> None:
    found = weighed("Payment received 3 May 2025 | -287,00", "Total 287,00", "Amount due 287,00")
    assert found["amount_due"]["287.00"] >= 0.8


def test_a_labelled_zero_is_sure_where_the_total_was_paid() -> None:
    found = weighed(*INVOICE, "Bar dankend erhalten | -287,00", "Offener Saldo 0,00")
    assert found["amount_due"]["0.00"] > 0.8 > 0.1 > found["amount_due"]["287.00"]


def test_amounts_with_a_minus_that_take_all_of_the_total_away_paid_it() -> None:
    rows = ("Anzahlung Überweisung 02.12. | -100,00", "Bankomat | -187,00", "Offener Saldo 0,00")
    found = weighed(*INVOICE, *rows)
    assert found["amount_due"]["0.00"] > 0.8 > 0.1 > found["amount_due"]["287.00"]


def test_amounts_with_a_minus_that_leave_a_part_paid_nothing_in_full() -> None:
    found = weighed(*INVOICE, "Anzahlung Überweisung 02.12. | -100,00", "Skonto offen 0,00")
    assert found["amount_due"]["287.00"] >= 0.8


def test_an_amount_behind_a_label_of_its_own_is_not_what_was_paid() -> None:
    found = weighed(*INVOICE, "Bereits bezahlt am 08.01.2025 | enthaltene MwSt | 45,82")
    assert found["amount_due"]["287.00"] < 0.1


def test_a_total_of_nothing_is_not_paid_by_nothing() -> None:
    found = weighed("Rechnung 4711", "Gesamtbetrag EUR 0,00", "Offener Saldo 0,00", total="0.00")
    assert found["total_incl_vat"] == {"0.00": 0.8}


@pytest.mark.parametrize(
    "rows",
    [
        ("Eigentum bleibt bei uns, bis alles", "bezahlt am Ort ist"),
        ("Bezahlt am: ____________",),
        ("Date paid:",),
        ("Amount paid: -",),
        ("Datum | Bezahlt | Offen",),
    ],
)
def test_halves_of_sentences_blanks_and_heads_say_of_no_payment(rows: tuple[str, ...]) -> None:
    assert weighed(*INVOICE, *rows)["amount_due"]["287.00"] == 0.8


def test_what_is_filled_in_beside_it_says_of_one() -> None:
    assert weighed(*INVOICE, "Date paid | 09.09.2025")["amount_due"]["287.00"] < 0.1


def test_a_deposit_above_the_total_is_what_is_sold() -> None:
    found = weighed("Rechnung 4711", "Anzahlung Küche | 287,00", "Gesamtbetrag EUR 287,00")
    assert found["amount_due"]["287.00"] >= 0.5


def test_a_page_of_stamps_takes_no_long_time() -> None:
    begin = time.process_time()
    weighed(*INVOICE, *["Paid | on"] * 2000)
    assert time.process_time() - begin < 5
