"""Who sells and who buys: by the heading above an address block, or by what a letter-head looks like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from paperformer.errors import ValueUnreadable
from paperformer.fields.anchors import Anchor, Labelled
from paperformer.fields.blocks import (
    Block,
    Row,
    company_ends,
    find_postcode,
    has_postcode,
    is_company,
    is_street,
    rows_below,
    text_of,
    whole_row,
    words_of,
)
from paperformer.fields.cells import Cell
from paperformer.fields.finding import Finding
from paperformer.fields.layout import Line
from paperformer.fields.sections import Section, address_parts, after_name_label, after_place_label
from paperformer.fields.values import parse_value
from paperformer.fields.values.spans import find_values

_SPLIT = re.compile(r"\s+[·•|–*~-]+\s+|\s*[·•|]\s*|,\s+|\s{3,}")
_NAMED, _HEADED, _FARTHER, _THIN, _SENDER, _FIRM, _GUESS = 0.8, 0.72, 0.65, 0.45, 0.5, 0.4, 0.25
_STREET = 0.6  # of the trust in a name that looks like a street or a town
_LETTER_HEAD, _FOOT = 0.25, 0.85  # parts of the page above and below which a letter-head stands
_LETTER = (0.08, 0.45)  # parts of the page between which a letter's receiver stands
_BLOCK_HEIGHT = (0.8, 6.5)  # heights of a line from a block's name to its postcode
_BARS = re.compile(r"\S\s*[·•|]\s*\S.*[·•|]")
_CAPTION = re.compile(r":[\W\d_]*$")  # "Change:", "Till no: 9335", "Received: 10,00"
_TOP_LINE, _TOP_LINES = 0.3, 8
_CARD = re.compile(
    r"[0-9][*•]{3}|[*•xX]{4}[ -]?[0-9]{4}"
)  # "VISA (4*** **** 3306)", to which a sum was charged
_BELOW_HEADING = 5.0  # heights of a line to the name below it, with a blank line between
_MOST_PARTS = 6  # of a name, between commas
_NAME_WORDS = 8  # of a line that is no more than a company's name
_FIELDS = {
    "receiver": ("receiver_name", "receiver_address"),
    "supplier": ("supplier_name", "supplier_address"),
}


def find_parties(labelled: Labelled, sections: Sequence[Section]) -> Iterator[Finding]:
    """Names and addresses of the two parties, the headed ones with more trust."""
    taken: set[int] = set()
    for section in sections:
        block, trust = _block_of(section, labelled)
        if block is None:
            continue
        taken.update(cell.line.index for row in block.rows for cell in row)
        if section.party in _FIELDS:
            yield from _findings(section.party, block, trust, "heading")
    yield from _letter_head(labelled, taken)


def _findings(party: str, block: Block, trust: float, rule: str) -> Iterator[Finding]:
    name_field, address_field = _FIELDS[party]
    name = " ".join(map(text_of, block.name))
    if _CAPTION.search(name) or _CARD.search(name):
        return
    cut = _cut_line(block.name)
    if cut is not None:
        yield from _text_finding(name_field, "name", [(cut[0],)], trust, rule)
        yield _place_finding(address_field, cut[1], trust * 0.9, rule)
        return
    if name[:1].isdigit() or has_postcode(name):
        trust *= _STREET
    yield from _text_finding(name_field, "name", block.name, trust, rule)
    if block.address:
        yield from _text_finding(address_field, "address", block.address, trust * 0.9, rule)


def _cut_line(rows: Sequence[Row]) -> tuple[Cell, Cell] | None:
    """Name and address of a party that stands on one line, "Acme Inc, PO Box 12, Dallas TX 75265"."""
    if len(rows) != 1 or len(rows[0]) != 1:
        return None
    (whole,) = rows[0]
    text = whole.line.text
    for mark in islice(_SPLIT.finditer(text, whole.start, whole.end), _MOST_PARTS):
        name, place = text[whole.start : mark.start()], text[mark.end() : whole.end]
        following = _SPLIT.search(place)
        # The address begins with the first part that has a number: "Smith, John, 12 High St, Leeds LS1 4AP".
        opens = following is not None and any(map(str.isdigit, place[: following.start()]))
        if any(map(str.isdigit, name)):
            return None
        if name.strip() and opens and has_postcode(place):
            return Cell(whole.line, whole.start, mark.start()), Cell(whole.line, mark.end(), whole.end)
    return None


def _place_finding(field: str, cut: Cell, trust: float, rule: str) -> Finding:
    """An address on one line, its parts apart by commas or bars."""
    pieces = [piece.strip() for piece in _SPLIT.split(cut.text) if piece.strip()]
    return Finding(
        field, words_of([(cut,)]), cut.text, parse_value("address", "\n".join(pieces)), trust, rule
    )


def _text_finding(field: str, kind: str, rows: Sequence[Row], trust: float, rule: str) -> Iterator[Finding]:
    printed = "\n".join(text_of(row) for row in rows)
    try:
        parsed = parse_value(kind, printed)
    except ValueUnreadable:
        return
    if sum(c.isalpha() for c in parsed.value) >= 2:
        yield Finding(field, words_of(rows), printed.replace("\n", " "), parsed, trust, rule)


def _block_of(section: Section, labelled: Labelled) -> tuple[Block | None, float]:
    """The block that a heading heads, and its trust: lines that say "Name:", else what is by or below it."""
    named = _labelled_block(section, labelled)
    if named is not None:
        return named, _NAMED
    anchor = section.anchor
    trust = _HEADED if section.meaning.strength == "plain" else _THIN
    block = _behind(anchor, labelled)
    if block is not None:
        return block, trust
    if anchor.limit < len(anchor.line.text):
        return None, 0.0
    below = rows_below(anchor.line.page, anchor.box, labelled)
    if below:
        return Block(below), trust
    right = _right_of(anchor, labelled)
    farther = _farther_below(anchor, labelled) if right is None and trust == _HEADED else ()
    return (Block(farther), _FARTHER) if farther else (right, trust)


def _farther_below(anchor: Anchor, labelled: Labelled) -> tuple[Row, ...]:
    """Rows below a heading with a blank line between; none where they begin with no name."""
    below = rows_below(anchor.line.page, anchor.box, labelled, _BELOW_HEADING)
    first = text_of(below[0]) if below else ""
    return () if any(map(str.isdigit, first)) or is_street(first) else below


def _labelled_block(section: Section, labelled: Labelled) -> Block | None:
    """Name and address of a section that labels its lines: "Name: | Lieferant GmbH"."""
    rows: list[Row] = []
    for line in section.lines:
        for is_name, start in ((True, after_name_label(line.text)), (False, after_place_label(line.text))):
            if start is None or bool(rows) == is_name:
                continue
            value = (line, start) if start < len(line.text) else _first_right(line, labelled)
            if value is not None:
                rows.append(whole_row(value[0], labelled, value[1]))
                if not is_name:
                    rows += _labelled_parts(section, line) or rows_below(
                        value[0].page, value[0].cut_box(value[1], len(value[0].text)), labelled
                    )
                    return Block(tuple(rows))
    return Block(tuple(rows)) if rows else None


def _labelled_parts(section: Section, street: Line) -> list[Row]:
    """The rest of the address below ``street`` where it is labelled too: "Cap: 20121 Nazione: IT"."""
    below = section.lines[section.lines.index(street) + 1 :]
    parts = ((line, address_parts(line.text)) for line in below)
    return [
        tuple(Cell(line, start, end) for start, end in spans)
        for line, spans in takewhile(lambda one: bool(one[1]), parts)
    ]


def _first_right(line: Line, labelled: Labelled) -> tuple[Line, int] | None:
    right = next(labelled.layout.right_of(line), None)
    return (right, 0) if right is not None and not labelled.is_caption(right) else None


def _behind(anchor: Anchor, labelled: Labelled) -> Block | None:
    """What follows the heading on its own line, and the rows below that."""
    limit = _limit_of(anchor, labelled)
    printed = anchor.line.text[anchor.end : limit]
    text = printed.lstrip(" :.-")
    if sum(c.isalpha() for c in text) < 2:
        return None
    start = limit - len(text)
    first = (Cell(anchor.line, start, limit),)
    page, line = anchor.line.page, anchor.line
    below = rows_below(page, line.cut_box(start, limit), labelled)
    return Block((first, *(below or rows_below(page, line.box, labelled))))  # below the name, or its label


def _limit_of(anchor: Anchor, labelled: Labelled) -> int:
    """Where what is behind a heading ends: at the next label, but not in "A/S" or "S.p.A."."""
    text = anchor.line.text
    end = company_ends(text, anchor.end, anchor.limit) if anchor.limit < len(text) else None
    if end is None:
        return anchor.limit
    starts = (other.start for other in labelled.by_line.get(anchor.line.index, ()) if other.start >= end)
    return min(starts, default=len(text))


def _right_of(anchor: Anchor, labelled: Labelled) -> Block | None:
    """What stands right of the heading; a "Name:" between them is left out."""
    for line in labelled.layout.right_of(anchor.line):
        start = after_name_label(line.text)
        if start is not None and start == len(line.text):
            continue
        if (start is None and labelled.is_caption(line)) or sum(c.isalpha() for c in line.text) < 2:
            return None
        return Block((whole_row(line, labelled, start or 0), *rows_below(line.page, line.box, labelled)))
    return None


def _letter_head(labelled: Labelled, taken: set[int]) -> Iterator[Finding]:
    """Parties without heading: a sender's line, names with a legal form, blocks that end in a postcode."""
    lines = [line for line in labelled.layout.lines if line.page == labelled.layout.lines[0].page]
    yield from _first_line(lines, labelled)
    for line in lines:
        if line.index in taken:
            continue
        is_town = line.digits > 1 and has_postcode(line.text)
        if is_town and (is_company(line.text) or _BARS.search(line.text)):
            yield from _sender(line, labelled)
        elif len(line.words) <= _NAME_WORDS and is_company(line.text) and not labelled.is_caption(line):
            yield from _firm(line, labelled)
        elif is_town:
            yield from _above_postcode(line, labelled, taken)


