"""Labels where a document prints them, and what surrounds them on their line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from paperformer.documents.model import Box
from paperformer.fields.page.cells import Cell
from paperformer.fields.page.company_names import company
from paperformer.fields.page.labels import LabelBook, LabelHit, Meaning, Token, begin_of_run, tokens_of
from paperformer.fields.page.layout import Layout, Line

_SIGNS = frozenset("#№")
_TAIL = 2  # letters at the end of a number
_COLON = re.compile(r" ?: ?")
_IN_NAME = re.compile(r"[^0-9:]{1,80}")  # figures and colons belong to labels and values
_NAMES = frozenset({"supplier_name", "receiver_name"})
# A Swiss number of the register is that for VAT with the tax behind it; "MWST 8.1 %" and "MWST:" are labels
_SWISS = re.compile(r"CHE[- ]?[0-9]{3}[. ]?[0-9]{3}[. ]?[0-9]{3} ?$")
_SWISS_TAX = re.compile(r"(?:MWST|TVA|IVA|TPV)(?![\w-]| ?[:0-9])", re.IGNORECASE)
_NUMBER_ON = re.compile(r"[-/_](?:[A-Z]{1,4}[-/_]?)?[0-9]")  # how a number goes on behind its head


@dataclass(frozen=True)
class Anchor:
    """A label where it stands.

    Args:
        line: The line that prints it.
        hit: What it says.
        start, end: Its offsets in the line's text.
        limit: Where the next label of the line begins, or the line ends.
        opens: Whether it opens the line, or follows a value or another label.
        alone: Whether the line prints nothing but labels.
    """

    line: Line
    hit: LabelHit
    start: int
    end: int
    limit: int
    opens: bool
    alone: bool

    @cached_property
    def box(self) -> Box:
        return self.line.cut_box(self.start, self.end)

    @property
    def is_captioned(self) -> bool:
        """Whether a colon follows it."""
        return self.line.text[self.end :].lstrip()[:1] == ":"

    @cached_property
    def tail(self) -> Cell:
        """What stands between the label and the next one on its line."""
        text = self.line.text[self.end : self.limit]
        return Cell(self.line, self.limit - len(text.lstrip(" :;#.*")), self.limit)


@dataclass
class Labelled:
    """The labels of a document, by line.

    Args:
        layout: Its lines.
        anchors: All labels, in reading order.
        by_line: Those of each line.
    """

    layout: Layout
    anchors: list[Anchor] = field(default_factory=list)
    by_line: dict[int, list[Anchor]] = field(default_factory=dict)
    _counted: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    def opens_with_label(self, line: Line) -> bool:
        """Whether a label is the first thing on ``line``."""
        anchors = self.by_line.get(line.index)
        return anchors is not None and anchors[0].hit.first == 0

    def is_caption(self, line: Line) -> bool:
        """Whether ``line`` is a label, with or without value: "Due date: 1 May", but not "Lieferant GmbH"."""
        anchors = self.by_line.get(line.index)
        if anchors is None or anchors[0].hit.first > 0:
            return False
        return anchors[0].alone or anchors[0].is_captioned

    def heads_table(self, line: Line) -> bool:
        """Whether ``line`` is part of the row that heads a line table: two labels that only columns bear."""
        row = [line, *self.layout.right_of(line), *self.layout.left_of(line)]
        return sum(self._columns(other) for other in row) >= 2 or (
            self._columns(line) == 1 and len(self.by_line.get(line.index, ())) > 2
        )

    def _columns(self, line: Line) -> int:
        """Labels on ``line`` that head columns; counted once, for each of its labels asks."""
        if line.index not in self._counted:
            kinds = [
                {meaning.kind for meaning in anchor.hit.meanings}
                for anchor in self.by_line.get(line.index, ())
            ]
            own = sum("column" in found and found <= {"column", "other"} for found in kinds)
            self._counted[line.index] = own
        return self._counted[line.index]


def find_labels(layout: Layout, book: LabelBook) -> Labelled:
    """All labels of the document."""
    labelled = Labelled(layout)
    for line in layout.lines:
        tokens = tokens_of(line.text)
        hits = [
            hit
            for i, hit in enumerate(book.find(tokens))
            if not _is_prefix(line.text, tokens[hit.last])
            and not _is_suffix(line.text, tokens[hit.first])
            and not _is_swiss_tax(line.text, tokens[hit.first])
            and (not i or not _in_brackets(line.text, tokens[hit.first]))
            and not _is_mark_of_slip(line.text, tokens[hit.first])
            and not _is_of_range(hit, tokens)
        ]
        hits = _without_names(_with_number_sign(hits, tokens, line.text), tokens, line.text)
        opening = _opening(hits, tokens)
        # A word that is a label only where it opens is part of a name amid others: "Central do Porto Lda".
        hits = [hit for hit in hits if hit.first in opening or _counts_amid_others(hit, line.text, tokens)]
        covered = sum(hit.last - hit.first + 1 for hit in hits)
        for position, hit in enumerate(hits):
            following = hits[position + 1] if position + 1 < len(hits) else None
            anchor = Anchor(
                line, hit, tokens[hit.first].start, tokens[hit.last].end,
                tokens[following.first].start if following else len(line.text),
                opens=hit.first in opening,
                alone=covered == len(tokens),
            )  # fmt: skip
            labelled.anchors.append(anchor)
            labelled.by_line.setdefault(line.index, []).append(anchor)
    return labelled


def _with_number_sign(hits: Sequence[LabelHit], tokens: Sequence[Token], text: str) -> list[LabelHit]:
    """``hits``, where a sign that stands right behind a label is a part of it: "Çek nömrəsi №"."""
    joined: list[LabelHit] = []
    for hit in hits:
        sign = tokens[hit.first]
        if joined and joined[-1].last + 1 == hit.first == hit.last and text[sign.start : sign.end] in _SIGNS:
            joined[-1] = replace(joined[-1], last=hit.last)
        else:
            joined.append(hit)
    return joined


def _without_names(hits: Sequence[LabelHit], tokens: Sequence[Token], text: str) -> list[LabelHit]:
    """``hits`` without those that are words of a name behind its caption: "From: Swift Total Service Ltd"."""
    kept: list[LabelHit] = []
    end = 0
    for hit in hits:
        begin = tokens[hit.first].start
        if begin < end:
            continue
        kept.append(hit)
        behind = _COLON.match(text, tokens[hit.last].end)
        if behind is not None and any(_heads_name(meaning) for meaning in hit.meanings):
            named = company().search(text, behind.end())
            is_name = named is not None and _IN_NAME.fullmatch(text, behind.end(), named.end()) is not None
            end = named.end() if named is not None and is_name else 0
    return kept


def _heads_name(meaning: Meaning) -> bool:
    return meaning.kind == "party" or meaning.name in _NAMES


def _opening(hits: Sequence[LabelHit], tokens: Sequence[Token]) -> frozenset[int]:
    """Where those of ``hits`` begin that open their line, or follow a value or another label."""
    ends = {hit.last for hit in hits}
    before = [(hit.first, begin_of_run(tokens, hit.first) - 1) for hit in hits]
    return frozenset(
        first for first, at in before if at < 0 or at in ends or any(c.isdigit() for c in tokens[at].text)
    )


def _counts_amid_others(hit: LabelHit, text: str, tokens: Sequence[Token]) -> bool:
    """Whether a label counts behind other words. What heads columns does so before a colon: "Plot No: 45"."""
    has_colon = text.startswith(":", tokens[hit.last].end)
    return any(
        meaning.strength == "plain" and (meaning.kind != "column" or has_colon) for meaning in hit.meanings
    )


def _is_prefix(text: str, token: Token) -> bool:
    """Whether ``token`` is the head of a number: PO-4711, PO-KE-4711, NO-0349 Oslo."""
    return _NUMBER_ON.match(text, token.end) is not None


def _is_suffix(text: str, token: Token) -> bool:
    """Whether ``token`` is the tail of a number: INV-17-A, but A1-Total: 12.00."""
    is_short = token.end - token.start <= _TAIL and text[token.end : token.end + 1] != ":"
    before = text[: token.start][-2:]
    return is_short and before[-1:] in {"-", "/", "_"} and before[:1].isdigit()


def _is_swiss_tax(text: str, token: Token) -> bool:
    """Whether ``token`` is the end of a Swiss VAT number: "CHE-123.456.789 MWST"."""
    tax = _SWISS_TAX.match(text, token.start)
    return tax is not None and _SWISS.search(text, 0, token.start) is not None


def _is_mark_of_slip(text: str, token: Token) -> bool:
    """Whether ``token`` is a # behind which nothing stands, as in "41877262041843 #": no "no"."""
    return text[token.start : token.end] == "#" and not text[token.end :].strip()


def _is_of_range(hit: LabelHit, tokens: Sequence[Token]) -> bool:
    """Whether a "to" that may head a receiver stands between figures: "10 Feb 2024 to 9 Mar 2024"."""
    if hit.first == 0 or hit.last + 1 == len(tokens):
        return False
    beside = tokens[hit.first - 1].text, tokens[hit.last + 1].text
    is_thin = all(meaning.kind == "party" and meaning.strength == "thin" for meaning in hit.meanings)
    return is_thin and all(any(map(str.isdigit, text)) for text in beside)


def _in_brackets(text: str, token: Token) -> bool:
    """Whether ``token`` stands in brackets: "Total net (excl. VAT)" is one label."""
    return text.rfind("(", 0, token.start) > text.rfind(")", 0, token.start)
