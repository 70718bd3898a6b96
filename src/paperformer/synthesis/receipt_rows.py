"""The body of a receipt as rows: goods, sums, payment, tax table, foot."""

from __future__ import annotations

from collections.abc import Callable

from paperformer.synthesis.blocks import Align, fitted, text_at
from paperformer.synthesis.chance import chance, filled, pick, some, weighted
from paperformer.synthesis.fonts import line_width
from paperformer.synthesis.ink import Block, Line, Piece, plain, text_of
from paperformer.synthesis.receipt import Good
from paperformer.synthesis.receipt_head import captioned
from paperformer.synthesis.strip import Strip


def goods(strip: Strip) -> list[Block]:
    """The items, in one of six arrangements, with a header line in some."""
    rng, receipt = strip.rng, strip.receipt
    shape = weighted(rng, {"plain": 4, "below": 4, "leading": 4, "columns": 4, "coded": 2, "times": 2})
    codes = pick(rng, ("", "", "", "", "A", "S", "*", "SR", "T"))
    rows: list[Block] = []
    if shape == "columns":
        rows.append(
            _columns(
                strip, *(_heading(strip, key) for key in ("description", "quantity", "unit_price", "total"))
            )
        )
    elif chance(rng, 0.25):
        rows.append(strip.sides(_heading(strip, "description"), _heading(strip, "total")))
    if rows and chance(rng, 0.6):
        rows.append(strip.separator())
    for turn, good in enumerate(receipt.goods):
        rows += _good(strip, good, turn, shape, codes)
    if chance(rng, 0.25):
        count = sum(good.quantity for good in receipt.goods)
        rows.append(strip.text(captioned(strip, "items_count", plain(str(count)))))
    return rows


def _heading(strip: Strip, key: str) -> Line:
    """A column's caption, one of the short ones."""
    receipt = strip.receipt
    captions = [text for text in receipt.locale.columns[key] if len(text) < 14] or [""]
    return plain(pick(strip.rng, captions).format(tax=receipt.tax_name, code=receipt.printer.currency))


def _good(strip: Strip, good: Good, turn: int, shape: str, code: str) -> list[Block]:
    def cell(name: str, text: str) -> Piece:
        return Piece(text, cell=("purchase_lines", turn, name))

    printer = strip.receipt.printer
    name, total = cell("description", good.description), cell("total", printer.amount(good.total))
    price, quantity = cell("unit_price", printer.amount(good.price)), cell("quantity", str(good.quantity))
    tail: Line = (total, Piece(f" {code}")) if code else (total,)
    number = (cell("code", good.code),) if good.code else ()
    if shape == "columns":
        body = [_columns(strip, (name,), (quantity,), (price,), (total,))]
        return [strip.text(number), *body] if number else body
    if shape == "below":
        times = strip.rng.choice((" x ", " X ", " @ "))
        first = strip.text((*number, Piece(" "), name) if number else (name,))
        return [first, strip.sides((Piece("  "), quantity, Piece(times), price), tail)]
    if shape == "leading":
        return [strip.sides((quantity, Piece(strip.rng.choice(("  ", "x ", " x "))), name), tail)]
    if shape == "coded" and number:
        return [strip.text(number), strip.sides((name,), tail)]
    if shape == "times" and good.quantity > 1:
        return [strip.text((quantity, Piece(" x "), price)), strip.sides((name,), tail)]
    return [strip.sides((name,), tail)]


