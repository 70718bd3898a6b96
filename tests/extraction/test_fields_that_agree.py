"""Values that only the whole document tells: what the default model and the rules make of them together."""

from collections.abc import Iterator

import pytest

from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.result import Extraction
from typed_page import Cells, typed

SELLER = ["Nordlicht Werkzeuge GmbH", "Hafenstr. 12", "24103 Kiel"]
AMERICAN = ["Northwind Tools Inc.", "12 Harbor Road", "Boston, MA 02110"]
FRENCH = ["Nordtel SA", "1 rue du Port", "75001 Paris"]


@pytest.fixture(scope="module")
def model() -> Iterator[Extractor]:
    with Extractor(min_confidence=0.0) as extractor:
        yield extractor


def answer(model: Extractor, *rows: Cells | str) -> Extraction:
    return model.extract_document(typed(*rows))


def value(found: Extraction, field: str) -> str | None:
    return found.fields[field][0].value if field in found.fields else None


def page(
    head: list[str],
    facts: list[tuple[str, str]],
    items: list[tuple[str, str, str, str]],
    sums: list[tuple[str, str]],
    foot: str = "",
    captions: tuple[str, str, str, str] = ("Description", "Qty", "Unit price", "Amount"),
) -> list[Cells | str]:
    """A plain invoice: the seller, facts beside their labels, items below captions, sums."""
    rows: list[Cells | str] = [*head, "", "Blaumeer Technik AG", "Lindenweg 4", "80331 München", ""]
    rows += [[(50, label), (72, text)] for label, text in facts]
    columns = (5, 50, 60, 78)
    rows += ["", list(zip(columns, captions, strict=True))]
    rows += [list(zip(columns, item, strict=True)) for item in items]
    rows += ["", *([(50, label), (78, text)] for label, text in sums)]
    return [*rows, "", "", foot] if foot else rows


ENGLISH = [("Invoice no.:", "INV-0815"), ("Invoice date:", "2024-03-12"), ("Due date:", "2024-03-26")]
GERMAN = ("Bezeichnung", "Menge", "Einzelpreis", "Gesamt")


@pytest.mark.parametrize(
    "converted",
    [
        [("VAT in EUR at 0.9150", "EUR 192.15"), ("Total in EUR at 0.9150", "EUR 1,107.15")],
        [("Exchange rate: 1 USD = 0.915 EUR", ""), ("Equivalent in EUR", "EUR 1,107.15")],
        [
            ("Converted at 83.1200 INR/USD", ""),
            ("VAT in INR", "INR 17,455.20"),
            ("Total INR", "INR 100,575.20"),
        ],
        [("For VAT purposes: GBP 165.90 (rate 0.7900)", "")],
        [("EUR/USD 1.0929", ""), ("VAT", "€ 192.15"), ("Total", "€ 1,107.15")],
    ],
)
def test_the_currency_is_the_totals_and_a_rate_of_exchange_is_no_amount(
    model: Extractor, converted: list[tuple[str, str]]
) -> None:
    items = [("Drill 18 V", "5", "150.00", "750.00"), ("Screws", "10", "25.00", "250.00")]
    sums = [("Net", "USD 1,000.00"), ("VAT 21%", "USD 210.00"), ("Total", "USD 1,210.00"), *converted]
    found = answer(model, *page(AMERICAN, ENGLISH, items, sums))
    told = {
        name: value(found, name) for name in ("currency", "total_incl_vat", "total_vat", "total_excl_vat")
    }
    assert told == {
        "currency": "USD", "total_incl_vat": "1210.00", "total_vat": "210.00", "total_excl_vat": "1000.00",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("code", "group", "point"),
    [("KWD", ",", "."), ("BHD", ",", "."), ("OMR", ",", "."), ("JOD", "", "."), ("TND", " ", ",")],
)
def test_thousandths_are_decimals_in_rows_and_sums(
    model: Extractor, code: str, group: str, point: str
) -> None:
    def printed(number: str) -> str:
        whole, places = number.split(".")
        whole = f"{whole[:-3]}{group}{whole[-3:]}" if len(whole) > 3 else whole
        return f"{whole}{point}{places}"

    items = [
        ("Drill 18 V", "5", printed("150.000"), printed("750.000")),
        ("Screws", "10", printed("35.000"), printed("350.000")),
    ]
    sums = [
        ("Net", f"{code} {printed('1100.000')}"),
        ("VAT 5%", f"{code} {printed('55.000')}"),
        ("Total", f"{code} {printed('1155.000')}"),
    ]
    found = answer(model, *page(["Northwind Trading WLL", "Block 3"], ENGLISH, items, sums))
    assert [value(found, f"total_{name}") for name in ("excl_vat", "vat", "incl_vat")] == [
        "1100.00", "55.00", "1155.00",
    ]  # fmt: skip
    assert value(found, "currency") == code
    assert [row.cells["total"].value for row in found.rows["purchase_lines"]] == ["750.00", "350.00"]


DRILL = [("Akkubohrer 18 V", "5", "150,00", "750,00"), ("Schrauben", "10", "25,00", "250,00")]
EUROS = [("Nettobetrag", "1.000,00 €"), ("MwSt. 19 %", "190,00 €"), ("Gesamtbetrag", "1.190,00 €")]


