"""What the rules find on pages of our own making."""

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperformer.documents.model import Box, Document, Page, Word
from paperformer.fields.countries.postcodes import has_postcode
from paperformer.fields.page.view import view_of
from paperformer.fields.rules import find_by_rules
from paperformer.fields.schema import FieldDefinition, Schema, load_schema
from paperformer.fields.values import ValueContext
from typed_page import best, read, typed

GERMAN = ValueContext(decimal_mark=",", date_order="DMY", currency="EUR", country="DE", language="de")


@pytest.mark.parametrize(
    ("rows", "field", "value"),
    [
        (["Invoice no:123"], "document_number", "123"),
        (["Invoice number: INV-2024/17"], "document_number", "INV-2024/17"),
        ([[(5, "Rechnungsnr."), (30, "4711")]], "document_number", "4711"),
        ([[(5, "Fakturanummer")], [(5, "90125")]], "document_number", "90125"),
        (["Rechnung Nr. 4711 vom 13.07.2018"], "document_date", "2018-07-13"),
        (["Date d'échéance : 30/06/2024"], "due_date", "2024-06-30"),
        ([[(5, "Förfallodatum"), (40, "2024-06-30")]], "due_date", "2024-06-30"),
        (["Eräpäivä 30.6.2024"], "due_date", "2024-06-30"),
        (["Termin płatności: 30.06.2024"], "due_date", "2024-06-30"),
        (["Datum splatnosti: 30.06.2024"], "due_date", "2024-06-30"),
        (["Maksetähtaeg: 30.06.2024"], "due_date", "2024-06-30"),
        (["Apmokėti iki: 2024-06-30"], "due_date", "2024-06-30"),
        ([[(5, "Kundennummer:"), (40, "K-1188")]], "customer_number", "K-1188"),
        (["P.O. number: 450017"], "receiver_order_number", "450017"),
        ([[(5, "Te betalen"), (60, "€ 1.234,50")]], "amount_due", "1234.50"),
        ([[(5, "Totale imponibile"), (60, "1.000,00")]], "total_excl_vat", "1000.00"),
        ([[(5, "Kaibemaks kokku"), (60, "20,00")]], "total_vat", "20.00"),
        ([[(5, "Suma su PVM"), (60, "121,00")]], "total_incl_vat", "121.00"),
        ([[(5, "At betale"), (60, "1.250,00")]], "amount_due", "1250.00"),
        ([[(5, "Å betale"), (60, "1 250,00")]], "amount_due", "1250.00"),
        (["Öresavrundning -0,25"], "rounding", "-0.25"),
    ],
)
def test_a_value_stands_beside_or_below_its_label(rows: list, field: str, value: str) -> None:
    assert best(typed(*rows))[field] == value


def test_a_header_row_labels_the_values_beneath_it() -> None:
    document = typed(
        [(5, "Invoice date"), (30, "Due date"), (55, "Invoice number")],
        [(5, "01/05/2024"), (30, "31/05/2024"), (55, "A-1077")],
    )
    found = best(document)
    assert found["document_date"] == "2024-05-01"
    assert found["due_date"] == "2024-05-31"
    assert found["document_number"] == "A-1077"


def test_a_header_row_run_into_one_line_labels_by_column() -> None:
    document = typed("Invoice no  Due date", "4711        31/05/2024")
    found = best(document)
    assert found["document_number"] == "4711"


def test_the_finding_points_at_the_words_that_print_the_value() -> None:
    document = typed("", [(5, "Due date:"), (40, "31 May 2024")])
    finding = read(document)["due_date"][0]
    assert [document.words[i].text for i in finding.words] == ["31", "May", "2024"]
    assert finding.text == "31 May 2024"


def test_the_date_of_delivery_is_not_the_date_of_issue() -> None:
    found = read(typed("Lieferdatum: 01.02.2024", "Rechnungsdatum: 05.02.2024"))
    assert found["document_date"][0].parsed.value == "2024-02-05"
    assert found["document_date"][0].score > 0.7


def test_columns_of_a_line_table_are_no_totals() -> None:
    document = typed(
        [(5, "Description"), (40, "Qty"), (50, "Unit price"), (70, "Amount")],
        [(5, "Widget"), (40, "2"), (50, "10.00"), (70, "20.00")],
    )
    assert "total_incl_vat" not in read(document)


