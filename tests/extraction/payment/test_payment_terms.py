"""A due date that only the terms of payment say: so many days after the document's date."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.extraction.payment.payment_terms import add_due_date
from paperformer.extraction.scored import Scored
from paperformer.fields.schema import load_schema
from typed_page import Cells, typed

DATE = "2025-03-01"


def due(*rows: Cells | str, date: float = 0.9, known: float | None = None) -> list[Scored]:
    """What is added to the due dates of a page of ``rows`` that was issued on ``DATE``."""
    page = typed(*rows)
    proposed = {"document_date": [Scored("document_date", DATE, DATE, (), date, "model")]}
    if known is not None:
        proposed["due_date"] = [Scored("due_date", "2025-12-24", "24.12.2025", (), known, "model")]
    add_due_date(proposed, page.words, load_schema())
    return [one for one in proposed.get("due_date", ()) if one.source == "rule"]


@pytest.mark.parametrize(
    ("row", "value"),
    [
        ("Terms: Net 30", "2025-03-31"),
        ("Net 30 days", "2025-03-31"),
        ("2% 10, Net 30", "2025-03-31"),
        ("Please pay within 14 days by bank transfer:", "2025-03-15"),
        ("Payment is due within (14) days.", "2025-03-15"),
        ("Payment terms: 10 (ten) days", "2025-03-11"),
        ([(5, "Terms"), (20, ": 30 Days")], "2025-03-31"),
        ([(5, "Mode/Terms of Payment"), (40, "30 Days")], "2025-03-31"),
        ("30 days from invoice date", "2025-03-31"),
        ("Payment within 30 days of receipt of this invoice", "2025-03-31"),
        ("Zahlbar 14 Tage nach Erhalt der Rechnung", "2025-03-15"),
        ("Zahlbar innerhalb von 10 Tagen ohne Abzug.", "2025-03-11"),
        ("14 Tage 2% Skonto, 30 Tage netto", "2025-03-31"),
        ("Zahlbar innerhalb 8 Tagen mit 2 % Skonto oder 30 Tage netto", "2025-03-31"),
        ("Zahlungsziel: 14 Tage", "2025-03-15"),
        ("Paiement à 30 jours", "2025-03-31"),
        ("Condiciones de pago: 60 días", "2025-04-30"),
        ("Pagamento: bonifico 30 gg", "2025-03-31"),
        ("Gelieve binnen 14 dagen te betalen", "2025-03-15"),
        ("Betalningsvillkor: 30 dagar netto", "2025-03-31"),
        ("Betalingsbetingelser: netto 8 dage", "2025-03-09"),
        ("Maksuehto 14 pv netto", "2025-03-15"),
        ("Termin płatności: 14 dni", "2025-03-15"),
        ("Splatnost 14 dní", "2025-03-15"),
    ],
)
def test_days_are_counted_from_the_documents_date(row: str, value: str) -> None:
    (found,) = due("Rechnung 77", row, "Total 100.00")
    assert (found.value, found.source) == (value, "rule")
    assert found.probability < 0.5, "it is not printed"
    assert found.words, "the terms are its place on the page"


@pytest.mark.parametrize(
    "row",
    [
        "Net 30.00",
        "Netto 30 %",
        "Net 15 000",
        "Interest is charged on payments later than 30 days.",
        "Refunds within 28 days with receipt, if paid by card",
        "Claims must be made within 7 days of payment.",
        "Zahlung 30 Tage nach Erhalt der Ware",
        "Paiement à 30 jours fin de mois",
        "14 Tage 2% Skonto bei Zahlung",
        "2 days at the seaside",
        "Payment within 0 days",
        "Paid parking 3 days",
        "28 days to exchange with this receipt",
        "Umtausch innerhalb von 14 Tagen nur mit Zahlungsbeleg",
        "If you have paid in the last 7 days please ignore this bill.",
        "Payments may take up to 5 days to appear on your account.",
        "Coffee beans, net 15 kg",
        "Coffee net 20 GBP, VAT 4 GBP, gross 24 GBP",
        "Net 20 VAT 4 Gross 24",
        "Pagamento: R.B. 30 gg DFFM",
        "Pagamento: R.B. 30/60/90 gg",
        "Trial of 14 days, payment by card",
        "Rimessa diretta 30 gg f.m.",
    ],
)
def test_other_days_say_nothing(row: str) -> None:
    assert due("Rechnung 77", row, "Total 100.00") == []


def test_a_heading_above_or_the_row_above_may_speak_of_payment() -> None:
    (headed,) = due([(5, "Order no"), (40, "Payment terms")], [(5, "A 12"), (40, "30 days")])
    assert headed.value == "2025-03-31"
    (wrapped,) = due("Wir bitten um Zahlung innerhalb von", "14 Tagen auf unser Konto.")
    assert wrapped.value == "2025-03-15"
    for label, text in (
        ("Zahlungsziel:", "14 Tage"), ("Zahlungsbedingungen", "innerhalb 14 Tagen"),
        ("Platební podmínky", "14 dní"), ("Condições de pagamento", "14 dias"), ("Terms", "14 days"),
        ("Bet.betingelser", "14 dage"), ("Mokėjimo sąlygos", "Per 14 dienų"),
    ):  # fmt: skip
        (beside,) = due([(5, label), (40, text)])
        assert beside.value == "2025-03-15"
    assert due([(5, "Order no"), (40, "Rental")], [(5, "A 12"), (40, "30 days")]) == []


@pytest.mark.parametrize(
    "rows",
    [
        (
            [(5, "Description"), (35, "Quantity"), (50, "Net amount")],
            [(5, "Hire"), (35, "3 days"), (50, "300")],
        ),
        (
            [(5, "Leistung"), (35, "Menge"), (50, "Preis netto")],
            [(5, "Beratung"), (35, "5 Tage"), (50, "800,00")],
        ),
        ("Card payment VISA 45.00", "28 days to bring it back"),
    ],
)
def test_days_in_a_table_or_below_a_payment_are_no_terms(rows: tuple[Cells | str, ...]) -> None:
    assert due(*rows) == []


@pytest.mark.parametrize("kind", ["credit_note", "receipt"])
def test_what_is_not_to_be_paid_has_no_due_date(kind: str) -> None:
    proposed = {
        "document_date": [Scored("document_date", DATE, DATE, (), 0.9, "model")],
        "document_type": [Scored("document_type", kind, kind, (), 0.8, "rule")],
    }
    add_due_date(proposed, typed("Payment terms: net 30").words, load_schema())
    assert "due_date" not in proposed


def test_long_documents_take_no_longer_than_they_are_long() -> None:
    rows = [[(5, f"Hire of item {row} for 3 days"), (70, "30 days")] for row in range(2000)]
    line = "30 days " * 2500
    start = time.perf_counter()
    assert due(*rows) == []
    assert due(line) == []
    assert time.perf_counter() - start < 5.0


def test_a_printed_due_date_outranks_the_terms() -> None:
    assert due("Net 30", known=0.6) == []
    assert due("Net 30", known=0.1)


def test_terms_that_contradict_each_other_and_an_unsure_date_say_nothing() -> None:
    assert due("Net 30", "Payment within 14 days") == []
    assert due("Net 30", "Net 30")
    assert due("Net 30", date=0.4) == []


def test_no_due_date_is_added_where_the_schema_has_none() -> None:
    proposed = {"document_date": [Scored("document_date", DATE, DATE, (), 0.9, "model")]}
    add_due_date(proposed, typed("Net 30").words, load_schema().subset(["document_date"]))
    assert "due_date" not in proposed


@given(st.lists(st.text(alphabet="net 0123456789()days,.;%-Tagen", max_size=40), max_size=6))
def test_nothing_that_a_page_prints_makes_it_fail(rows: list[str]) -> None:
    for found in due(*(row for row in rows if row.strip())):
        assert found.value > DATE or found.value == DATE


def test_a_guess_that_the_day_of_issue_is_due_does_not_stop_the_terms() -> None:
    page = typed("Please pay within 14 days by bank transfer")
    issued = Scored("document_date", DATE, DATE, (), 0.9, "model")
    proposed = {"document_date": [issued], "due_date": [issued._replace(field="due_date", probability=0.4)]}
    add_due_date(proposed, page.words, load_schema())
    assert proposed["due_date"][-1].value == "2025-03-15"
