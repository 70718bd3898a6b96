"""The sample invoice-eu.pdf: a Swedish landscape gardener's invoice of two pages with a payment slip."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from decimal import Decimal

from paperformer.synthesis.banking import iban_of
from paperformer.synthesis.check_digits import luhn
from paperformer.synthesis.content import Item, Totals, add_up, share
from paperformer.synthesis.easel import Easel, value
from paperformer.synthesis.facts import Facts
from paperformer.synthesis.identifiers import grouped
from paperformer.synthesis.ink import Area, Colour, Line, Piece, Sheet
from paperformer.synthesis.locale import load_locale
from paperformer.synthesis.printing import Printer, decimal_text

_GREEN: Colour = (0.07, 0.34, 0.27)
_PALE: Colour = (0.91, 0.95, 0.93)
_GREY: Colour = (0.42, 0.45, 0.45)
_LEFT, _RIGHT, _MIDDLE = 48.0, 547.0, 318.0
_ON_FIRST_PAGE = 19

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
class _Content:
    printer: Printer
    items: tuple[Item, ...]
    totals: Totals
    facts: Facts
    bankgiro: str
    ocr: str


def draw_sample_eu() -> tuple[list[Sheet], Facts]:
    """The two pages and the facts that they print."""
    content = _content()
    first, second = Easel(595.28, 841.89, 1), Easel(595.28, 841.89, 2)
    _letterhead(first, content)
    _address_and_numbers(first, content)
    carried = sum(item.total for item in content.items[:_ON_FIRST_PAGE])
    y = _table(first, content, 0, _ON_FIRST_PAGE, 322)
    first.text(_LEFT, y + 14, "Transport till sida 2", 8, colour=_GREY)
    first.text(
        _LEFT,
        y + 14,
        content.printer.amount(carried),
        8.5,
        colour=_GREY,
        width=_RIGHT - _LEFT - 6,
        align="right",
    )
    _footer(first, content)
    _letterhead(second, content, small=True)
    y = _table(second, content, _ON_FIRST_PAGE, len(content.items), 118, carried)
    _sums(second, content, y + 26)
    _slip(second, content)
    return [first.sheet(), second.sheet()], content.facts


def _content() -> _Content:
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
    return _Content(printer, items, totals, facts, bankgiro, ocr)


def _item(code: str, description: str, quantity: str, unit: str, price: int, rate: int) -> Item:
    count = Decimal(quantity.replace(",", "."))
    total = share(int(count * price), Decimal(100))
    return Item(code, description, count, unit, price, 0, Decimal(rate), total)


def _fact(content: _Content, name: str) -> Line:
    fact = content.facts.get(name)
    return fact.line() if fact else ()


def _letterhead(page: Easel, content: _Content, *, small: bool = False) -> None:
    page.area(Area(0, 0, 595.28, 7, _GREEN))
    page.area(Area(_LEFT, 40, _LEFT + 15, 66, _GREEN, ellipse=True))
    page.area(Area(_LEFT + 11, 48, _LEFT + 32, 62, (0.48, 0.72, 0.45), ellipse=True))
    page.text(_LEFT + 42, 54, "Björkhaga", 19, bold=True, colour=_GREEN)
    page.text(_LEFT + 42, 67, "trädgård & anläggning", 9, colour=_GREY)
    page.text(_MIDDLE, 58, value("document_type", "Faktura"), 15 if small else 24, bold=True, colour=_GREEN)
    page.text(_LEFT, 58, f"Sida {page.number} (2)", 8.5, colour=_GREY, width=_RIGHT - _LEFT, align="right")
    if small:
        page.text(
            _MIDDLE, 76, (Piece("Fakturanummer "), *_fact(content, "document_number")), 8.5, colour=_GREY
        )


def _address_and_numbers(page: Easel, content: _Content) -> None:
    page.text(_LEFT, 128, "FAKTURAADRESS", 7, colour=_GREY)
    page.text(_LEFT, 144, _fact(content, "receiver_name"), 10.5, bold=True)
    page.text(_LEFT, 158, "c/o Ekonomiförvaltning", 10)
    page.text(_LEFT, 172, value("receiver_address", "Skeppargatan 27"), 10)
    page.text(_LEFT, 186, value("receiver_address", "414 59 Göteborg"), 10)
    page.text(_LEFT, 218, "ARBETSPLATS", 7, colour=_GREY)
    page.text(_LEFT, 232, "Innergård, Skeppargatan 27-31, etapp 2", 9)
    page.text(_LEFT, 246, "Utfört 2024-04-08 till 2024-05-14", 9)
    page.area(Area(_MIDDLE - 12, 112, _RIGHT, 296, _PALE, radius=4))
    rows: tuple[tuple[str, Line], ...] = (
        ("Fakturanummer", _fact(content, "document_number")),
        ("Fakturadatum", _fact(content, "document_date")),
        ("Kundnummer", _fact(content, "customer_number")),
        ("Ert ordernummer", _fact(content, "receiver_order_number")),
        ("Vårt ordernummer", _fact(content, "order_number")),
        ("Er referens", (Piece("Marit Hallengren"),)),
        ("Vår referens", (Piece("Jonatan Ekberg"),)),
        ("Betalningsvillkor", (Piece("30 dagar netto"),)),
        ("Dröjsmålsränta", (Piece("8 %"),)),
        ("Förfallodatum", _fact(content, "due_date")),
        ("OCR-nummer", _fact(content, "payment_reference")),
    )
    for turn, (caption, line) in enumerate(rows):
        y = 130 + turn * 15.6
        loud = caption in ("Förfallodatum", "OCR-nummer")
        page.text(_MIDDLE, y, caption, 9, colour=_GREY)
        page.text(_MIDDLE, y, line, 9.5, bold=loud, width=_RIGHT - _MIDDLE - 10, align="right")


_COLUMNS = (
    (0, 34, "Art.nr", False),
    (40, 230, "Benämning", False),
    (270, 46, "Antal", True),
    (322, 30, "Enhet", False),
)
_AMOUNTS = ((350, 58, "À-pris"), (408, 36, "Moms"), (440, 59, "Belopp"))


def _table(
    page: Easel, content: _Content, start: int, stop: int, top: float, carried: int | None = None
) -> float:
    """Rows ``start`` to ``stop`` below ``top``; answers where they end."""
    page.area(Area(_LEFT, top - 13, _RIGHT, top + 6, _GREEN, radius=2))
    white = (1.0, 1.0, 1.0)
    for x, width, caption, right in _COLUMNS:
        page.text(
            _LEFT + 6 + x,
            top,
            caption,
            8.5,
            bold=True,
            colour=white,
            width=width,
            align="right" if right else "left",
        )
    for x, width, caption in _AMOUNTS:
        page.text(_LEFT + x, top, caption, 8.5, bold=True, colour=white, width=width - 6, align="right")
    y = top + 22
    if carried is not None:
        page.text(_LEFT + 6, y, "Transport från sida 1", 8.5, colour=_GREY)
        page.text(_LEFT + 440, y, content.printer.amount(carried), 8.5, colour=_GREY, width=53, align="right")
        y += 19
    for turn in range(start, stop):
        _row(page, content, turn, y)
        page.rule(_LEFT, _RIGHT, y + 6.5, 0.3, (0.8, 0.83, 0.82))
        y += 19
    return y - 12


def _row(page: Easel, content: _Content, turn: int, y: float) -> None:
    item, printer = content.items[turn], content.printer

    def cell(name: str, text: str) -> Line:
        return (Piece(text, cell=("purchase_lines", turn, name)),)

    page.text(_LEFT + 6, y, cell("code", item.code), 8.5, colour=_GREY)
    page.text(_LEFT + 46, y, cell("description", item.description), 8.5)
    page.text(_LEFT + 276, y, cell("quantity", printer.number(item.quantity)), 8.5, width=46, align="right")
    page.text(_LEFT + 328, y, cell("unit", item.unit), 8.5)
    page.text(
        _LEFT + 350, y, cell("unit_price", printer.amount(item.unit_price)), 8.5, width=52, align="right"
    )
    page.text(_LEFT + 408, y, cell("vat_rate", f"{item.rate} %"), 8.5, width=30, align="right")
    page.text(_LEFT + 440, y, cell("total", printer.amount(item.total)), 8.5, width=53, align="right")


def _sums(page: Easel, content: _Content, top: float) -> None:
    printer, totals = content.printer, content.totals
    page.text(_LEFT, top, "MOMSSPECIFIKATION", 7, colour=_GREY)
    for place, caption in enumerate(("Sats", "Underlag", "Moms")):
        page.text(_LEFT + place * 66, top + 16, caption, 8.5, bold=True, width=60, align="right")
    for turn, row in enumerate(totals.rows):
        printed = (f"{row.rate} %", printer.amount(row.net), printer.amount(row.tax))
        for place, (text, name) in enumerate(zip(printed, ("rate", "net", "vat"), strict=True)):
            line: Line = (Piece(text, cell=("vat_distribution", turn, name)),)
            page.text(_LEFT + place * 66, top + 31 + turn * 14, line, 8.5, width=60, align="right")
    rows = (
        ("Summa exkl. moms", _fact(content, "total_excl_vat")),
        ("Moms", _fact(content, "total_vat")),
        ("Totalt inkl. moms", _fact(content, "total_incl_vat")),
        ("Öresavrundning", _fact(content, "rounding")),
    )
    for turn, (caption, line) in enumerate(rows):
        y = top + turn * 16
        page.text(_MIDDLE, y, caption, 9.5, colour=_GREY)
        page.text(_MIDDLE, y, line, 9.5, width=_RIGHT - _MIDDLE - 6, align="right")
    page.area(Area(_MIDDLE - 12, top + 57, _RIGHT, top + 83, _GREEN, radius=3))
    white = (1.0, 1.0, 1.0)
    page.text(_MIDDLE, top + 74, "Att betala", 11.5, bold=True, colour=white)
    due = printer.money(totals.due, ("amount_due",))
    page.text(
        _MIDDLE, top + 74, due, 11.5, bold=True, colour=white, width=_RIGHT - _MIDDLE - 6, align="right"
    )
    small_print = (
        "Ange OCR-numret vid betalning. Efter förfallodagen debiteras dröjsmålsränta enligt räntelagen.",
        "Anmärkning mot fakturan ska göras inom 8 dagar. Garantitid på växter: två år från slutbesiktning.",
        "Säljaren är godkänd för F-skatt. Tidigare delfaktura 20240655 av 2024-04-12 är betald.",
    )
    for turn, text in enumerate(small_print):
        page.text(_LEFT, top + 112 + turn * 12, text, 8, colour=_GREY)


def _footer(page: Easel, content: _Content) -> None:
    page.rule(_LEFT, _RIGHT, 752, 0.8, _GREEN)
    columns: tuple[tuple[str, tuple[Line, ...]], ...] = (
        (
            "Adress",
            (
                _fact(content, "supplier_name"),
                value("supplier_address", "Odlarvägen 14"),
                value("supplier_address", "435 31 Mölnlycke"),
            ),
        ),
        (
            "Kontakt",
            (
                (Piece("Telefon "), *_fact(content, "supplier_phone")),
                (Piece("faktura@bjorkhaga.example"),),
                (Piece("www.bjorkhaga.example"),),
            ),
        ),
        (
            "Betalning",
            (
                (Piece("Bankgiro "), *_fact(content, "bank_account_number")),
                (Piece("IBAN "), *_fact(content, "iban")),
                (Piece("BIC "), *_fact(content, "bic")),
            ),
        ),
        (
            "Organisationsnummer",
            (
                _fact(content, "supplier_organisation_number"),
                (Piece("Momsreg.nr "), *_fact(content, "supplier_vat_number")),
                (Piece("Godkänd för F-skatt"),),
            ),
        ),
    )
    for x, (caption, lines) in zip((0.0, 145.0, 250.0, 393.0), columns, strict=True):
        page.text(_LEFT + x, 767, caption, 7.5, bold=True, colour=_GREEN)
        for turn, line in enumerate(lines):
            page.text(_LEFT + x, 779 + turn * 11, line, 7.5, colour=_GREY)


def _slip(page: Easel, content: _Content) -> None:
    """The giro slip with the line that a machine reads."""
    top, printer = 596.0, content.printer
    page.rule(0, 595.28, top, 0.6, _GREY, dash=3)
    page.text(_LEFT, top + 22, "Inbetalning / Girering", 11, bold=True)
    boxes: tuple[tuple[float, float, float, str, Line], ...] = (
        (_LEFT, top + 36, 236, "Betalningsmottagare", _fact(content, "supplier_name")),
        (_LEFT, top + 74, 236, "Betalningsavsändare", _fact(content, "receiver_name")),
        (_LEFT + 250, top + 36, 120, "Till bankgiro", _fact(content, "bank_account_number")),
        (_LEFT + 378, top + 36, 121, "OCR-nummer", _fact(content, "payment_reference")),
        (_LEFT + 250, top + 74, 120, "Förfallodatum", _fact(content, "due_date")),
        (
            _LEFT + 378,
            top + 74,
            121,
            "Belopp SEK",
            (Piece(printer.amount(content.totals.due), ("amount_due",)),),
        ),
    )
    for x, y, width, caption, line in boxes:
        page.area(Area(x, y, x + width, y + 32, None, _GREY, radius=2))
        page.text(x + 6, y + 11, caption, 6.5, colour=_GREY)
        page.text(x + 6, y + 25, line, 10)
    due = content.totals.due
    machine: Line = (
        Piece("#  "),
        *value("payment_reference", content.ocr),
        Piece(f" #  {due // 100} {due % 100:02d}   {luhn(str(due))} >  "),
        *value("bank_account_number", content.bankgiro),
        Piece("#41#"),
    )
    page.text(_LEFT, top + 150, machine, 11.5, width=_RIGHT - _LEFT, align="right")
    page.text(_LEFT, top + 172, "VAR GOD GÖR INGA ÄNDRINGAR. DEN AVLÄSES MASKINELLT.", 6.5, colour=_GREY)
