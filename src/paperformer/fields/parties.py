"""Who sells and who buys: address blocks, by the heading above them or by what a letter-head looks like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paperformer.documents.model import Box
from paperformer.errors import ValueUnreadable
from paperformer.fields.anchors import Anchor, Labelled
from paperformer.fields.cells import Cell
from paperformer.fields.finding import Finding
from paperformer.fields.labels import Meaning
from paperformer.fields.layout import Line
from paperformer.fields.values import parse_value

# Legal forms as they end a company's name; case matters, so that "as" and "ag" in running text do not count.
_COMPANY = re.compile(
    r"(?<![\w.])(?:GmbH(?: & Co\.? KG(?:aA)?)?|gGmbH|mbH|AG|KG|OHG|GbR|e\.K\.|UG|SE|e\.V\.|Ltd\.?|LTD\.?|Limited|LIMITED"
    r"|PLC|plc|LLC|L\.L\.C\.|LLP|Inc\.?|INC\.?|Corp\.?|CORP\.?|Corporation|Co\.|AB|Aktiebolag|HB|KB|AS|ASA|ANS|DA|A/S"
    r"|ApS|APS|I/S|K/S|IVS|Oyj?|OY|Ky|Tmi|B\.?V\.?|N\.?V\.?|VOF|v\.o\.f\.|BVBA|SPRL|S\.?A\.?R\.?L\.?|SARL|SAS|S\.A\.S\.?"
    r"|SASU|EURL|S\.?A\.?|S\.?L\.?U?\.?|S\.?r\.?l\.?|S\.?p\.?A\.?|SRL|SPA|S\.?n\.?c\.?|S\.?a\.?s\.?|Lda\.?|LDA\.?|Unipessoal"
    r"|[Ss]p\. ?z ?o\. ?o\.|SP\. Z O\.O\.|[Ss]półka|s\. ?r\. ?o\.|a\. ?s\.|v\. ?o\. ?s\.|OÜ|MTÜ|UAB|MB|SIA|Kft\.?|Zrt\.?"
    r"|S\.R\.L\.?|Sdn\.? ?Bhd\.?|SDN\.? ?BHD\.?|S/B|BHD\.?|Pte\.? ?Ltd\.?|PTE\.? ?LTD\.?|Pty\.? ?Ltd\.?|K\.K\.|Enterprise|ENTERPRISE"
    r"|TRADING|RESTAURANT|Restaurant)(?![\w])"
)
# Postcodes: with a country's letter, of four to six digits before a town, British, Dutch, Portuguese, Polish, US.
_POSTCODE = re.compile(
    r"(?<![\w.,/-])(?:[A-Z]{1,3}-[0-9]{4,6} \S|[0-9]{5}\b,? [^\W\d_]{2}|[0-9]{4} [^\W\d_]{3}|[0-9]{3} [0-9]{2} [^\W\d_]{2}"
    r"|[0-9]{2}-[0-9]{3} [^\W\d_]{2}|[0-9]{4}-[0-9]{3} [^\W\d_]{2}|[0-9]{4} ?[A-Z]{2},? [A-Z]"
    r"|[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][ABD-HJLNP-UW-Z]{2}\b)|[^\W\d_]{2},? (?:[A-Z]{2} )?[0-9]{5}(?:-[0-9]{4})?$"
)
_SPLIT = re.compile(r"\s+[·•|–*~-]+\s+|\s*[·•|]\s*|,\s+|\s{3,}")
_MOST_LINES = 7
_REACH = 2.4  # heights of a line between two lines of one block
_INDENT = 2.5  # heights of a line by which the left edges of a block may differ
_HEADED, _HEADED_THIN, _SENDER, _FIRM, _GUESS = 0.72, 0.5, 0.5, 0.4, 0.25
_ADDRESSED = (" to", " an", " aan", " til", " till", " a", " à")
_FIELDS = {
    "receiver": ("receiver_name", "receiver_address"),
    "supplier": ("supplier_name", "supplier_address"),
}


@dataclass(frozen=True)
class Block:
    """Lines of one party: its name, and below it its address as far as its postcode."""

    cells: tuple[Cell, ...]

    @property
    def name(self) -> Cell:
        return self.cells[0]

    @property
    def address(self) -> tuple[Cell, ...]:
        """The lines from the second to the one with the postcode; none without a postcode."""
        for position, cell in enumerate(self.cells[1:], start=1):
            if has_postcode(cell.text):
                return self.cells[1 : position + 1]
        return ()


def has_postcode(text: str) -> bool:
    """Whether ``text`` holds what looks like a postcode with its town."""
    return _POSTCODE.search(text) is not None


def is_company(text: str) -> bool:
    """Whether ``text`` holds the legal form of a company (GmbH, AB, Ltd, Sdn Bhd ...)."""
    return _COMPANY.search(text) is not None


def find_parties(labelled: Labelled) -> Iterator[Finding]:
    """Names and addresses of the two parties, the headed ones with more trust."""
    taken: set[int] = set()
    for anchor in labelled.anchors:
        for meaning in anchor.hit.meanings:
            if meaning.kind != "party" or not _is_heading(anchor, meaning):
                continue
            block = _headed_block(anchor, labelled)
            if block is None:
                continue
            taken.update(cell.line.index for cell in block.cells)
            if meaning.name in _FIELDS:
                trust = _HEADED if meaning.strength == "plain" and anchor.hit.first == 0 else _HEADED_THIN
                yield from _findings(meaning.name, block, trust, "heading")
    yield from _letter_head(labelled, taken)


def _is_heading(anchor: Anchor, meaning: Meaning) -> bool:
    """Whether the label heads a block: alone, before a colon, or a "bill to" that its line opens with.

    "Lieferant GmbH" is a name and "vom Auftraggeber gebucht" a sentence.
    """
    after = anchor.line.text[anchor.end :].strip()
    if after[:1] == ":":
        return True
    if anchor.hit.first > 0:
        return anchor.opens and not after and meaning.strength == "plain"
    addressed = anchor.line.text[: anchor.end].lower().endswith(_ADDRESSED) and anchor.hit.length >= 6
    return not after or addressed


def _findings(party: str, block: Block, trust: float, rule: str) -> Iterator[Finding]:
    name_field, address_field = _FIELDS[party]
    yield from _text_finding(name_field, "name", [block.name], trust, rule)
    if block.address:
        yield from _text_finding(address_field, "address", block.address, trust * 0.9, rule)


def _text_finding(field: str, kind: str, cells: Sequence[Cell], trust: float, rule: str) -> Iterator[Finding]:
    printed = "\n".join(cell.text for cell in cells)
    words = tuple(cell.line.first + index for cell in cells for index, _, _ in cell.parts)
    try:
        parsed = parse_value(kind, printed)
    except ValueUnreadable:
        return
    if sum(c.isalpha() for c in parsed.value) >= 2:
        yield Finding(field, tuple(sorted(set(words))), printed.replace("\n", " "), parsed, trust, rule)


def _headed_block(anchor: Anchor, labelled: Labelled) -> Block | None:
    """The block that ``anchor`` heads: behind it and below, right of it, or below it."""
    tail = anchor.tail
    text = tail.text.lstrip(":.- ")
    if sum(c.isalpha() for c in text) >= 2:
        start = tail.end - len(anchor.line.text[tail.start : tail.end].lstrip(":.- "))
        first = Cell(anchor.line, start, tail.end)
        return Block((first, *_lines_below(anchor.line.page, anchor.line.cut_box(start, tail.end), labelled)))
    if anchor.limit < len(anchor.line.text):
        return None
    below = _lines_below(anchor.line.page, anchor.box, labelled)
    if below:
        return Block(below)
    for line in labelled.layout.right_of(anchor.line):
        if labelled.opens_with_label(line) or sum(c.isalpha() for c in line.text) < 2:
            break
        return Block((Cell(line, 0, len(line.text)), *_lines_below(line.page, line.box, labelled)))
    return None


def _lines_below(page: int, box: Box, labelled: Labelled) -> tuple[Cell, ...]:
    """Lines under ``box`` with the same left edge, until a gap, a label or what is no address."""
    cells: list[Cell] = []
    left, height = box.x0, labelled.layout.height
    while len(cells) < _MOST_LINES:
        near = [
            line
            for line in labelled.layout.below(page, box, _REACH)
            if abs(line.box.x0 - left) <= _INDENT * height
        ]
        if not near:
            break
        line = near[0]
        cell = _unlabelled(line, labelled)
        if cell is None:
            break
        cells.append(cell)
        box = line.box
    return tuple(cells)


def _unlabelled(line: Line, labelled: Labelled) -> Cell | None:
    """What ``line`` says of a party; None where it opens with a label of something else.

    "Name:" and "Address:" before the words are left out.
    """
    if not any(c.isalpha() for c in line.text):
        return None
    named = _NAMED.match(line.text)
    if named and named.end() < len(line.text):
        return Cell(line, named.end(), len(line.text))
    found = labelled.by_line.get(line.index)
    if found and found[0].hit.first == 0 and (found[0].tail.text[:1] in {":", ""} or found[0].alone):
        return None
    end = (
        found[0].start
        if found and found[0].hit.first > 0 and found[0].tail.text[:1] == ":"
        else len(line.text)
    )
    return Cell(line, 0, end)


_NAMED = re.compile(
    r"\s*(?:name|firma|company|nom|nombre|nome|naam|namn|navn|nimi|nazwa|název|pavadinimas|address|adresse|anschrift"
    r"|dirección|indirizzo|adres|adress|osoite|adresa|aadress|adresas|morada)\s*:\s*",
    re.IGNORECASE,
)


def _letter_head(labelled: Labelled, taken: set[int]) -> Iterator[Finding]:
    """Parties without heading: a sender's line, names with a legal form, blocks that end in a postcode."""
    lines = [line for line in labelled.layout.lines if line.page == 1]
    for line in lines:
        if line.index in taken:
            continue
        if has_postcode(line.text) and is_company(line.text):
            yield from _sender(line)
        elif is_company(line.text) and len(line.words) <= 8 and not labelled.opens_with_label(line):
            trust = _FIRM if line.box.center[1] < 0.25 or line.box.center[1] > 0.85 else _GUESS
            cell = Cell(line, 0, len(line.text))
            yield from _findings(
                "supplier", Block((cell, *_lines_below(1, line.box, labelled))), trust, "firm"
            )
            if 0.08 < line.box.center[1] < 0.45 and line.box.x0 < 0.5:
                block = Block((cell, *_lines_below(1, line.box, labelled)))
                if block.address:
                    yield from _findings("receiver", block, _GUESS, "letter")


def _sender(line: Line) -> Iterator[Finding]:
    """The sender on one line: "Lieferant GmbH · Lieferstraße 20 · 80333 München"."""
    first = _SPLIT.search(line.text)
    if first is None or not is_company(line.text[: first.start()]):
        return
    name = Cell(line, 0, first.start())
    post = _POSTCODE.search(line.text, first.end())
    yield from _text_finding("supplier_name", "name", [name], _SENDER, "sender")
    if post:
        after = _SPLIT.search(line.text, post.end())
        cut = Cell(line, first.end(), after.start() if after else len(line.text))
        pieces = [piece.strip() for piece in _SPLIT.split(cut.text) if piece.strip()]
        words = tuple(line.first + index for index, _, _ in cut.parts)
        yield Finding(
            "supplier_address",
            words,
            cut.text,
            parse_value("address", "\n".join(pieces)),
            _SENDER * 0.9,
            "sender",
        )
