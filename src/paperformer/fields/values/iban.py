"""International bank account numbers (ISO 13616); the value is compact and in capitals."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.values.checkdigits import mod97_holds
from paperformer.fields.values.match import TextMatch, only_value
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext

# SWIFT IBAN registry: length of a country's IBAN.
_LENGTHS_TEXT = (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28"
    " EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26"
    " IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28"
    " NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25"
    " SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
)
LENGTHS = {entry[:2]: int(entry[2:]) for entry in _LENGTHS_TEXT.split()}

# Countries whose IBAN holds no letter behind its first two: there a letter can only be a slip of OCR.
_DIGITS_ONLY_TEXT = (
    "AE AT BA BE BI CR CZ DE DJ DK EE EG ES FI FO GL HR HU IL IS LT LY ME MN MR NO PL PT RS SD SE SI SK SO ST"
    " TL TN VA XK"
)
DIGITS_ONLY = frozenset(_DIGITS_ONLY_TEXT.split())

_START = re.compile(
    r"(?<![A-Za-z0-9])(?:IBAN[:. ]*|iban[:. ]*)?([A-Za-z]{2}) ?[0-9OIl][0-9OIl](?=[ \-.]?[A-Za-z0-9])"
)
# In groups of four, of which the last may be shorter: what follows it is another number.
_LABELLED = re.compile(
    r"(?<![A-Za-z0-9])IBAN[:. ]*([A-Z]{2}) ?"
    r"([0-9]{2}(?:[ \-.]?[0-9]{4})*(?:[ \-.]?[0-9]{1,3})?)(?![A-Za-z0-9])"
)
# Poland prints its 26 digits without "PL": check digits, bank, account. Behind letters they are another's.
_POLISH = re.compile(r"(?<![A-Za-z0-9])(?<![A-Za-z] )[0-9]{2}(?:[ -]?[0-9]{4}){6}(?![A-Za-z0-9]| ?[0-9])")
_SHORTEST = 15  # characters of any country

_BETWEEN = " -."
_MOST_SLIPS = 4  # letters that OCR may have made of digits in one number; more are words
_SLIPS = str.maketrans("OoIl", "0011")


def parse_iban(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The IBAN in ``text``; ``checked`` says whether its check digits (mod 97) hold.

    Where they do not, O read for 0 and I or l for 1 are mended if that makes them hold and the country has
    no letters in its numbers.

    Raises:
        ValueUnreadable: when there is none, or several.
    """
    return only_value(find_ibans(plain(text), context), "IBAN", text)


def find_ibans(text: str, context: ValueContext) -> Iterator[TextMatch]:  # noqa: ARG001
    """All IBANs in plain ``text``, printed in one piece or in groups; weak where the check digits fail.

    Digits behind "IBAN" that are fewer than their country's has are found too, where that has no letters: it
    is no account, but whoever looks at the answer should see that something stands there, and where.
    """
    whole = list(_of_its_length(text))
    yield from whole
    yield from _polish(text)
    starts = {match.start for match in whole}
    for labelled in _LABELLED.finditer(text):
        value = labelled[1] + re.sub("[^0-9]", "", labelled[2])
        if labelled.start(1) in starts or labelled[1] not in DIGITS_ONLY:
            continue
        if _SHORTEST <= len(value) < LENGTHS[labelled[1]]:
            parsed = ParsedValue(value, scheme="iban", checked=False)
            yield TextMatch(labelled.start(1), labelled.end(), parsed, weak=True)


def _polish(text: str) -> Iterator[TextMatch]:
    """Polish accounts without their country, where the check digits hold with it."""
    for match in _POLISH.finditer(text):
        value = f"PL{re.sub('[^0-9]', '', match[0])}"
        if mod97_holds(value):
            yield TextMatch(
                match.start(), match.end(), ParsedValue(value, scheme="iban", checked=True), weak=False
            )


def _of_its_length(text: str) -> Iterator[TextMatch]:
    for start in _START.finditer(text):
        country = start[1].upper()
        run = _run(text, start.start(1), LENGTHS.get(country, 0))
        if run is None:
            continue
        end, compact = run
        value = _mended(compact)
        holds = mod97_holds(value)
        if country in DIGITS_ONLY and sum(c.isalpha() for c in value[4:]) > _MOST_SLIPS:
            continue  # "de 14 visiteurs sont venus", whose check digits even hold
        parsed = ParsedValue(value, scheme="iban", checked=holds)
        yield TextMatch(start.start(1), end, parsed, weak=not holds)


def _run(text: str, start: int, length: int) -> tuple[int, str] | None:
    """End and compact form of the ``length`` characters from ``start``; None where the print breaks off."""
    if not length:
        return None
    kept: list[str] = []
    end = start
    while len(kept) < length:
        character = text[end : end + 1]
        if character.isascii() and character.isalnum():
            kept.append(character.upper() if character != "l" else character)
        elif not character or character not in _BETWEEN or text[end - 1] in _BETWEEN:
            return None
        end += 1
    after = text[end : end + 1]
    return None if after.isascii() and after.isalnum() else (end, "".join(kept))


def _mended(compact: str) -> str:
    """``compact`` with letters for digits put right where only that makes the check digits hold."""
    value = compact.upper()
    if mod97_holds(value) or value[:2] not in DIGITS_ONLY:
        return value
    mended = value[:2] + compact[2:].translate(_SLIPS)
    return mended if mod97_holds(mended.upper()) else value
