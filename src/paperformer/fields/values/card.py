"""The last four digits of a payment card, printed behind a mask."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.values.iban import LENGTHS
from paperformer.fields.values.match import TextMatch, only_value
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext

_MASK = r"[*xX#•·●.]"
_MASKED = re.compile(
    rf"(?<![0-9A-Za-z*#•·●.])(?<!{_MASK}{_MASK}[ \-])"
    rf"(?:[0-9]{{0,8}}+[ \-]?+{_MASK}{{2,}}+[ \-]?+){{1,12}}+([0-9]{{4}})(?![0-9A-Za-z])"
)
# OCR and tills part the mask: "* * ** 1234". Programs write the brand alone before the digits: "Visa - 1234".
_PARTED = re.compile(r"(?<![0-9A-Za-z*•·●])(?:[*•·●]{1,4}+ ?+){2,8}+([0-9]{4})(?![0-9A-Za-z])")
_BRANDED = re.compile(
    r"(?<![A-Za-z])(?:visa|master ?card|maestro|amex|american express|discover|diners(?: club)?|jcb|unionpay"
    r"|dankort)(?: (?:debit|credit|d[eé]bito|cr[eé]dito))?(?: [-–—] | ?(?:[•·●…]{1,4}|[.]{2,8}"
    r"|[xX]{1,12}) ?)(?!19|20)([0-9]{4})"
    r"(?![0-9A-Za-z/-]|[.,:][0-9]| ?(?:kr|[€$£]))",
    re.IGNORECASE,
)
_ENDING = re.compile(
    r"(?=[elst])(?:ending(?: in)?|last (?:4|four)|slutter på|slutar på|endet auf|endend auf|se terminant par"
    r"|terminad[oa] e[mn]|terminante (?:con|in)|eindigend op) ?:? ?([0-9]{4})(?![0-9])",
    re.IGNORECASE,
)
# The beginning of an IBAN that is masked: "ES91 2100 0418 45XX XXXX 1332", "ES** **** **** 1332".
_OF_ACCOUNT = re.compile(
    rf"(?<![A-Z0-9])([A-Z]{{2}})"
    rf"(?:[0-9]{{2}}(?: ?[0-9]{{4}})*+(?: ?[0-9]{{1,3}})?+|(?:{_MASK}{{2}}){{0,1}}+) ?$"
)
_ACCOUNT = re.compile(
    r"\b(?:(?:bank|your|the) account|konto|compte|cuenta|conta|conto|rekening)\W*$", re.IGNORECASE
)
# What tills mask besides: the terminal, the merchant, cards that pay for nothing (of health, of a club).
_NO_CARD = re.compile(
    r"\b(?:[tma]id|terminal|merchant|tsi|member\w*|loyalty|club ?card|socio|nectar)(?: ?(?:id|no|nr"
    r"|n[°º]))?[ .:#]*$",
    re.IGNORECASE,
)
_LONGEST = 40  # characters before a mask in which an IBAN begins
_WHOLE = re.compile(r"[0-9]{4}")


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
    for match in (*longest.values(), *_BRANDED.finditer(text), *_ENDING.finditer(text)):
        if _is_account(text[max(0, match.start() - _LONGEST) : match.start()], match[0]):
            continue
        before = text[max(0, match.start() - _LONGEST) : match.start()]
        if _ACCOUNT.search(before) or _NO_CARD.search(before):
            continue
        thin = len(match[0]) < 8 or set(match[0]) <= set("0123456789. ")  # dot leaders of a table
        yield TextMatch(match.start(), match.end(), ParsedValue(match[1]), weak=thin)
