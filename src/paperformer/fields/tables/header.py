"""The row, or the rows, that head a table: captions with the roles that they can name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paperformer.documents.model import Word
from paperformer.fields.page.labels import tokens_of
from paperformer.fields.page.layout import Line
from paperformer.fields.tables.captions import Caption, CaptionReader, roles_of
from paperformer.fields.tables.cell_texts import is_unit
from paperformer.fields.tables.heading_captions import (
    MOST_DIGITS,
    caption_lines,
    captions_on,
    interleaved,
    is_free,
    stacked,
    unknown_captions,
)
from paperformer.fields.tables.rows import Row, TableContext

_NAMES = frozenset({"description"})
_SUMS = frozenset({"total", "unit_price", "gross"})
_OF_LINES = frozenset({"description", "quantity", "unit_price", "code"})
_COVERED = 0.5  # part of a heading's words that are captions
_SEGMENTS = 3
_TOLD = 4  # captions that are known, from which the name's need not be
_NEXT = 2.1  # heights between the middles of two rows of one heading


@dataclass(frozen=True, slots=True)
class Header:
    """A heading of a table of lines.

    Args:
        first, last: Its rows, as indices into the document's rows.
        captions: Left to right.
        counts: Whether none of them is of money: lines have quantities alone, as delivery notes have them.
    """

    first: int
    last: int
    captions: tuple[Caption, ...]
    counts: bool = False


def find_headers(context: TableContext, *, counts: bool = False) -> list[Header]:
    """The headings of line tables in reading order; only those of tables without money with ``counts``."""
    rows, headers = context.rows, list[Header]()
    index = 0
    while index < len(rows):
        is_likely = _may_head(rows[index], context)
        header = _at(rows, index, context.captions, counts) if is_likely else None
        if header is not None:
            headers.append(header)
        index = header.last + 1 if header is not None else index + 1
    return headers


def _may_head(row: Row, context: TableContext) -> bool:
    """Whether ``row`` is worth a look: labels, or three segments and a label, and hardly a digit in these."""
    lines = caption_lines(row)
    if row.digits > MOST_DIGITS and len(lines) < _SEGMENTS:
        return False
    anchors = [anchor for line in lines for anchor in context.labels(line)]
    if anchors and (len(anchors) > 1 or len(lines) >= _SEGMENTS):
        return True
    if len(lines) > _SEGMENTS and not row.digits:
        return True
    return any(m.kind == "column" for anchor in anchors for m in anchor.hit.meanings)


def _at(rows: Sequence[Row], index: int, book: CaptionReader, counts: bool) -> Header | None:
    """The heading whose first full row is ``rows[index]``."""
    captions = list(captions_on(rows[index], book))
    lines = caption_lines(rows[index])
    words = sum(len(book.read(line)[0]) for line in lines)
    known = sum(len(tokens_of(caption.text)) for caption in captions)
    captioned_lines = sum(bool(book.read(line)[1]) for line in lines)
    if len(captions) < 2 or (known < _COVERED * words and captioned_lines < _SEGMENTS):
        return None
    first = last = index
    for below in rows[index + 1 : index + 3]:
        longer = _joined(captions, below, book, rows[last], above=False)
        if longer is None:
            break
        captions, last = longer, below.index
    if index:
        longer = _joined(captions, rows[index - 1], book, rows[index], above=True)
        if longer is not None:
            captions, first = longer, index - 1
    begin, end = interleaved(rows, first, last)
    by_columns = stacked(rows[begin : end + 1], book) if (begin, end) != (first, last) else []
    if len(_told(by_columns)) > len(_told(captions)):
        captions, first, last = by_columns, begin, end
    else:
        captions += unknown_captions(rows[first : last + 1], captions, book)
    if not (_heads_counts if counts else _heads_lines)(captions):
        return None
    while last + 1 < len(rows) and _continues(rows[last + 1], rows[last], captions):
        last += 1
    return Header(first, last, tuple(sorted(captions, key=lambda caption: caption.x0)), counts)


def _told(captions: Sequence[Caption]) -> set[frozenset[str]]:
    """The different columns that are known."""
    return {caption.roles for caption in captions if caption.roles}


def _continues(row: Row, above: Row, captions: Sequence[Caption]) -> bool:
    """Whether ``row`` says more of the captions above it: words below several of these, and no digit."""
    near = row.page == above.page and row.middle - above.middle <= _NEXT * max(row.height, above.height)
    if not near or row.digits or len(row.lines) < 2:
        return False
    return all(
        any(line.box.x0 < caption.x1 and caption.x0 < line.box.x1 for caption in captions)
        for line in row.lines
    )


def _heads_lines(captions: Sequence[Caption]) -> bool:
    """Whether captions are of names, or counts and prices, and of money; a name's need not be known."""
    roles = frozenset[str]().union(*_told(captions))
    own = sum(bool(caption.roles & (_OF_LINES | _SUMS)) for caption in captions)
    known = sum(bool(caption.roles) for caption in captions)
    if not roles & _SUMS:
        return False
    if roles & _NAMES or roles >= {"quantity", "unit_price"}:
        return own > 1
    return known < len(captions) and ("quantity" in roles or known >= _TOLD)


