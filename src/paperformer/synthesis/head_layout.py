"""Composes an invoice's head: two or three columns of parts, rows of parties, or a letter's window.

Each shape is a small grammar of its own: which parts there are, in which order, with or without headings.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from paperformer.synthesis import invoice_head as head
from paperformer.synthesis import party_blocks as parties
from paperformer.synthesis.blocks import Align, framed, pairs_block, paragraph, stack
from paperformer.synthesis.chance import chance, pick, weighted
from paperformer.synthesis.head_parts import Part, draw_part
from paperformer.synthesis.head_thirds import draw_thirds
from paperformer.synthesis.ink import NOTHING, Area, Block, Pen, Piece
from paperformer.synthesis.invoice_foot import payment_pairs
from paperformer.synthesis.pages import Pages

Shape = Literal["grid", "columns", "thirds", "letter"]
Spaced = tuple[Block, float]
"""A block and the gap below it, in points."""


SHAPES: dict[Shape, float] = {"grid": 38, "columns": 36, "thirds": 9, "letter": 17}
"""How common each kind of head is, unless told otherwise."""
_MIRRORED = 0.3  # of the letters: the buyer's window is at the right, as in Switzerland and France


def draw_shape(pages: Pages, allowed: Collection[str]) -> Shape:
    """Which of the ``allowed`` kinds of head a new document has."""
    return weighted(pages.rng, {shape: share for shape, share in SHAPES.items() if shape in allowed})


def draw_head(pages: Pages, shape: Shape, *, seller_in_footer: bool) -> list[Spaced]:
    """The head as blocks from the top, across the page's width."""
    if shape == "grid":
        return _grid(pages, seller_in_footer=seller_in_footer)
    if shape == "letter":
        return _letter(pages)
    if shape == "thirds":
        return [(draw_thirds(pages, seller_in_footer=seller_in_footer), _gap(pages, 1.0, 3.0))]
    return _columns(pages, seller_in_footer=seller_in_footer)


def _gap(pages: Pages, low: float, high: float) -> float:
    return pages.style.body * pages.rng.uniform(low, high)


# two columns into which the parts fall by chance


def _grid(pages: Pages, *, seller_in_footer: bool) -> list[Spaced]:
    style, rng = pages.style, pages.rng
    width = style.content_width
    numbered, wide_meta = chance(rng, 0.22), chance(rng, 0.2)
    split = rng.uniform(0.42, 0.6)
    gutter = style.body * rng.choice((1.5, 2.5, 4.0))
    left_width, right_width = width * split - gutter / 2, width * (1 - split) - gutter / 2
    side = _sides(pages, wide_meta=wide_meta)
    columns: tuple[list[Block], list[Block]] = ([], [])
    for part in _order(pages):
        column = side.get(part)
        if column is None:
            continue
        room = (left_width, right_width)[column]
        columns[column].append(
            draw_part(pages, part, room, numbered=numbered, seller_in_footer=seller_in_footer)
        )
    gap = style.body * rng.choice((0.8, 1.3, 2.0))
    right_align: Align = "right" if chance(rng, 0.12) else "left"
    left, right = stack(columns[0], gap, left_width), stack(columns[1], gap, right_width, right_align)
    offset = style.body * rng.choice((0, 0, 2, 5)) if columns[0] else 0.0
    both = Block(
        width,
        max(left.height, right.height + offset),
        children=((0.0, 0.0, left), (left_width + gutter, offset, right)),
    )
    found = [(both, _gap(pages, 1.0, 3.0))]
    if wide_meta:
        found.append((head.meta(pages, width, number_shown=numbered, wide=True), _gap(pages, 0.8, 2)))
    return found


def _order(pages: Pages) -> list[Part]:
    rng = pages.rng
    order: list[Part] = ["brand", "title", "seller", "meta", "buyer", "delivery"]
    if chance(rng, 0.5):
        order = ["brand", "seller", "buyer", "title", "meta", "delivery"]
    if chance(rng, 0.25):
        order = ["title", "brand", "seller", "buyer", "delivery", "meta"]
    return order


def _sides(pages: Pages, *, wide_meta: bool) -> dict[str, int]:
    """Which column each part of the head falls into; both get something."""
    rng = pages.rng
    shares = {"brand": 0.25, "title": 0.6, "seller": 0.4, "meta": 0.7, "buyer": 0.35, "delivery": 0.5}
    while True:
        sides = {part: int(chance(rng, share)) for part, share in shares.items()}
        if chance(rng, 0.12):
            del sides["brand"]
        if wide_meta:
            del sides["meta"]
        if len(set(sides.values())) == 2:
            return sides


# parties and facts side by side, in any order, with headings or without


