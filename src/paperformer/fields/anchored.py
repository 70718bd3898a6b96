"""Values that stand where their label says: right of it on its row, or below it in its column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from paperformer.documents.model import Box
from paperformer.fields.columns_below import column_cell, in_column, overlap
from paperformer.fields.page.anchors import Anchor, Labelled
from paperformer.fields.page.cells import Cell, CellReader, CellReading
from paperformer.fields.page.labels import Meaning
from paperformer.fields.page.layout import NEXT_LINE, Line
from paperformer.fields.values.currency import is_currency
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.value_types import types_where
from paperformer.fields.words.patterns import pattern
from paperformer.fields.wrapped_numbers import whole_number

_BELOW = 3.2  # heights of a line that a value may stand below its label
_IN_WORDS = types_where(lambda value_type: value_type.in_words)
_LEAST_COLUMNS, _HEAD_WORDS = 3, 3  # of a row of labels
_NEAR, _FAR = 0.15, 0.35  # parts of the page's width between a label and a value to its right
_VERY_FAR = "very far"
_WORDS_BETWEEN = 24  # letters that may stand between a plain label and its value
_MOST_RIGHT = 5  # lines to the right that are looked at
_CUT_BY_COLUMN = types_where(lambda value_type: value_type.has_spaces)
_LONG_LABEL = 12  # squeezed characters from which a label is specific
_LONGEST_MEANS = 40  # characters
_RULED = re.compile(r"[-=_*. ]{3,}")  # a rule of characters, as in print of fixed width
_ARABIC = re.compile(r"[\u0600-\u065f\u066a-\u06ef\ufb50-\ufdff\ufe70-\ufefc]+")  # no digits
_BRACKET = re.compile(r"\([^()]*[^\W\d_][^()]*\)")  # with a letter: (123.45) is a negative sum


@dataclass(frozen=True, slots=True)
class Anchored:
    """A value at a label, and what tells how likely it is the label's: see ``Finding.traits``."""

    anchor: Anchor
    meaning: Meaning
    reading: CellReading
    traits: tuple[str, ...]


def _address() -> re.Pattern[str]:
    """A house or a postcode with what follows it, in the column beside a label: "4900-540 Viana"."""
    around = r"[0-9]{1,6}(?:-[0-9]{3,4})?,? (?!(?:{})\b)[^\W\d_]{3,}"
    return pattern("dates", "before_days", around)


def values_at(
    anchor: Anchor, meaning: Meaning, kind: str, labelled: Labelled, reader: CellReader
) -> list[Anchored]:
    """The values of type ``kind`` that ``anchor``, meant as ``meaning``, points to."""
    if not _counts(anchor, meaning, reader.context):
        return []
    label = (kind, *_label_traits(anchor, meaning, reader.context))
    beside = list(_beside(anchor, meaning, kind, labelled, reader))
    if kind == "number":
        beside = [(whole_number(reading, labelled.layout), place) for reading, place in beside]
    found = [_anchored(anchor, meaning, reading, (*label, place)) for reading, place in beside]
    if all(place == _VERY_FAR for _, place in beside) and meaning.strength != "beside":
        found += [
            _anchored(anchor, meaning, reading, (*label, *places))
            for reading, places in _below(anchor, meaning, kind, labelled, reader)
        ]
    return found


def _counts(anchor: Anchor, meaning: Meaning, context: ValueContext) -> bool:
    """Whether a label counts: one that means other things too does so in its place and language alone."""
    if meaning.strength == "plain":
        return True
    after = anchor.line.text[anchor.end : anchor.end + 1]
    is_letter = anchor.hit.length == 1 and after not in {":", "."}
    return anchor.opens and _speaks(meaning, context.language) and not is_letter


def _label_traits(anchor: Anchor, meaning: Meaning, context: ValueContext) -> Iterator[str]:
    yield f"{meaning.strength} label"
    if anchor.hit.length >= _LONG_LABEL:
        yield "long label"
    if not _speaks(meaning, context.language):
        yield "label of another language"
    if not anchor.hit.exact:
        yield "label misspelt"


