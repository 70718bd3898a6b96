"""Who sells and who buys: by the heading above an address block, or by what a letter-head looks like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile

from paperformer.fields.blocks import Block, Row, rows_below, text_of, whole_row
from paperformer.fields.countries.postcodes import has_postcode
from paperformer.fields.finding import Finding
from paperformer.fields.letter_heads import find_letter_heads
from paperformer.fields.page.anchors import Anchor, Labelled
from paperformer.fields.page.cells import Cell
from paperformer.fields.page.layout import Line
from paperformer.fields.page.sections import (
    BELOW_HEADING,
    INDENT,
    Section,
    address_parts,
    after_name_label,
    after_place_label,
    is_part_label,
)
from paperformer.fields.page.view import PageView
from paperformer.fields.party_findings import PARTIES, party_findings, text_finding

_NEXT_LABEL = 2.2  # heights of a line to the next label of a column


def find_parties(page: PageView) -> Iterator[Finding]:
    """Names and addresses of the two parties, the headed ones with more trust."""
    labelled, sections, owners = page.labelled, page.sections, page.parties
    taken: set[int] = set()
    for section in sections:
        block, trait = _block_of(section, labelled, owners)
        if block is None:
            continue
        taken.update(cell.line.index for row in block.rows for cell in row)
        if section.party in PARTIES:
            yield from party_findings(section.party, block, "heading", trait)
        elif section.party == "delivery":
            on_one_row = block.rows[:1] if has_postcode(text_of(block.rows[0])) else ()
            rows = block.address or on_one_row
            yield from text_finding("delivery_address", "address", rows, "heading", ("delivery", trait))
    yield from find_letter_heads(labelled, taken)


def _block_of(section: Section, labelled: Labelled, owners: Mapping[int, str]) -> tuple[Block | None, str]:
    """The block that a heading heads, and which: lines that say "Name:", else what is by or below it."""
    named = _labelled_block(section, labelled, owners)
    if named is not None:
        return named, "labelled"
    anchor = section.anchor
    trait = f"{section.meaning.strength} heading"
    block = _behind(anchor, labelled)
    if block is not None:
        return block, trait
    if anchor.limit < len(anchor.line.text):
        return None, trait
    below = rows_below(anchor.line.page, anchor.box, labelled)
    right = _right_of(anchor, labelled)
    if not below and section.lines and (right is None or _is_head_of_column(section, right, labelled)):
        further = rows_below(anchor.line.page, anchor.box, labelled, BELOW_HEADING)  # below a blank line
        below = further if further and further[0][0].line is section.lines[0] else ()
    if right is not None and _is_column_of_labels(anchor, right, labelled):
        return right, trait
    return (Block(below) if below else right), trait


def _is_head_of_column(section: Section, right: Block, labelled: Labelled) -> bool:
    """Whether what stands right of a heading heads a column: "BAUHERR | ARCHITEKT", a name below each."""
    if section.anchor.is_captioned:
        return False
    left, edge = right.rows[0][0].line.box.x0, INDENT * labelled.layout.height
    return any(abs(line.box.x0 - left) <= edge for line in labelled.layout.right_of(section.lines[0]))


def _is_column_of_labels(anchor: Anchor, right: Block, labelled: Labelled) -> bool:
    """Whether values stand right of labels: the next label is below the heading, or a colon opens one."""
    if text_of(right.rows[0]).startswith(":"):
        return True
    next_below = next(iter(labelled.layout.below(anchor.line.page, anchor.box, _NEXT_LABEL)), None)
    if next_below is not None and after_place_label(next_below.text) is not None:
        return True
    return next_below is not None and any(
        # A caption with its value behind it is of the section itself: "Account no: 4711".
        anchor.line.index == next_below.index and not next_below.text[anchor.end :].strip(" :.")
        for anchor in labelled.anchors
    )


def _labelled_block(section: Section, labelled: Labelled, owners: Mapping[int, str]) -> Block | None:
    """Name and address of a section that labels its lines: "Name: | Lieferant GmbH"."""
    rows: list[Row] = []
    for line in _lines_across(section, labelled, owners):
        for is_name, start in ((True, after_name_label(line.text)), (False, after_place_label(line.text))):
            if start is None or bool(rows) == is_name:
                continue
            value = (line, start) if start < len(line.text) else _beside(section, line, labelled)
            if value is not None:
                rows.append(whole_row(value[0], labelled, value[1]))
                if not is_name:
                    value_box = value[0].cut_box(value[1], len(value[0].text))
                    further = _labelled_parts(section, line, labelled)
                    return Block((*rows, *(further or rows_below(value[0].page, value_box, labelled))))
    return Block(tuple(rows)) if rows else None


def _lines_across(section: Section, labelled: Labelled, owners: Mapping[int, str]) -> Iterator[Line]:
    """The lines of a section, each with what stands right of it and is in no other party's section."""
    for line in section.lines:
        yield line
        for right in labelled.layout.right_of(line):
            if owners.get(right.index, section.party) == section.party:
                yield right


