"""The sample invoice-eu.pdf: a Swedish landscape gardener's invoice of two pages with a payment slip."""

from __future__ import annotations

from paperformer.synthesis.check_digits import luhn
from paperformer.synthesis.easel import Easel, value
from paperformer.synthesis.facts import Facts
from paperformer.synthesis.ink import Area, Colour, Line, Piece, Sheet
from paperformer.synthesis.sample_eu_content import Content, draw_content

_GREEN: Colour = (0.07, 0.34, 0.27)
_PALE: Colour = (0.91, 0.95, 0.93)
_GREY: Colour = (0.42, 0.45, 0.45)
_LEFT, _RIGHT, _MIDDLE = 48.0, 547.0, 318.0
_ON_FIRST_PAGE = 19


def draw_sample_eu() -> tuple[list[Sheet], Facts]:
    """The two pages and the facts that they print."""
    content = draw_content()
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


def _fact(content: Content, name: str) -> Line:
    fact = content.facts.get(name)
    return fact.line() if fact else ()


def _letterhead(page: Easel, content: Content, *, small: bool = False) -> None:
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


def _address_and_numbers(page: Easel, content: Content) -> None:
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
    page: Easel, content: Content, start: int, stop: int, top: float, carried: int | None = None
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


def _row(page: Easel, content: Content, turn: int, y: float) -> None:
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


def _sums(page: Easel, content: Content, top: float) -> None:
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


def _footer(page: Easel, content: Content) -> None:
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


def _slip(page: Easel, content: Content) -> None:
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
