"""The sample receipt-photo.jpg, before it is worn: a café's till receipt."""

from __future__ import annotations

from paperformer.synthesis.blocks import Align
from paperformer.synthesis.easel import Easel, value
from paperformer.synthesis.facts import Facts
from paperformer.synthesis.ink import Line, Piece, Sheet
from paperformer.synthesis.printing import decimal_text

_WIDTH, _MARGIN, _SIZE = 226.0, 14.0, 9.0
_ITEMS = (
    (2, "Flat white", 360),
    (1, "Pot of tea", 295),
    (1, "Smoked trout tart", 1150),
    (1, "Leek & potato soup", 725),
    (2, "Cardamom bun", 340),
    (1, "Elderflower press", 310),
)


def draw_sample_receipt() -> tuple[list[Sheet], Facts]:
    """The strip of paper and the facts that it prints."""
    facts = _facts()
    page = Easel(_WIDTH, 500.0, face="Courier", bold_face="Courier-Bold")
    y = _head(page, facts)
    y = _goods(page, y)
    y = _sums(page, facts, y)
    y = _card(page, facts, y)
    page.height = y + 24
    return [page.sheet()], facts


def _gross() -> int:
    return sum(count * price for count, _, price in _ITEMS)


def _facts() -> Facts:
    facts = Facts()
    gross = _gross()
    tax = (gross * 20 + 60) // 120
    for name, normal, text in (
        ("supplier_name", "Fennel & Rye Ltd", ""),
        ("supplier_address", "14 Harbour Row, Whitby, YO21 3PU", ""),
        ("supplier_country", "GB", ""),
        ("supplier_phone", "+441947555072", "01947 555 072"),
        ("supplier_vat_number", "GB480177304", "GB 480 1773 04"),
        ("document_type", "receipt", ""),
        ("document_number", "004817", ""),
        ("document_date", "2024-06-22", "22/06/2024"),
        ("time", "12:47", ""),
        ("currency", "GBP", ""),
        ("language", "en", ""),
        ("card_last_four", "3086", ""),
        ("payment_method", "card", ""),
    ):
        facts.add(name, normal, text or None)
    for name, cents in (("total_excl_vat", gross - tax), ("total_vat", tax), ("total_incl_vat", gross)):
        facts.add(name, decimal_text(cents), f"{cents / 100:.2f}")
    return facts


def _fact(facts: Facts, name: str) -> Line:
    fact = facts.get(name)
    return fact.line() if fact else ()


def _centred(page: Easel, y: float, line: str | Line, size: float = _SIZE, *, bold: bool = False) -> None:
    page.text(_MARGIN, y, line, size, bold=bold, width=_WIDTH - 2 * _MARGIN, align="center")


def _sides(
    page: Easel, y: float, left: str | Line, right: str | Line, size: float = _SIZE, *, bold: bool = False
) -> None:
    align: Align = "right"
    page.text(_MARGIN, y, left, size, bold=bold)
    page.text(_MARGIN, y, right, size, bold=bold, width=_WIDTH - 2 * _MARGIN, align=align)


def _dashes(page: Easel, y: float) -> None:
    page.text(_MARGIN, y, "-" * 36, _SIZE)


def _head(page: Easel, facts: Facts) -> float:
    _centred(page, 38, "THE COPPER KETTLE", 15, bold=True)
    _centred(page, 54, "coffee · kitchen · bakes")
    rows: tuple[Line, ...] = (
        _fact(facts, "supplier_name"),
        value("supplier_address", "14 Harbour Row"),
        value("supplier_address", "Whitby, YO21 3PU"),
        (Piece("Tel "), *_fact(facts, "supplier_phone")),
        (Piece("VAT No "), *_fact(facts, "supplier_vat_number")),
    )
    for turn, line in enumerate(rows):
        _centred(page, 72 + turn * 12, line)
    _dashes(page, 134)
    _sides(page, 147, (Piece("Receipt "), *_fact(facts, "document_number")), "Table 9")
    _sides(page, 159, (*_fact(facts, "document_date"), Piece(" "), *_fact(facts, "time")), "Server: Nell")
    _dashes(page, 171)
    return 184.0


def _goods(page: Easel, y: float) -> float:
    for turn, (count, name, price) in enumerate(_ITEMS):
        left: Line = (
            Piece(str(count), cell=("purchase_lines", turn, "quantity")),
            Piece(" "),
            Piece(name, cell=("purchase_lines", turn, "description")),
        )
        total: Line = (Piece(f"{count * price / 100:.2f}", cell=("purchase_lines", turn, "total")),)
        _sides(page, y, left, total)
        y += 12.5
    return y


def _sums(page: Easel, facts: Facts, y: float) -> float:
    gross = _gross()
    _dashes(page, y)
    total: Line = (Piece(f"£{gross / 100:.2f}", ("total_incl_vat",)),)
    _sides(page, y + 17, "TOTAL", total, 14, bold=True)
    _dashes(page, y + 30)
    _sides(page, y + 43, "Net", _fact(facts, "total_excl_vat"))
    _sides(page, y + 55, "VAT 20%", _fact(facts, "total_vat"))
    return y + 74


def _card(page: Easel, facts: Facts, y: float) -> float:
    gross = _gross()
    _sides(page, y, value("payment_method", "Visa Debit contactless"), f"{gross / 100:.2f}")
    page.text(_MARGIN, y + 12, (Piece("Card ************"), *_fact(facts, "card_last_four")), _SIZE)
    page.text(_MARGIN, y + 24, "Auth code 719204", _SIZE)
    _dashes(page, y + 38)
    _centred(page, y + 54, "Thank you, see you soon!")
    _centred(page, y + 66, "Open daily 8.00 - 17.30")
    return y + 66
