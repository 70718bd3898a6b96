"""E-invoices as seeds: what they say is said again, and only what can be printed and adds up."""

from __future__ import annotations

import datetime
import random
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.einvoice import EInvoice, PurchaseLine
from paperformer.errors import InvalidConfig, PaperformerError, UnreadableDocument
from paperformer.synthesis.compose import draw_invoice
from paperformer.synthesis.content import Kind
from paperformer.synthesis.corpus import place_order
from paperformer.synthesis.locale import load_locale
from paperformer.synthesis.seeds import Seed, read_seeds, seed_of
from toy_einvoice import ubl

FIELDS = {
    "document_number": ("A-77",),
    "document_date": ("2024-03-01",),
    "due_date": ("2024-03-21",),
    "customer_number": ("40011",),
    "contract_number": ("a contract with blanks",),
    "supplier_name": ("Väderkvarn Teknik AB",),
    "supplier_address": ("Kvarngatan 3, 753 22 Uppsala",),
    "supplier_country": ("SE",),
    "supplier_vat_number": ("SE556677889901",),
    "receiver_name": ("Nordisk Handel AB",),
    "receiver_address": ("Storgatan 1, 111 22 Stockholm",),
    "receiver_country": ("SE",),
    "iban": ("SE4550000000058398257466",),
}
BOLT = PurchaseLine("B7", "Bult M8", "3", "C62", "12.50", None, "25", "37.50")
GEAR = PurchaseLine(None, "Kugghjul", "2", "C62", "0.333", None, "12", "0.67")


def seed(*lines: PurchaseLine, **fields: tuple[str, ...]) -> Seed:
    return seed_of(EInvoice("ubl", "", {**FIELDS, **fields}, purchase_lines=lines or (BOLT, GEAR)))


def test_a_seed_keeps_parties_numbers_dates_and_lines() -> None:
    found = seed()
    assert found.supplier.name == "Väderkvarn Teknik AB"
    assert found.supplier.address == ("Kvarngatan 3", "753 22 Uppsala")
    assert (found.number, found.day, found.days) == ("A-77", datetime.date(2024, 3, 1), 20)
    assert found.numbers == (("customer_number", "40011"),)
    assert found.iban == "SE4550000000058398257466"
    assert found.lines[0].unit_price == 1250


def test_of_a_long_address_the_town_is_kept() -> None:
    long = ", ".join(["Kvarngatan 3", *(f"Hus {n}" for n in range(9)), "753 22 Uppsala"])
    address = seed(supplier_address=(long,)).supplier.address
    assert (len(address), address[0], address[-1]) == (6, "Kvarngatan 3", "753 22 Uppsala")


def test_a_line_whose_price_has_a_fraction_of_a_cent_is_sold_as_one_piece() -> None:
    gear = seed().lines[1]
    assert (gear.quantity, gear.unit_price, gear.total) == (Decimal(1), 67, 67)


@pytest.mark.parametrize(
    "wrong", [{"iban": ("SE4550000000058398257467",)}, {"supplier_vat_number": ("SE556677889001",)}]
)
def test_numbers_whose_check_digits_fail_are_not_said_again(wrong: dict[str, tuple[str, ...]]) -> None:
    found = seed(**wrong)
    assert None in (found.iban, found.supplier.vat)


@pytest.mark.parametrize(
    ("lines", "fields"),
    [
        ((), {"supplier_country": ()}),
        ((), {"supplier_name": ()}),
        ((PurchaseLine(description="Credit", total="-5.00"),), {}),
        ((PurchaseLine(total="5.00"),), {}),
    ],
)
def test_an_e_invoice_that_says_too_little_is_no_seed(
    lines: tuple[PurchaseLine, ...], fields: dict[str, tuple[str, ...]]
) -> None:
    with pytest.raises(UnreadableDocument, match="no seller with a country, or no line with a description"):
        seed(*lines, **fields)


@given(st.integers(0, 2**31), st.sampled_from(["invoice", "credit_note", "reminder", "utility_bill"]))
def test_a_seeded_document_is_the_seeds_and_still_adds_up(number: int, kind: Kind) -> None:
    invoice = draw_invoice(random.Random(number), load_locale("sv-SE"), kind, seed=seed())
    assert invoice.supplier.name == "Väderkvarn Teknik AB"
    assert invoice.receiver.name == "Nordisk Handel AB"
    assert invoice.totals.net + invoice.totals.tax == invoice.totals.gross
    fact = invoice.facts.get("document_date")
    assert fact is not None
    assert fact.value == "2024-03-01"
    if kind in ("invoice", "credit_note"):
        assert [item.description for item in invoice.items] == ["Bult M8", "Kugghjul"]
        assert {row.rate for row in invoice.totals.rows} == {Decimal(25), Decimal(12)}


def test_letters_that_the_fonts_may_lack_and_buyers_from_abroad_stay_invented() -> None:
    said = seed(
        PurchaseLine(description="ボルト", total="5.00"),
        supplier_name=("株式会社",),
        receiver_country=("NO",),
    )
    plain, seeded = (
        draw_invoice(random.Random(5), load_locale("sv-SE"), "invoice", lines=1, seed=s) for s in (None, said)
    )
    assert seeded.supplier.name == plain.supplier.name
    assert seeded.receiver.name == plain.receiver.name
    assert seeded.items[0].description in load_locale("sv-SE").goods