def _columns(strip: Strip, name: Line, quantity: Line, price: Line, total: Line, last: Line = ()) -> Block:
    """A row in four columns (five with ``last``); a long name has a row of its own."""
    pen, width = strip.pen(), strip.width
    lines = tuple(strip.cased(line) for line in (quantity, price, total, last))
    name = strip.cased(name)
    step = strip.size * strip.leading
    long = line_width(name, pen) > width * (0.26 if last else 0.42)
    y = strip.size * 0.8
    marks = [text_at(name, pen, 0, y)]
    y += step if long else 0
    places = (
        ((0.26, 0.02), (0.28, 0.24), (0.52, 0.22), (0.74, 0.26))
        if last
        else ((0.42, 0.12), (0.54, 0.22), (0.76, 0.24))
    )
    for line, (start, share) in zip(lines, places, strict=False):
        if not text_of(line):
            continue
        room = width * share - strip.size * 0.4
        marks.append(text_at(line, fitted(line, pen, room), width * (start + share) - room, y, room, "right"))
    return Block(width, step * (2 if long else 1), tuple(marks))


def totals(strip: Strip) -> list[Block]:
    """Subtotal, discount, tax, rounding, total, tip."""
    rng, receipt = strip.rng, strip.receipt
    sums, printer = receipt.sums, receipt.printer
    unnamed = chance(rng, 0.04)

    def row(key: str, cents: int, field: str, *, bold: bool = False, factor: float = 1.0) -> Block:
        signed = chance(rng, 0.7)
        caption = "" if key == "receipt_total" and unnamed else strip.label(key)
        fields: tuple[str, ...] = (field,) if field else ()
        if field == "total_incl_vat" and not sums.tip and strip.asks_to_pay(caption):
            fields = (field, "amount_due")
        money = printer.money(cents, fields) if signed else (Piece(printer.amount(cents), fields),)
        return strip.sides(
            plain(caption + ("" if not caption or caption.endswith((":", ")")) else strip.glue)),
            money,
            bold=bold,
            factor=factor,
        )

    rows: list[Block] = []
    if receipt.locale.tax.added or sums.discount or sums.rounding or chance(rng, 0.4):
        rows.append(row("subtotal", sums.goods, "subtotal"))
    if sums.discount or chance(rng, 0.06):
        rows.append(row("discount", -sums.discount, ""))
    tax_first = receipt.locale.tax.added or chance(rng, 0.3)
    if tax_first and not receipt.locale.tax.added and chance(rng, 0.6):
        rows.append(row("total_excl_vat", sums.row.net, "total_excl_vat"))
    if tax_first:
        rows += _taxes(strip, row)
    if sums.rounding or chance(rng, 0.1 if receipt.locale.country == "MY" else 0.02):
        rows.append(row("rounding", sums.rounding, "rounding"))
    loud = rng.choice((1.0, 1.0, 1.2, 1.5))
    rows.append(row("receipt_total", sums.total, "total_incl_vat", bold=chance(rng, 0.6), factor=loud))
    if sums.tip:
        rows.append(row("tip", sums.tip, "tip"))
        rows.append(row("amount_due", sums.total + sums.tip, "amount_due", bold=chance(rng, 0.5)))
    if not tax_first and chance(rng, 0.35):
        rows += _taxes(strip, row)
    return rows


def _taxes(strip: Strip, row: Callable[[str, int, str], Block]) -> list[Block]:
    """The tax in one row, or one for each rate."""
    sums, printer = strip.receipt.sums, strip.receipt.printer
    if len(sums.rows) == 1:
        return [row("total_vat", sums.row.tax, "total_vat")]
    rows = []
    for turn, part in enumerate(sums.rows):
        caption = f"{strip.receipt.tax_name} {printer.number(part.rate)}%"
        amount: Line = (Piece(printer.amount(part.tax), cell=("vat_distribution", turn, "vat")),)
        rows.append(strip.sides(plain(caption), amount))
    return rows


