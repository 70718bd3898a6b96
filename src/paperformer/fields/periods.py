"""Periods: two dates that a dash or a word like "to" joins, by themselves or behind a label."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice, pairwise

from paperformer.fields.anchored import Anchored, values_at
from paperformer.fields.anchors import Labelled
from paperformer.fields.cells import Cell, CellReader, Reading
from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout, Line
from paperformer.fields.short_ranges import JOINT, first_day_before
from paperformer.fields.values.reading import ParsedValue

_WEEKDAY = (
    r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|montag|dienstag|mittwoch|donnerstag"
    r"|freitag|samstag|sonntag|mo|di|mi|do|fr|sa|so|lun(?:di|es|ed[iì])?|mar(?:di|tes|ted[iì])?|mer(?:credi|coled[iì])?"
    r"|mi[eé](?:rcoles)?|jeu(?:di)?|jue(?:ves)?|ven(?:dredi|erd[iì])?|vie(?:rnes)?|sam(?:edi)?|s[aá]b(?:ado|ato)?"
    r"|dim(?:anche)?|dom(?:ingo|enica)?|m[aå]n(?:dag)?|ti[rs](?:dag)?|ons(?:dag)?|tors?(?:dag)?|fre(?:dag)?"
    r"|l[oöø]r(?:dag)?|s[oöø]n(?:dag)?|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag"
    r"|zondag)\.?,? "
)
_JOINT = re.compile(rf"{JOINT}(?:{_WEEKDAY})?", re.IGNORECASE)
_WEEKDAY_ALONE = re.compile(rf"(?:{_WEEKDAY})?$", re.IGNORECASE)
_FREE = 0.4  # trust in a range of dates without label
_FREE_SHORT = 0.3  # the same where the first one has no year
_ALONE = 0.55  # and with nothing but weekdays beside it on its line, as below what a subscription is called
_BOTH = ("period_start", "period_end")


def find_periods(labelled: Labelled, reader: CellReader) -> Iterator[Finding]:
    """First and last days of periods, the labelled ones with more trust."""
    trusted: dict[tuple[int, ...], float] = {}
    for anchor in labelled.anchors:
        for meaning in anchor.hit.meanings:
            if meaning.kind == "field" and meaning.name == "period":
                found = values_at(anchor, meaning, "date", labelled, reader)
                trusted |= {one.reading.words: one.score for one in found}
                yield from _labelled_range(found)
    for line in labelled.layout.lines:
        if line.digits >= 4:
            yield from _free_ranges(line, labelled.layout, reader)
            yield from _short_ranges(line, reader, trusted)


def _labelled_range(found: list[Anchored]) -> Iterator[Finding]:
    for one, other in pairwise(found):
        if one.reading.parsed.value <= other.reading.parsed.value and one.reading.text != other.reading.text:
            yield _finding("period_start", one.reading, one.score, "label")
            yield _finding("period_end", other.reading, other.score, "label")
            return


def _free_ranges(line: Line, layout: Layout, reader: CellReader) -> Iterator[Finding]:
    """Ranges that begin on ``line``; a wide gap around the dash may have cut them."""
    row = [(line, reading) for reading in _dates(line, reader)]
    if not row:
        return
    between = {line.index: 0}
    for count, right in enumerate(layout.right_of(line)):
        between[right.index] = count + 1
        found = _dates(right, reader)
        if found:
            row.append((right, found[0]))
        if found or count == 1:
            break
    texts = [line.text, *(right.text for right in islice(layout.right_of(line), 2))]
    for (one_line, one), (other_line, other) in pairwise(row):
        end = one_line.text.find(one.text, one.start) + len(one.text)
        if one_line is other_line:
            begin = one_line.text.find(other.text, end)
            joint = one_line.text[end:begin] if begin >= end else "?"
        else:
            begin = other_line.text.find(other.text, other.start)
            middle = texts[1 : between[other_line.index]]
            joint = " ".join([one_line.text[end:], *middle, other_line.text[: max(0, begin)]])
        if one.parsed.value <= other.parsed.value and _JOINT.fullmatch(joint):
            alone = (
                one_line is other_line
                and _WEEKDAY_ALONE.match(one_line.text[: one.start]) is not None
                and not other_line.text[begin + len(other.text) :].strip()
            )
            trust = _ALONE if alone else _FREE
            yield _finding("period_start", one, trust, "range")
            yield _finding("period_end", other, trust, "range")


def _short_ranges(
    line: Line, reader: CellReader, trusted: Mapping[tuple[int, ...], float]
) -> Iterator[Finding]:
    """Ranges on ``line`` whose first day has no year; ``trusted`` are the dates beside a label."""
    for last in _dates(line, reader):
        begin = line.text.find(last.text, last.start)
        first = first_day_before(line.text, begin, last.parsed.value, reader.context)
        if first is None or first.value > last.parsed.value:
            continue
        if last.words not in trusted and not first.is_plain:
            continue  # "Page 1/2 - 31/10/2024"
        alone = not (line.text[: first.start] + line.text[begin + len(last.text) :]).strip()
        score = trusted.get(last.words, _ALONE if alone and first.is_plain else _FREE_SHORT)
        words = tuple(
            line.first + place
            for place in range(line.word_at(first.start), line.word_at(max(first.start, first.end - 1)) + 1)
        )
        text = line.text[first.start : first.end]
        yield Finding("period_start", words, text, ParsedValue(first.value), score, "short range")
        yield _finding("period_end", last, score, "short range")


def _dates(line: Line, reader: CellReader) -> list[Reading]:
    return [reading for reading in reader.read("date", Cell(line, 0, len(line.text))) if not reading.weak]


def _finding(field: str, reading: Reading, score: float, rule: str) -> Finding:
    return Finding(field, reading.words, reading.text, reading.parsed, score, rule)
