"""Metadata of a document as a whole: its kind, its currency, its language."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from paperformer.fields.countries.country import money_shares
from paperformer.fields.finding import Finding
from paperformer.fields.page.cells import Cell, CellReader
from paperformer.fields.page.layout import Layout, Line
from paperformer.fields.page.view import PageView
from paperformer.fields.values import ParsedValue, ValueContext
from paperformer.fields.values.spans import PrintedWords, ValueSpan
from paperformer.fields.words.patterns import alternatives, pattern

_TOP = 0.45  # part of the first page in which a document says what it is
_TITLE_GAP = 4  # words after a title among which its number begins
_TITLE_WORDS = 4
_TALL = 1.25  # times the usual height from which a line is a title
# Documents that name the invoices they are about: how often they say so does not make them one.
_ABOUT_INVOICES = frozenset({"credit_note", "reminder"})
_MARKS = " .,:;#*()[]-–/°"
_AMOUNT = re.compile(r"\d+[.,]\d{2}")
# Kinds whose numbers others print below or beside a caption: "PURCHASE ORDER:".
_NUMBERED = frozenset({"order", "delivery_note", "quote"})
_LEAST_SHARE, _TOLD = 0.1, 2  # of currencies that nothing but the context tells


def _beside() -> re.Pattern[str]:
    return pattern("pages", "beside_titles", r"\w{0,3}|{}")


@cache
def _subject() -> re.Pattern[str]:
    """What a letter says that it is about: "Objet : 2e relance"."""
    subject, before = alternatives("pages", "subject"), alternatives("pages", "before_kinds")
    return re.compile(rf"(?:{subject}) ?: ?(?:(?:[0-9]\w{{0,3}}\.?|{before}) )?", re.IGNORECASE)


def find_document_metadata(page: PageView) -> Iterator[Finding]:
    """Document type and the number beside it, currency, language and country."""
    words, layout, reader = page.printed, page.layout, page.reader
    context = reader.context
    yield from _titles(words, layout, reader)
    yield from _currencies(words, context)
    # What follows no word prints: all of them together tell it.
    # A country that is only likely is not told: calibration has seen sure ones, and would call it sure.
    if context.country:
        share = dict(context.origins).get(context.country, 1.0)
        value = ParsedValue(context.country)
        yield Finding("supplier_country", (), "", value, "context", ("country",), share)
    likely = list(money_shares(context.origins, _day(words, context)).items())[:_TOLD]
    for money, share in likely:
        if share >= _LEAST_SHARE:
            yield Finding("currency", (), "", ParsedValue(money), "context", ("currency",), share)
    if context.language:
        yield Finding("language", (), "", ParsedValue(context.language), "language")


def _day(words: PrintedWords, context: ValueContext) -> str | None:
    """The first date that is printed, as yyyy-mm-dd: a country's money depends on it."""
    return next((match.parsed.value for match in words.matches("date", context) if not match.weak), None)


class _Title(NamedTuple):
    """Where the first page names a kind of document, and what makes that look like a title."""

    span: ValueSpan
    line: Line
    traits: tuple[str, ...]


def _titles(words: PrintedWords, layout: Layout, reader: CellReader) -> Iterator[Finding]:
    for span, line, traits in _named(words.spans("document_type", reader.context), layout):
        indices = tuple(range(span.first, span.last + 1))
        yield Finding("document_type", indices, span.text, span.parsed, "title", traits)
        if span.first == line.first and not span.weak:
            yield from _title_number(line, span.last + 1 - line.first, reader)


def _named(spans: Sequence[ValueSpan], layout: Layout) -> Iterator[_Title]:
    kinds = frozenset(index for span in spans for index in range(span.first, span.last + 1))
    names_invoices = False
    titles: set[str] = set()  # of the kinds named so far
    for span in spans:
        line = layout.line_of(span.first)
        if line.page != layout.lines[0].page:
            return
        subject = _subject().match(line.text)
        is_subject = subject is not None and span.first == line.first + line.word_at(subject.end())
        short = is_subject or _is_title(span, line, kinds)
        traits = [*_title_traits(line, layout.height, weak=span.weak, short=short)]
        if span.parsed.value in _ABOUT_INVOICES:
            names_invoices |= short
        elif names_invoices and span.parsed.value == "invoice":
            traits.append("below a kind that names invoices")
        if span.parsed.value in _NUMBERED and line.text == f"{span.text.rstrip(':')}:":
            traits.append("caption")
        if titles - {span.parsed.value}:
            traits.append("below the title of another kind")
        if short and not span.weak and span.first == line.first and "caption" not in traits:
            titles.add(span.parsed.value)
        yield _Title(span, line, tuple(traits))


def _is_title(span: ValueSpan, line: Line, kinds: Collection[int]) -> bool:
    """Whether a line says little else; beside credits and reminders only a number: a fee has an amount.

    Args:
        span: A kind of document.
        line: On which it stands.
        kinds: The words of all kinds that the document names: "Reminder of invoice 4711" has two.
    """
    if len(line.words) > _TITLE_WORDS:
        return False
    if span.parsed.value not in _ABOUT_INVOICES:
        return True
    rest = (word.text.strip(_MARKS) for at, word in enumerate(line.words) if line.first + at not in kinds)
    return all(_is_number(text) or _beside().fullmatch(text) for text in rest)


def _is_number(text: str) -> bool:
    return any(map(str.isdigit, text)) and _AMOUNT.fullmatch(text) is None


def _title_number(line: Line, after: int, reader: CellReader) -> Iterator[Finding]:
    """The number that a title bears: "Fattura di cortesia # 95761173"."""
    for begin in range(after, min(after + _TITLE_GAP, len(line.words))):
        readings = reader.read("number", Cell(line, line.starts[begin], len(line.text)))
        if readings:
            number = readings[0]
            if not number.weak:
                yield Finding(
                    "document_number", number.words, number.text, number.parsed, "title", ("number",)
                )
            return


def _title_traits(line: Line, usual: float, *, weak: bool, short: bool) -> Iterator[str]:
    """What may set a title apart: its print, its line, its place on the page."""
    if weak:
        yield "thin print"
    if line.box.center[1] < _TOP:
        yield "high up"
    if short:
        yield "short line"
    if line.box.height > _TALL * usual:
        yield "large print"


def _currencies(words: PrintedWords, context: ValueContext) -> Iterator[Finding]:
    """The currency that most prints name; a sign that countries share counts for its usual reading.

    Prints that are all doubtful (lei, TL, Fr; a name of money without a number beside it) are as often slips.
    """
    spans = words.spans("currency", context)
    weights: dict[str, int] = {}
    for span in spans:
        weights[span.parsed.value] = weights.get(span.parsed.value, 0) + (1 if span.weak else 2)
    total = sum(weights.values())
    for value, weight in sorted(weights.items(), key=lambda pair: -pair[1])[:3]:
        span = min((s for s in spans if s.parsed.value == value), key=lambda span: span.weak)
        trait = "doubtful" if span.weak else "most named" if value == context.currency else "named"
        indices = tuple(range(span.first, span.last + 1))
        yield Finding("currency", indices, span.text, span.parsed, "majority", (trait,), weight / total)