def _speaks(meaning: Meaning, language: str | None) -> bool:
    return language is None or not meaning.languages or bool(meaning.languages & {language, "en"})


def _anchored(anchor: Anchor, meaning: Meaning, reading: CellReading, traits: tuple[str, ...]) -> Anchored:
    if reading.weak:
        traits = (*traits, "thin print")
    if reading.parsed.checked is not None:
        traits = (*traits, "check digit holds" if reading.parsed.checked else "check digit fails")
    return Anchored(anchor, meaning, reading, traits)


def _beside(
    anchor: Anchor, meaning: Meaning, kind: str, labelled: Labelled, reader: CellReader
) -> Iterator[tuple[CellReading, str]]:
    """Values on the label's row, and how far off."""
    # "Payment method: card": the means is the label of a card's number too, and ends nothing here.
    tail = anchor.tail if kind != "payment_method" else _rest_of_line(anchor)
    readings = [r for r in reader.read(kind, tail) if _is_next(anchor, r, meaning)]
    if kind == "payment_method":  # "Règlement par TIP SEPA, par virement ou ..." leaves the choice
        readings = [r for r in readings if "," not in anchor.line.text[anchor.end : r.start]]
    yield from ((reading, "close") for reading in readings)
    if readings and kind != "amount":
        return
    if anchor.limit < len(anchor.line.text) or not (readings or _is_filler(tail.text)):
        return
    # A row may hold several sums, and a range of dates with gaps around its dash.
    gathers = kind == "amount" or meaning.name == "period"
    for count, line in enumerate(labelled.layout.right_of(anchor.line)):
        is_means = kind == "payment_method" and _is_card(line, labelled)
        if count == _MOST_RIGHT or (labelled.opens_with_label(line) and not is_means):
            return
        if kind == "number" and _address().match(line.text):
            return
        readings = list(reader.read(kind, _whole(line) if is_means else _free_cell(line, labelled)))
        gap = line.box.x0 - anchor.line.box.x1
        # Sums stand at the right edge, however far their label.
        place = "near" if gap < _NEAR or kind == "amount" else "far" if gap < _FAR else _VERY_FAR
        yield from ((reading, place) for reading in readings)
        if not gathers and (readings or not _is_filler(line.text)):
            return
        if line.index in labelled.by_line:
            return


def _rest_of_line(anchor: Anchor) -> Cell:
    """What stands behind a label, as far as a means of payment may go, whatever label is in it."""
    text = anchor.line.text[anchor.end : anchor.end + _LONGEST_MEANS]
    end = anchor.end + len(text)
    return Cell(anchor.line, end - len(text.lstrip(" :;#.*")), end)


def _is_card(line: Line, labelled: Labelled) -> bool:
    """Whether the only label on a line names a means of payment too, "karta", and no number stands there."""
    names = {
        meaning.name for anchor in labelled.by_line.get(line.index, ()) for meaning in anchor.hit.meanings
    }
    return bool(names) and (
        names == {"card_last_four"} or (names <= {"card_last_four", ""} and not line.digits)
    )


def _whole(line: Line) -> Cell:
    return Cell(line, 0, min(len(line.text), _LONGEST_MEANS))


def _is_next(anchor: Anchor, reading: CellReading, meaning: Meaning) -> bool:
    """Whether nothing but filler stands between the label and the value."""
    between = anchor.line.text[anchor.end : max(anchor.end, reading.start)]
    if _is_filler(between):
        return True
    letters = sum(c.isalpha() for c in between)
    return meaning.strength == "plain" and letters <= _WORDS_BETWEEN and reading.words[-1] >= 0


def _is_filler(text: str) -> bool:
    """Whether ``text`` is marks, a currency, a rate or a bracket: nothing that is a value of its own.

    So is what repeats a label in Arabic, where both stand side by side.
    """
    return all(
        "%" in part or (not part.isdigit() and _is_mark(part.strip("().:,;*")))
        for part in _BRACKET.sub(" ", text).replace(" %", "%").split()
    )


def _is_mark(part: str) -> bool:
    is_plain = len(part) <= 1 or is_currency(part) or not any(c.isalnum() for c in part)
    return is_plain or _ARABIC.fullmatch(part) is not None


