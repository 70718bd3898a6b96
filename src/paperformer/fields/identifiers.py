"""Numbers that their print gives away, wherever they stand: IBANs, BICs beside them, VAT numbers, cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache

from paperformer.documents.model import on_row
from paperformer.errors import ValueUnreadable
from paperformer.fields.finding import Finding
from paperformer.fields.page.layout import Layout
from paperformer.fields.page.view import PageView
from paperformer.fields.values import ParsedValue, ValueContext, parse_value
from paperformer.fields.values.currency import is_currency
from paperformer.fields.values.phone import is_printed_at_home
from paperformer.fields.values.spans import ValueSpan
from paperformer.fields.values.world_tax_ids import country_of_scheme
from paperformer.fields.words.patterns import alternatives, pattern
from paperformer.fields.wrapped_ibans import wrapped_ibans

_LEAST_DIGITS = 11  # of an IBAN whose check fails
_BIC_NEAR = 25  # words between an IBAN and the BIC of its bank
_DIGITS_OF_CARD = 4
_TOP = 0.3  # part of the first page that is the letter-head
_LEAST_DIALLED = 8  # digits
_LABEL = 12  # characters before a number in which its label is looked for
_PHONE = re.compile(
    r"(?<![\w.+/-])(?:(?:\+?1[ .-])?(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}[ .-])[2-9][0-9]{2}[.-][0-9]{4}"
    r"|\+[1-9](?:[ ./()-]{0,2}[0-9]){8,13})(?![\w/-])"
)
_WHOLE_LINE = re.compile(r".+")
_CAPTIONED = re.compile(r"(?<=: )[0-9(].*$")  # whatever office it is: "Bursary: 01404 550 218"
_MASKED = re.compile(r"[*•xX#]+(?:(?<=..)[0-9]{4})?")
_SHORT = 4  # letters of "BACS", by itself a cell of a table


def _other_number() -> re.Pattern[str]:
    return pattern("numbers", "no_phone", r"(?:#|\b(?:{}))[ .:#]*$")


def _no_means() -> re.Pattern[str]:
    """What names a means of payment means something else here: an account, a reference, a size of paper."""
    return pattern("numbers", "no_means_of_payment", "{}")


@cache
def _account() -> re.Pattern[str]:
    """Forms of payment that stand beside the account's number."""
    means, wire = alternatives("numbers", "accounts_of_means"), alternatives("numbers", "wire")
    return re.compile(rf"{means}|^(?:{wire})\W*$", re.IGNORECASE)


def _paid() -> re.Pattern[str]:
    return pattern("numbers", "paid_by", r"\b(?:{})[: ]*$")


def _reference() -> re.Pattern[str]:
    """A network of machines that take transfers too."""
    return pattern("numbers", "references_of_means", "{}")


def find_identifiers(page: PageView) -> Iterator[Finding]:
    """IBANs, BICs, VAT numbers, cards, times and means of payment of a document.

    A VAT number in the receiver's section is the receiver's; so is the second of two where no section tells.
    """
    words, layout, parties, context = page.printed, page.layout, page.parties, page.context
    ibans = words.spans("iban", context)
    yield from _ibans(ibans)
    yield from wrapped_ibans(layout)
    if ibans or any("bic" in text.lower() or "swift" in text.lower() for text in words):
        yield from _bics(words.spans("bic", context), ibans)
    yield from _tax_ids(words.spans("tax_id", context), layout, parties)
    yield from _phones(layout, parties, context)
    cards = [span for span in words.spans("card_last_four", context) if _is_masked(span, layout)]
    yield from _first("card_last_four", cards)
    yield from _first("time", words.spans("time", context))
    named = words.spans("payment_method", context)
    methods = [span for span in named if not (span.weak or _is_other(span, layout))]
    only = len({span.parsed.value for span in methods}) == 1 and any(
        _is_told(span, layout) for span in methods
    )
    yield from _first("payment_method", methods[::-1], *(("the only one",) if only else ()))


def _phones(layout: Layout, parties: Mapping[int, str], context: ValueContext) -> Iterator[Finding]:
    """Telephone numbers in a letter-head without label, told by their form: "(503) 555-0142", "+46 8 ..."."""
    head = (
        line
        for line in layout.lines
        if line.page == layout.lines[0].page
        and line.box.center[1] <= _TOP
        and line.digits >= _LEAST_DIALLED
        and parties.get(line.index, "supplier") == "supplier"
    )
    found = 0
    for line in head:
        captioned = _CAPTIONED.search(line.text)
        dialled = captioned[0] if captioned else line.text
        at_home = is_printed_at_home(dialled, context.country)
        form = _PHONE if not at_home else _CAPTIONED if captioned else _WHOLE_LINE
        for match in form.finditer(line.text):
            if _other_number().search(line.text[max(0, match.start() - _LABEL) : match.start()]):
                continue
            with suppress(ValueUnreadable):  # a number that no country has
                parsed = parse_value("phone", match[0], context)
                words = line.words_from(*match.span())
                traits = (_rank(found), *(("as at home",) if at_home else ()))
                yield Finding("supplier_phone", words, match[0], parsed, "letterhead", traits)
                found += 1


