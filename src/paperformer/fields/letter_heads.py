"""Parties without heading: a sender's line, names with a legal form, blocks that end in a postcode."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from paperformer.fields.blocks import (
    Block,
    Row,
    has_caption,
    is_address_form,
    is_company,
    rows_below,
    whole_row,
)
from paperformer.fields.countries.postcodes import find_postcode, has_postcode
from paperformer.fields.finding import Finding
from paperformer.fields.page.anchors import Labelled
from paperformer.fields.page.cells import Cell
from paperformer.fields.page.layout import Line
from paperformer.fields.page.sections import after_name_label
from paperformer.fields.party_findings import PARTS, party_findings, place_finding, text_finding
from paperformer.fields.values.spans import find_values
from paperformer.fields.words.patterns import pattern

_LETTER_HEAD, _FOOT = 0.25, 0.85  # parts of the page above and below which a letter-head stands
_LETTER = (0.08, 0.45)  # parts of the page between which a letter's receiver stands
_BLOCK_HEIGHT = (0.8, 6.5)  # heights of a line from a block's name to its postcode
_BARS = re.compile(r"\S\s*[·•|]\s*\S.*[·•|]")
_TOP_LINES, _MOST_NAMES = 8, 2
_NAME_WORDS = 8  # of a line that is no more than a company's name


def find_letter_heads(labelled: Labelled, taken: set[int]) -> Iterator[Finding]:
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
        if after_name_label(line.text) not in {None, len(line.text)}:
            yield from _labelled_name(line, labelled)


def _first_line(lines: Sequence[Line], labelled: Labelled) -> Iterator[Finding]:
    """The first line that could be a name: shops print theirs on top."""
    found = 0
    for line in lines[:_TOP_LINES]:
        if line.box.center[1] > _LETTER_HEAD or found == _MOST_NAMES:
            return
        letters = sum(c.isalpha() for c in line.text)
        is_name = letters >= 3 and letters > 4 * line.digits and len(line.words) <= _NAME_WORDS
        is_name = is_name and not _names_something_else(line.text)
        if is_name and not labelled.is_caption(line) and not find_values("document_type", [line.text]):
            block = Block((_name_row(line, labelled), *rows_below(line.page, line.box, labelled)))
            found += 1
            yield from party_findings("supplier", block, "first line", f"name {found}")


def _firm(line: Line, labelled: Labelled) -> Iterator[Finding]:
    """A line that is a company's name: the supplier's at head and foot, the receiver's in a window."""
    middle = line.box.center[1]
    block = Block((_name_row(line, labelled), *rows_below(1, line.box, labelled)))
    place = "head or foot" if middle < _LETTER_HEAD or middle > _FOOT else "between"
    yield from party_findings("supplier", block, "firm", place)
    if _LETTER[0] < middle < _LETTER[1] and line.box.x0 < 0.5 and block.address:
        yield from party_findings("receiver", block, "letter")


def _labelled_name(line: Line, labelled: Labelled) -> Iterator[Finding]:
    """The name behind its label in no headed section, "Name: Anna Berg": of either party."""
    block = Block((_name_row(line, labelled), *rows_below(line.page, line.box, labelled)))
    yield from _of_either(block, line, "name label")


def _of_either(block: Block, line: Line, *traits: str) -> Iterator[Finding]:
    """A block that begins at ``line`` as either party's, one of which is in its place."""
    is_head = line.box.center[1] < _LETTER[0] * 1.5 or line.box.x0 > 0.5
    for party in ("supplier", "receiver"):
        place = "in its place" if is_head == (party == "supplier") else "in the other's place"
        yield from party_findings(party, block, "block", place, *traits)


def _name_row(line: Line, labelled: Labelled) -> Row:
    """The row of a name, without a label before it."""
    return whole_row(line, labelled, after_name_label(line.text) or 0)


def _names_something_else(text: str) -> bool:
    """Whether a line is captioned as no name, or says which copy of the document it is: "ORIGINAL"."""
    if pattern("parties", "copy_marks", "(?:{})").fullmatch(text.strip()):
        return True
    return has_caption(text) and after_name_label(text) is None


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
        and not is_address_form(other.text)
    )
    for top in tops:
        block = Block((whole_row(top, labelled), *rows_below(top.page, top.box, labelled)))
        if block.address and line.index in {cell.line.index for row in block.address for cell in row}:
            yield from _of_either(block, line)
            return


def _sender(line: Line, labelled: Labelled) -> Iterator[Finding]:
    """The sender on one line, "Lieferant GmbH · Hauptstr. 20 · 80333 München", and the receiver below."""
    first = PARTS.search(line.text)
    if first is None or not first.start():
        return
    yield from text_finding("supplier_name", "name", [(Cell(line, 0, first.start()),)], "sender")
    below = rows_below(line.page, line.box, labelled)
    if below and Block(below).address:
        yield from party_findings("receiver", Block(below), "window")
    post = find_postcode(line.text, first.end())
    if post is None:
        return
    after = PARTS.search(line.text, post.end())
    cut = Cell(line, first.end(), after.start() if after else len(line.text))
    yield place_finding("supplier_address", cut, "sender")
