"""The day on which a direct debit takes the sum is when it is due."""

import time

import pytest

from paperformer.documents.model import Document
from paperformer.extraction.payment.debit_dates import add_debit_dates
from paperformer.extraction.scored import Scored
from paperformer.fields.context import infer_context, printed_of
from paperformer.fields.schema import Schema, load_schema
from paperformer.fields.values.reading import NO_CONTEXT
from typed_page import typed


def candidates(
    row: str, *, proposed: dict[str, list[Scored]] | None = None, schema: Schema | None = None
) -> list[Scored]:
    """What is added to the due dates of a page with ``row``, where ``proposed`` was before."""
    page: Document = typed("Invoice 77", row, "Total 100.00")
    printed, found = printed_of(page.words), dict(proposed or {})
    context = infer_context(page.words, printed)
    add_debit_dates(found, page.words, printed, context, schema or load_schema())
    return found.get("due_date", [])


def due(row: str) -> list[str]:
    """The values of these."""
    return [one.value for one in candidates(row)]


@pytest.mark.parametrize("row", [
    "Your direct debit will be taken on 26 Mar 2025",
    "We will collect the balance on or after 26/03/2025.",
    "The amount of 100.00 will be debited from your account on 26 March 2025",
    "Der Betrag wird am 26.03.2025 von Ihrem Konto abgebucht.",
    "Den Rechnungsbetrag buchen wir am 26.03.2025 von Ihrem Konto ab",
    "Lastschrift zum 26.03.2025",
    "Montant prélevé le 26/03/2025 : 100,00",
    "Le montant sera débité le 26/03/2025",
    "El importe se cargará en su cuenta el 26/03/2025",
    "Addebito diretto SEPA il 26/03/2025",
    "L'importo sarà addebitato sul suo conto il 26/03/2025",
    "Het bedrag wordt op 26-03-2025 van uw rekening afgeschreven",
    "Automatische incasso op 26-03-2025",
    "Beløbet trækkes den 26.03.2025",
    "Beloppet dras från ditt konto den 2025-03-26",
    "O valor será debitado em 26/03/2025",
])  # fmt: skip
def test_a_day_of_debit_is_a_due_date(row: str) -> None:
    assert due(row) == ["2025-03-26"]


@pytest.mark.parametrize("row", [
    "Payment received - thank you 26 Mar 2025",
    "Your payment was taken on 26 March 2025",
    "Le montant a été débité le 26/03/2025",
    "Die Ware wird am 26.03.2025 geliefert",
    "Your next bill will be charged on 26 March 2025",
    "Der nächste Abschlag wird am 26.03.2025 abgebucht",
    "The deposit will be refunded by 26 March 2025",
    "Invoice date 26.03.2025",
    "SEPA-Lastschriftmandat erteilt am 26.03.2025",
    "Lastschrift-Rückgabe am 26.03.2025",
    "Zahlungsart: Lastschrift Leistungszeitraum ab 26.03.2025",
    "Zahlungsart: Lastschrift Bestellt am 26.03.2025",
    "Mode de règlement : Prélèvement Facture du 26/03/2025",
    "Mandat de prélèvement signé le 26/03/2025",
    "Addebito in conto Fattura emessa in data 26/03/2025",
    "Débito direto Fatura de 26/03/2025",
    "Maksutapa Suoraveloitus Laskun pvm 26.3.2025",
    "Automatische incasso Factuur opgemaakt op 26-03-2025",
    "Betales automatisk via Betalingsservice Faktura udstedt den 26.03.2025",
    "Dröjsmålsränta debiteras från den 2025-03-26",
    "Your subscription renews and you will be charged on 26 March 2025",
    "Late payment interest will be charged from 26 March 2025",
    "We will take a meter reading on 26 March 2025",
    "Goods to be collected on 26 March 2025",
    "No payment will be taken on 26 March 2025",
    "Your payment will be taken by Direct Debit for the period from 26 March 2025",
    "Ihr neuer Abschlag von 85,00 EUR wird erstmals am 26.03.2025 abgebucht",
    "Votre nouvelle mensualité de 85,00 EUR sera prélevée le 26/03/2025",
    "Einzug am 26.03.2025",
])  # fmt: skip
def test_other_days_are_none(row: str) -> None:
    assert due(row) == []


def test_of_two_readings_of_a_day_both_are_kept() -> None:
    (found,) = candidates("Your Direct Debit will be taken on 03/04/2025")
    assert {found.value, *found.alternatives} == {"2025-04-03", "2025-03-04"}


def test_receipts_get_no_due_date() -> None:
    receipt = {"document_type": [Scored("document_type", "receipt", "Receipt", (), 0.9, "model")]}
    assert candidates("Your direct debit will be taken on 26 Mar 2025", proposed=receipt) == []


@pytest.mark.parametrize("text", ["abbuchung-", "veloitetaan-", "wird ", "will be taken "])
def test_long_lines_are_looked_at_in_no_time(text: str) -> None:
    page = typed(text * 4_000 + " 26.03.2025 " + text * 4_000)
    printed, schema = printed_of(page.words), load_schema()
    printed.spans("date", NO_CONTEXT)
    begin = time.monotonic()
    add_debit_dates({}, page.words, printed, NO_CONTEXT, schema)
    assert time.monotonic() - begin < 2


def test_nothing_is_added_where_the_schema_has_no_due_date() -> None:
    schema = load_schema().subset(["total_incl_vat"])
    assert candidates("Your direct debit will be taken on 26 Mar 2025", schema=schema) == []
