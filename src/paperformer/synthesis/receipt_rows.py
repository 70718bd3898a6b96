"""The parts of a receipt, each as rows: head, number and date, goods, sums, payment, tax table, foot."""

from __future__ import annotations

from paperformer.synthesis.blocks import Align, fitted, text_at
from paperformer.synthesis.chance import chance, filled, pick, some, weighted
from paperformer.synthesis.fonts import line_width
from paperformer.synthesis.ink import Block, Line, Piece, plain
from paperformer.synthesis.parties import store_number
from paperformer.synthesis.receipt import Good
from paperformer.synthesis.strip import Strip


def head(strip: Strip) -> list[Block]:
    """Shop, company, address and numbers, in the orders that tills print them."""
    rng, receipt = strip.rng, strip.receipt
    align: Align = "center" if strip.centred else "left"
    shop = receipt.shop
    rows: list[Block] = []
    title = pick(rng, receipt.locale.titles["receipt"])
    if title and chance(rng, 0.1):
        rows.append(_title(strip, title, align))
        title = ""
    name = (Piece(shop.name, ("supplier_name",)),)
    registered = _registered(strip)
    if registered and chance(rng, 0.35):
        name = (*name, Piece(" "), *registered)
        registered = ()
    loud = chance(rng, 0.5)
    named_last = chance(rng, 0.08) and shop.trade_name != shop.name
    if shop.trade_name != shop.name and (named_last or chance(rng, 0.55)):
        rows.append(
            strip.text(
                plain(shop.trade_name), align, bold=chance(rng, 0.6), factor=rng.choice((1.0, 1.3, 1.6))
            )
        )
    if not named_last:
        rows.append(strip.text(name, align, bold=loud, factor=rng.choice((1.0, 1.0, 1.15, 1.4))))
    details = _details(strip, registered)
    rows += [strip.text(line, align) for line in details]
    if named_last:
        rows.insert(rng.randint(1, len(rows)), strip.text(name, align))
    if title:
        rows.append(_title(strip, title, align))
    return rows


def _title(strip: Strip, title: str, align: Align) -> Block:
    line = (Piece(title, ("document_type",)),)
    return strip.text(line, align, bold=chance(strip.rng, 0.4), factor=strip.rng.choice((1.0, 1.0, 1.2)))


def _registered(strip: Strip) -> Line:
    """The register number, with or without a caption; empty where the shop does not print it."""
    receipt, rng = strip.receipt, strip.rng
    names = receipt.locale.organisation_names
    fact = receipt.facts.get("supplier_organisation_number")
    if fact is None or not names or not chance(rng, 0.6 if receipt.locale.country == "MY" else 0.3):
        return ()
    caption = pick(rng, names)
    bare = fact.text.startswith("(") or not caption
    return fact.line() if bare else (Piece(f"{caption}{strip.glue} "), *fact.line())


def _details(strip: Strip, registered: Line) -> list[Line]:
    """Address, phone, tax number and register number, mostly in this order."""
    receipt, rng = strip.receipt, strip.rng
    facts, locale = receipt.facts, receipt.locale
    address: list[Line] = [(Piece(line, ("supplier_address",)),) for line in receipt.shop.address]
    if chance(rng, 0.1):
        joint = ", ".join(line.rstrip(", ") for line in receipt.shop.address)
        address = [(Piece(joint, ("supplier_address",)),)]
    if not chance(rng, 0.95):
        address = []
    groups: list[list[Line]] = [address]
    phone, vat = facts.get("supplier_phone"), facts.get("supplier_vat_number")
    if phone and chance(rng, 0.65):
        groups.append(
            [
                (
                    Piece(
                        rng.choice((f"{strip.label('phone')}{strip.glue} ", f"{strip.label('phone')} ", ""))
                    ),
                    *phone.line(),
                )
            ]
        )
        if chance(rng, 0.15):
            fax = f"{strip.label('fax')}{strip.glue} {receipt.shop.phone[:-2]}{rng.randint(10, 99)}"
            groups[-1] = (
                [(*groups[-1][0], Piece("  " + fax))] if chance(rng, 0.5) else [*groups[-1], plain(fax)]
            )
    if vat and locale.vat_names and chance(rng, 0.6):
        caption = pick(rng, locale.vat_names)
        inner = (Piece(f"{caption}{strip.glue} "), *vat.line())
        groups.append([(Piece("("), *inner, Piece(")"))] if chance(rng, 0.12) else [inner])
    if registered:
        groups.insert(0 if chance(rng, 0.6) else len(groups), [registered])
    if chance(rng, 0.15):
        groups.append([plain(receipt.shop.web or receipt.shop.email)])
    if chance(rng, 0.12):
        days = pick(rng, ("Mo-Fr", "MON-SAT", "24/7", "Daily"))
        groups.append([plain(f"{days} {rng.randint(6, 10)}:00-{rng.randint(17, 23)}:00")])
    if chance(rng, 0.2):
        rng.shuffle(groups)
    return [line for group in groups for line in group]


