"""What a whole document says about how its values are printed.

One value often cannot tell (1.234; 03/04/2024; kr): the others of the same document do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

from paperformer.documents.model import Word, on_row
from paperformer.fields.countries.country import money_shares
from paperformer.fields.countries.inference import infer_origins, sure_country
from paperformer.fields.values.amount import decimal_marks, thousands_marks
from paperformer.fields.values.currency import CODES, SELDOM_CENTS, THOUSANDTHS, WHOLE_MONEY, is_doubtful
from paperformer.fields.values.date import BOTH_ORDERS_COUNTRIES, MONTH_FIRST_COUNTRIES, date_order_votes
from paperformer.fields.values.language import detect_language
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import DateOrder, DecimalMark, ValueContext
from paperformer.fields.values.short_years import year_first_mark
from paperformer.fields.values.spans import PrintedWords

_CLEAR = 3  # how many times the votes of one reading must outnumber those of the other
_FIRM = 2.0  # what a currency that cannot be mistaken counts
_LIKELY = 0.4  # of the countries of one money
_GAP = 3.0  # letters between two boxes that OCR makes of one number


def infer_context(words: Sequence[Word], printed: PrintedWords | None = None) -> ValueContext:
    """The decimal mark, date order, main currency, country and language that ``words`` of a document show.

    Each is None where the document does not say, or says two things. A date order comes from dates that
    have one reading only (25/12), else from a language or country that knows but one order; English text
    of unknown country leaves it open.

    Args:
        words: All words of the document, in reading order.
        printed: Their texts, where the caller shares them with others that look for values.
    """
    printed = printed_of(words) if printed is None else printed
    text = printed.text
    language = detect_language(printed)
    day_votes, month_votes = date_order_votes(text)
    origins = infer_origins(printed, language, month_first=month_votes > _CLEAR * day_votes)
    country = sure_country(origins)
    context = ValueContext(language=language, country=country, origins=origins)
    currency = _currency(words, printed, context)
    return replace(
        context,
        decimal_mark=_decimal_mark(text, currency, printed, context.origins),
        date_order=_date_order(day_votes, month_votes, language, country),
        year_first_mark=year_first_mark(text, country),
        currency=currency,
    )


def printed_of(words: Sequence[Word]) -> PrintedWords:
    """The texts of ``words``, to be shared by all that look for values in them."""
    rows = accumulate((not _goes_on(word, other) for word, other in pairwise(words)), initial=0)
    aslant = (index for index, word in enumerate(words) if not word.upright)
    return PrintedWords.in_lines(zip(rows, (word.text for word in words), strict=False), aslant)


def _goes_on(before: Word, other: Word) -> bool:
    """Whether ``other`` stands right behind ``before``: on its line, or in the next box of OCR on its row."""
    if before.page != other.page:
        return False
    letter = max(word.box.width / len(word.text) for word in (before, other))
    is_near = on_row(before.box, other.box) and 0 <= other.box.x0 - before.box.x1 <= _GAP * letter
    return before.line == other.line or is_near


def _decimal_mark(
    text: str, currency: str | None, printed: PrintedWords, origins: Sequence[tuple[str, float]]
) -> DecimalMark | None:
    money = currency or _likely_money(origins)
    if money in WHOLE_MONEY:
        points, commas = thousands_marks(text)
        if points and not commas:
            return ","
        if commas and not points:
            return "."
    points, commas = decimal_marks(text)
    if money in SELDOM_CENTS and points and not commas:  # a time of day, 14.24, is no sum
        groups, others = thousands_marks(text)
        if groups > _CLEAR * points and not others:
            return ","
    if not points and not commas and _is_in_thousandths(currency, printed):
        points, commas = thousands_marks(text)
    if points >= _CLEAR * max(commas, 1) or (points and not commas):
        return "."
    if commas >= _CLEAR * max(points, 1) or (commas and not points):
        return ","
    return None


def _likely_money(origins: Sequence[tuple[str, float]]) -> str | None:
    """The money of the countries that the document likely comes from; None where that is open."""
    return next((money for money, share in money_shares(origins).items() if share >= _LIKELY), None)


def _is_in_thousandths(currency: str | None, printed: PrintedWords) -> bool:
    """Whether the document's money has a thousand smaller units, or what it names can be no other money."""
    if currency is not None:
        return currency in THOUSANDTHS
    named = {match.parsed.value for match in printed.matches("currency")}
    return bool(named) and named <= THOUSANDTHS


def _date_order(
    day_first: int, month_first: int, language: str | None, country: str | None
) -> DateOrder | None:
    if day_first > month_first * _CLEAR:
        return "DMY"
    usual: DateOrder | None = None
    if country is not None and country not in BOTH_ORDERS_COUNTRIES:
        usual = "MDY" if country in MONTH_FIRST_COUNTRIES else "DMY"
    if month_first > day_first * _CLEAR:
        return "MDY"
    if day_first or month_first:
        return None  # both are printed: no single order holds
    if country is not None:
        return usual
    return "DMY" if language not in {None, "en"} else None


def _currency(words: Sequence[Word], printed: PrintedWords, context: ValueContext) -> str | None:
    """The currency that most rows name, of equals most often; a shared sign ($) for its reading named too."""
    certain: dict[str, float] = {}
    shared: dict[tuple[str, ...], float] = {}
    rows: dict[tuple[str, ...], tuple[Word, float]] = {}  # where each was named last, and what that counted
    prints: Counter[str] = Counter()
    for span in printed.spans("currency", context):
        readings = (span.parsed.value, *span.parsed.alternatives)
        prints[readings[0]] += 1
        weight = _currency_weight(plain(span.text), span.weak, context.country)
        word, counted = rows.get(readings, (None, 0.0))
        if word is None or word.page != words[span.first].page or not on_row(word.box, words[span.first].box):
            counted = 0.0
        more = max(0.0, weight - counted)
        rows[readings] = words[span.first], counted + more
        if span.parsed.ambiguous:
            shared[readings] = shared.get(readings, 0.0) + more
        else:
            certain[readings[0]] = certain.get(readings[0], 0.0) + more
    for readings, weight in shared.items():
        named = [reading for reading in readings if reading in certain]
        if len(named) == 1:
            certain[named[0]] += weight
        elif weight >= max(certain.values(), default=0.0):
            return None
    return _leader(certain, prints)


def _currency_weight(printed: str, weak: bool, country: str | None) -> float:
    """Firm prints count full, a sign without a number (RM in a heading) half, a doubtful one (Fr) less."""
    if not weak:
        return _FIRM
    return _FIRM / 4 if printed in CODES or is_doubtful(printed, country) else _FIRM / 2


def _leader(votes: Mapping[str, float], prints: Mapping[str, int]) -> str | None:
    """The currency with the most votes, if they are worth one firm print and no other is its equal."""
    ranked = sorted(((weight, prints[money], money) for money, weight in votes.items()), reverse=True)
    if not ranked or ranked[0][0] < _FIRM or (len(ranked) > 1 and ranked[0][:2] == ranked[1][:2]):
        return None
    return ranked[0][2]