def _first_line(lines: Sequence[Line], labelled: Labelled) -> Iterator[Finding]:
    """The first line that could be a name: shops print theirs on top."""
    trust = _TOP_LINE
    for line in lines[:_TOP_LINES]:
        if line.box.center[1] > _LETTER_HEAD or trust < _TOP_LINE / 2:
            return
        letters = sum(c.isalpha() for c in line.text)
        is_name = letters >= 3 and letters > 4 * line.digits and len(line.words) <= _NAME_WORDS
        if is_name and not labelled.is_caption(line) and not find_values("document_type", [line.text]):
            block = Block((whole_row(line, labelled), *rows_below(line.page, line.box, labelled)))
            yield from _findings("supplier", block, trust, "first line")
            trust *= 0.6


def _firm(line: Line, labelled: Labelled) -> Iterator[Finding]:
    """A line that is a company's name: the supplier's at head and foot, the receiver's in a window."""
    middle = line.box.center[1]
    block = Block((whole_row(line, labelled), *rows_below(1, line.box, labelled)))
    trust = _FIRM if middle < _LETTER_HEAD or middle > _FOOT else _GUESS
    yield from _findings("supplier", block, trust, "firm")
    if _LETTER[0] < middle < _LETTER[1] and line.box.x0 < 0.5 and block.address:
        yield from _findings("receiver", block, _FIRM - 0.05, "letter")