def info(strip: Strip) -> list[Block]:
    """Number, date, time, cashier, table: one in a row or two in a row."""
    receipt, rng = strip.receipt, strip.rng
    cells: list[Line] = []
    number = receipt.facts.get("document_number")
    if number and chance(rng, 0.8):
        cells.append(_captioned(strip, "receipt_number", number.line()))
    cells += _when(strip)
    if chance(rng, 0.55):
        cells.append(_captioned(strip, "cashier", plain(receipt.cashier)))
    for _ in range(rng.choice((0, 0, 1, 2))):
        cells.append(_captioned(strip, "table", plain(store_number(rng))))
    if chance(rng, 0.5):
        rng.shuffle(cells)
    shape = weighted(rng, {"rows": 5, "sides": 4, "columns": 2})
    align: Align = "center" if strip.centred and chance(rng, 0.3) else "left"
    if shape == "rows":
        return [strip.text(cell, align) for cell in cells]
    rows: list[Block] = []
    while cells:
        first = cells.pop(0)
        room = strip.width - line_width(first, strip.pen()) - strip.size
        if cells and line_width(cells[0], strip.pen()) < room:
            rows.append(strip.sides(first, cells.pop(0)))
        else:
            rows.append(strip.text(first))
    return rows


def _captioned(strip: Strip, key: str, value: Line) -> Line:
    caption = strip.label(key)
    if not caption:
        return value
    ends = caption.endswith(("#", "."))
    gap = "" if caption.endswith("#") and chance(strip.rng, 0.7) else " "
    return (Piece(caption + ("" if ends else strip.glue) + gap), *value)


def _when(strip: Strip) -> list[Line]:
    """Date and time, in one line or two, or glued together."""
    facts, rng = strip.receipt.facts, strip.rng
    day, clock = facts.get("document_date"), facts.get("time")
    if day is None or clock is None:
        return []
    shape = weighted(rng, {"both": 6, "apart": 4, "date": 2, "time first": 0.7})
    if shape == "both":
        link = pick(rng, (" ", " ", "  ", " - ", " / ", ", "))
        return [_captioned(strip, "date", (*day.line(), Piece(link), *clock.line()))]
    if shape == "time first":
        return [(*clock.line(), Piece("  "), *day.line())]
    found = [_captioned(strip, "date", day.line())]
    if shape == "apart":
        found.append(_captioned(strip, "time", clock.line()))
    return found


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
        rows.append(strip.text(_captioned(strip, "items_count", plain(str(count)))))
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


def _columns(strip: Strip, name: Line, quantity: Line, price: Line, total: Line) -> Block:
    """A row in four columns; a long name has a row of its own."""
    pen, width = strip.pen(), strip.width
    name, quantity, price, total = (strip.cased(line) for line in (name, quantity, price, total))
    step = strip.size * strip.leading
    long = line_width(name, pen) > width * 0.42
    y = strip.size * 0.8
    marks = [text_at(name, pen, 0, y)]
    y += step if long else 0
    cells = ((quantity, 0.42, 0.12), (price, 0.54, 0.22), (total, 0.76, 0.24))
    for line, start, share in cells:
        room = width * share - strip.size * 0.4
        marks.append(text_at(line, fitted(line, pen, room), width * (start + share) - room, y, room, "right"))
    return Block(width, step * (2 if long else 1), tuple(marks))


