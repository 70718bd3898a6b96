"""The last four digits of a payment card, printed behind a mask."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from paperformer.fields.values.iban import LENGTHS
from paperformer.fields.values.match import TextMatch, only_value
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext
from paperformer.fields.words.patterns import alternatives, pattern

_MASK = r"[*xX#•·●.]"
_MASKED = re.compile(
    rf"(?<![0-9A-Za-z*#•·●.])(?<!{_MASK}{_MASK}[ \-])"
    # A mask gives nothing back. Before Python 3.11.5 "+" behind a group is wrong: hence (?=(...))(?P=...).
    rf"(?=(?P<mask>(?:[0-9]{{0,8}}+[ \-]?+{_MASK}{{2,}}+[ \-]?+){{1,12}}))(?P=mask)"
    r"[0-9]{4}(?![0-9A-Za-z])"
)
# OCR and tills part the mask: "* * ** 1234".
_PARTED = re.compile(r"(?<![0-9A-Za-z*•·●])(?:[*•·●]{1,4}+ ?+){2,8}[0-9]{4}(?![0-9A-Za-z])")
# The beginning of an IBAN that is masked: "ES91 2100 0418 45XX XXXX 1332", "ES** **** **** 1332".
_OF_ACCOUNT = re.compile(
    rf"(?<![A-Z0-9])([A-Z]{{2}})"
    rf"(?:[0-9]{{2}}(?: ?[0-9]{{4}})*(?: ?[0-9]{{1,3}})?|(?:{_MASK}{{2}})?) ?$"
)
_LONGEST = 40  # characters before a mask in which an IBAN begins
_WHOLE = re.compile(r"[0-9]{4}")


@cache
def _branded() -> re.Pattern[str]:
    """The brand alone before the digits, as programs write it ("Visa - 1234"), or before a few dots."""
    brands, kinds = alternatives("numbers", "card_brands"), alternatives("numbers", "card_kinds")
    return re.compile(
        rf"(?<![A-Za-z])(?:{brands})(?: (?:{kinds}))?(?: [-–—] | ?(?:[•·●…]{{1,4}}|[.]{{2,8}}"
        r"|[xX]{1,12}) ?)(?!19|20)([0-9]{4})(?![0-9A-Za-z/-]|[.,:][0-9]| ?(?:kr|[€$£]))",
        re.IGNORECASE,
    )


def _ending() -> re.Pattern[str]:
    return pattern("numbers", "card_ends", r"(?:{}) ?:? ?([0-9]{4})(?![0-9])")


def _account() -> re.Pattern[str]:
    return pattern("numbers", "accounts", r"\b(?:{})\W*$")


@cache
def _no_card() -> re.Pattern[str]:
    """What tills mask besides: the terminal, the merchant, cards that pay for nothing (of a club)."""
    names, numbers = alternatives("numbers", "no_card"), alternatives("numbers", "no_card_numbers")
    return re.compile(rf"\b(?:{names})(?: ?(?:{numbers}))?[ .:#]*$", re.IGNORECASE)


def parse_card_last_four(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The four digits behind the mask in ``text``, or the four digits that it is.

    Raises:
        ValueUnreadable: when there are none, or several.
    """
    printed = plain(text).strip(" .,:;()")
    if _WHOLE.fullmatch(printed):
        return ParsedValue(printed)
    return only_value(find_cards(plain(text), context), "masked card number", text)


def _is_account(before: str, masked: str) -> bool:
    """Whether ``before`` and ``masked`` are together as long as an IBAN of the country they begin with."""
    beginning = _OF_ACCOUNT.search(before)
    if beginning is None:
        return False
    if beginning[1] in LENGTHS and len(beginning[0].strip()) > 2 and not before.endswith(beginning[1]):
        return True  # country and check digits, or a mask in their place
    whole = (beginning[0] + masked).replace(" ", "").replace("-", "")
    return len(whole) == LENGTHS.get(beginning[1])


def find_cards(text: str, context: ValueContext) -> Iterator[TextMatch]:  # noqa: ARG001
    """All masked card numbers in plain ``text``: ``**** 1234``, ``541333XXXXXX1234``, ``Visa - 1234``.

    A masked IBAN is none.
    """
    masks = (*_MASKED.finditer(text), *_PARTED.finditer(text))
    longest = {match.end(): match for match in sorted(masks, key=lambda match: -match.start())}
    for match in (*longest.values(), *_branded().finditer(text), *_ending().finditer(text)):
        if _is_account(text[max(0, match.start() - _LONGEST) : match.start()], match[0]):
            continue
        before = text[max(0, match.start() - _LONGEST) : match.start()]
        if _account().search(before) or _no_card().search(before):
            continue
        thin = len(match[0]) < 8 or set(match[0]) <= set("0123456789. ")  # dot leaders of a table
        yield TextMatch(match.start(), match.end(), ParsedValue(match[0][-4:]), weak=thin)
