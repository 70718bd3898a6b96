"""Bank identifier codes (ISO 9362); the value is compact and in capitals."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.values.iban import LENGTHS
from paperformer.fields.values.match import TextMatch, only_value, unreadable
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext

# Countries whose banks invoices name: those with IBANs and the larger of the others. With all of ISO 3166,
# words in capitals (RECHNUNG: NU is Niue) would pass.
_COUNTRIES = frozenset(LENGTHS) | frozenset(
    {
        "AR",
        "AU",
        "CA",
        "CL",
        "CN",
        "CO",
        "HK",
        "ID",
        "IN",
        "JP",
        "KR",
        "MA",
        "MX",
        "MY",
        "NZ",
        "PE",
        "PH",
        "SG",
    }
    | {"TH", "TW", "US", "VN", "ZA"}
)

_BIC = re.compile(
    r"(?<![A-Za-z0-9])[A-Z]{4} ?([A-Z]{2}) ?[A-Z0-9]{2}"
    r"(?:(?: (?=XXX|[A-Z]*[0-9]))?[A-Z0-9]{3})?(?![A-Za-z0-9])"  # in "OTPVHUHB OTP Bank" the bank begins
)
_EXACT = re.compile(r"[A-Z]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?")
_LABEL = re.compile(r"(?:bic|swift)\b.{0,24}$", re.IGNORECASE)
_LABEL_REACH = 32


def parse_bic(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The BIC in ``text``: bank, country, place and, in longer ones, branch.

    Raises:
        ValueUnreadable: when there is none, or several.
    """
    compact = "".join(plain(text).upper().split()).strip(".:;,()")
    exact = _EXACT.fullmatch(compact)
    if exact and exact[1] in _COUNTRIES:
        return ParsedValue(compact, scheme="bic")
    matches = list(find_bics(plain(text), context))
    if not matches:
        raise unreadable("BIC", text)
    return only_value(matches, "BIC", text)


def find_bics(text: str, context: ValueContext) -> Iterator[TextMatch]:  # noqa: ARG001
    """All BICs in plain ``text``; weak where it may be a word in capitals and no label stands before it."""
    for match in _BIC.finditer(text):
        if match[1] not in _COUNTRIES:
            continue
        labelled = _LABEL.search(text[max(0, match.start() - _LABEL_REACH) : match.start()]) is not None
        if " " in match[0] and not labelled:
            continue
        value = match[0].replace(" ", "")
        weak = not labelled and not any(character.isdigit() for character in value)
        yield TextMatch(match.start(), match.end(), ParsedValue(value, scheme="bic"), weak)
