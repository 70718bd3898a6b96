"""Dates at labels of deliveries, orders and periods: not the document's, where another is labelled so."""

import time

import pytest

from paperformer.extraction.doubts.other_dates import weigh_other_dates
from paperformer.extraction.scored import Scored
from paperformer.fields.cells import CellReader
from paperformer.fields.context import infer_context
from paperformer.fields.other_dates import words_of_other_dates
from paperformer.fields.rules import find_by_rules, label_lines
from paperformer.fields.schema import load_schema
from typed_page import Cells, candidate, typed

GRID = (
    [(5, "Date of supply"), (30, "Agreement no"), (60, "Date of invoice")],
    [(5, "21-May-2019"), (30, "923655"), (60, "24-May-2019")],
)


def texts_of_others(*rows: Cells | str) -> set[str]:
    page = typed(*rows)
    context = infer_context(page.words)
    findings = find_by_rules(page, load_schema(), context)
    found = words_of_other_dates(label_lines(page, load_schema()), CellReader(context), findings)
    return {page.words[index].text for index in found}


@pytest.mark.parametrize(
    ("rows", "others"),
    [
        (GRID, {"21-May-2019"}),
        (["Rechnungsdatum: 04.03.2024", "Lieferdatum: 28.02.2024"], {"28.02.2024"}),
        (["Rechnungsdatum: 04.03.2024", "Liefertermin: 28.02.2024"], {"28.02.2024"}),
        (["Invoice date: 4 March 2024", "Period: 01.02.2024 - 29.02.2024"], {"01.02.2024", "29.02.2024"}),
        (
            ["Datum 13.03.2024", [(5, "Anreise: 11.03.2024"), (60, "Abreise"), (80, "13.03.2024")]],
            {"11.03.2024", "13.03.2024"},
        ),
        (["Számla kelte: 2024.03.04.", "Teljesítés dátuma: 2024.02.28."], {"2024.02.28."}),
        (["Rechnungsdatum: 04.03.2024", "Patient: Jan Moll, geb. 17.09.1981"], {"17.09.1981"}),
        (["ACME Ltd 04.03.2024", "Delivery date: 28.02.2024"], {"28.02.2024"}),
        (["Invoice date: 4 March 2024", [(60, "PAID")], [(60, "12 March 2024")]], {"12", "March", "2024"}),
        (["Rechnungsdatum: 04.03.2024", "Eingegangen am 07.03.2024 / BK"], {"07.03.2024"}),
        (["Invoice date: 4 March 2024", "Paid in 30 days"], set()),
        (["Date of issue 4 March 2024", "$87.00 paid on 6 March 2024"], {"6", "March", "2024"}),
        (["Date 2025-10-21", [(5, "For service through"), (50, "2025-11-20")]], {"2025-11-20"}),
        (
            ["Datum vystavení: 04.03.2024", [(5, "Objednávka č.:"), (40, "OV-24-0715 ze dne: 02.03.2024")]],
            {"02.03.2024"},
        ),
        (["Rechnungsdatum: 04.03.2024", "Ihre Bestellnummer: 4711 vom 02.03.2024"], {"02.03.2024"}),
        (["Datum 13 jan. 2026", "Maandelijks, wordt verlengd op 13 feb. 2026"], {"13", "feb.", "2026"}),
        (["Rechnungsdatum: 04.03.2024", "Gültig bis 31.12.2024"], {"31.12.2024"}),
        (["Rechnung Nr. 4711 vom 04.03.2024"], set()),
        ([[(5, "Order no: 4711"), (40, "Date: 04.03.2024")]], set()),
        (["Date of issue 4 March 2024", "$87.00 to be paid on 6 March 2024"], set()),
        (["Date of issue 4 March 2024", "This is to be paid in full on 6 March 2024"], set()),
        (["Date of issue 4 March 2024", "Will be automatically paid on 6 March 2024"], set()),
        (["Date 04/03/2024", "La facture doit être réglée le 15/05/2024"], set()),
        (["Datum 04-03-2024", "Het bedrag moet worden betaald op 15-05-2024"], set()),
        (["Zahlungsbedingungen: bis 04.03.2024 netto", "Payment terms: 04.03.2024"], set()),
        (["Late fee after 3 April 2024", "Payment required date: 3 April 2024"], set()),
        (["Bet.villkor 30 dagar, 2024-04-03", "Dröjsmålsränta efter 2024-04-03"], set()),
    ],
)
def test_words_of_dates_that_are_called_otherwise(rows: list[Cells | str], others: set[str]) -> None:
    assert texts_of_others(*rows) == others


def dates(*candidates: Scored, elsewhere: set[int]) -> dict[str, float]:
    proposed = {"document_date": list(candidates)}
    weigh_other_dates(proposed, elsewhere)
    return {f"{one.value} {one.source}": one.probability for one in proposed["document_date"]}


