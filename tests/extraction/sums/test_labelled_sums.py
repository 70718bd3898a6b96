"""Change is no total, nor are freight, payments, days, and the tax that a total has in it."""

import pytest

from paperformer.documents.model import Box, Word
from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.labelled_sums import names_a_column, names_exchange, weigh_sums
from paperformer.fields.context import printed_of
from paperformer.fields.tables.sums import amounts_in
from paperformer.fields.values.reading import ValueContext
from typed_page import candidate, typed


def weighed(field: str, row: str, *others: str) -> float:
    """What is left of 0.8 of the last amount of ``row``, on a page with the ``others`` above it."""
    rows = [*others, row]
    words = [
        Word(text=text, box=Box(0.05 + 0.07 * i, 0.1 * n, 0.11 + 0.07 * i, 0.1 * n + 0.02), page=0, line=n)
        for n, line in enumerate(rows)
        for i, text in enumerate(line.split())
    ]
    value = "".join(c for c in words[-1].text.replace(",", ".") if c in "-.0123456789")
    candidate = Scored(field, value, words[-1].text, (len(words) - 1,), 0.8, "model")
    amounts = amounts_in(printed_of(words), ValueContext())
    return weigh_sums(field, [candidate], words, amounts)[0].probability


@pytest.mark.parametrize(("field", "rows"), [
    ("total_incl_vat", ["Resto 4,70"]),
    ("total_vat", ["Resto 4,70"]),
    ("subtotal", ["Rückgeld -11,50"]),
    ("subtotal", ["Rückgeld EUR 11,50"]),
    ("amount_due", ["Change due: 4.70"]),
    ("amount_due", ["Change GBP 4.70"]),
    ("total_incl_vat", ["inc VAT 20% £3.08", "PAID £18.50"]),
    ("total_incl_vat", ["incl. VAT 20% EUR 3.08", "PAID 18.50"]),
    ("amount_due", ["di cui IVA 10% 0,59", "TOTALE 6,49"]),
    ("total_incl_vat", ["inkl. 19% MwSt 3,08", "Summe 19,29"]),
    ("total_excl_vat", ["Freight $77.00", "Total 1,199.00"]),
    ("total_vat", ["Shipping & handling: 6.50", "Total 80.00"]),
    ("total_incl_vat", ["1 Versandkosten 4,90", "Summe 54,90"]),
    ("total_excl_vat", ["Frais de port 12,00", "Total TTC 90,00"]),
    ("total_vat", ["Amount Applied $0.00"]),
    ("total_vat", ["Fuori campo IVA 12,00"]),
    ("total_vat", ["Esente IVA (art. 10) 12,00"]),
    ("total_vat", ["Umsatzsteuerfrei EUR 12,00"]),
    ("total_vat", ["VAT exempt £12.00"]),
    ("total_vat", ["Momsfritt 12,00"]),
    ("total_vat", ["Avgiftsfri 12,00"]),
    ("total_vat", ["Hors champ de TVA 12,00"]),
    ("total_excl_vat", ["Terms Net 30", "Total 120.00"]),
    ("total_vat", ["Verzugszinsen 18,94"]),
    ("total_vat", ["Morarenter 09-03-2026 41,36 41,36"]),
    ("total_vat", ["Dröjsmålsränta 12,00"]),
    ("total_vat", ["Mahngebühr EUR 5,00"]),
    ("total_vat", ["Forsinkelsesrente 12,50 % 89,04"]),
])  # fmt: skip
def test_change_and_tax_count_little(field: str, rows: list[str]) -> None:
    assert weighed(field, *rows) == pytest.approx(0.04)


@pytest.mark.parametrize(("field", "rows"), [
    ("total_incl_vat", ["Total 118,50"]),
    ("total_incl_vat", ["Att få tillbaka SEK -5737,50"]),
    ("total_vat", ["MwSt auf Mahngebühr 0,95"]),
    ("total_vat", ["VAT exempt 0.00"]),
    ("total_vat", ["Moms 12,00"]),
    ("total_vat", ["Totale escluso 12,00"]),
    ("total_excl_vat", ["VAT exempt 12.00"]),
    ("total_incl_vat", ["Exchange 4.70"]),
    ("total_incl_vat", ["Total inc VAT 20% £18.50", "Net 15.42"]),
    ("total_incl_vat", ["Inkl. MwSt 118,50"]),
    ("total_incl_vat", ["Incl. 21% BTW 169,40", "Excl. BTW 140,00", "21% BTW 29,40"]),
    ("total_incl_vat", ["inkl. 19% MwSt. 166,60", "Rechnungsbetrag", "Netto 140,00"]),
    ("total_incl_vat", ["Gesamtbetrag inkl. der gesetzlichen MwSt. von 19% 166,60", "Netto 140,00"]),
    ("total_vat", ["inc VAT 20% £3.08", "PAID £18.50"]),
    ("total_incl_vat", ["Total incl. shipping 118,50"]),
    ("total_incl_vat", ["Amount paid 118,50"]),
    ("total_excl_vat", ["Netto 30,00"]),
    ("total_excl_vat", ["Transport Weber netto 118,50", "Total 500,00"]),
    ("total_excl_vat", ["Transport net 118.50", "Total 500.00"]),
    ("total_excl_vat", ["Fracht EUR 450,00", "Gesamt 535,50"]),
    ("total_incl_vat", ["Transport 45,00"]),
    ("total_excl_vat", ["Netto 60", "Moms 15,00", "I alt 75,00"]),
    ("total_excl_vat", ["Total net 60", "Total 500.00"]),
    ("total_vat", ["VAT paid 20.00"]),
    ("total_vat", ["MwSt. auf Anzahlung 190,00"]),
    ("total_excl_vat", ["Abschlagszahlung 5.000,00"]),
])  # fmt: skip
def test_totals_keep_what_they_have(field: str, rows: list[str]) -> None:
    assert weighed(field, *rows) == 0.8


@pytest.mark.parametrize(
    ("label", "is_rate"),
    [
        ("Equivalent EUR (1 EUR =", True),
        ("1,00 € =", True),
        ("Exchange rate: EUR", True),
        ("Wechselkurs", True),
        ("Total EUR =", False),
        ("11 EUR =", False),
    ],
)
def test_what_a_currency_costs_is_no_total(label: str, is_rate: bool) -> None:
    assert names_exchange(label) is is_rate


@pytest.mark.parametrize(
    ("label", "is_column"),
    [("Total de plată (col. ", True), ("(col. 5 + col. ", True), ("Protocol ", False), ("Total ", False)],
)
def test_the_number_of_a_column_is_no_sum(label: str, is_column: bool) -> None:
    assert names_a_column(label) is is_column


@pytest.mark.parametrize(
    ("row", "number"), [("Please pay within 30 days.", "30"), ("Zahlbar in 14 Tagen", "14")]
)
def test_a_number_of_days_is_no_sum(row: str, number: str) -> None:
    page = typed("Total 960.00", row)
    one = candidate(page, "amount_due", number)
    assert weigh_sums("amount_due", [one], page.words, ())[0].probability < one.probability
