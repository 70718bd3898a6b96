"""What a document is as a whole: its kind, its currency, its language."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence

from paperformer.fields.cells import Cell, CellReader
from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout, Line
from paperformer.fields.values import ParsedValue, ValueContext
from paperformer.fields.values.countries import money_shares
from paperformer.fields.values.spans import PrintedWords, ValueSpan

_TOP = 0.45  # part of the first page in which a document says what it is
_TITLE_GAP = 4  # words after a title among which its number begins
_NUMBER = 0.5
_TITLE_WORDS = 4
_TALL = 1.25  # times the usual height from which a line is a title
# Documents that name the invoices they are about: how often they say so does not make them one.
_ABOUT_INVOICES = frozenset({"credit_note", "reminder"})
_TITLE, _MENTIONED = 0.65, 0.3
_MARKS = " .,:;#*()[]-–/°"
_BESIDE = re.compile(r"\w{0,3}|number|nummer|num[eé]ro|n[uú]mero|page|seite|sida|side", re.IGNORECASE)
_AMOUNT = re.compile(r"\d+[.,]\d{2}")
_LANGUAGE, _COUNTRY, _HOME_MONEY = 0.85, 0.6, 0.5
_NAMED_MOST, _NAMED, _SLIPS = 0.9, 0.6, 0.3
_LEAST_SHARE, _TOLD = 0.2, 2  # of currencies that nothing but the context tells


def find_nature(words: PrintedWords, layout: Layout, reader: CellReader) -> Iterator[Finding]:
    """Document type and the number beside it, currency, language and country."""
    context = reader.context
    yield from _titles(words, layout, reader)
    yield from _currencies(words, context)
    # What follows no word prints: all of them together tell it.
    # A country that is only likely is not told: calibration has seen sure ones, and would call it sure.
    if context.country:
        trust = _COUNTRY * dict(context.origins).get(context.country, 1.0)
        yield Finding("supplier_country", (), "", ParsedValue(context.country), trust, "context")
    for money, share in list(money_shares(context.origins, _day(words, context)).items())[:_TOLD]:
        if share >= _LEAST_SHARE:
            yield Finding("currency", (), "", ParsedValue(money), _HOME_MONEY * share, "context")
    if context.language:
        yield Finding("language", (), "", ParsedValue(context.language), _LANGUAGE, "language")


def _day(words: PrintedWords, context: ValueContext) -> str | None:
    """The first date that is printed, as yyyy-mm-dd: a country's money depends on it."""
    return next((match.parsed.value for match in words.matches("date", context) if not match.weak), None)


def _titles(words: PrintedWords, layout: Layout, reader: CellReader) -> Iterator[Finding]:
    firsts = [line.first for line in layout.lines]
    spans = words.spans("document_type", reader.context)
    placed = [(span, layout.lines[bisect_right(firsts, span.first) - 1]) for span in spans]
    titles = [(span, line) for span, line in placed if line.page == layout.lines[0].page]
    named = frozenset(index for span in spans for index in range(span.first, span.last + 1))
    about = _is_about_invoices(titles, layout.height, named)
    for span, line in titles:
        score = _title_score(line, layout.height, weak=span.weak, short=_is_title(span, line, named))
        if about and span.parsed.value == "invoice":
            score *= _MENTIONED
        indices = tuple(range(span.first, span.last + 1))
        yield Finding("document_type", indices, span.text, span.parsed, score, "title")
        if span.first == line.first and not span.weak:
            yield from _title_number(line, span.last + 1 - line.first, reader)


def _is_about_invoices(
    titles: Sequence[tuple[ValueSpan, Line]], usual: float, named: Collection[int]
) -> bool:
    """Whether the best title, the first of equals, is of a document that names others."""
    best, about = 0.0, False
    for span, line in titles:
        short, names_others = _is_title(span, line, named), span.parsed.value in _ABOUT_INVOICES
        score = _title_score(line, usual, weak=span.weak, short=short)
        counts = score >= _TITLE and short if names_others else span.parsed.value == "invoice"
        if counts and score > best:
            best, about = score, names_others
    return about


def _is_title(span: ValueSpan, line: Line, named: Collection[int]) -> bool:
    """Whether a line says little else; beside credits and reminders only a number: a fee has an amount.

    Args:
        span: A kind of document.
        line: On which it stands.
        named: The words of all kinds that the document names: "Reminder of invoice 4711" has two.
    """
    if len(line.words) > _TITLE_WORDS:
        return False
    if span.parsed.value not in _ABOUT_INVOICES:
        return True
    rest = (word.text.strip(_MARKS) for at, word in enumerate(line.words) if line.first + at not in named)
    return all(_is_number(text) or _BESIDE.fullmatch(text) for text in rest)


def _is_number(text: str) -> bool:
    return any(map(str.isdigit, text)) and _AMOUNT.fullmatch(text) is None


def _title_number(line: Line, after: int, reader: CellReader) -> Iterator[Finding]:
    """The number that a title bears: "Fattura di cortesia # 95761173"."""
    for begin in range(after, min(after + _TITLE_GAP, len(line.words))):
        readings = reader.read("number", Cell(line, line.starts[begin], len(line.text)))
        if readings:
            number = readings[0]
            if not number.weak:
                yield Finding("document_number", number.words, number.text, number.parsed, _NUMBER, "title")
            return


def _title_score(line: Line, usual: float, *, weak: bool, short: bool) -> float:
    """A title stands high on the page, in large print, with little else on its line."""
    score = 0.2 if weak else 0.35
    if line.box.center[1] < _TOP:
        score += 0.15
    if short and not weak:
        score += 0.15
    if line.box.height > _TALL * usual:
        score += 0.25
    return score


def _currencies(words: PrintedWords, context: ValueContext) -> Iterator[Finding]:
    """The currency that most prints name; a sign that countries share counts for its usual reading.

    Prints that are all doubtful (lei, TL, Fr; a name of money without a number beside it) are as often slips.
    """
    spans = words.spans("currency", context)
    weights: dict[str, float] = {}
    for span in spans:
        weights[span.parsed.value] = weights.get(span.parsed.value, 0.0) + (0.5 if span.weak else 1.0)
    total = sum(weights.values())
    for value, weight in sorted(weights.items(), key=lambda pair: -pair[1])[:3]:
        span = min((s for s in spans if s.parsed.value == value), key=lambda span: span.weak)
        share = weight / total
        trust = _SLIPS if span.weak else _NAMED_MOST if value == context.currency else _NAMED
        yield Finding(
            "currency",
            tuple(range(span.first, span.last + 1)),
            span.text,
            span.parsed,
            trust * share,
            "majority",
        )