def test_the_labelled_date_takes_the_place_of_one_called_otherwise() -> None:
    page = typed(*GRID)
    supplied = candidate(page, "document_date", "21-May-2019", 0.95)
    invoiced = candidate(page, "document_date", "24-May-2019", 0.6)._replace(source="rule")
    found = dates(supplied, invoiced, elsewhere=set(supplied.words))
    assert found["21-May-2019 model"] < 0.1
    assert found["24-May-2019 rule"] == pytest.approx(0.7 * 0.95)


def test_a_number_that_reads_as_a_date_is_none_where_a_date_is_labelled() -> None:
    page = typed("Faktura VAT nr 14/05/2025", "Data wystawienia: 2025-05-20")
    number = candidate(page, "document_number", "14/05/2025", 0.9)._replace(source="rule")
    proposed = {
        "document_number": [number],
        "document_date": [
            candidate(page, "document_date", "14/05/2025", 0.9),
            candidate(page, "document_date", "2025-05-20", 0.8)._replace(source="rule"),
        ],
    }
    weigh_other_dates(proposed, set())
    best = max(proposed["document_date"], key=lambda one: one.probability)
    assert best.text == "2025-05-20"
    dated = candidate(page, "document_date", "14/05/2025", 0.95)._replace(source="rule")
    proposed["document_date"] = [dated, proposed["document_date"][1]]
    weigh_other_dates(proposed, set())
    assert proposed["document_date"][0].probability == 0.95  # a label calls it a date with more right
    proposed["document_date"] = [candidate(page, "document_date", "14/05/2025", 0.9)]
    weigh_other_dates(proposed, set())
    assert [one.probability for one in proposed["document_date"]] == [0.9]


def test_a_date_that_nothing_else_is_left_for_stays() -> None:
    page = typed(*GRID)
    supplied = candidate(page, "document_date", "21-May-2019", 0.95)
    first = candidate(page, "document_date", "24-May-2019", 0.3)._replace(source="rule")
    assert dates(supplied, first, elsewhere=set(supplied.words))["21-May-2019 model"] == 0.95
    assert dates(supplied, elsewhere=set(supplied.words)) == {"21-May-2019 model": 0.95}


def test_nothing_need_be_due() -> None:
    page = typed("Order date 4 March 2024", "Due date 4 April 2024")
    ordered = candidate(page, "due_date", "4 March 2024", 0.8)
    proposed = {"due_date": [ordered]}
    weigh_other_dates(proposed, set(ordered.words))
    assert [one.probability for one in proposed["due_date"]] == [pytest.approx(0.08)]
    due = candidate(page, "due_date", "4 April 2024", 0.5)._replace(source="rule")
    proposed = {"due_date": [ordered, due]}
    weigh_other_dates(proposed, set(ordered.words))
    assert [(one.value, one.probability) for one in proposed["due_date"]] == [
        ("4 March 2024", pytest.approx(0.08)),
        ("4 April 2024", 0.5),
        ("4 April 2024", pytest.approx(0.7 * 0.8)),
    ]


def test_the_same_day_under_both_labels_stays() -> None:
    page = typed("Invoice date 4 March 2024", "Delivery date 4 March 2024")
    there = candidate(page, "document_date", "4 March 2024", 0.9, at=1)
    here = candidate(page, "document_date", "4 March 2024", 0.6)._replace(source="rule")
    assert dates(there, here, elsewhere=set(there.words))["4 March 2024 model"] == 0.9


def test_a_field_that_nobody_asked_for_is_not_added() -> None:
    page = typed(*GRID)
    proposed = {"document_date": [candidate(page, "document_date", "21-May-2019", 0.95)]}
    weigh_other_dates(proposed, {0})
    assert list(proposed) == ["document_date"]


def test_a_line_of_many_orders_takes_no_longer_than_another() -> None:
    words = ("Order no. 1 of 2.4.2024 " * 200).split()[:600]
    before = time.perf_counter()
    texts_of_others(" ".join(words))
    assert time.perf_counter() - before < 5


@pytest.mark.parametrize(
    ("row", "others"),
    [
        ("abzüglich Akontozahlung vom 2.12.2024 -1.000,00", {"2.12.2024"}),
        ("Less deposit received with thanks, 9 May 2024 -100.00", {"9", "May", "2024"}),
        ("Rex's next dental check is due 10 May 2024", {"10", "May", "2024"}),
        ("Your next payment is due 10 May 2024", set()),
        ("trotz unserer Zahlungserinnerung vom 05.09.2024 zu folgenden", {"05.09.2024"}),
        ("Malgré notre précédent courrier du 05/09/2024 les factures", {"05/09/2024"}),
        ("Zahlungseingänge berücksichtigt bis 02.10.2024", {"02.10.2024"}),
        ("unsere Rechnung vom 05.09.2024", set()),
    ],
)
def test_days_of_payments_on_account_and_of_what_comes_next(row: str, others: set[str]) -> None:
    assert texts_of_others("Invoice date: 4 March 2024", row) == others


