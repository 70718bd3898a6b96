"""The captions of a heading, row by row, or by columns.

Captions may have one, two or three rows, each set in the middle of its cell. The rows of such a heading lie
between one another: "Price" beside the gap of "Amount / net". They are read by columns: what stands above one
another is one caption.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from paperformer.documents.model import Box, Word, union
from paperformer.fields.page.layout import Line
from paperformer.fields.tables.captions import Caption, CaptionReader, roles_of
from paperformer.fields.tables.cell_texts import is_unit
from paperformer.fields.tables.rows import Row

_MONEY = frozenset({"total", "unit_price"})
_SIGNS = {
    "%": frozenset({"vat_rate", "discount"}),
    **dict.fromkeys(("€", "$", "£", "EUR", "CHF", "USD", "GBP", "SEK", "NOK", "DKK", "KR", "PLN"), _MONEY),
}
_BETWEEN = 0.9  # heights from a row of a heading to one that lies between its rows
_MOST_ROWS = 8
_SIDES = 2  # parts of other rows that make a gap between words one between columns
_RATE_ENDS = re.compile(r"[0-9] ?% ?\(?$")
_RATE_BEGINS = re.compile(r" ?\(?[0-9]{1,2}(?:[.,][0-9]+)? ?%")
MOST_DIGITS = 2
"""Of a segment that may be a caption: "Hinta (alv 0)"."""


def captions_on(row: Row, book: CaptionReader) -> Iterator[Caption]:
    """The captions of ``row`` that we know, left to right."""
    for line in caption_lines(row):
        tokens, hits = book.read(line)
        if roles := _role_of_sign(line.text):
            yield Caption(roles, line.box.x0, line.box.x1, line.text)
            continue
        found: list[tuple[frozenset[str], int, int]] = []
        for hit in hits:
            roles, start, end = roles_of(hit), tokens[hit.first].start, tokens[hit.last].end
            if found and line.text[found[-1][2] : start].strip() == "/" and is_unit(line.text[start:end]):
                found[-1] = (*found[-1][:2], end)  # "Prijs/st"
                continue
            if found and roles & found[-1][0] and _is_one(line.text[found[-1][2] : start], roles):
                roles, start = roles & found[-1][0], found.pop()[1]
            if roles:
                found.append((roles, start, end))
        for roles, start, end in found:
            before, behind = line.text[:start], line.text[end:]
            if "tax" in roles and (_RATE_ENDS.search(before) or _RATE_BEGINS.match(behind)):
                roles = frozenset({"tax"})  # "10 % VAT" heads the sums
            elif roles & _SIGNS["%"] and "%" in (before.rstrip()[-1:], behind.lstrip()[:1]):
                roles &= _SIGNS["%"]  # "VAT %" heads no sums
            yield _caption_at(line, start, end, roles)


def unknown_captions(rows: Sequence[Row], captions: Sequence[Caption], book: CaptionReader) -> list[Caption]:
    """What stands in the heading beside the captions that we know, each segment one caption."""
    found: list[Caption] = []
    for line in (line for row in rows for line in caption_lines(row)):
        found += [caption for caption in _others(line, book) if is_free(caption, [*captions, *found])]
        if any(character.isalnum() for character in line.text):
            caption = Caption(frozenset(), line.box.x0, line.box.x1, line.text)
            if is_free(caption, [*captions, *found]):
                found.append(caption)
    return found


def caption_lines(row: Row) -> list[Line]:
    """The segments of a row that may be captions; beside a table there may stand a telephone."""
    most = MOST_DIGITS if row.digits <= MOST_DIGITS else 0
    return [line for line in row.lines if line.digits <= most]


def is_free(caption: Caption, others: Sequence[Caption]) -> bool:
    """Whether a caption stands above or below none of ``others``."""
    return all(caption.x1 <= other.x0 or other.x1 <= caption.x0 for other in others)


def _others(line: Line, book: CaptionReader) -> Iterator[Caption]:
    """The captions of a segment whose columns are no cells of ours: "Surcharge" beside "Discount"."""
    tokens, hits = book.read(line)
    for hit in hits:
        if not roles_of(hit) and any(meaning.name == "other" for meaning in hit.meanings):
            yield _caption_at(line, tokens[hit.first].start, tokens[hit.last].end, frozenset())


def _caption_at(line: Line, start: int, end: int, roles: frozenset[str]) -> Caption:
    """The characters of a segment from ``start`` to before ``end`` as a caption."""
    box = line.cut_box(start, end)
    return Caption(roles, box.x0, box.x1, line.text[start:end])


def _role_of_sign(text: str) -> frozenset[str]:
    """What stands under "%", under the sign of a currency alone, or under "EUR/t"."""
    if "/" in text and is_unit(text.strip()):
        return frozenset({"unit_price"})
    return _SIGNS.get(text.strip().upper(), frozenset())


def _is_one(between: str, roles: frozenset[str]) -> bool:
    """Whether two captions of one segment make one: "Produkt / Tuote", "Description of articles"."""
    return between.strip() == "/" or ("description" in roles and between.replace(" ", "").isalpha())


class _Part(NamedTuple):
    """Words of a row that are of one caption."""

    words: Sequence[Word]
    box: Box


def interleaved(rows: Sequence[Row], first: int, last: int) -> tuple[int, int]:
    """The first and the last of all ``rows`` that lie between the ``first`` and the ``last`` known one of a
    heading, or are these.
    """
    lowest = max(row.middle for row in rows[first : last + 1])
    end = last
    for row in rows[last + 1 : last + _MOST_ROWS]:
        if row.page != rows[first].page or row.digits or row.middle - lowest > _BETWEEN * row.height:
            break
        lowest, end = max(lowest, row.middle), row.index
    highest = min(row.middle for row in rows[first : end + 1])
    above = [row for row in rows[max(0, first - _MOST_ROWS) : first] if row.page == rows[first].page]
    begin = first
    for row in sorted(above, key=lambda row: -row.middle):
        if row.digits or highest - row.middle > _BETWEEN * row.height:
            break
        highest, begin = min(highest, row.middle), min(begin, row.index)
    return (first if any(row.digits for row in rows[begin:first]) else begin), end


def stacked(rows: Sequence[Row], book: CaptionReader) -> list[Caption]:
    """The captions of a heading, left to right, of what stands above one another in ``rows``."""
    columns: list[list[_Part]] = []
    for part in sorted(_parts(rows, book), key=lambda part: part.box.x0):
        over = [column for column in columns if any(_meet(part.box, other.box) for other in column)]
        columns = [column for column in columns if column not in over]
        columns.append([part, *(other for column in over for other in column)])
    return [_caption(sorted(column, key=lambda part: part.box.center[1]), book) for column in columns]


def _parts(rows: Sequence[Row], book: CaptionReader) -> Iterator[_Part]:
    """The segments of ``rows``, cut where two captions meet or the other rows show that two columns do."""
    boxes = [(row.index, line.box) for row in rows for line in row.lines]
    for row in rows:
        others = [box for index, box in boxes if index != row.index]
        for line in row.lines:
            begins, own = _begins(line, book), [word.box for word in line.words]
            cuts = (
                at
                for at, (before, behind) in enumerate(pairwise(own), 1)
                if at in begins or _is_between_columns(line.box, before, behind, others)
            )
            for start, end in pairwise((0, *cuts, len(line.words))):
                yield _Part(line.words[start:end], union(own[start:end]))


def _begins(line: Line, book: CaptionReader) -> frozenset[int]:
    """The words that begin a caption of another column than that before it: "Qty S/Price"."""
    tokens, hits = book.read(line)
    with_roles = [hit for hit in hits if roles_of(hit)]
    return frozenset(
        line.word_at(tokens[hit.first].start)
        for before, hit in pairwise(with_roles)
        if hit.first == before.last + 1 and not roles_of(before) & roles_of(hit)
    )


def _is_between_columns(line: Box, before: Box, behind: Box, others: Sequence[Box]) -> bool:
    """Whether the gap between two words of a line parts what other rows print above and below its sides."""
    near = [box for box in others if _meet(box, line)]
    left = [box for box in near if box.x1 <= behind.x0]
    right = [box for box in near if box.x0 >= before.x1]
    if len(left) + len(right) < max(len(near), _SIDES):
        return False
    edges = [any(_meet(box, before) for box in left)] if left else []
    return all([*edges, any(_meet(box, behind) for box in right)] if right else edges)


def _meet(box: Box, other: Box) -> bool:
    """Whether one stands above or below the other."""
    return box.x0 < other.x1 and other.x0 < box.x1


def _caption(parts: Sequence[_Part], book: CaptionReader) -> Caption:
    text = " ".join(word.text for part in parts for word in part.words)
    tokens, hits = book.read_text(text)
    longest = max(hits, key=lambda hit: hit.last - hit.first, default=None)
    is_told = longest is not None and 2 * (longest.last - longest.first + 1) >= len(tokens)
    roles = roles_of(longest) if longest is not None and is_told else frozenset[str]()
    return Caption(roles, min(part.box.x0 for part in parts), max(part.box.x1 for part in parts), text)