def test_net_vat_and_total_of_one_row_are_told_apart() -> None:
    found = best(typed("", [(5, "Total"), (30, "100.00"), (45, "25.00"), (60, "125.00")]))
    assert (found["total_excl_vat"], found["total_vat"], found["total_incl_vat"]) == (
        "100.00",
        "25.00",
        "125.00",
    )


def test_vat_is_the_sum_that_is_a_rate_of_another() -> None:
    found = best(typed("", [(5, "MwSt. 19 %"), (40, "200,00"), (60, "38,00")]), GERMAN)
    assert found["total_vat"] == "38.00"


def test_a_bracket_belongs_to_its_label() -> None:
    found = best(typed([(5, "Rechnungssumme netto (exkl. USt.)"), (70, "473,00")]), GERMAN)
    assert found["total_excl_vat"] == "473.00"
    assert "total_vat" not in found


def test_a_period_is_two_dates_even_with_gaps_around_the_dash() -> None:
    found = best(typed([(5, "Billing period:"), (40, "01/02/2024"), (54, "-"), (58, "29/02/2024")]))
    assert (found["period_start"], found["period_end"]) == ("2024-02-01", "2024-02-29")


def test_parties_stand_under_their_headings() -> None:
    document = typed(
        [(5, "Bill to:"), (55, "Ship to:")],
        [(5, "Kestrel Trading Ltd"), (55, "Kestrel Warehouse")],
        [(5, "12 Harbour Road"), (55, "Dock 4")],
        [(5, "Leith EH6 6JH"), (55, "Leith EH6 7DX")],
    )
    found = best(document)
    assert found["receiver_name"] == "Kestrel Trading Ltd"
    assert found["receiver_address"] == "12 Harbour Road, Leith EH6 6JH"


def test_a_senders_line_gives_the_supplier_and_the_window_below_it_the_receiver() -> None:
    document = typed(
        "Adlerwerk GmbH · Hauptstr. 20 · 80333 München",
        "Birkenhof KG",
        "Gartenweg 3",
        "10115 Berlin",
        "",
        "Rechnung 17",
    )
    found = best(document, GERMAN)
    assert found["supplier_name"] == "Adlerwerk GmbH"
    sender = [one.parsed.value for one in read(document, GERMAN)["supplier_address"] if one.rule == "sender"]
    assert sender == ["Hauptstr. 20, 80333 München"]
    assert found["receiver_name"] == "Birkenhof KG"
    assert found["receiver_address"] == "Gartenweg 3, 10115 Berlin"


def test_labelled_lines_of_a_section_name_its_party() -> None:
    document = typed(
        "Verkäufer", [(5, "Name:"), (30, "Adlerwerk GmbH")], [(5, "USt-IdNr.:"), (30, "DE136695976")],
        "", "", "Käufer", [(5, "Nummer:"), (30, "K-77")], [(5, "Name:"), (30, "Birkenhof KG")],
        [(5, "USt-IdNr.:"), (30, "DE129273398")],
    )  # fmt: skip
    found = best(document, GERMAN)
    assert found["supplier_name"] == "Adlerwerk GmbH"
    assert found["receiver_name"] == "Birkenhof KG"
    assert found["supplier_vat_number"] == "DE136695976"
    assert found["receiver_vat_number"] == "DE129273398"
    assert found["customer_number"] == "K-77"


def test_a_row_of_one_vat_rate_among_several_is_not_the_total() -> None:
    header = [(0, "MwSt %"), (20, "Netto"), (40, "MwSt"), (60, "Brutto")]
    row = [(0, "B 7,00"), (20, "22,43"), (40, "1,57"), (60, "24,00")]
    again = [(0, "A 19,00"), (20, "6,09"), (40, "1,16"), (60, "7,25")]
    alone = {f.parsed.value: f.score for f in read(typed(header, row), GERMAN)["total_incl_vat"]}
    among = {f.parsed.value: f.score for f in read(typed(header, row, again), GERMAN)["total_incl_vat"]}
    assert among["24.00"] < 0.6 * alone["24.00"]


def test_a_slip_that_looks_like_foreign_money_does_not_name_the_currency() -> None:
    slip = typed(
        "Gasthaus Krone GmbH", "Hauptstraße 4", "89073 Ulm", "lei 0731 764913", "Summe 12,50", "inkl. MwSt 7%"
    )
    assert best(slip)["currency"] == "EUR"