def _rank(before: int) -> str:
    """Which of several findings of a kind one is, as a trait."""
    return "further" if before else "first"


def _finding(
    field: str, span: ValueSpan, rule: str, *traits: str, parsed: ParsedValue | None = None
) -> Finding:
    words = tuple(range(span.first, span.last + 1))
    return Finding(field, words, span.text, parsed or span.parsed, rule, traits)


def _ibans(spans: Sequence[ValueSpan]) -> Iterator[Finding]:
    """IBANs, the first the likeliest."""
    found = 0
    for span in spans:
        if span.parsed.checked:
            yield _finding("iban", span, "checksum", "iban", _rank(found))
            found += 1
        elif sum(map(str.isdigit, span.parsed.value)) > _LEAST_DIGITS:  # "DE 12345 Berlin, page 1" is a town
            yield _finding("iban", span, "checksum", "iban", "check digit fails")


def _bics(spans: Sequence[ValueSpan], ibans: Sequence[ValueSpan]) -> Iterator[Finding]:
    """A BIC counts near an IBAN, and more where their countries agree (ISO 9362, ISO 13616)."""
    for span in spans:
        near = [iban for iban in ibans if abs(iban.first - span.first) <= _BIC_NEAR]
        agrees = any(iban.parsed.value[:2] == span.parsed.value[4:6] for iban in near)
        if span.weak and not agrees:
            continue
        yield _finding("bic", span, "near iban", "countries agree" if agrees else "countries differ")


def _tax_ids(spans: Sequence[ValueSpan], layout: Layout, parties: Mapping[int, str]) -> Iterator[Finding]:
    valid = [span for span in spans if not span.weak]  # check digits hold, or the label leaves no doubt
    values = list(dict.fromkeys(span.parsed.value for span in valid))
    for span in valid:
        section_party = parties.get(layout.line_of(span.first).index)
        is_second = len(values) > 1 and span.parsed.value != values[0]
        party = section_party or ("receiver" if is_second else "supplier")
        if party not in {"supplier", "receiver"}:
            continue
        place = "in a section" if section_party else "second tax id" if is_second else "first tax id"
        yield _finding(f"{party}_vat_number", span, "checksum", "tax id", place)
        if country := country_of_scheme(span.parsed):
            yield _finding(f"{party}_country", span, "implied", place, parsed=ParsedValue(country))
        if not section_party:
            other = "receiver" if party == "supplier" else "supplier"
            yield _finding(f"{other}_vat_number", span, "checksum", "tax id", "of the other party")


def _is_other(span: ValueSpan, layout: Layout) -> bool:
    """Whether a name of a means of payment is part of one of something else on its line, or of one card's."""
    line = layout.line_of(span.first)
    begin = max(0, span.first - line.first - 1)
    around = line.words[begin : span.last + 2 - line.first]
    if _no_means().search(" ".join(word.text for word in around)) is not None:
        return True
    behind = [word.text for word in line.words[span.last + 1 - line.first :]]
    return span.parsed.value == "card" and _is_number(behind)


def _is_told(span: ValueSpan, layout: Layout) -> bool:
    """Whether a document that names one means of payment only says by it how it is paid."""
    line = layout.line_of(span.first)
    if span.parsed.value in {"direct_debit", "transfer"}:
        is_cell = len(span.text) <= _SHORT and line.text.strip(" :") == span.text
        return not (is_cell or _account().search(span.text))
    before = " ".join(word.text for word in line.words[: span.first - line.first])
    behind = [word.text for word in line.words[span.last + 1 - line.first :]]
    is_masked = behind[:1] != [] and _MASKED.fullmatch(behind[0]) is not None
    is_alone = is_masked or all(is_currency(text) or not any(map(str.isalpha, text)) for text in behind)
    begins = not before or _paid().search(before) is not None
    return begins and is_alone and not _reference().search(span.text) and not _is_number(behind)


def _is_number(behind: Sequence[str]) -> bool:
    """Whether a number in groups stands behind "Card": a card of many, that bought what the table lists."""
    return len(behind) > 1 and all(len(text) >= 3 and text.isdigit() for text in behind[:2])


def _is_masked(span: ValueSpan, layout: Layout) -> bool:
    """Whether the mask stands on the row of the digits: asterisks around a title mask no number below."""
    digits = layout.line_of(span.last)
    if digits.first < span.last or len(digits.words[0].text) > _DIGITS_OF_CARD:
        return True
    mask = layout.line_of(max(span.first, span.last - 1))
    return mask.page == digits.page and on_row(mask.box, digits.box)


def _first(field: str, spans: Sequence[ValueSpan], *traits: str) -> Iterator[Finding]:
    for count, span in enumerate(span for span in spans if not span.weak):
        yield _finding(field, span, "print", field, f"{field}, {_rank(count)}", *traits)
