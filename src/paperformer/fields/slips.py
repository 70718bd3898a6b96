"""Payment slips: lines that machines read, and references that show themselves by their print.

Sweden: Bankgirot, "Teknisk manual OCR-referenskontroll" (``# reference # kronor ore check > account#41#``).
Denmark: FIK (``+71<payment id+creditor<``). Belgium: OGM. Switzerland: QR reference. ISO 11649: RF.
Australia: BPAY's biller code and customer reference number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

from paperformer.errors import ValueUnreadable
from paperformer.fields.finding import Finding
from paperformer.fields.page.layout import NEXT_LINE, Layout, Line
from paperformer.fields.page.view import PageView
from paperformer.fields.values import ParsedValue, ValueContext
from paperformer.fields.values.checkdigits import luhn_holds
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reference import SCHEMES, read_reference
from paperformer.fields.words.load import all_words
from paperformer.fields.words.patterns import alternatives, pattern

_SE_LINE = re.compile(
    r"# ?(?P<reference>[0-9]{2,25}) ?#"
    r"(?: ?(?P<kronor>[0-9]{1,8}) ?(?P<ore>[0-9]{2}) (?P<check>[0-9]) ?>)?"
    r" ?(?P<account>[0-9]{2,8}) ?# ?(?P<kind>[0-9]{2}) ?#"
)
_BANKGIRO_KINDS = frozenset({"41", "42"})
_QR_DIGITS = 27
_QR_BEGINS, _QR_ENDS = re.compile(r"[0-9]{2}(?: [0-9]{5}){1,4}"), re.compile(r"[0-9]{5}(?: [0-9]{5}){0,3}")
_BPAY_BELOW = 4.0  # heights of a line from the biller code to the reference
_NORWEGIAN = "no_account"
# Where a label's language tells the scheme that the digits beside it follow.
_SCHEME_OF_LANGUAGE = {"sv": "se_ocr", "nb": "no_kid", "fi": "fi_viite", "da": "dk_fik", "et": "fi_viite"}


def _biller() -> re.Pattern[str]:
    return pattern("numbers", "biller", r"\b(?:{})\b[ :]*[0-9]{3,10}(?![0-9])")


@cache
def _bpay_reference() -> re.Pattern[str]:
    of = partial(alternatives, "numbers")
    return re.compile(
        rf"\b(?:{of('biller_reference')})(?: (?:{of('biller_number')}))?\.?[ :]*"
        r"(?P<reference>(?=(?P<whole>[0-9](?: ?[0-9]){1,19}))(?P=whole))(?![0-9A-Za-z])",
        re.IGNORECASE,
    )


def find_slips(page: PageView) -> Iterator[Finding]:
    """What the document's machine-read lines say, and numbers whose print gives their scheme away."""
    words, layout, country = page.printed, page.layout, page.context.country
    for line in layout.lines:
        if "#" in line.text:
            yield from _swedish(line, layout)
        yield from _wrapped(line, layout)
        yield from _bpay(line, layout)
    giros = all_words("numbers", "giro")
    for field, kind in (("payment_reference", "reference"), ("bank_account_number", "bank_account")):
        # Without a context: only what needs no country to be known for what it is.
        for span in words.spans(kind, ValueContext()):
            scheme = span.parsed.scheme or ""
            if span.weak and not span.parsed.checked:
                continue
            called = span.first > 0 and words[span.first - 1].strip(":. ").lower() in giros
            # "555-0199" is a bankgiro in Sweden, elsewhere a telephone.
            if scheme.endswith("giro") and country not in {None, "SE"} and not called:
                continue
            if scheme == _NORWEGIAN and country != "NO" and (span.weak or country is not None):
                continue  # of any eleven digits one in eleven passes its check
            traits = (kind, *_checked(span.parsed))
            indices = tuple(range(span.first, span.last + 1))
            yield Finding(field, indices, span.text, span.parsed, "slip", traits)


def _wrapped(line: Line, layout: Layout) -> Iterator[Finding]:
    """A Swiss reference whose last groups stand on the next line: a payment part is narrow.

    26 digits and a check digit (Swiss Implementation Guidelines QR-bill, annex B).
    """
    if not _QR_BEGINS.fullmatch(line.text):
        return
    edge = line.box.x0
    for below in layout.below(line.page, line.box, NEXT_LINE):
        is_rest = _QR_ENDS.fullmatch(below.text) and abs(below.box.x0 - edge) <= layout.height
        if is_rest and line.digits + below.digits == _QR_DIGITS:
            text = f"{line.text} {below.text}"
            parsed = read_reference(text, "ch_qrr")
            if parsed.checked:
                words = tuple(
                    part.first + index for part in (line, below) for index in range(len(part.words))
                )
                yield Finding("payment_reference", words, text, parsed, "slip", ("machine-read",))