def _beside(section: Section, label: Line, labelled: Labelled) -> tuple[Line, int] | None:
    """The value of a label that stands alone: right of it, or in the next line of its box on a form."""
    right = _first_right(label, labelled)
    if right is not None or label not in section.lines[:-1] or labelled.heads_table(label):
        return right
    below = section.lines[section.lines.index(label) + 1]
    labels = after_name_label(below.text), after_place_label(below.text)
    return (below, 0) if labels == (None, None) and not labelled.is_caption(below) else None


def _labelled_parts(section: Section, street: Line, labelled: Labelled) -> list[Row]:
    """The rest of the address below ``street`` where it is labelled too, "Cap: 20121", or above it."""
    if street not in section.lines:
        return []
    at = section.lines.index(street)
    below = list(takewhile(bool, (_parts(line, labelled) for line in section.lines[at + 1 :])))
    above = _parts(section.lines[at - 1], labelled) if at and not below else ()
    return [above] if above else below


def _parts(line: Line, labelled: Labelled) -> Row:
    """The parts of an address that ``line`` labels, or what stands right of such a label."""
    if is_part_label(line.text):
        value = _first_right(line, labelled)
        return whole_row(value[0], labelled) if value is not None else ()
    return tuple(Cell(line, start, end) for start, end in address_parts(line.text))


def _first_right(line: Line, labelled: Labelled) -> tuple[Line, int] | None:
    right = next(labelled.layout.right_of(line), None)
    return (right, 0) if right is not None and not labelled.is_caption(right) else None


def _behind(anchor: Anchor, labelled: Labelled) -> Block | None:
    """What follows the heading on its own line, and the rows below that."""
    limit = anchor.limit
    printed = anchor.line.text[anchor.end : limit]
    text = printed.lstrip(" :.-")
    if sum(c.isalpha() for c in text) < 2:
        return None
    start = limit - len(text)
    first = (Cell(anchor.line, start, limit),)
    page, line = anchor.line.page, anchor.line
    below = rows_below(page, line.cut_box(start, limit), labelled)
    return Block((first, *(below or rows_below(page, line.box, labelled))))  # below the name, or its label


def _right_of(anchor: Anchor, labelled: Labelled) -> Block | None:
    """What stands right of the heading; a "Name:" between them is left out."""
    for line in labelled.layout.right_of(anchor.line):
        start = after_name_label(line.text)
        if start is not None and start == len(line.text):
            continue
        if (start is None and labelled.is_caption(line)) or sum(c.isalpha() for c in line.text) < 2:
            return None
        row = _before_label(line, labelled, start or 0) or whole_row(line, labelled, start or 0)
        return Block((row, *rows_below(line.page, line.box, labelled)))
    return None


def _before_label(line: Line, labelled: Labelled, start: int) -> Row:
    """The name before a comma and a label: "ООО «Стройка», ИНН 7709431183"; none without such a label."""
    for anchor in labelled.by_line.get(line.index, ()):
        before = line.text[start : anchor.start].rstrip()
        if before.endswith(","):
            return (Cell(line, start, start + len(before) - 1),)
    return ()