@pytest.mark.parametrize(
    ("issued", "due", "day", "last"),
    [
        ("24/03/05", "24/03/19", "2024-03-05", "2024-03-19"),
        ("24-03-05", "24-04-04", "2024-03-05", "2024-04-04"),
        ("25.12.20", "26.01.19", "2025-12-20", "2026-01-19"),
        ("05/03/24", "19/03/24", "2024-03-05", "2024-03-19"),
        ("05032024", "19032024", "2024-03-05", "2024-03-19"),
        ("20240305", "20240319", "2024-03-05", "2024-03-19"),
        ("050324", "190324", "2024-03-05", "2024-03-19"),
    ],
)
def test_the_two_dates_of_a_document_tell_their_order(
    model: Extractor, issued: str, due: str, day: str, last: str
) -> None:
    facts = [("Rechnungsnummer:", "RE-0815"), ("Rechnungsdatum:", issued), ("Fällig am:", due)]
    found = answer(model, *page(SELLER, facts, DRILL, EUROS, captions=GERMAN))
    told = [value(found, name) for name in ("document_number", "document_date", "due_date")]
    assert told == ["RE-0815", day, last]


@pytest.mark.parametrize(
    "number",
    ["RE 2024 / 03 / 0815", "INV / 2024 / 17", "F 2024-03 / 0815", "RE - 2024 - 0815", "2024 / 0815"],
)
def test_a_number_is_whole(model: Extractor, number: str) -> None:
    facts = [("Rechnungsnummer:", number), ("Rechnungsdatum:", "12.03.2024"), ("Fällig am:", "26.03.2024")]
    found = answer(model, *page(SELLER, facts, DRILL, EUROS, captions=GERMAN))
    assert value(found, "document_number") == number


@pytest.mark.parametrize(
    ("label", "other", "printed", "day"),
    [
        ("Miti:", "21/03/2081", "07/05/2024", "2024-07-05"),
        ("Miti:", "2081-03-21", "05/07/2024", "2024-07-05"),
        ("Hijri date:", "29/12/1445", "07/05/2024", "2024-07-05"),
        ("Hijri date:", "29-12-1445", "05/07/2024", "2024-07-05"),
        ("Thai date:", "05/07/2567", "07/05/2024", "2024-07-05"),
        ("Era:", "R6.7.5", "07/05/2024", "2024-07-05"),
    ],
)
def test_a_second_calendar_tells_day_from_month(
    model: Extractor, label: str, other: str, printed: str, day: str
) -> None:
    facts = [("Invoice no.:", "INV-0815"), ("Date:", printed), (label, other)]
    items = [("Toothpaste", "10", "95.00", "950.00"), ("Soap", "10", "20.00", "200.00")]
    sums = [("Net total", "1150.00"), ("VAT 13%", "149.50"), ("Total", "1299.50")]
    found = answer(model, *page(["Blue Lake Trading", "Harbour 2"], facts, items, sums))
    assert value(found, "document_date") == day
    assert value(found, "total_incl_vat") == "1299.50"


def test_net_and_gross_are_what_the_sums_say(model: Extractor) -> None:
    first, last = "Net Amount", "Gross Amount"
    items = [("Toothpaste", "10", "95.00", "950.00"), ("Soap", "10", "20.00", "200.00")]
    sums = [(first, "1150.00"), ("VAT 13%", "149.50"), (last, "1299.50")]
    found = answer(model, *page(["Blue Lake Trading", "Harbour 2"], ENGLISH, items, sums))
    assert [value(found, f"total_{name}") for name in ("excl_vat", "vat", "incl_vat")] == [
        "1150.00", "149.50", "1299.50",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("label", "foot"),
    [
        ("Montant prélevé", "Société Anonyme au capital de 712 588 399,56 € - 397 480 930 R.C.S. PARIS"),
        ("Prélèvement de", "SAS au capital de 399 560 € - RCS Paris 397 480 930"),
        ("Total prélevé", "S.A.R.L. au capital social de 10 000,00 euros - Siret 397 480 930 00012"),
        ("Abgebucht", "Stammkapital 250.000,00 EUR - HRB 4711 Kiel"),
        ("Importo addebitato", "Capitale sociale Euro 1.250.000,00 i.v."),
        ("Amount debited", "Registered in England 1884026. Share capital £ 250,000.00"),
    ],
)
def test_a_firms_capital_is_no_total(model: Extractor, label: str, foot: str) -> None:
    facts = [
        ("N° de facture:", "F2024-0815"),
        ("Date de facture:", "12/03/2024"),
        ("Échéance:", "26/03/2024"),
    ]
    sums = [("Total HT", "10,83"), ("TVA 20 %", "2,16"), (label, "12,99")]
    rows = page(
        FRENCH,
        facts,
        [("Forfait mobile", "1", "10,83", "10,83")],
        sums,
        foot,
        ("Désignation", "Qté", "P.U.", "Montant"),
    )
    found = answer(model, *rows)
    assert [value(found, f"total_{name}") for name in ("excl_vat", "vat")] == ["10.83", "2.16"]
    sure = [one.value for one in found.fields.get("total_incl_vat", ()) if one.confidence >= 0.5]
    assert sure in ([], ["12.99"])  # two of the six labels are not sure enough with version 7 of the model


@pytest.mark.parametrize("mark", ["：", ": ", " ："])
def test_a_wide_colon_is_one(model: Extractor, mark: str) -> None:
    facts = [(f"Rechnungsnummer{mark}RE-0815", ""), (f"Rechnungsdatum{mark}12.03.2024", "")]
    found = answer(model, *page(SELLER, facts, DRILL, EUROS, captions=GERMAN))
    assert [value(found, name) for name in ("document_number", "document_date")] == ["RE-0815", "2024-03-12"]