def _bpay(line: Line, layout: Layout) -> Iterator[Finding]:
    """The customer reference number behind or below "Biller Code: 291847"; the slip asks for no other."""
    if not any(name.split()[0] in line.text.lower() for name in all_words("numbers", "biller")):
        return
    text, indices = _row(line, layout)
    biller = _biller().search(text)
    if biller is None:
        return
    below = (_row(under, layout) for under in layout.below(line.page, line.box, _BPAY_BELOW))
    for (printed, numbers), start in ((((text, indices), biller.end())), *((row, 0) for row in below)):
        match = _bpay_reference().search(printed, start)
        if match is not None:
            yield _part(
                "payment_reference", match, "reference", numbers,
                ParsedValue(match["reference"].replace(" ", "")),
            )  # fmt: skip
            return


def with_scheme(parsed: ParsedValue, languages: frozenset[str], country: str | None) -> ParsedValue:
    """``parsed`` with the scheme that its label's language tells, where the check digits of that scheme hold.

    Args:
        parsed: A reference whose scheme its print leaves open.
        languages: Those of the label.
        country: The document's, which goes before them.
    """
    if parsed.scheme is not None or country is not None:
        return parsed
    for language in sorted(languages):
        scheme = _SCHEME_OF_LANGUAGE.get(language)
        read = _read(parsed.value, scheme) if scheme else None
        if read and read.checked:
            return replace(read, value=parsed.value) if scheme != "fi_viite" else read
    return parsed


def giro_of(label: str, parsed: ParsedValue) -> ParsedValue:
    """A Swedish giro number with the scheme that its label names."""
    name = plain(label).lower()
    scheme = "se_bankgiro" if name.startswith(all_words("numbers", "bankgiro")) else ""
    if not scheme and name.startswith(all_words("numbers", "plusgiro")):
        scheme = "se_plusgiro"
    read = _read(parsed.value, scheme) if scheme else None
    return read if read and read.checked else parsed


def _read(value: str, scheme: str) -> ParsedValue | None:
    if scheme not in SCHEMES:
        return None
    try:
        return read_reference(value, scheme)
    except ValueUnreadable:
        return None


def _swedish(line: Line, layout: Layout) -> Iterator[Finding]:
    """The OCR line that begins on ``line``; wide gaps may have cut it into several."""
    text, indices = _row(line, layout)
    for match in _SE_LINE.finditer(text):
        reference, account = match["reference"], match["account"]
        holds = luhn_holds(reference)
        yield _part(
            "payment_reference", match, "reference", indices,
            ParsedValue(reference, scheme="se_ocr", checked=holds),
        )  # fmt: skip
        scheme = "se_bankgiro" if match["kind"] in _BANKGIRO_KINDS else "se_plusgiro"
        holds = luhn_holds(account)
        yield _part(
            "bank_account_number", match, "account", indices,
            ParsedValue(account, scheme=scheme, checked=holds),
        )  # fmt: skip
        if match["kronor"]:
            holds = luhn_holds(match["kronor"] + match["ore"] + match["check"])
            value = ParsedValue(f"{int(match['kronor'])}.{match['ore']}", checked=holds)
            first, last = match.span("kronor")[0], match.span("ore")[1]
            words = _words(indices, first, last)
            yield Finding("amount_due", words, text[first:last], value, "slip", _machine_read(value))


def _row(line: Line, layout: Layout) -> tuple[str, list[int]]:
    """The text of ``line`` and what stands right of it, and the word that each character belongs to."""
    text, indices = "", list[int]()
    for part in (line, *layout.right_of(line)):
        for number, word in enumerate(part.words):
            text += word.text + " "
            indices += [part.first + number] * (len(word.text) + 1)
    return plain(text), indices


def _part(
    field: str, match: re.Match[str], group: str, indices: Sequence[int], parsed: ParsedValue
) -> Finding:
    words = _words(indices, *match.span(group))
    return Finding(field, words, match[group], parsed, "slip", _machine_read(parsed))


def _words(indices: Sequence[int], start: int, end: int) -> tuple[int, ...]:
    return tuple(sorted(set(indices[start:end])))


def _machine_read(parsed: ParsedValue) -> tuple[str, ...]:
    return ("machine-read", *_checked(parsed))


def _checked(parsed: ParsedValue) -> tuple[str, ...]:
    if parsed.checked is None:
        return ()
    return ("check digit holds" if parsed.checked else "check digit fails",)
