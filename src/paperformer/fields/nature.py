"""What a document is as a whole: its kind, its currency, its language."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from paperformer.fields.cells import Cell, CellReader
from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout, Line
from paperformer.fields.values import ParsedValue, ValueContext
from paperformer.fields.values.countries import money_shares
from paperformer.fields.values.spans import PrintedWords, ValueSpan
from paperformer.fields.words.patterns import alternatives, pattern

_TOP = 0.45  # part of the first page in which a document says what it is
_TITLE_GAP = 4  # words after a title among which its number begins
_NUMBER = 0.5
_TITLE_WORDS = 4
_TALL = 1.25  # times the usual height from which a line is a title
# Documents that name the invoices they are about: how often they say so does not make them one.
_ABOUT_INVOICES = frozenset({"credit_note", "reminder"})
_TITLE, _MENTIONED = 0.65, 0.3
_BARS = frozenset("|·•–,")
_DIGITS = 4  # of a line with a day and more
_MARKS = " .,:;#*()[]-–/°"
_AMOUNT = re.compile(r"\d+[.,]\d{2}")
_ROW_AMOUNT = re.compile(r"[-–]?[^\w\s]?\d{1,6}[.,]\d{2}(?: ?[-A-Z€])?")
_OF_GOODS = 0.3
# Kinds whose numbers others print below or beside a caption: "PURCHASE ORDER:".
_NUMBERED = frozenset({"order", "delivery_note", "quote"})
_OF_CAPTION = 0.4  # how often such a caption is the title after all, of how often it is without its colon
_OF_SUBJECT = 0.75  # how often a letter is what its subject names, by judgement
# A number that stands alone below a title, and is no day and no sum.
_ALONE = re.compile(
    r"(?:[A-Z]{1,4}[-/ ]?)?[0-9][0-9A-Z]{0,9}(?:[/-][0-9A-Z]{1,9}){0,3}"
    r"|(?:FT|FS|FR|NC|ND|VD) [A-Z0-9.-]{1,16}/[0-9]{1,8}"  # Portugal's kinds: document_codes
)
_DAY = re.compile(r"[0-9]{1,4}([/-])[0-9]{1,2}\1[0-9]{1,4}")
_COUNT = re.compile(
    r"(?:19|20)[0-9]{2}|[0-9]{1,2}/[0-9]{1,2}|[A-Z]{2}[0-9]{8,}"
)  # a year, a page, a tax number
_BELOW = 2.4  # heights of a title's line within which it stands
_LANGUAGE, _COUNTRY, _HOME_MONEY = 0.85, 0.6, 0.5
_NAMED_MOST, _NAMED, _SLIPS = 0.9, 0.6, 0.3
_LEAST_SHARE, _TOLD = 0.2, 2  # of currencies that nothing but the context tells
_GUESS = 0.05  # share of the likeliest, from which it is told where none is printed: better than nothing


def _beside() -> re.Pattern[str]:
    return pattern("pages", "beside_titles", r"\w{0,3}|{}")


def _on_goods() -> re.Pattern[str]:
    """Kinds that are named on rows of goods: "3 pour 2 offert -2,20", "Bon de réduction -1,00"."""
    return pattern("pages", "on_goods", "{}")


@cache
def _subject() -> re.Pattern[str]:
    """What a letter says that it is about: "Objet : 2e relance"."""
    subject, before = alternatives("pages", "subject"), alternatives("pages", "before_kinds")
    return re.compile(rf"(?:{subject}) ?: ?(?:(?:[0-9]\w{{0,3}}\.?|{before}) )?", re.IGNORECASE)


def find_nature(words: PrintedWords, layout: Layout, reader: CellReader) -> Iterator[Finding]:
    """Document type and the number beside it, currency, language and country."""
    context = reader.context
    yield from _titles(words, layout, reader)
    currencies = list(_currencies(words, context))
    yield from currencies
    # What follows no word prints: all of them together tell it.
    # A country that is only likely is not told: calibration has seen sure ones, and would call it sure.
    if context.country:
        trust = _COUNTRY * dict(context.origins).get(context.country, 1.0)
        yield Finding("supplier_country", (), "", ParsedValue(context.country), trust, "context")
    told = list(money_shares(context.origins, _day(words, context)).items())[:_TOLD]
    for rank, (money, share) in enumerate(told):
        is_guess = rank == 0 and share >= _GUESS and not currencies and _has_sums(words, context)
        if share >= _LEAST_SHARE or is_guess:
            yield Finding("currency", (), "", ParsedValue(money), _HOME_MONEY * share, "context")
    if context.language:
        yield Finding("language", (), "", ParsedValue(context.language), _LANGUAGE, "language")


def _has_sums(words: PrintedWords, context: ValueContext) -> bool:
    return any(not span.weak and "." in span.parsed.value for span in words.spans("amount", context))


def _day(words: PrintedWords, context: ValueContext) -> str | None:
    """The first date that is printed, as yyyy-mm-dd: a country's money depends on it."""
    return next((match.parsed.value for match in words.matches("date", context) if not match.weak), None)