def _below(
    anchor: Anchor, meaning: Meaning, kind: str, labelled: Labelled, reader: CellReader
) -> Iterator[tuple[CellReading, tuple[str, ...]]]:
    """Values in the label's column, nearest row first, up to the next label."""
    if not (anchor.alone or (meaning.strength == "plain" and _is_filler(anchor.tail.text))):
        return
    if kind in {"amount", "date"} and labelled.heads_table(anchor.line):
        return
    box = anchor.box
    for line in labelled.layout.below(anchor.line.page, box, _BELOW):
        if _RULED.fullmatch(line.text):
            continue
        is_means = kind == "payment_method" and _is_card(line, labelled)
        above = [a for a in labelled.by_line.get(line.index, ()) if overlap(a.box, box) > 0]
        if above and not is_means:
            return
        cell = (
            column_cell(line, box, labelled.layout.height)
            if kind in _CUT_BY_COLUMN
            else _whole(line)
            if is_means
            else _free_cell(line, labelled)
        )
        readings = in_column(reader.read(kind, cell), box, labelled.layout.height)
        if readings:
            distance = (line.box.center[1] - box.center[1]) / labelled.layout.height
            places = ["below" if distance <= NEXT_LINE else "further below"]
            if kind == "amount":
                places.append("sum below")  # a column of sums seldom says which row is the document's
            if kind in {"amount", "date"} and _goes_on_below(readings[0], kind, line, labelled, reader):
                places.append("one of several")
            yield readings[0], tuple(places)
            return
        if kind not in {"amount", "date"} or not _is_filler(line.text):
            return
    yield from _by_order(anchor, kind, labelled, reader)


def _by_order(
    anchor: Anchor, kind: str, labelled: Labelled, reader: CellReader
) -> Iterator[tuple[CellReading, tuple[str, ...]]]:
    """The value as many places from the left as its label, where a row of labels stands over one of values.

    In ruled cells a label may begin at the left edge and its value end at the right one.
    """
    heads = [] if kind in _IN_WORDS else _row_of(anchor.line, labelled)
    if len(heads) < _LEAST_COLUMNS or not all(_is_head(line, labelled) for line in heads):
        return
    under = next(iter(labelled.layout.below(anchor.line.page, _across(anchor.line.box), NEXT_LINE)), None)
    row = _row_of(under, labelled) if under is not None else []
    if len(row) != len(heads) or any(line.index in labelled.by_line for line in row):
        return
    next_row = next(iter(labelled.layout.below(anchor.line.page, _across(row[0].box), NEXT_LINE)), None)
    if next_row is not None and len(_row_of(next_row, labelled)) == len(heads):
        return  # a table's, that goes on
    line = row[heads.index(anchor.line)]
    yield from ((reading, ("in order",)) for reading in reader.read(kind, _free_cell(line, labelled))[:1])


def _across(box: Box) -> Box:
    return Box(0.0, box.y0, 1.0, box.y1)


def _row_of(line: Line, labelled: Labelled) -> list[Line]:
    left, right = labelled.layout.left_of(line), labelled.layout.right_of(line)
    return sorted([*left, line, *right], key=lambda segment: segment.box.x0)


def _is_head(line: Line, labelled: Labelled) -> bool:
    return not line.digits and (line.index in labelled.by_line or len(line.words) <= _HEAD_WORDS)


def _goes_on_below(
    reading: CellReading, kind: str, line: Line, labelled: Labelled, reader: CellReader
) -> bool:
    """Whether the column goes on in its next row, as where each rate of VAT or each night has one."""
    for below in labelled.layout.below(line.page, reading.box, NEXT_LINE):
        if labelled.opens_with_label(below):
            return False
        cell = _free_cell(below, labelled)
        if in_column(reader.read(kind, cell), reading.box, labelled.layout.height):
            return True
    return False


def _free_cell(line: Line, labelled: Labelled) -> Cell:
    """What ``line`` prints before its first label."""
    cut = labelled.by_line.get(line.index)
    return Cell(line, 0, cut[0].start if cut else len(line.text))