def totals(strip: Strip) -> list[Block]:
    """Subtotal, discount, tax, rounding, total, tip."""
    rng, receipt = strip.rng, strip.receipt
    sums, printer = receipt.sums, receipt.printer

    def row(key: str, cents: int, field: str, *, bold: bool = False, factor: float = 1.0) -> Block:
        fields = (field,) if field else ()
        money = printer.money(cents, fields) if chance(rng, 0.7) else (Piece(printer.amount(cents), fields),)
        caption = strip.label(key)
        return strip.sides(
            plain(caption + ("" if caption.endswith((":", ")")) else strip.glue)),
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
    if tax_first:
        rows.append(row("total_vat", sums.row.tax, "total_vat"))
    if sums.rounding or chance(rng, 0.1 if receipt.locale.country == "MY" else 0.02):
        rows.append(row("rounding", sums.rounding, "rounding"))
    loud = rng.choice((1.0, 1.0, 1.2, 1.5))
    rows.append(row("receipt_total", sums.total, "total_incl_vat", bold=chance(rng, 0.6), factor=loud))
    if sums.tip:
        rows.append(row("tip", sums.tip, "tip"))
        rows.append(row("amount_due", sums.total + sums.tip, "amount_due", bold=chance(rng, 0.5)))
    if not tax_first and chance(rng, 0.35):
        rows.append(row("total_vat", sums.row.tax, "total_vat"))
    return rows


def payment(strip: Strip) -> list[Block]:
    """Cash and change, or the card's slip."""
    rng, receipt = strip.rng, strip.receipt
    sums, printer = receipt.sums, receipt.printer
    if chance(rng, 0.12):
        return []
    if not receipt.by_card:
        method = (Piece(strip.label("cash"), ("payment_method",)), Piece(strip.glue))
        rows = [strip.sides(method, plain(printer.amount(sums.tendered)))]
        return [
            *rows,
            strip.sides(
                plain(strip.label("change") + strip.glue),
                plain(printer.amount(sums.tendered - sums.total - sums.tip)),
            ),
        ]
    rows = [
        strip.sides((Piece(strip.label("card"), ("payment_method",)),), plain(printer.amount(sums.tendered)))
    ]
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
        rows.append(strip.text((*_captioned(strip, "card_number", plain(hidden)), *last.line())))
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        rows.append(
            strip.text(
                _captioned(
                    strip,
                    "approval",
                    plain(filled(rng, pick(rng, ("######", "A00000000#####", "########", "@@####")))),
                )
            )
        )
    return rows


def tax_table(strip: Strip) -> list[Block]:
    """Rate, net and tax in columns."""
    receipt = strip.receipt
    row, printer = receipt.sums.row, receipt.printer
    captions = (
        plain(strip.label("vat_rate_column")),
        plain(""),
        plain(strip.label("vat_base_column")),
        plain(strip.label("vat_amount_column")),
    )
    rate = f"{printer.number(row.rate)}%"
    values: tuple[Line, ...] = (
        (
            Piece(
                pick(strip.rng, (rate, f"A {rate}", f"SR {rate}", f"A = {rate}")),
                cell=("vat_distribution", 0, "rate"),
            ),
        ),
        plain(""),
        (Piece(printer.amount(row.net), ("total_excl_vat",), ("vat_distribution", 0, "net")),),
        (Piece(printer.amount(row.tax), ("total_vat",), ("vat_distribution", 0, "vat")),),
    )
    rows = [_columns(strip, *captions), _columns(strip, *values)]
    if chance(strip.rng, 0.4):
        rows.insert(0, strip.text(plain(strip.label("vat_summary"))))
    return rows


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
