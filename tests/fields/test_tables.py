"""Tables of lines and of VAT, typed as invoices and receipts print them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperformer.documents.model import Document
from typed_page import Cells, typed
from typed_table import lines, rows_in, shares, values

HEADING: Cells = [(5, "Description"), (50, "Qty"), (60, "Unit price"), (80, "Amount")]


def line(name: str, quantity: str, price: str, total: str) -> Cells:
    """A row below ``HEADING``, its numbers set to the right."""
    return [(5, name), (53 - len(quantity), quantity), (70 - len(price), price), (86 - len(total), total)]


def test_columns_are_read_by_their_captions_and_a_row_of_totals_ends_the_table() -> None:
    found = lines(
        HEADING,
        line("Desk lamp", "2", "40.00", "80.00"),
        line("Steel bracket", "10", "1.25", "12.50"),
        [(60, "Subtotal"), (81, "92.50")],
        [(60, "Total"), (80, "111.00")],
    )
    assert found == [
        {"description": "Desk lamp", "quantity": "2", "unit_price": "40.00", "total": "80.00"},
        {"description": "Steel bracket", "quantity": "10", "unit_price": "1.25", "total": "12.50"},
    ]


def test_hours_of_a_lawyers_narrative_are_read() -> None:
    found = lines(
        [(5, "Date"), (18, "Narrative"), (60, "Hours"), (80, "Amount")],
        [(5, "02/03/26"), (18, "Review of interrogatories"), (61, "2.4"), (80, "1,116.00")],
        [(5, "02/05/26"), (18, "Draft responses"), (61, "5.1"), (80, "1,581.00")],
        [(60, "Total"), (80, "2,697.00")],
    )
    assert [row.get("quantity") for row in found] == ["2.4", "5.1"]
    assert [row["description"] for row in found] == ["Review of interrogatories", "Draft responses"]


@pytest.mark.parametrize("below", ["(alv 0)", "(0 %)", "(EUR)"])
def test_what_a_second_row_of_the_heading_says_in_brackets_is_part_of_it(below: str) -> None:
    found = lines(
        [(5, "Nimike"), (50, "Määrä"), (62, "Hinta"), (80, "Yhteensä")],
        [(62, below)],
        line("Mansikka", "2", "40,00", "80,00"),
        line("Ohjelmointi", "10", "1,25", "12,50"),
        [(60, "Yhteensä"), (81, "92,50")],
    )
    assert [row["description"] for row in found] == ["Mansikka", "Ohjelmointi"]
    assert [row["unit_price"] for row in found] == ["40.00", "1.25"]
    assert [row["quantity"] for row in found] == ["2", "10"]


@pytest.mark.parametrize(
    "heading",
    [
        ["Bezeichnung", "Menge", "Einzelpreis", "Betrag"],
        ["Désignation", "Qté", "P.U. HT", "Total HT"],
        ["Benämning", "Antal", "À-pris", "Belopp"],
        ["Kuvaus", "Määrä", "À-hinta", "Yhteensä"],
        ["Nazwa towaru", "Ilość", "Cena netto", "Wartość"],
        ["Descrição", "Qtd.", "Preço unitário", "Valor"],
        ["Popis", "Množství", "Cena za MJ", "Celkem"],
        ["Megnevezés", "Mennyiség", "Egységár", "Összesen"],
    ],
)
def test_captions_are_known_in_many_languages(heading: list[str]) -> None:
    found = lines(
        list(zip((5, 45, 57, 80), heading, strict=True)),
        [(5, "Alpha"), (51, "3"), (65, "4,50"), (84, "13,50")],
        [(5, "Beta"), (51, "2"), (65, "5,00"), (84, "10,00")],
    )
    assert [(row["quantity"], row["unit_price"], row["total"]) for row in found] == [
        ("3", "4.50", "13.50"),
        ("2", "5.00", "10.00"),
    ]


def test_a_description_may_run_over_several_lines() -> None:
    found = lines(
        HEADING,
        line("Brand workshop", "1", "90.00", "90.00"),
        "two half days, notes included",
        line("Label design", "3", "20.00", "60.00"),
        [(60, "Total"), (80, "150.00")],
    )
    assert [row["description"] for row in found] == [
        "Brand workshop two half days, notes included",
        "Label design",
    ]


def test_the_title_of_the_next_table_is_no_part_of_the_last_description() -> None:
    heading = [(5, "Descrizione"), (50, "Quantità"), (60, "Prezzo unitario"), (85, "Prezzo totale")]
    taxes = [(5, "%IVA"), (40, "Totale imponibile"), (80, "Totale imposta")]
    rows = [(5, "22,00"), (40, "509,00"), (80, "111,98")]
    goods = [[(5, "Tagliando"), (50, "1"), (60, "380,00"), (85, "380,00")],
             [(5, "Pastiglie"), (50, "2"), (60, "64,50"), (85, "129,00")]]  # fmt: skip
    apart = lines(heading, *goods, "", "Riepiloghi e totali", taxes, rows)
    assert [one["description"] for one in apart] == ["Tagliando", "Pastiglie"]
    close = lines(heading, *goods, "per freni anteriori", "", taxes, rows)
    assert [one["description"] for one in close] == ["Tagliando", "Pastiglie per freni anteriori"]


def test_arithmetic_tells_which_of_two_like_columns_is_the_price() -> None:
    # "Price" and "Price" again: the first is a unit's, for it makes the second.
    found = lines(
        [(5, "Item"), (40, "Qty"), (55, "Price"), (75, "Price")],
        [(5, "Rope"), (42, "4"), (55, "2.50"), (74, "10.00")],
        [(5, "Hook"), (42, "3"), (55, "1.10"), (75, "3.30")],
    )
    assert [(row["unit_price"], row["total"]) for row in found] == [("2.50", "10.00"), ("1.10", "3.30")]


def test_the_total_without_vat_is_the_lines_where_a_column_with_vat_stands_beside_it() -> None:
    found = lines(
        [(5, "Description"), (40, "Qty"), (50, "Unit price"), (65, "Total"), (80, "Total incl. VAT")],
        [(5, "Rope"), (42, "4"), (55, "2.50"), (65, "10.00"), (90, "12.00")],
    )
    assert found[0]["total"] == "10.00"


def test_a_discount_in_percent_is_part_of_the_arithmetic() -> None:
    document = typed(
        [(5, "Description"), (40, "Qty"), (50, "Unit price"), (65, "Disc."), (80, "Amount")],
        [(5, "Rope"), (42, "4"), (55, "2.50"), (66, "10%"), (82, "9.00")],
    )
    (row,) = rows_in(document, "purchase_lines")
    assert values(row)["discount"] == "10%"
    assert row.holds is True


def test_a_row_whose_numbers_do_not_multiply_is_answered_and_says_so() -> None:
    rows = rows_in(
        typed(HEADING, line("Rope", "4", "2.50", "11.00"), line("Hook", "3", "1.10", "3.30")),
        "purchase_lines",
    )
    assert [row.holds for row in rows] == [False, True]
    assert rows[0].score < rows[1].score


def test_a_line_may_be_negative() -> None:
    found = lines(HEADING, line("Rope", "2", "5.00", "10.00"), line("Returned hook", "-1", "3.00", "-3.00"))
    assert found[1]["total"] == "-3.00"
    assert found[1]["quantity"] == "-1"


@pytest.mark.parametrize("mark", ["T", " T", " A", "*"])
def test_a_mark_of_the_rate_of_tax_behind_a_sum_is_no_part_of_it(mark: str) -> None:
    found = lines(HEADING, line("Rope", "2", "5.00", f"10.00{mark}"), line("Hook", "1", "3.00", "3.00"))
    assert [row["total"] for row in found] == ["10.00", "3.00"]


@pytest.mark.parametrize("name", ["Cola 0.50L", "Cable 1.50M", "Fuse 16.00A"])
def test_a_size_in_a_name_stays_in_it(name: str) -> None:
    found = lines(HEADING, line(name, "2", "1.20", "2.40"), line("Hook", "1", "3.00", "3.00"))
    assert [row["description"] for row in found] == [name, "Hook"]


def test_a_sum_carried_over_with_and_without_tax_is_no_line() -> None:
    carried: Cells = [(5, "Carried forward"), (65, "10.00"), (81, "12.00")]
    found = lines(HEADING, line("Rope", "2", "5.00", "10.00"), carried, line("Hook", "1", "3.00", "3.00"))
    assert [row["description"] for row in found] == ["Rope", "Hook"]


@pytest.mark.parametrize("name", ["Transport Rotterdam", "Transporte"])
def test_a_line_that_is_called_as_carried_sums_are_has_a_price(name: str) -> None:
    found = lines(HEADING, line(name, "1", "320.00", "320.00"), line("Pallets", "2", "15.00", "30.00"))
    assert [row["description"] for row in found] == [name, "Pallets"]


def test_numbers_in_a_name_stay_in_it() -> None:
    found = lines(
        HEADING, line("Screws 10 x 25 mm", "2", "5.00", "10.00"), line("Unleaded 95", "1", "2.00", "2.00")
    )
    assert [row["description"] for row in found] == ["Screws 10 x 25 mm", "Unleaded 95"]


def test_a_page_number_at_the_foot_is_no_line() -> None:
    found = lines(HEADING, line("Rope", "2", "5.00", "10.00"), [(75, "Page 1 of"), (85, "3")])
    assert [row["description"] for row in found] == ["Rope"]


def test_a_sum_without_a_label_that_is_known_ends_the_table_by_what_it_adds_up() -> None:
    found = lines(
        HEADING,
        line("Rope", "2", "5.00", "10.00"),
        line("Hook", "1", "3.00", "3.00"),
        [(60, "Alles zusammen"), (81, "13.00")],
    )
    assert [row["total"] for row in found] == ["10.00", "3.00"]


def pages(*contents: list[Cells | str]) -> Document:
    """A document of several typed pages."""
    from dataclasses import replace

    typed_pages = []
    for number, rows in enumerate(contents, start=1):
        page = typed(*rows).pages[0]
        words = tuple(replace(word, page=number) for word in page.words)
        typed_pages.append(replace(page, number=number, words=words))
    return Document("typed", tuple(typed_pages))


def test_a_table_goes_on_below_the_heading_of_the_next_page_without_the_carried_sum() -> None:
    document = pages(
        [HEADING, line("Rope", "2", "5.00", "10.00"), [(60, "Carried forward"), (81, "10.00")]],
        ["Acme Ltd", HEADING, [(60, "Brought forward"), (81, "10.00")], line("Hook", "1", "3.00", "3.00"),
         [(60, "Total"), (81, "13.00")]],
    )  # fmt: skip
    rows = rows_in(document, "purchase_lines")
    assert [values(row)["description"] for row in rows] == ["Rope", "Hook"]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["Of hemp,", "12 metres long", ""], ["Rope Of hemp, 12 metres long", "Hook"]),
        (["of hemp"], ["Rope of hemp", "Hook"]),
        (["Fittings"], ["Rope", "Hook"]),  # one text right above a line may be its group's title
    ],
)
def test_a_description_goes_on_below_the_heading_of_the_next_page(
    texts: list[str], expected: list[str]
) -> None:
    document = pages(
        [HEADING, line("Cord", "2", "2.50", "5.00"), line("Rope", "2", "5.00", "10.00")],
        ["Acme Ltd", HEADING, *texts, line("Hook", "1", "3.00", "3.00"), [(60, "Total"), (81, "18.00")]],
    )
    rows = [values(row)["description"] for row in rows_in(document, "purchase_lines")]
    assert rows == ["Cord", *expected]


RECEIPT_END: Cells = [(5, "TOTAL"), (35, "17.50")]


@pytest.mark.parametrize(
    "rows",
    [
        [[(5, "Flat white"), (36, "7.00")], [(5, "2 x 3.50")], [(5, "Soup"), (35, "10.50")]],
        ["Flat white", [(7, "2 x 3.50"), (36, "7.00")], "Soup", [(7, "1 x 10.50"), (35, "10.50")]],
        [[(5, "2 x Flat white"), (36, "7.00"), (42, "A")], [(5, "1 x Soup"), (35, "10.50"), (42, "B")]],
        [[(5, "2x Flat white"), (36, "7.00")], [(5, "1x Soup"), (35, "10.50")]],
        [[(5, "2 Flat white"), (36, "7.00")], [(5, "1 Soup"), (35, "10.50")]],
    ],
)  # fmt: skip
def test_receipts_without_heading_print_the_quantity_before_above_or_below(rows: list[Cells | str]) -> None:
    found = lines("Tannery Cafe", *rows, RECEIPT_END)
    assert [(row["description"], row["total"]) for row in found] == [
        ("Flat white", "7.00"),
        ("Soup", "10.50"),
    ]
    assert found[0]["quantity"] == "2"


def test_numbers_that_count_the_lines_are_no_part_of_their_names() -> None:
    found = lines(
        [(5, "1. Clean the front"), (80, "1,240.00")],
        [(5, "2. Paint the front, 2 x"), (80, "2,860.00")],
        [(5, "Net"), (80, "4,100.00")],
    )
    assert [row["description"] for row in found] == ["Clean the front", "Paint the front"]
    assert [row["total"] for row in found] == ["1240.00", "2860.00"]


@pytest.mark.parametrize("what", ["Obergeschoss streichen", "Rate", "Quartal"])
def test_ordinals_that_tell_lines_apart_stay(what: str) -> None:
    found = lines(
        [(5, f"1. {what}"), (80, "1,240.00")],
        [(5, f"2. {what}"), (80, "2,860.00")],
        [(5, "Net"), (80, "4,100.00")],
    )
    assert [row["description"] for row in found] == [f"1. {what}", f"2. {what}"]


def test_a_name_that_begins_with_an_ordinal_keeps_it_where_the_lines_are_not_counted() -> None:
    found = lines(
        [(5, "2. Mahnung"), (80, "5.00")],
        [(5, "Schreibarbeit"), (80, "1.20")],
        [(5, "Total"), (80, "6.20")],
    )
    assert [row["description"] for row in found] == ["2. Mahnung", "Schreibarbeit"]


def test_an_article_number_on_a_row_of_its_own_belongs_to_the_line_below() -> None:
    found = lines(
        "Corner Shop",
        "4006381333931",
        [(5, "Pencil"), (36, "1.20")],
        "4006381333948",
        [(5, "Rubber"), (36, "0.80")],
        [(5, "TOTAL"), (36, "2.00")],
    )
    assert [(row["code"], row["description"]) for row in found] == [
        ("4006381333931", "Pencil"),
        ("4006381333948", "Rubber"),
    ]


def test_vat_is_found_wherever_base_times_rate_is_tax() -> None:
    assert shares(
        [(5, "VAT rate"), (25, "Net"), (40, "VAT")],
        [(5, "20%"), (24, "100.00"), (39, "20.00")],
        [(5, "5%"), (25, "50.00"), (40, "2.50")],
    ) == [
        {"rate": "20", "base": "100.00", "tax": "20.00"},
        {"rate": "5", "base": "50.00", "tax": "2.50"},
    ]


def test_a_rate_needs_no_sign_below_a_heading() -> None:
    assert shares(
        [(5, "MwSt.-Satz"), (25, "Netto"), (40, "MwSt.")], [(5, "19,00"), (24, "100,00"), (39, "19,00")]
    ) == [{"rate": "19", "base": "100.00", "tax": "19.00"}]


def test_a_rebate_in_percent_is_no_vat() -> None:
    assert shares([(5, "less rebate 10% of"), (30, "100.00"), (45, "10.00")]) == []


def test_the_vat_of_a_total_is_a_share_with_rate_and_tax() -> None:
    assert shares([(40, "VAT 20%"), (60, "56.74")]) == [{"rate": "20", "tax": "56.74"}]


TEXTS = ("Qty", "Total", "Item", "Price", "VAT", "2", "x", "@", "*", "3.50", "7,00", "25%", "-1.00")
CENTS = st.integers(min_value=1, max_value=99_999)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(min_value=1, max_value=99), CENTS), min_size=1, max_size=8))
def test_every_line_of_a_sound_table_is_found_and_holds(goods: list[tuple[int, int]]) -> None:
    def money(cents: int) -> str:
        return f"{cents // 100}.{cents % 100:02d}"

    printed = [
        line(f"Article {chr(65 + i)}x", str(n), money(p), money(n * p)) for i, (n, p) in enumerate(goods)
    ]
    total = money(sum(n * p for n, p in goods))
    rows = rows_in(typed(HEADING, *printed, "", [(60, "Total"), (86 - len(total), total)]), "purchase_lines")
    assert [(values(r)["quantity"], values(r)["unit_price"]) for r in rows] == [
        (str(n), money(p)) for n, p in goods
    ]
    assert all(row.holds for row in rows)


@settings(max_examples=80, deadline=None)
@given(
    st.lists(
        st.lists(
            st.tuples(
                st.integers(min_value=0, max_value=95),
                st.sampled_from(TEXTS),
            ),
            max_size=6,
        ),
        max_size=12,
    )
)  # fmt: skip
def test_nothing_that_a_page_prints_makes_the_reader_fail(rows: list[list[tuple[int, str]]]) -> None:
    document = typed(*[sorted(row) for row in rows])
    count = len(document.words)
    for field in ("purchase_lines", "vat_distribution"):
        for row in rows_in(document, field):
            assert row.cells
            assert all(0 <= word < count for word in row.words)


def test_percentages_before_most_totals_of_a_till_are_rates_of_tax() -> None:
    found = lines(
        [(5, "Coperto"), (40, "10,00%"), (60, "5,00")],
        [(5, "Pappardelle al cinghiale"), (40, "10,00%"), (60, "14,00")],
        [(5, "Borsa"), (40, "22,00%"), (60, "0,20")],
        [(5, "TOTALE COMPLESSIVO"), (60, "19,20")],
    )
    assert [row["vat_rate"] for row in found] == ["10", "10", "22"]
    assert [row["description"] for row in found] == ["Coperto", "Pappardelle al cinghiale", "Borsa"]


def test_a_total_with_the_tax_at_the_lines_rate_holds() -> None:
    document = typed(
        [(5, "Tuote"), (40, "Määrä"), (50, "Hinta"), (62, "Alv %"), (80, "Yhteensä")],
        [(5, "Ylläpitosiivous"), (40, "2"), (50, "100,00"), (62, "25,5"), (80, "251,00")],
        [(5, "Ikkunoiden pesu"), (40, "1"), (50, "80,00"), (62, "25,5"), (80, "100,40")],
    )
    found = rows_in(document, "purchase_lines")
    assert [values(row)["total"] for row in found] == ["251.00", "100.40"]
    assert [values(row)["unit_price"] for row in found] == ["100.00", "80.00"]
    assert all(row.holds for row in found)


def test_the_title_of_the_next_group_is_no_part_of_a_name() -> None:
    found = lines(
        HEADING,
        line("Electrician", "2", "40.00", "80.00"),
        "",
        [(5, "Materials")],
        line("Steel bracket", "10", "1.25", "12.50"),
        [(60, "Subtotal"), (81, "92.50")],
    )
    assert [row["description"] for row in found] == ["Electrician", "Steel bracket"]


def test_thousands_set_apart_by_a_space_may_end_in_a_dash() -> None:
    found = lines(
        [(5, "Popis"), (40, "Množství"), (55, "Cena za jednotku"), (75, "Celková cena")],
        [(5, "Katalog"), (40, "500 ks"), (55, "12,40 Kč"), (75, "6 200,- Kč")],
        [(5, "Doprava"), (40, "1 ks"), (55, "650,- Kč"), (75, "650,- Kč")],
        [(55, "Celkem"), (75, "6 850,- Kč")],
    )
    assert [row["total"] for row in found] == ["6200.00", "650.00"]


def test_groups_of_three_are_thousands_in_money_without_cents_beside_a_time_of_day() -> None:
    found = lines(
        "Toko Makmur",
        [(5, "Nama Barang"), (40, "Jumlah"), (52, "Harga"), (70, "Subtotal")],
        [(5, "Nasi goreng ayam"), (40, "3"), (52, "@60.000"), (70, "180.000")],
        [(5, "Teh manis"), (40, "2"), (52, "@28.000"), (70, "56.000")],
        [(52, "Total"), (70, "Rp 236.000")],
        "Terima kasih telah berbelanja 14.24",
    )
    assert [(row["unit_price"], row["total"]) for row in found] == [
        ("60000.00", "180000.00"), ("28000.00", "56000.00")
    ]  # fmt: skip


def test_lines_of_a_delivery_note_have_quantities_alone() -> None:
    found = lines(
        "Delivery note 4711",
        [(5, "Box"), (15, "Description"), (45, "Quantity"), (58, "Unit"), (70, "Weight (kg)")],
        [(5, "1-10"), (15, "Circuit boards"), (45, "500"), (58, "pcs"), (70, "450.0")],
        [(15, "HS code 8534"), (70, "")],
        [(5, "11-20"), (15, "Power supplies"), (45, "250"), (58, "pcs"), (70, "625.0")],
        [(5, "21-30"), (15, "Cables"), (45, "750"), (58, "m"), (70, "80.0")],
    )
    assert [(row["description"].split(" HS")[0], row["quantity"], row["unit"]) for row in found] == [
        ("Circuit boards", "500", "pcs"), ("Power supplies", "250", "pcs"), ("Cables", "750", "m")
    ]  # fmt: skip
    assert all("total" not in row and "unit_price" not in row for row in found)


def test_a_dollar_sign_that_was_read_as_a_letter_is_one() -> None:
    found = lines(
        [(5, "Ref"), (20, "Descrip"), (50, "Rate"), (70, "Total")],
        [(5, "A1"), (20, "Boxes to Sydenham"), (50, "S11.00"), (70, "S11.00")],
        [(5, "A2"), (20, "Boxes to Tempe"), (50, "$12.00"), (70, "$12.00")],
        [(50, "Total"), (70, "$23.00")],
    )
    assert [row["total"] for row in found] == ["11.00", "12.00"]


def test_a_line_is_named_by_its_day_where_nothing_else_names_it() -> None:
    found = lines(
        [(5, "No"), (15, "Description"), (45, "Quantity"), (60, "Price"), (80, "Total")],
        [(5, "1"), (15, "03.04.25"), (45, "41.2 kg"), (60, "1.80"), (80, "74.16")],
        [(5, "2"), (15, "10.04.25 Tablecloths"), (45, "6.5 kg"), (60, "3.00"), (80, "19.50")],
        [(60, "Total"), (80, "93.66")],
    )
    assert [row["description"] for row in found] == ["03.04.25", "Tablecloths"]
