"""The day on which a direct debit takes the sum is when it is due."""

import pytest

from paperformer.documents.model import Document
from paperformer.extraction.debit_dates import add_debit_dates
from paperformer.extraction.scored import Scored
from paperformer.fields.context import infer_context, printed_of
from paperformer.fields.schema import load_schema
from typed_page import typed


def due(row: str, *, wanted: bool = True) -> list[str]:
    """The due dates that a page with ``row`` gets; without a field for them where they are not ``wanted``."""
    page: Document = typed("Invoice 77", row, "Total 100.00")
    printed = printed_of(page.words)
    proposed: dict[str, list[Scored]] = {}
    schema = load_schema()
    if not wanted:
        schema = schema.subset(["total_incl_vat"])
    add_debit_dates(proposed, page.words, printed, infer_context(page.words, printed), schema)
    return [one.value for one in proposed.get("due_date", [])]


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
])  # fmt: skip
def test_other_days_are_none(row: str) -> None:
    assert due(row) == []


def test_nothing_is_added_where_the_schema_has_no_due_date() -> None:
    assert due("Your direct debit will be taken on 26 Mar 2025", wanted=False) == []