def payment(strip: Strip) -> list[Block]:
    """Cash and change, or the card's slip."""
    rng, receipt = strip.rng, strip.receipt
    sums, printer = receipt.sums, receipt.printer
    if chance(rng, 0.12):
        return []
    fact = receipt.facts.get("payment_method")
    paid_by: Line = fact.line() if fact else plain(receipt.method)
    if not receipt.by_card:
        method = (*paid_by, Piece(strip.glue))
        rows = [strip.sides(method, plain(printer.amount(sums.tendered)))]
        return [
            *rows,
            strip.sides(
                plain(strip.label("change") + strip.glue),
                plain(printer.amount(sums.tendered - sums.total - sums.tip)),
            ),
        ]
    rows = [strip.sides(paid_by, plain(printer.amount(sums.tendered)))]
    last = receipt.facts.get("card_last_four")
    if last and chance(rng, 0.65):
        hidden = pick(
            rng,
            (
                "************",
                "XXXXXXXXXXXX",
                "**** **** **** ",
                "xxxx-xxxx-xxxx-",
                "XXXX ",
                "####",
                "...",
                "***",
            ),
        )
        rows.append(strip.text((*captioned(strip, "card_number", plain(hidden)), *last.line())))
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        rows.append(
            strip.text(
                captioned(
                    strip,
                    "approval",
                    plain(filled(rng, pick(rng, ("######", "A00000000#####", "########", "@@####")))),
                )
            )
        )
    return rows


def tax_table(strip: Strip) -> list[Block]:
    """Rate, net and tax (and gross in some) in columns, a row for each rate."""
    rng, sums = strip.rng, strip.receipt.sums
    gross, alone = chance(rng, 0.4), len(sums.rows) == 1
    captions = [
        strip.label("vat_rate_column"),
        strip.label("vat_base_column"),
        strip.label("vat_amount_column"),
    ]
    rows = [
        _columns(
            strip,
            plain(captions[0]),
            plain(""),
            plain(captions[1]),
            plain(captions[2]),
            plain(strip.label("receipt_total")) if gross else (),
        )
    ]
    for turn, row in enumerate(sums.rows):
        rate = f"{strip.receipt.printer.number(row.rate)}%"
        sign = "ABCD"[turn]
        shown = (
            pick(rng, (rate, f"{sign} {rate}", f"{sign} = {rate}"))
            if turn or chance(rng, 0.8)
            else f"SR {rate}"
        )
        rows.append(_tax_line(strip, turn, shown, row.net, row.tax, alone=alone, gross=gross))
    if not alone and chance(rng, 0.4):
        net, tax = (strip.receipt.printer.amount(cents) for cents in (sums.row.net, sums.row.tax))
        rows.append(
            _columns(
                strip,
                plain(""),
                plain(""),
                (Piece(net, ("total_excl_vat",)),),
                (Piece(tax, ("total_vat",)),),
                (),
            )
        )
    if chance(rng, 0.4):
        rows.insert(0, strip.text(plain(strip.label("vat_summary"))))
    return rows


def _tax_line(strip: Strip, turn: int, rate: str, net: int, tax: int, *, alone: bool, gross: bool) -> Block:
    printer = strip.receipt.printer

    def cell(name: str, text: str, field: str) -> Line:
        return (Piece(text, (field,) if alone and field else (), ("vat_distribution", turn, name)),)

    return _columns(
        strip,
        cell("rate", rate, ""),
        (),
        cell("net", printer.amount(net), "total_excl_vat"),
        cell("vat", printer.amount(tax), "total_vat"),
        (
            Piece(
                printer.amount(net + tax),
                ("total_incl_vat",) if alone and not strip.receipt.sums.rounding else (),
            ),
        )
        if gross
        else (),
    )


def foot(strip: Strip) -> list[Block]:
    """Thanks, conditions, a code."""
    rng, receipt = strip.rng, strip.receipt
    phrases = receipt.locale.phrases
    align: Align = "center" if strip.centred else "left"
    texts = some(rng, phrases["receipt_terms"], rng.choice((0, 1, 1, 2, 3))) + some(
        rng, phrases["thanks"], rng.choice((0, 1, 1, 2))
    )
    lines = [plain(text.format(tax=receipt.tax_name)) for text in texts]
    if chance(rng, 0.2):
        lines.append(
            plain(filled(rng, pick(rng, ("####################", "#### #### #### ####", "########-###"))))
        )
    return [strip.text(line, align) for line in lines]