def _columns(pages: Pages, *, seller_in_footer: bool) -> list[Spaced]:
    style, rng = pages.style, pages.rng
    numbered = chance(rng, 0.2)
    parts = ["seller", "buyer"]
    if seller_in_footer and chance(rng, 0.2):
        parts.remove("seller")
    if pages.invoice.delivery is not None:
        parts.append("delivery")
    where = weighted(rng, {"column": 5, "wide before": 2, "wide after": 3, "top": 1.5})
    if where == "column":
        parts.append("meta")
    if chance(rng, 0.08):
        parts.append("payment")
    rng.shuffle(parts)
    found = _top(pages, numbered=numbered, with_meta=where == "top")
    wide: list[Spaced] = []
    if where.startswith("wide"):
        meta = head.meta(pages, style.content_width, number_shown=numbered, wide=chance(rng, 0.8))
        wide = [(meta, _gap(pages, 0.8, 2.0))]
    rows = _rows(pages, parts, numbered=numbered)
    return found + (wide + rows if where == "wide before" else rows + wide)


def _rows(pages: Pages, parts: list[str], *, numbered: bool) -> list[Spaced]:
    """Rows of up to three columns; all headings of a document are set alike, or there are none."""
    rng = pages.rng
    manner = parties.draw_manner(pages)
    share = weighted(rng, {1.0: 5.5, 0.0: 3, 0.5: 1.5})
    first = 2 if len(parts) == 4 or (len(parts) == 3 and chance(rng, 0.25)) else 3
    rows = [parts[:first], parts[first:]] if len(parts) > first else [parts]
    found = []
    for row in rows:
        headings = [_heading(pages, part) if chance(rng, share) else "" for part in row]
        found.append((_row(pages, row, headings, manner, numbered=numbered), _gap(pages, 1.0, 2.5)))
    return found


def _row(
    pages: Pages, row: list[str], headings: list[str], manner: parties.Manner, *, numbered: bool
) -> Block:
    style, rng = pages.style, pages.rng
    shares = [rng.uniform(0.8, 1.35) if chance(rng, 0.5) else 1.0 for _ in row]
    gutter = style.body * rng.choice((1.2, 2.0, 3.0))
    room = style.content_width - gutter * (len(row) - 1)
    boxed = chance(rng, 0.15)
    blocks: list[tuple[float, Block]] = []
    x = 0.0
    for part, heading, share in zip(row, headings, shares, strict=True):
        width = room * share / sum(shares)
        inner = width - style.body * 1.2 if boxed else width
        block = parties.headed(pages, heading, _cell(pages, part, inner, numbered=numbered), inner, manner)
        blocks.append((x, Block(inner, block.height, children=((0, 0, block),)) if boxed else block))
        x += width + gutter
    height = max(block.height for _, block in blocks)
    if boxed:
        blocks = [
            (x, framed(Block(b.width, height, children=((0, 0, b),)), style.body * 0.6, None, style.grey))
            for x, b in blocks
        ]
        height += style.body * 1.2
    return Block(style.content_width, height, children=tuple((x, 0.0, block) for x, block in blocks))


def _cell(pages: Pages, part: str, width: float, *, numbered: bool) -> Block:
    style, rng = pages.style, pages.rng
    if part == "meta":
        return head.meta(pages, width, number_shown=numbered)
    if part == "payment":
        return pairs_block(payment_pairs(pages), style, pick(rng, ("inline", "columns")), width)
    if part == "seller":
        lines = parties.seller_lines(pages, named=chance(rng, 0.92), contacts=rng.choice((0, 0, 1, 2, 3, 5)))
    elif part == "buyer":
        lines = parties.buyer_lines(pages)
    else:
        lines = parties.delivery_lines(pages)
    if chance(rng, 0.3) and lines:
        first = paragraph(lines[:1], style.pen(bold=True), style.leading, width)
        return stack([first, paragraph(lines[1:], style.pen(), style.leading, width)])
    return paragraph(lines, style.pen(), style.leading, width)


def _heading(pages: Pages, part: str) -> str:
    keys = {
        "seller": "supplier",
        "buyer": "receiver",
        "delivery": "delivery",
        "meta": "facts_heading",
        "payment": "payment_heading",
    }
    return pages.label(keys[part])