def test_foreign_money_beside_a_sum_is_the_currency() -> None:
    page = typed("Muster GmbH", "Hauptstraße 4", "89073 Ulm", "USt-IdNr. DE136695976", "Gesamt 12,50 GBP")
    assert best(page)["currency"] == "GBP"


def test_a_section_goes_on_below_an_address_of_several_lines() -> None:
    page = typed(
        "Verkäufer", [(5, "Anschrift:"), (30, "Am Birkenhof 3")], [(30, "12345 Musterstadt")],
        [(5, "USt-IdNr.:"), (30, "DE136695976")], "", "", "",
        "Käufer", [(5, "Anschrift:"), (30, "Feldweg 9")], [(30, "Hof 3")], [(30, "Tor 2")],
        [(30, "98765 Feldstadt")], [(5, "USt-IdNr.:"), (30, "DE123456789")],
    )  # fmt: skip
    found = best(page, GERMAN)
    assert found["supplier_vat_number"] == "DE136695976"
    assert found["receiver_vat_number"] == "DE123456789"


@pytest.mark.parametrize(
    "label",
    ["This bill", "Valoare factură curentă", "Betrag der aktuellen Rechnung", "Total de la factura actual",
     "Belopp för denna faktura", "Kwota za bieżący okres", "Valor desta fatura"],
)  # fmt: skip
def test_what_the_bill_itself_asks_for_is_its_total(label: str) -> None:
    assert best(typed(f"{label} 410,44"), GERMAN)["total_incl_vat"] == "410.44"


def test_a_tax_number_in_nobodys_section_may_be_either_partys() -> None:
    page = typed("Talleres Monegros S.L.", "CIF: B33902172", "", "Aceros Cinca S.A.", "CIF: A66128406")
    found = {
        name: {one.parsed.value for one in those}
        for name, those in read(page, ValueContext(language="es", country="ES")).items()
    }
    assert found["supplier_vat_number"] == found["receiver_vat_number"] == {"ESB33902172", "ESA66128406"}


def test_a_section_does_not_go_on_beside_a_longer_block() -> None:
    page = typed(
        [(0, "Käufer"), (40, "Lieferadresse")], [(0, "Birkenhof KG"), (40, "Lager Nord")],
        [(0, "Feldweg 9"), (40, "Tor 2")], [(40, "Hallenstr. 4")], [(40, "98765 Feldstadt")],
        [(40, "Deutschland")], [(0, "USt-IdNr.: DE136695976")],
    )  # fmt: skip
    found = read(page, GERMAN)
    assert found["supplier_vat_number"][0].score > 0.5 > found["receiver_vat_number"][0].score


@pytest.mark.parametrize(
    ("town", "is_one"),
    [
        ("Cooroy QLD 4563", True),
        ("Noosaville, QLD, 4566", True),
        ("Auckland 1010", True),
        ("Toronto ON M5V 2T6", True),
        ("Montréal (Québec) H2X 3J6", True),
        ("Dublin D02 X285", True),
        ("Singapore 048616", True),
        ("Leeds LS1 9XX", True),
        ("Invoice 4563", False),
        ("Table 1010", False),
        ("Model D02 LAMP", False),
        ("Invoice number: INV-100234", False),
        ("Tel - 123 456", False),
        ("Week W12 2024", False),
        ("Super E10 1450", False),
        ("© Nestlé SA 2024", False),
        ("99 Residency Road, Bengaluru - 560025", True),
        ("Pune 411 045", True),
        ("Anna Salai, Tamil Nadu 600002", True),
        ("Quezon City 1103", True),
        ("Facture - 202401", False),
        ("Kundennummer - 123456", False),
        ("Projekt Nordhafen - 202415", False),
        ("Plant Kansas City 2024", False),
        ("Tee Assam 250 500", False),
        ("Artikel 1234567 India", False),
    ],
)
def test_postcodes_are_known_as_countries_write_them(town: str, is_one: bool) -> None:
    assert has_postcode(town) is is_one


def test_a_patient_is_the_buyer_and_what_is_still_to_pay_is_due() -> None:
    found = best(typed(
        "CLÍNICA SONRISA", "", "Paciente: Jorge Ibáñez Ros", "Av. del Puerto 101", "46021 Valencia", "",
        [(5, "Bruttobetrag"), (60, "943,81 €")], [(5, "Nachzahlung"), (60, "43,81 €")],
    ))  # fmt: skip
    assert found["receiver_name"] == "Jorge Ibáñez Ros"
    assert found["receiver_address"] == "Av. del Puerto 101, 46021 Valencia"
    assert (found["total_incl_vat"], found["amount_due"]) == ("943.81", "43.81")