class _Title(NamedTuple):
    """Where the first page names a kind of document, and how much that looks like a title."""

    span: ValueSpan
    line: Line
    short: bool
    score: float


def _titles(words: PrintedWords, layout: Layout, reader: CellReader) -> Iterator[Finding]:
    titles = list(_named(words.spans("document_type", reader.context), layout))
    about = _is_about_invoices(titles)
    for span, line, _, score in titles:
        trust = score * _MENTIONED if about and span.parsed.value == "invoice" else score
        indices = tuple(range(span.first, span.last + 1))
        yield Finding("document_type", indices, span.text, span.parsed, trust, "title")
        if span.first == line.first and not span.weak:
            yield from _title_day(line, span.last + 1 - line.first, reader)
            yield from _title_number(line, span.last + 1 - line.first, reader)
            if len(line.words) == span.last + 1 - span.first and line.box.center[1] < _TOP:
                yield from _number_below(line, layout, reader)


def _named(spans: Sequence[ValueSpan], layout: Layout) -> Iterator[_Title]:
    kinds = frozenset(index for span in spans for index in range(span.first, span.last + 1))
    # "INVOICE 4711" above "Re: reminder service" is an invoice all the same.
    titled = min((span.first for span in spans if _is_titled(span, layout)), default=None)
    for span in spans:
        line = layout.line_of(span.first)
        if line.page != layout.lines[0].page:
            return
        short = _is_title(span, line, kinds)
        score = _title_score(line, layout.height, weak=span.weak, short=short)
        subject = _subject().match(line.text) if span.parsed.value == "reminder" else None
        if (
            subject is not None
            and span.first == line.first + line.word_at(subject.end())
            and not (titled is not None and titled < span.first)
        ):
            short, score = True, max(score, _OF_SUBJECT)
        if _on_goods().match(span.text) and _has_amount(line, layout):
            score *= _OF_GOODS
        if span.parsed.value in _NUMBERED and line.text == f"{span.text.rstrip(':')}:":
            score *= _OF_CAPTION
        yield _Title(span, line, short, score)


def _is_titled(span: ValueSpan, layout: Layout) -> bool:
    """Whether a short line begins with an invoice's title and holds its number."""
    line = layout.line_of(span.first)
    is_title = span.parsed.value == "invoice" and not span.weak and span.first == line.first
    return is_title and len(line.words) <= _TITLE_WORDS and any(map(_is_number, line.text.split()))


def _has_amount(line: Line, layout: Layout) -> bool:
    """Whether an amount stands right of ``line`` on its row, or ends it."""
    beside = (other.text for other in layout.right_of(line))
    return any(_ROW_AMOUNT.fullmatch(text) for text in (line.words[-1].text, *beside))


def _is_about_invoices(titles: Sequence[_Title]) -> bool:
    """Whether the best title, the first of equals, is of a document that names others."""
    best, about = 0.0, False
    for span, _, short, score in titles:
        names_others = span.parsed.value in _ABOUT_INVOICES
        counts = score >= _TITLE and short if names_others else span.parsed.value == "invoice"
        if counts and score > best:
            best, about = score, names_others
    return about


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


def _title_day(line: Line, after: int, reader: CellReader) -> Iterator[Finding]:
    """The one day that a title's line prints behind a bar or the like: "Rechnung B-214 | 15. Januar 2024"."""
    if after >= len(line.words) or line.digits < _DIGITS:
        return
    days = list(reader.read("date", Cell(line, line.starts[after], len(line.text))))
    if len(days) == 1 and not days[0].weak and line.text[: days[0].start].rstrip()[-1:] in _BARS:
        (day,) = days
        yield Finding("document_date", day.words, day.text, day.parsed, _NUMBER, "title")


def _title_number(line: Line, after: int, reader: CellReader) -> Iterator[Finding]:
    """The number that a title bears: "Fattura di cortesia # 95761173"."""
    for begin in range(after, min(after + _TITLE_GAP, len(line.words))):
        readings = reader.read("number", Cell(line, line.starts[begin], len(line.text)))
        if readings:
            number = readings[0]
            if not number.weak:
                yield Finding("document_number", number.words, number.text, number.parsed, _NUMBER, "title")
            return


def _number_below(line: Line, layout: Layout, reader: CellReader) -> Iterator[Finding]:
    """The number alone on the line below a title alone on its: "Factura", "25/2025"."""
    below = next(iter(layout.below(line.page, line.box, _BELOW)), None)
    if below is None or not _ALONE.fullmatch(below.text) or _DAY.fullmatch(below.text):
        return
    edges = (below.box.x0 - line.box.x0, below.box.x1 - line.box.x1, below.box.center[0] - line.box.center[0])
    if min(map(abs, edges)) > line.box.height:
        return
    whole = Cell(below, 0, len(below.text))
    if reader.read("date", whole) or _COUNT.fullmatch(below.text):
        return
    for number in list(reader.read("number", whole))[:1]:
        yield Finding("document_number", number.words, number.text, number.parsed, _NUMBER, "title")


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
