"""What the sample invoice-eu.pdf says: a Swedish landscape gardener's lines, sums and numbers."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from decimal import Decimal

from paperformer.synthesis.banking import iban_of
from paperformer.synthesis.check_digits import luhn
from paperformer.synthesis.content import Item, Totals, add_up, share
from paperformer.synthesis.facts import Facts
from paperformer.synthesis.identifiers import grouped
from paperformer.synthesis.locale import load_locale
from paperformer.synthesis.printing import Printer, decimal_text

# article, description, quantity, unit, price in öre, VAT rate
_LINES: tuple[tuple[str, str, str, str, int, int], ...] = (
    ("1001", "Projektering och markplan, innergård", "12", "tim", 92000, 25),
    ("1010", "Etablering, avstängning och skyltning", "1", "st", 485000, 25),
    ("1110", "Schaktning av växtbäddar, inkl. bortforsling", "38,5", "m³", 34500, 25),
    ("1115", "Bergkross 0/32, bärlager", "22", "ton", 29500, 25),
    ("1120", "Stenmjöl 0/4, sättlager", "9,5", "ton", 41000, 25),
    ("2040", "Betongsten, grå slät 210x140x70", "146", "m²", 24900, 25),
    ("2044", "Kantsten av granit, råkilad", "64", "m", 31500, 25),
    ("2051", "Läggning av marksten", "146", "m²", 38000, 25),
    ("2060", "Cortenkant 2 mm, höjd 150", "48", "m", 42500, 25),
    ("3002", "Planteringsjord, säckad 1000 l", "18", "st", 89500, 25),
    ("3010", "Avenbok, solitär 300-350", "5", "st", 629500, 25),
    ("3011", "Häckavenbok 80-100", "120", "st", 8950, 25),
    ("3020", "Prydnadsgräs, blandade sorter", "85", "st", 6450, 25),
    ("3027", "Perennpaket Skuggan", "14", "st", 74500, 25),
    ("3031", "Vårlök, 500 st blandning", "2", "st", 112500, 25),
    ("3040", "Trädstöd med bindning", "10", "st", 31000, 25),
    ("3052", "Täckbark, storsäck", "6", "st", 79500, 25),
    ("4005", "Parkbänk Ask, oljad ek", "3", "st", 845000, 25),
    ("4011", "Cykelställ, 5 platser, galvaniserat", "2", "st", 379000, 25),
    ("4020", "Pollarbelysning LED, h 900", "8", "st", 289500, 25),
    ("4024", "Elinstallation, behörig montör", "14", "tim", 78500, 25),
    ("5001", "Skötselhandbok, tryckt", "2", "st", 24000, 6),
    ("5010", "Garantiskötsel, per besök", "4", "st", 365000, 25),
    ("9001", "Resor och transporter", "1", "st", 268000, 25),
)


@dataclass(frozen=True, slots=True)
class Content:
    """Lines, sums and facts; ``bankgiro`` and ``ocr`` are the compact numbers of the slip."""

    printer: Printer
    items: tuple[Item, ...]
    totals: Totals
    facts: Facts
    bankgiro: str
    ocr: str


def draw_content() -> Content:
    """The invoice of the sample: the same each time."""
    printer = Printer(
        load_locale("sv-SE"), "SEK", ",", " ", "{yyyy}-{mm}-{dd}", "{amount} {code}", False, False
    )
    items = tuple(_item(*line) for line in _LINES)
    totals = add_up(items, discount=0, shipping=0, rounded=True, prepaid_share=Decimal(0))
    organisation = "556931472" + luhn("556931472")
    bankgiro = "5480217" + luhn("5480217")
    ocr = "20240817" + "0"
    ocr += luhn(ocr)
    account = "50000000053921046387"
    day = datetime.date(2024, 5, 17)
    facts = Facts()
    for name, text in (
        ("document_number", "20240817"),
        ("customer_number", "10482"),
        ("order_number", "A-3391"),
        ("receiver_order_number", "IN-77120"),
        ("document_date", day.isoformat()),
        ("due_date", (day + datetime.timedelta(days=30)).isoformat()),
        ("currency", "SEK"),
        ("supplier_name", "Björkhaga Trädgård & Anläggning AB"),
        ("supplier_country", "SE"),
        ("receiver_name", "Bostadsrättsföreningen Havsörnen 12"),
        ("document_type", "invoice"),
        ("language", "sv"),
    ):
        facts.add(name, text)
    facts.add("supplier_address", "Odlarvägen 14, 435 31 Mölnlycke")
    facts.add("receiver_address", "Skeppargatan 27, 414 59 Göteborg")
    facts.add("supplier_organisation_number", organisation, f"{organisation[:6]}-{organisation[6:]}")
    facts.add("supplier_vat_number", f"SE{organisation}01")
    facts.add("bank_account_number", bankgiro, f"{bankgiro[:-4]}-{bankgiro[-4:]}")
    facts.add("iban", iban_of("SE", account), grouped(iban_of("SE", account), 4))
    facts.add("bic", "NVBKSESS")
    facts.add("supplier_phone", "+46317604180", "031-760 41 80")
    facts.add("payment_reference", ocr)
    for name, cents in (
        ("total_excl_vat", totals.net),
        ("total_vat", totals.tax),
        ("total_incl_vat", totals.gross),
        ("rounding", totals.rounding),
        ("amount_due", totals.due),
    ):
        facts.add(name, decimal_text(cents), printer.amount(cents))
    return Content(printer, items, totals, facts, bankgiro, ocr)


def _item(code: str, description: str, quantity: str, unit: str, price: int, rate: int) -> Item:
    count = Decimal(quantity.replace(",", "."))
    total = share(int(count * price), Decimal(100))
    return Item(code, description, count, unit, price, 0, Decimal(rate), total)