def test_a_legal_form_on_the_second_row_belongs_to_the_name() -> None:
    found = best(typed(
        "Exmo.(s) Sr.(s)", "Coimbra Energia Sociedade", "Unipessoal Lda", "Estrada Nacional 10, Lote 37",
        "3000-119 Coimbra",
    ))  # fmt: skip
    assert found["receiver_name"] == "Coimbra Energia Sociedade Unipessoal Lda"
    assert found["receiver_address"] == "Estrada Nacional 10, Lote 37, 3000-119 Coimbra"


def test_parties_whose_lines_are_labelled_lose_the_labels() -> None:
    found = read(typed(
        [(5, "Cedente/prestatore (fornitore)"), (52, "Cessionario/committente (cliente)")],
        [(5, "Codice fiscale: 00743110157"), (52, "Codice fiscale: 07973780013")],
        [(5, "Denominazione: Officine Brera Srl"), (52, "Denominazione: Trasporti Aosta Spa")],
        [(5, "Indirizzo: Via Solferino 28"), (52, "Indirizzo: Corso Francia 110")],
        [(5, "Comune: Milano Provincia: MI"), (52, "Comune: Torino Provincia: TO")],
        [(5, "Cap: 20121 Nazione: IT"), (52, "Cap: 10143 Nazione: IT")],
        [(5, "Telefono: 02 1234567")],
    ))  # fmt: skip
    parties = {name: found[name][0].parsed.value for name in found if name[:8] in {"supplier", "receiver"}}
    assert parties["supplier_name"] == "Officine Brera Srl"
    assert parties["receiver_name"] == "Trasporti Aosta Spa"
    assert parties["supplier_address"] == "Via Solferino 28, Milano MI, 20121 IT"
    assert parties["receiver_address"] == "Corso Francia 110, Torino TO, 10143 IT"


def test_a_name_that_holds_a_label_is_no_heading() -> None:
    assert "receiver_name" not in best(typed("Ware wurde vom Käufer geprüft"), GERMAN)


def test_iban_and_bic_are_found_by_their_check_digits() -> None:
    document = typed("Bank details", "DE89 3704 0044 0532 0130 00", "COBADEFFXXX")
    found = best(document, GERMAN)
    assert found["iban"] == "DE89370400440532013000"
    assert found["bic"] == "COBADEFFXXX"


def test_an_address_is_no_iban() -> None:
    assert "iban" not in best(typed("DE 12345 Berlin Seite 1 von 3"), GERMAN)


def test_titles_currency_and_language_speak_of_the_whole() -> None:
    document = typed("Gutschrift", "Betrag 10,00 EUR", "Summe 20,00 EUR")
    found = best(document, GERMAN)
    assert (found["document_type"], found["currency"], found["language"]) == ("credit_note", "EUR", "de")


def test_where_no_money_is_named_the_country_and_the_date_name_it() -> None:
    page = ("GOSTIONICA MORE", "OIB: 12345678901", "Datum: 28.08.2021", "Ukupno: 72,00", "PDV 25% 14,40")
    assert best(typed(*page))["currency"] == "HRK"
    assert best(typed(*(row.replace("2021", "2024") for row in page)))["currency"] == "EUR"


def test_money_that_only_a_country_tells_is_trusted_as_far_as_the_country() -> None:
    sure = read(typed("Storgatan 5", "111 22 Stockholm", "Org.nr 556012-3456", "Moms 12% 5,00"))
    hint = read(typed("Stockholm", "Total 12.00"))
    assert sure["currency"][0].parsed.value == hint["currency"][0].parsed.value == "SEK"
    assert hint["currency"][0].score < 0.8 * sure["currency"][0].score


def test_a_country_that_is_only_likely_is_not_told() -> None:
    assert "supplier_country" in read(typed("Storgatan 5", "111 22 Stockholm", "Org.nr 556012-3456"))
    assert "supplier_country" not in read(typed("Stockholm", "Total 12.00"))


def test_a_title_bears_the_documents_number() -> None:
    assert best(typed("Fattura di cortesia # 95761173"))["document_number"] == "95761173"