def _top(pages: Pages, *, numbered: bool, with_meta: bool) -> list[Spaced]:
    """What stands above the row of columns: brand and title side by side, on a banner, or one of them."""
    style, rng = pages.style, pages.rng
    width = style.content_width
    gap = _gap(pages, 1.0, 3.0)
    shape = weighted(rng, {"both": 5, "banner": 1.3, "stacked": 2, "title": 2, "brand below": 0.7})
    if shape == "banner":
        return [(_banner(pages, numbered=numbered), gap), *_meta_alone(pages, numbered, with_meta)]
    title = head.title(pages, width * 0.5, with_number=numbered)
    if shape == "title":
        return [(title, gap), *_meta_alone(pages, numbered, with_meta)]
    brand = head.brand(pages, width * 0.5)
    if shape in ("stacked", "brand below"):
        order = [brand, title] if shape == "stacked" else [title, brand]
        return [(block, gap * 0.6) for block in order] + _meta_alone(pages, numbered, with_meta)
    side = [title]
    if with_meta:
        side.append(head.meta(pages, width * 0.45, number_shown=numbered))
    right = stack(side, style.body * 0.6)
    left, right = (brand, right) if chance(rng, 0.65) else (right, brand)
    offset = width - right.width if right.width < width * 0.45 and chance(rng, 0.7) else width * 0.54
    top = Block(width, max(left.height, right.height), children=((0, 0, left), (offset, 0, right)))
    return [(top, gap)]


def _meta_alone(pages: Pages, numbered: bool, wanted: bool) -> list[Spaced]:
    if not wanted:
        return []
    return [(head.meta(pages, pages.style.content_width * 0.5, number_shown=numbered), _gap(pages, 0.8, 2.0))]


def _banner(pages: Pages, *, numbered: bool) -> Block:
    """A coloured bar across the page with the seller's name and the title in white."""
    style, rng = pages.style, pages.rng
    width, pad = style.content_width, style.body
    size = style.body * rng.choice((1.3, 1.7, 2.1))
    white = (1.0, 1.0, 1.0)
    pen = Pen(style.head_family.bold, size, style.stretch, white)
    name = paragraph([(Piece(pages.invoice.supplier.name, ("supplier_name",)),)], pen, 1.15, width * 0.5)
    title = paragraph([head.title_line(pages, with_number=numbered)], pen, 1.15, width * 0.4, "right")
    height = max(name.height, title.height) + 2 * pad
    children = ((pad, pad, name), (width * 0.6 - pad, pad, title))
    if chance(rng, 0.3):
        title = paragraph([head.title_line(pages, with_number=numbered)], pen, 1.15, width * 0.4)
        children = ((pad, pad, title), (width * 0.5 - pad, pad, name))
    colour = style.accent if sum(style.accent) > 0.3 else (0.15, 0.15, 0.18)
    return Block(width, height, (Area(0, 0, width, height, colour),), children)


# a letter: brand on top, the buyer in the window, facts beside it, the seller's address at the foot only


def _letter(pages: Pages) -> list[Spaced]:
    style, rng = pages.style, pages.rng
    width = style.content_width
    numbered = chance(rng, 0.3)
    brand = head.brand(pages, width * 0.6) if chance(rng, 0.8) else NOTHING
    align = weighted(rng, {"left": 3, "center": 1, "right": 3})
    x = {"left": 0.0, "center": (width - brand.width) / 2, "right": width - brand.width}[align]
    top = Block(width, brand.height, children=((max(x, 0.0), 0, brand),))
    mirrored = chance(rng, _MIRRORED)
    seller_beside = mirrored and chance(rng, 0.6)
    wide = seller_beside or chance(rng, 0.3)
    window_width, side = width * rng.uniform(0.42, 0.5), width * rng.uniform(0.3, 0.42)
    window = _window(pages, window_width)
    beside = NOTHING if wide else _letter_facts(pages, side, numbered=numbered)
    if seller_beside:
        beside = parties.seller(pages, window_width, named=chance(rng, 0.8), full=chance(rng, 0.5))
    left, right, at = (beside, window, width - window_width) if mirrored else (window, beside, width - side)
    late = _gap(pages, 0, 6) if chance(rng, 0.4) else 0.0
    middle = Block(width, max(left.height, right.height + late), children=((0, 0, left), (at, late, right)))
    title = head.title(pages, width * 0.7, with_number=numbered)
    found = [(top, _gap(pages, 1.5, 6.0)), (middle, _gap(pages, 2.0, 5.0)), (title, _gap(pages, 0.8, 1.5))]
    if wide:
        found.append((head.meta(pages, width, number_shown=numbered, wide=True), _gap(pages, 0.8, 2.0)))
    return found


def _window(pages: Pages, width: float) -> Block:
    """The buyer as an envelope's window shows it, below the sender in small print or not."""
    lines = paragraph(parties.buyer_lines(pages), pages.style.pen(), pages.style.leading, width)
    parts = [parties.sender_line(pages, width)] if chance(pages.rng, 0.35) else []
    return stack([*parts, lines], pages.style.body * 0.8)


def _letter_facts(pages: Pages, width: float, *, numbered: bool) -> Block:
    facts = head.meta(pages, width, number_shown=numbered)
    if chance(pages.rng, 0.3):
        heading = pages.label("facts_heading")
        return parties.headed(pages, heading, facts, width, parties.draw_manner(pages))
    return facts
