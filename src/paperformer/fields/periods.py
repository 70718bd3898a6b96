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
from paperformer.fields.short_ranges import JOINT, first_day_before, says_what_was_done
from paperformer.fields.values.reading import ParsedValue

WEEKDAY = (
    r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|montag|dienstag|mittwoch|donnerstag"
    r"|freitag|samstag|sonntag|mo|di|mi|do|fr|sa|so|lun(?:di|es|ed[iì])?|mar(?:di|tes|ted[iì])?|mer(?:credi|coled[iì])?"
    r"|mi[eé](?:rcoles)?|jeu(?:di)?|jue(?:ves)?|ven(?:dredi|erd[iì])?|vie(?:rnes)?|sam(?:edi)?|s[aá]b(?:ado|ato)?"
    r"|dim(?:anche)?|dom(?:ingo|enica)?|m[aå]n(?:dag)?|ti[rs](?:dag)?|ons(?:dag)?|tors?(?:dag)?|fre(?:dag)?"
    r"|l[oöø]r(?:dag)?|s[oöø]n(?:dag)?|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag"
    r"|zondag)\.?,? "
)
_JOINT = re.compile(rf"{JOINT}(?:{WEEKDAY})?", re.IGNORECASE)
_FROM = r"(?:du|dal|del|de|vom|von|from|van|från|fra|od|no|nuo|od dnia) "
_WEEKDAY_ALONE = re.compile(rf"(?:{_FROM})?(?:{WEEKDAY})?$", re.IGNORECASE)
_FREE = 0.4  # trust in a range of dates without label
_FREE_SHORT = 0.3  # the same where the first one has no year
_ALONE = 0.55  # with no more than "from" or a weekday beside it, as below what a subscription is called
_WRAPPED = 0.55  # in one that goes on in the line below
_WRAPPED_CELL = 0.75  # the same where a narrow cell prints nothing else
_NEXT = 2.0  # heights of a line within which the line below is
_EDGE = 1.5  # heights of a line within which left edges are the same
_OPEN = re.compile(rf"[0-9]{JOINT}$", re.IGNORECASE)  # a line that ends with the joint
_GOES_ON = re.compile(JOINT, re.IGNORECASE)  # or the line below begins with it
_FROM_DAY = re.compile(rf"{_FROM}$", re.IGNORECASE)
# "For professional services rendered through March 31, 2025": where it began is not said.
_THROUGH = re.compile(
    r"\b(?:services|fees|charges|work|time|usage)(?: [a-z]+){0,3} (?:through|thru)(?: and including)? $",
    re.IGNORECASE,
)
_UNTIL = 0.6  # trust in such a last day, by judgement


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
            yield from _free_ranges(line, labelled.layout, reader, trusted)
            yield from _wrapped_ranges(line, labelled, reader, trusted)
            yield from _short_ranges(line, reader, trusted)
            for last in _dates(line, reader):
                if _THROUGH.search(line.text[: last.start]):
                    yield _finding("period_end", last, _UNTIL, "through")


def _labelled_range(found: list[Anchored]) -> Iterator[Finding]:
    for one, other in pairwise(found):
        if one.reading.parsed.value <= other.reading.parsed.value and one.reading.text != other.reading.text:
            yield _finding("period_start", one.reading, one.score, "label")
            yield _finding("period_end", other.reading, other.score, "label")
            return


def _free_ranges(
    line: Line, layout: Layout, reader: CellReader, trusted: Mapping[tuple[int, ...], float]
) -> Iterator[Finding]:
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
            at_label = max(trusted.get(one.words, 0.0), trusted.get(other.words, 0.0))
            is_told = alone or says_what_was_done(one_line.text[: one.start])
            trust = max(_ALONE if is_told else _FREE, at_label)
            yield _finding("period_start", one, trust, "range")
            yield _finding("period_end", other, trust, "range")


def _wrapped_ranges(
    line: Line, labelled: Labelled, reader: CellReader, trusted: Mapping[tuple[int, ...], float]
) -> Iterator[Finding]:
    """A range whose dash ends ``line`` and whose last day opens the next: "01.10.2024 -", "31.10.2024"."""
    first = next(reversed(_dates(line, reader)), None)
    if first is None:
        return
    behind = line.text[first.start + len(first.text) :].strip()
    # "du 01/01/2025" at the end of a line, "au 31/12/2025" at the beginning of the next one
    is_open = not behind and _FROM_DAY.search(line.text[: first.start]) is not None
    if not is_open and not (_OPEN.search(line.text) and _JOINT.fullmatch(behind or "?")):
        return
    edge = _EDGE * labelled.layout.height
    for below in labelled.layout.below(line.page, line.box, _NEXT):
        if abs(below.box.x0 - line.box.x0) > edge:
            continue
        joint = _GOES_ON.match(below.text) if is_open else None
        last = next(iter(_dates(below, reader)), None)
        if last is None or last.start != (joint.end() if joint else 0) or (is_open and not joint):
            return
        if first.parsed.value > last.parsed.value:
            return
        is_cell = not first.start and len(last.text) == len(below.text)
        at_label = max(trusted.get(first.words, 0.0), trusted.get(last.words, 0.0))
        trust = max(_WRAPPED_CELL if is_cell else _WRAPPED, at_label)
        yield _finding("period_start", first, trust, "range")
        yield _finding("period_end", last, trust, "range")
        return


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
        is_told = first.is_told or (alone and first.is_plain)
        score = trusted.get(last.words, _ALONE if is_told else _FREE_SHORT)
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