def _heads_counts(captions: Sequence[Caption]) -> bool:
    """Whether captions are of names and quantities, and none of money."""
    roles = frozenset[str]().union(*_told(captions))
    return bool(roles & _NAMES) and "quantity" in roles and not roles & _SUMS


def _joined(
    captions: Sequence[Caption], row: Row, book: CaptionReader, beside: Row, *, above: bool
) -> list[Caption] | None:
    """``captions`` with the words of the next row of the heading; None where it is no part of it."""
    apart = abs(row.middle - beside.middle)
    if row.page != beside.page or apart > _NEXT * max(row.height, beside.height):
        return None
    if row.digits and not (row.digits <= MOST_DIGITS and all(map(_is_bracketed, row.lines))):
        return None
    if not any(character.isalnum() or character == "%" for line in row.lines for character in line.text):
        return None  # a line drawn with dashes
    parts: dict[int, list[Word]] = {}
    free: list[Word] = []
    for line in row.lines:
        places = [_over(captions, word) for word in line.words]
        only = {place for place in places if place is not None}
        for word, place in zip(line.words, places, strict=True):
            under = next(iter(only)) if len(only) == 1 else place  # a segment below one caption is all of it
            (free if under is None else parts.setdefault(under, [])).append(word)
    own = list(captions_on(row, book))
    others = [caption for caption in own if is_free(caption, captions)]
    if sum(_is_foreign(caption, captions) for caption in own) >= _SEGMENTS - 1:
        return None  # "Code, description" above "Quantity, unit, price": each line has two rows
    middles = [word.box.center[0] for word in free]
    if sum(not any(box.x0 <= middle <= box.x1 for box in others) for middle in middles) > len(free) / 2:
        return None
    joined = list(captions)
    known = len(others)
    for place, words in parts.items():
        longer = _longer(captions[place], words, book, above=above)
        known += longer is not None
        joined[place] = longer or _wider(captions[place], words)
    return [*joined, *others] if known and known >= len(parts) / 2 else None


def _is_bracketed(line: Line) -> bool:
    """Whether a segment says only what its caption leaves out: "(alv 0)", "(0 %)"."""
    return line.text.strip()[:1] == "(" and line.text.strip()[-1:] == ")"


def _is_foreign(caption: Caption, others: Sequence[Caption]) -> bool:
    """Whether it stands where captions stand that name other columns, and none that names its own."""
    near = [other for other in others if not is_free(caption, [other])]
    return any(other.roles for other in near) and not any(other.roles & caption.roles for other in near)


def _over(captions: Sequence[Caption], word: Word) -> int | None:
    """The caption that ``word`` stands above or below."""
    shared = [min(caption.x1, word.box.x1) - max(caption.x0, word.box.x0) for caption in captions]
    most = max(shared)
    return shared.index(most) if most > 0.0 else None


def _longer(caption: Caption, words: Sequence[Word], book: CaptionReader, *, above: bool) -> Caption | None:
    """``caption`` with ``words`` of the next row, where both together are one; also "%", "EUR", "(RM)"."""
    own = " ".join(word.text for word in words)
    text = f"{own} {caption.text}" if above else f"{caption.text} {own}"
    tokens, hits = book.read_text(text)
    whole = next((hit for hit in hits if hit.last - hit.first + 1 == len(tokens)), None)
    roles = roles_of(whole) if whole else frozenset()
    wider = _wider(caption, words)
    if not above and not roles and "base" in caption.roles and is_unit(own) and "/" not in own:
        roles = frozenset({"quantity"})  # "Netto / kg" is a weight
    if roles:
        return Caption(roles, wider.x0, wider.x1, text)
    return wider if len(own.strip("()[]")) <= 3 and not above else None


def _wider(caption: Caption, words: Sequence[Word]) -> Caption:
    x0 = min([caption.x0, *(word.box.x0 for word in words)])
    x1 = max([caption.x1, *(word.box.x1 for word in words)])
    return Caption(caption.roles, x0, x1, caption.text)