def dated(field: str, value: str, word: int, source: str = "model", probability: float = 0.8) -> Scored:
    return Scored(field, value, value, (word,), probability, source)  # type: ignore[arg-type]


def test_the_day_at_the_label_of_issue_is_not_due() -> None:
    issued = dated("document_date", "2025-03-04", 7, "rule")
    proposed = {"document_date": [issued], "due_date": [dated("due_date", "2025-03-04", 7)]}
    weigh_other_dates(proposed, ())
    assert proposed["due_date"][0].probability < 0.1


def test_the_day_at_the_label_of_payment_ends_no_period_unless_a_rule_reads_one() -> None:
    due = dated("due_date", "2025-04-03", 9, "rule")
    end = dated("period_end", "2025-04-03", 9)
    proposed = {"due_date": [due], "period_end": [end]}
    weigh_other_dates(proposed, ())
    assert proposed["period_end"][0].probability < 0.1
    read = {"due_date": [due], "period_end": [end, dated("period_end", "2025-04-03", 9, "rule")]}
    weigh_other_dates(read, ())
    assert read["period_end"][0] == end


def test_days_of_a_voyage_are_no_period() -> None:
    proposed = {
        "period_start": [dated("period_start", "2025-03-03", 20)],
        "period_end": [dated("period_end", "2025-03-12", 22)],
    }
    weigh_other_dates(proposed, {20})
    assert all(one.probability < 0.1 for found in proposed.values() for one in found)


@pytest.mark.parametrize(("kind", "is_due"), [("credit_note", False), ("invoice", True)])
def test_nobody_but_a_label_says_that_a_credit_note_is_due(kind: str, is_due: bool) -> None:
    title = Scored("document_type", kind, kind, (0,), 0.9, "rule")
    proposed = {"document_type": [title], "due_date": [dated("due_date", "2025-04-03", 9)]}
    weigh_other_dates(proposed, ())
    assert (proposed["due_date"][0].probability > 0.5) is is_due


def test_a_label_that_the_model_contradicts_takes_no_due_date() -> None:
    read = dated("document_date", "2025-04-03", 9, "rule")
    proposed = {
        "document_date": [read, dated("document_date", "2025-03-04", 2)],
        "due_date": [dated("due_date", "2025-04-03", 9)],
    }
    weigh_other_dates(proposed, ())
    assert proposed["due_date"][0].probability > 0.5


def test_the_model_alone_makes_no_day_before_the_bill_due() -> None:
    proposed = {
        "document_date": [Scored("document_date", "2025-04-09", "9 April", (1,), 0.9, "rule")],
        "due_date": [Scored("due_date", "2025-03-27", "27 March", (5,), 0.7, "model")],
    }
    weigh_other_dates(proposed, ())
    assert proposed["due_date"][0].probability < 0.1


def test_the_one_day_that_is_not_due_is_the_documents() -> None:
    first = Scored("document_date", "2025-03-07", "7. marts", (1,), 0.3, "rule")
    other = Scored("document_date", "2025-03-21", "21.03.2025", (5,), 0.24, "rule")
    due = Scored("due_date", "2025-03-21", "21.03.2025", (5,), 0.8, "rule")
    proposed = {"document_date": [first, other], "due_date": [due]}
    weigh_other_dates(proposed, ())
    assert max(one.probability for one in proposed["document_date"] if one.value == first.value) > 0.6
    several = {"document_date": [first, other, first._replace(value="2025-03-01")], "due_date": [due]}
    weigh_other_dates(several, ())
    assert all(one.probability <= 0.3 for one in several["document_date"])


def test_the_one_day_that_is_left_takes_the_place_of_one_called_otherwise() -> None:
    sold = Scored("document_date", "2025-03-11", "2025-03-11", (9,), 0.93, "model")
    issued = Scored("document_date", "2025-03-12", "2025-03-12", (1,), 0.3, "rule")
    due = Scored("due_date", "2025-03-26", "2025-03-26", (14,), 0.8, "rule")
    proposed = {"document_date": [sold, issued], "due_date": [due]}
    weigh_other_dates(proposed, {9})
    assert max(proposed["document_date"], key=lambda one: one.probability).value == issued.value


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("do faktury nr F/0871/05/2025 z dnia 27.05.2025", "27.05.2025"),
        ("Gutschrift zur Rechnung 4711 vom 03.05.2025", "03.05.2025"),
        ("Avoir sur la facture n° 2025-118 du 03/05/2025", "03/05/2025"),
        ("Credit for invoice 20817 dated 03.05.2025", "03.05.2025"),
    ],
)
def test_the_day_of_a_corrected_invoice_is_another_date(line: str, day: str) -> None:
    assert texts_of_others(line) == {day}