def test_a_postcode_is_no_label() -> None:
    assert "document_number" not in best(typed("Storgata 1", "NO-0349 Oslo"))


def test_fields_that_the_schema_lacks_are_not_found() -> None:
    schema = load_schema().subset(["due_date"])
    findings = find_by_rules(view_of(typed("Invoice no 12", "Due date 31/05/2024"), schema, ValueContext()))
    assert {finding.field for finding in findings} == {"due_date"}


def test_a_field_of_ones_own_stands_beside_its_name() -> None:
    schema = Schema((FieldDefinition("project_manager", "text", ""), FieldDefinition("handover", "date", "")))
    document = typed([(5, "Project manager:"), (40, "Ada Lund")], [(5, "Handover"), (40, "3 May 2024")])
    found = {f.field: f.parsed.value for f in find_by_rules(view_of(document, schema, ValueContext()))}
    assert found == {"project_manager": "Ada Lund", "handover": "2024-05-03"}


def test_a_blank_page_has_no_fields() -> None:
    assert find_by_rules(view_of(Document("x", (Page(1, 1, 1, ()),)), load_schema())) == []


TEMPTING = "Invoice no: Total Due date VAT 25% 100,00 1.234,56 € GmbH Bill to 12345 Berlin IBAN # < + ( )"
WORDS = st.one_of(
    st.text(min_size=1, max_size=12).map(lambda text: "".join(text.split()) or "x"),
    st.sampled_from(TEMPTING.split(" ")),
)
PLACES = st.floats(0, 1).map(lambda place: round(place, 2))


@st.composite
def hostile_documents(draw: st.DrawFn) -> Document:
    words = []
    for _ in range(draw(st.integers(0, 40))):
        (x0, x1), (y0, y1) = sorted((draw(PLACES), draw(PLACES))), sorted((draw(PLACES), draw(PLACES)))
        box = Box(x0, y0, x1, y1)
        words.append(Word(draw(WORDS), box, draw(st.integers(1, 2)), draw(st.integers(0, 12))))
    return Document("x", (Page(1, 1, 1, tuple(words)),))


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(hostile_documents())
def test_no_page_is_too_hostile(document: Document) -> None:
    schema = load_schema()
    findings = find_by_rules(view_of(document, schema, ValueContext()))
    for finding in findings:
        assert finding.field in schema
        assert 0.0 <= finding.score <= 1.0
        assert list(finding.words) == sorted(set(finding.words))
        assert all(0 <= index < len(document.words) for index in finding.words)
    best: dict[tuple[str, str], float] = {}  # several rules may find one value
    for finding in findings:
        best.setdefault((finding.field, finding.parsed.value), finding.score)
    scores: dict[str, list[float]] = {}
    for (field, _), score in best.items():
        scores.setdefault(field, []).append(score)
    assert all(values == sorted(values, reverse=True) for values in scores.values())


def filled_page(rows: int) -> Document:
    lines = [
        "Invoice number: 4711",
        "Due date 31/05/2024 Total 1,234.50",
        "Widget with long name 2 10.00 20.00",
    ]
    words = []
    for row in range(rows):
        for index, text in enumerate(lines[row % 3].split()):
            box = Box(0.1 * index, row / rows, 0.1 * index + 0.08, (row + 0.7) / rows)
            words.append(Word(text, box, 1, row))
    return Document("x", (Page(1, 1, 1, tuple(words)),))


def test_time_grows_with_the_words() -> None:
    def seconds(rows: int) -> float:
        document, schema = filled_page(rows), load_schema()
        begin = time.process_time()
        find_by_rules(view_of(document, schema, ValueContext(date_order="DMY", decimal_mark=".")))
        return time.process_time() - begin

    seconds(50)  # loads the labels
    short, long = min(seconds(200) for _ in range(3)), min(seconds(1600) for _ in range(2))
    assert long < 8 * 2.5 * short


