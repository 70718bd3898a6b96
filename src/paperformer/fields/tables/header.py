"""The row, or the rows, that head a table: captions with the roles that they can name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paperformer.documents.model import Word
from paperformer.fields.anchors import Labelled
from paperformer.fields.labels import tokens_of
from paperformer.fields.layout import Line
from paperformer.fields.tables.captions import Caption, CaptionReader, roles_of
from paperformer.fields.tables.rows import Row
from paperformer.fields.tables.stacked_captions import interleaved, stacked
from paperformer.fields.tables.units import is_unit

_NAMES = frozenset({"description"})
_MONEY = frozenset({"total", "unit_price"})
_SUMS = _MONEY | {"gross"}
_OF_LINES = frozenset({"description", "quantity", "unit_price", "code"})
_SIGNS = {
    "%": frozenset({"vat_rate", "discount"}),
    **dict.fromkeys(("€", "$", "£", "EUR", "CHF", "USD", "GBP", "SEK", "NOK", "DKK", "KR", "PLN"), _MONEY),
}
_COVERED = 0.5  # part of a heading's words that are captions
_MOST_DIGITS = 2  # "Hinta (alv 0)"
_SEGMENTS = 3
_TOLD = 4  # captions that are known, from which the name's need not be
_NEXT = 2.1  # heights between the middles of two rows of one heading


@dataclass(frozen=True, slots=True)
class Header:
    """A heading of a table of lines.

    Args:
        first, last: Its rows, as indices into the document's rows.
        captions: Left to right.
    """

    first: int
    last: int
    captions: tuple[Caption, ...]


def find_headers(rows: Sequence[Row], labelled: Labelled, book: CaptionReader) -> list[Header]:
    """The headings of line tables in reading order: one a page, or none at all."""
    headers: list[Header] = []
    index = 0
    while index < len(rows):
        header = _at(rows, index, book) if _may_head(rows[index], labelled) else None
        if header is not None:
            headers.append(header)
            index = header.last + 1
        else:
            index += 1
    return headers


def _may_head(row: Row, labelled: Labelled) -> bool:
    """Whether ``row`` is worth a look: labels, or three segments and a label, and hardly a digit in these."""
    lines = _wordy(row)
    if row.digits > _MOST_DIGITS and len(lines) < _SEGMENTS:
        return False
    anchors = [anchor for line in lines for anchor in labelled.by_line.get(line.index, ())]
    if anchors and (len(anchors) > 1 or len(lines) >= _SEGMENTS):
        return True
    if len(lines) > _SEGMENTS and not row.digits:
        return True
    return any(m.kind == "column" for anchor in anchors for m in anchor.hit.meanings)


def _at(rows: Sequence[Row], index: int, book: CaptionReader) -> Header | None:
    """The heading whose first full row is ``rows[index]``."""
    captions = list(_captions(rows[index], book))
    lines = _wordy(rows[index])
    words = sum(len(book.read(line)[0]) for line in lines)
    known = sum(len(tokens_of(caption.text)) for caption in captions)
    told = sum(any(line.box.x0 <= caption.x0 <= line.box.x1 for caption in captions) for line in lines)
    if len(captions) < 2 or (known < _COVERED * words and told < _SEGMENTS):
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
    block = interleaved(rows, first, last)
    by_columns = stacked(rows[first : block + 1], book) if block > last else []
    if sum(bool(caption.roles) for caption in by_columns) > len(captions):
        captions, last = by_columns, block
    else:
        captions += _unknown(rows[first : last + 1], captions)
    if not _heads_lines(captions):
        return None
    while last + 1 < len(rows) and _continues(rows[last + 1], rows[last], captions):
        last += 1
    return Header(first, last, tuple(sorted(captions, key=lambda caption: caption.x0)))


def _continues(row: Row, above: Row, captions: Sequence[Caption]) -> bool:
    """Whether ``row`` says more of the captions above it: words below several of these, and no digit."""
    near = row.page == above.page and row.middle - above.middle <= _NEXT * max(row.height, above.height)
    if not near or row.digits or len(row.lines) < 2:
        return False
    return all(
        any(line.box.x0 < caption.x1 and caption.x0 < line.box.x1 for caption in captions)
        for line in row.lines
    )


def _unknown(rows: Sequence[Row], captions: Sequence[Caption]) -> list[Caption]:
    """What stands in the heading beside the captions that we know, each segment one caption."""
    found: list[Caption] = []
    for line in (line for row in rows for line in _wordy(row)):
        if any(character.isalnum() for character in line.text):
            caption = Caption(frozenset(), line.box.x0, line.box.x1, line.text)
            if _is_free(caption, [*captions, *found]):
                found.append(caption)
    return found


def _role_of_sign(text: str) -> frozenset[str]:
    """What stands under "%", under the sign of a currency alone, or under "EUR/t"."""
    if "/" in text and is_unit(text.strip()):
        return frozenset({"unit_price"})
    return _SIGNS.get(text.strip().upper(), frozenset())


def _wordy(row: Row) -> list[Line]:
    """The segments of a row that may be captions; beside a table there may stand a telephone."""
    most = _MOST_DIGITS if row.digits <= _MOST_DIGITS else 0
    return [line for line in row.lines if line.digits <= most]


def _heads_lines(captions: Sequence[Caption]) -> bool:
    named = any(caption.roles & _NAMES for caption in captions)
    counted = any("quantity" in c.roles for c in captions) and any("unit_price" in c.roles for c in captions)
    summed = any(caption.roles & _SUMS for caption in captions)
    own = sum(bool(caption.roles & (_OF_LINES | _SUMS)) for caption in captions)
    if named or counted:
        return summed and own > 1
    told = sum(bool(caption.roles) for caption in captions)
    is_counted = any("quantity" in caption.roles for caption in captions)
    return summed and told < len(captions) and (is_counted or told >= _TOLD)


def _captions(row: Row, book: CaptionReader) -> Iterator[Caption]:
    for line in _wordy(row):
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
            if roles & _SIGNS["%"] and "%" in (line.text[:start].rstrip()[-1:], line.text[end:].lstrip()[:1]):
                roles &= _SIGNS["%"]  # "VAT %" heads no sums
            box = line.cut_box(start, end)
            yield Caption(roles, box.x0, box.x1, line.text[start:end])


def _is_one(between: str, roles: frozenset[str]) -> bool:
    """Whether two captions of one segment make one: "Produkt / Tuote", "Description of articles"."""
    return between.strip() == "/" or ("description" in roles and between.replace(" ", "").isalpha())


def _joined(
    captions: Sequence[Caption], row: Row, book: CaptionReader, beside: Row, *, above: bool
) -> list[Caption] | None:
    """``captions`` with the words of the next row of the heading; None where it is no part of it."""
    apart = abs(row.middle - beside.middle)
    if row.page != beside.page or apart > _NEXT * max(row.height, beside.height):
        return None
    if row.digits and not _is_bracketed(row):
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
    others = [caption for caption in _captions(row, book) if _is_free(caption, captions)]
    if sum(not any(_stands_in(word, caption) for caption in others) for word in free) > len(free) / 2:
        return None
    joined = list(captions)
    known = len(others)
    for place, words in parts.items():
        longer = _longer(captions[place], words, book, above=above)
        known += longer is not None
        joined[place] = longer or _wider(captions[place], words)
    return [*joined, *others] if known and known >= len(parts) / 2 else None


def _is_bracketed(row: Row) -> bool:
    """Whether a row with digits says only what its captions leave out: "(alv 0)", "(0 %)"."""
    texts = (line.text.strip() for line in row.lines)
    return row.digits <= _MOST_DIGITS and all(text[:1] == "(" and text[-1:] == ")" for text in texts)


def _is_free(caption: Caption, others: Sequence[Caption]) -> bool:
    return all(caption.x1 <= other.x0 or other.x1 <= caption.x0 for other in others)


def _stands_in(word: Word, caption: Caption) -> bool:
    return caption.x0 <= (word.box.x0 + word.box.x1) / 2 <= caption.x1


def _over(captions: Sequence[Caption], word: Word) -> int | None:
    """The caption that ``word`` stands above or below."""
    best, most = None, 0.0
    for index, caption in enumerate(captions):
        shared = min(caption.x1, word.box.x1) - max(caption.x0, word.box.x0)
        if shared > most:
            best, most = index, shared
    return best


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