def test_documents_are_of_the_sellers_countries_and_print_what_the_seeds_say() -> None:
    order = place_order(12, 4, kinds=["invoice"], content=[seed()])
    documents = [order.draw(index) for index in range(order.count)]
    assert {document.locale.country for document in documents} == {"SE"}
    names = [document.fields["supplier_name"] for document in documents if "supplier_name" in document.fields]
    assert len(names) >= 10
    assert all(name == ["Väderkvarn Teknik AB"] for name in names)
    assert order.draw(3) == documents[3]


def test_no_seller_in_a_country_of_the_languages_is_one_line() -> None:
    with pytest.raises(InvalidConfig, match="sellers are of SE, and none of the languages is of there"):
        place_order(1, 0, languages=["fr"], content=[seed()])


def test_sellers_of_countries_without_a_locale_are_told(caplog: pytest.LogCaptureFixture) -> None:
    greek = seed(supplier_country=("GR",))
    order = place_order(1, 0, content=[greek, seed()])
    assert {locale.country for locale in order.locales} == {"SE"}
    assert "sellers in GR are not used" in caplog.text


NUMBER = st.decimals(-(10**20), 10**20, allow_nan=False, allow_infinity=False).map(lambda d: f"{d:f}")


@given(
    quantity=NUMBER, price=NUMBER, total=st.one_of(NUMBER, st.just("12.50")), rate=NUMBER,
    text=st.text(min_size=1, max_size=200),
    day=st.dates().map(str), due=st.dates().map(str), address=st.lists(st.text(max_size=90)).map(", ".join),
)  # fmt: skip
def test_whatever_an_e_invoice_says_what_is_kept_can_be_printed(
    quantity: str, price: str, total: str, rate: str, text: str, day: str, due: str, address: str
) -> None:
    said: dict[str, tuple[str, ...]] = {
        "document_date": (day,), "due_date": (due,), "supplier_name": (text,), "supplier_address": (address,),
        "document_number": (text,),
    }  # fmt: skip
    try:
        found = seed(PurchaseLine(text, text, quantity, None, price, None, rate, total), **said)
    except UnreadableDocument:
        return
    (line,) = found.lines
    assert 0 < line.quantity < 10**6
    assert 0 < line.unit_price < 10**10
    assert line.rate is None or 0 <= line.rate <= 100
    assert len(line.description) <= 70
    assert max(map(len, line.description.split())) <= 25
    assert len(found.supplier.address) <= 6
    assert found.day is None or 2000 <= found.day.year < 2100
    assert found.days is None or 0 <= found.days <= 365
    assert place_order(1, 1, kinds=["invoice"], content=[found]).draw(0).words


def test_quantities_that_a_table_would_round_are_sold_as_one_piece() -> None:
    (line,) = seed(PurchaseLine("1", "Tråd", "0.125", None, "80.00", None, "25", "10.00")).lines
    assert (line.quantity, line.unit_price, line.total) == (Decimal(1), 1000, 1000)


def test_a_table_of_taxes_has_few_rates() -> None:
    lines = [PurchaseLine(None, "Bult", "1", None, "1.00", None, str(rate), "1.00") for rate in range(40)]
    assert len({line.rate for line in seed(*lines).lines} - {None}) == 4


@pytest.mark.parametrize("kind", ["statement", "hotel_folio", "utility_bill", "reminder", "credit_note"])
def test_every_kind_of_sheet_takes_a_seed(kind: str) -> None:
    order = place_order(6, 9, kinds=[kind], content=[seed()])
    for index in range(order.count):
        assert order.draw(index).fields["supplier_country"] == ["SE"]


def test_a_tax_number_built_on_the_register_number_stays_that_of_the_register_number() -> None:
    for index in range(20):
        invoice = draw_invoice(random.Random(index), load_locale("sv-SE"), "invoice", seed=seed())
        assert invoice.supplier.vat is not None
        assert invoice.supplier.organisation.value in invoice.supplier.vat.value


def test_a_german_seller_keeps_its_tax_number() -> None:
    said = seed(supplier_country=("DE",), supplier_vat_number=("DE136695976",))
    invoice = draw_invoice(random.Random(1), load_locale("de-DE"), "invoice", seed=said)
    assert invoice.supplier.vat is not None
    assert invoice.supplier.vat.value == "DE136695976"


def test_a_folder_is_read_in_order_and_what_is_no_seed_is_told(tmp_path: Path) -> None:
    for number in (2, 1):
        (tmp_path / f"{number}.xml").write_text(ubl(number), encoding="utf-8")
    (tmp_path / "3.xml").write_text("<no invoice", encoding="utf-8")
    (tmp_path / "4.pdf").write_bytes(b"%PDF-1.4 nothing")
    (tmp_path / "notes.txt").write_text("not looked at")
    told: list[tuple[str, PaperformerError]] = []
    seeds = read_seeds(tmp_path, lambda name, error: told.append((name, error)))
    assert [found.number for found in seeds] == ["N-1", "N-2"]
    assert [name for name, _ in told] == ["3.xml", "4.pdf"]


def test_a_folder_without_a_seed_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="no e-invoice in it can be a seed"):
        read_seeds(tmp_path)