@pytest.mark.parametrize("letter", list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
def test_the_letter_at_the_end_of_a_number_is_no_label(letter: str) -> None:
    assert best(typed(f"Invoice number: INV-17-{letter}"))["document_number"] == f"INV-17-{letter}"


def test_two_sections_beside_one_another_keep_their_own_lines() -> None:
    """Labelled lines of the left one do not claim what stands beside them in the right one."""
    found = best(
        typed(
            [(5, "Furnizor:"), (55, "Client:")],
            [(5, "Carpat Mobila SRL"), (55, "Lux Interior SRL")],
            [(5, "CIF: RO18547290"), (55, "CIF: RO14399840")],
        )
    )
    assert (found["supplier_vat_number"], found["receiver_vat_number"]) == ("RO18547290", "RO14399840")
    assert (found["supplier_name"], found["receiver_name"]) == ("Carpat Mobila SRL", "Lux Interior SRL")


def test_a_column_of_dates_says_less_than_a_labelled_one() -> None:
    night = [[(5, day), (30, "Accommodation"), (80, "145.00")] for day in ("11/03/2025", "12/03/2025")]
    folio = typed(
        "The Wren Hotel", "Date 13/03/2025", "", [(5, "Date"), (30, "Night"), (80, "Debit")], *night
    )
    scores = {one.parsed.value: one.score for one in read(folio)["document_date"]}
    assert scores["2025-03-11"] < 0.5 * scores["2025-03-13"]


def test_a_name_that_begins_as_a_charge_is_called_is_a_name() -> None:
    found = best(typed("Sprzedawca:", "Transport Osobowy Marek Wilk", "ul. Prosta 7", "95-100 Zgierz"))
    assert (found["supplier_name"], found["supplier_address"]) == (
        "Transport Osobowy Marek Wilk",
        "ul. Prosta 7, 95-100 Zgierz",
    )


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("Identifiant client : cm18841-nord", "customer_number", "cm18841-nord"),
        ("N. ordine d'acquisto VLM004417820", "receiver_order_number", "VLM004417820"),
        ("For service through 2025-08-17", "period_end", "2025-08-17"),
        ("Amount due on November 3, 2025", "due_date", "2025-11-03"),
        ("TOTAL AMOUNT DUE ON RECEIPT $500.00", "amount_due", "500.00"),
        ("Re: our invoice no. INV-2026-55 of 3 March 2026", "preceding_invoice_number", "INV-2026-55"),
        ("Totalt 1 250 kr (exkl. moms 1 000 kr)", "total_incl_vat", "1250.00"),
        ("Total TTC (hors TVA 100,00) 120,00 EUR", "total_incl_vat", "120.00"),
        ("Booking no: 77123 Order no: 4711", "order_number", "4711"),
        ("Registered in England and Wales no. 08172265", "supplier_organisation_number", "08172265"),
    ],
)
def test_labels_of_web_shops_and_services(line: str, field: str, value: str) -> None:
    assert best(typed(line))[field] == value


def test_a_plot_with_its_number_is_a_part_of_an_address() -> None:
    found = best(typed("Bill to:", "Acme Traders", "Plot No: 45", "Sector 18", "Gurugram 122015"))
    assert found["receiver_address"].startswith("Plot No: 45")


@pytest.mark.parametrize("name", ["Heron Line", "Nordic Type Ltd", "Second Week Ltd"])
def test_a_word_that_heads_columns_may_be_a_part_of_a_name(name: str) -> None:
    found = best(typed("Invoice 12", f"From: {name}", "1 High Street", "Leeds LS1 4DY"))
    assert found["supplier_name"] == name


@pytest.mark.parametrize(
    "part", ["month of ", "total 1,00 ", "payment method: x ", "Foo customer ID: 1" + "1" * 50, "("]
)
def test_hostile_lines_take_seconds_at_most(part: str) -> None:
    page = typed("From:", part * (20_000 // len(part)), "1 High Street", "Leeds LS1 4DY")
    start = time.process_time()
    best(page)
    assert time.process_time() - start < 5


def test_the_reference_of_a_mandate_is_no_contract() -> None:
    assert "contract_number" not in best(typed("Mandatsreferenz: K0841173925-01"))


@pytest.mark.parametrize(
    ("printed", "value"), [("250.00", "250.00"), ("1,250.00", "1250.00"), ("1.250,00", "1250.00")]
)
def test_what_is_outstanding_from_previous_invoices_is_a_balance_and_no_number(
    printed: str, value: str
) -> None:
    found = best(typed(f"Outstanding from previous invoices {printed}"))
    assert found["previous_balance"] == value
    assert "preceding_invoice_number" not in found
    assert best(typed("Previous invoice 1250"))["preceding_invoice_number"] == "1250"
