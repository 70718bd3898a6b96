"""The head of a receipt: shop, company, address, numbers; and the rows that say when and by whom."""

from __future__ import annotations

from paperformer.synthesis.blocks import Align
from paperformer.synthesis.chance import chance, pick, weighted
from paperformer.synthesis.fonts import line_width
from paperformer.synthesis.ink import Block, Line, Piece, plain
from paperformer.synthesis.invoice_head import title_fields
from paperformer.synthesis.parties import store_number
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
    name: Line = (Piece(shop.name, ("supplier_name",)),)
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
        size = rng.choice((1.0, 1.0, 1.15, 1.4))
        rows += [strip.text(line, align, bold=loud, factor=size) for line in _on_two_lines(strip, name)]
    details = _details(strip, registered)
    rows += [strip.text(line, align) for line in details]
    if named_last:
        rows.insert(rng.randint(1, len(rows)), strip.text(name, align))
    if title:
        rows.append(_title(strip, title, align))
    return rows


def _title(strip: Strip, title: str, align: Align) -> Block:
    line = (Piece(title, title_fields(title, "receipt")),)
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
    address = _address(strip)
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
            fax = f"{strip.label('fax')}{strip.glue} {receipt.shop.phone.text[:-2]}{rng.randint(10, 99)}"
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


def _on_two_lines(strip: Strip, name: Line) -> list[Line]:
    """A long name on one row, or broken where a till breaks it."""
    words = name[0].text.split(" ")
    if len(words) < 3 or not chance(strip.rng, 0.2):
        return [name]
    cut = strip.rng.randint(1, len(words) - 1)
    first = Piece(" ".join(words[:cut]), name[0].fields)
    return [(first,), (Piece(" ".join(words[cut:]), name[0].fields), *name[1:])]


def _address(strip: Strip) -> list[Line]:
    """The address on one row to four: as it is, joined, or cut at its commas; none in a few."""
    rng = strip.rng
    texts = list(strip.receipt.shop.address)
    shape = weighted(rng, {"as it is": 6, "one": 1.3, "cut": 1.2, "two": 1.2, "none": 0.5})
    if shape == "none":
        return []
    if shape == "one":
        texts = [rng.choice((", ", ", ", " - ", " ")).join(text.rstrip(", ") for text in texts)]
    elif shape == "cut":
        texts = [part for text in texts for part in text.split(", ") if part]
    elif shape == "two" and len(texts) > 2:
        texts = [", ".join(text.rstrip(", ") for text in texts[:-1]), texts[-1]]
    return [(Piece(text, ("supplier_address",)),) for text in texts]


def info(strip: Strip) -> list[Block]:
    """Number, date, time, cashier, table: one in a row or two in a row."""
    receipt, rng = strip.receipt, strip.rng
    cells: list[Line] = []
    number = receipt.facts.get("document_number")
    if number and chance(rng, 0.8):
        cells.append(captioned(strip, "receipt_number", number.line()))
    cells += _when(strip)
    if chance(rng, 0.55):
        cells.append(captioned(strip, "cashier", plain(receipt.cashier)))
    for _ in range(rng.choice((0, 0, 1, 2))):
        cells.append(captioned(strip, "table", plain(store_number(rng))))
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


def captioned(strip: Strip, key: str, value: Line) -> Line:
    """A value behind its caption, in the receipt's manner."""
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
        return [captioned(strip, "date", (*day.line(), Piece(link), *clock.line()))]
    if shape == "time first":
        return [(*clock.line(), Piece("  "), *day.line())]
    found = [captioned(strip, "date", day.line())]
    if shape == "apart":
        found.append(captioned(strip, "time", clock.line()))
    return found