def _above_postcode(line: Line, labelled: Labelled, taken: set[int]) -> Iterator[Finding]:
    """A block without heading or legal form: up to five rows above a postcode."""
    middle, height = line.box.center[1], labelled.layout.height
    if not _LETTER[0] / 4 < middle < _LETTER[1]:
        return
    tops = (
        other
        for other in labelled.layout.lines[max(0, line.index - 24) : line.index]
        if other.page == line.page
        and (
            abs(other.box.x0 - line.box.x0) < height or abs(other.box.center[0] - line.box.center[0]) < height
        )
        and _BLOCK_HEIGHT[0] < (middle - other.box.center[1]) / height < _BLOCK_HEIGHT[1]
        and other.index not in taken
        and not labelled.is_caption(other)
        and not other.digits
    )
    for top in tops:
        block = Block((whole_row(top, labelled), *rows_below(top.page, top.box, labelled)))
        if block.address and line.index in {cell.line.index for row in block.address for cell in row}:
            is_head = middle < _LETTER[0] * 1.5 or line.box.x0 > 0.5
            for party, trust in (("supplier", _GUESS), ("receiver", _GUESS * 0.9)):
                yield from _findings(
                    party, block, trust if is_head == (party == "supplier") else 0.6 * trust, "block"
                )
            return


def _sender(line: Line, labelled: Labelled) -> Iterator[Finding]:
    """The sender on one line, "Lieferant GmbH · Hauptstr. 20 · 80333 München", and the receiver below."""
    first = _SPLIT.search(line.text)
    if first is None or not first.start():
        return
    yield from _text_finding("supplier_name", "name", [(Cell(line, 0, first.start()),)], _SENDER, "sender")
    below = rows_below(line.page, line.box, labelled)
    if below and Block(below).address:
        yield from _findings("receiver", Block(below), _SENDER, "window")
    post = find_postcode(line.text, first.end())
    if post is None:
        return
    after = _SPLIT.search(line.text, post.end())
    cut = Cell(line, first.end(), after.start() if after else len(line.text))
    yield _place_finding("supplier_address", cut, _SENDER * 0.9, "sender")
