"""Names, addresses and free text: what is printed, tidied at its edges."""

from __future__ import annotations

import re
from collections.abc import Collection

from paperformer.fields.values.country import find_countries
from paperformer.fields.values.match import unreadable
from paperformer.fields.values.plain import plain, squeezed
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext
from paperformer.fields.words.load import all_words
from paperformer.fields.words.patterns import pattern

_EDGE = " ,;:：|*_#~=<>\"'`"
_BEFORE_LINE = _EDGE.replace("#", "")  # "#21-04" is a flat
# Countries whose code is written in front of the postcode, or alone below the town. In the United States DE
# stands in front of a postcode too, but behind a town.
_CODES = "AT|BE|BG|CH|CZ|DE|DK|EE|ES|FI|FR|GB|GR|HR|HU|IE|IT|LI|LT|LU|LV|NL|NO|PT|RO|SE|SI|SK"
_CODE_BEFORE = re.compile(  # "PL 377" is a Finnish post office box
    rf"(^|, )(?:(?:{_CODES}) |PL (?=[0-9]{{2}}-[0-9]{{3}}\b))"
    r"(?=[0-9]{2}[0-9 -]{1,5}\b.*[^\W\d_]{2}|[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}\b)"
)
# "L-5365 Munsbach", "48, rue du Canal – B-1000 Bruxelles"; flats are called so too (A-1203), but a postcode
# follows these. Latvia's postcodes are LV-1010 in its own letters.
_LETTERS_BEFORE = re.compile(
    rf"((?:^|, | [·•|–—-] ?| ))(?:{_CODES.replace('|LV', '')}|PL|A|B|D|E|F|FL|H|I|L|N|P|S) ?[-–]"
    r"(?=(?:[0-9]{4,5}|[0-9]{3} [0-9]{2}|[0-9]{2}-[0-9]{3}) [^\W\d_]{2}[^0-9]*(?:[0-9]{1,2}\b[^0-9]*)?$)"
)
_CODE_OF_STATES = re.compile(r"(,? [A-Z]{2},? [0-9]{5}(?:-[0-9]{4})?),? (?:US|USA)$")
# "Stansted CM24 1QT. Registered in England no. 1884026": British addresses end with their postcode.
_AFTER_CODE = re.compile(r"(\b[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2})[.;] .*$")
_CODE_BEHIND = re.compile(
    r"(?<![0-9])((?:[0-9]{4,5}|[0-9]{2}-[0-9]{3}|[0-9]{3} [0-9]{2}) [^\W\d_][^,]*), " rf"(?:{_CODES}|PL)$"
)
# Countries that are called like a town of theirs.
_TOWNS = frozenset({"SG", "HK", "LU", "MX", "MC", "GT", "PA", "KW", "SM", "VA", "DJ"})
# "León, Guanajuato, México": behind a state no other follows. Malaysians print theirs as a part.
_BEHIND_REGIONS = (_TOWNS | {"MY"}) - {"MX"}
_POSTCODE = re.compile(r"[0-9]{3}|[0-9][A-Z]{2}\b|[A-Z][0-9]{2}\b")
# What prints a postcode among the parts of an address, where no house's number is as long.
_TOWN = re.compile(
    r"\b[0-9]{4,5}\b|\b[0-9]{3} [0-9]{2}\b|[0-9]{2}-[0-9]{3}|[0-9][A-Z]{2}\b|\b[A-Z][0-9]{2}\b"
)
_END_OF_SENTENCE = re.compile(r"([^.]\.)\.$")
_TWICE = re.compile(r"(\S+ .*?\S)\.? \1")
_LEFT = 2  # lines from which an address without a postcode is whole without its country


def parse_name(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:  # noqa: ARG001
    """The name of a person or company: as printed, one space between words, no marks at its ends.

    One that is printed twice running is that name once. The full stop of a sentence is none of it: one behind
    another ("Ltd.."), or behind a legal form that has none ("Oyj."). Nor is what calls its bearer the owner
    of a shop ("Inh. Jana Roth").

    Raises:
        ValueUnreadable: when there is no letter or digit in it, or nothing but forms of address.
    """
    value = _END_OF_SENTENCE.sub(r"\1", _tidied(text, "name"))
    value = value[:-1] if _ends_sentence(value) else value
    value = pattern("parties", "owners", r"^(?:{})(?:\.:?|:) ?(?=[^\W\d_])").sub("", value)
    twice = _TWICE.fullmatch(value)
    value = value if twice is None else twice[1]
    if _is_form_of_address(value):
        raise unreadable("name", text)
    return ParsedValue(value)


def _ends_sentence(name: str) -> bool:
    """Whether the full stop at the end stands behind a legal form that is written without one."""
    ends = pattern("legal_forms", "forms", r"(?<=[ ,])(?:{})$", flags=re.NOFLAG)
    return name.endswith(".") and ends.search(name) is None and ends.search(name[:-1]) is not None


def _is_form_of_address(value: str) -> bool:
    """Whether a name is left out: "Mr & Mrs", "Fa.". A word alone without a full stop may be a name."""
    words = value.replace("/", " ").split()
    form, between = pattern("parties", "forms_of_address", r"(?:{})\.?"), all_words(
        "parties", "and_between_forms")  # fmt: skip
    return (
        (len(words) > 1 or value.endswith("."))
        and form.fullmatch(words[-1]) is not None
        and all(form.fullmatch(word) or word.lower() in between for word in words)
    )


def parse_address(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:  # noqa: ARG001
    """A postal address: its lines joined by comma and space, as printed otherwise.

    A country's code in front of the postcode (DE 80333 München, D-80333) or alone at the end is left out, and
    its name as the last line or behind the postcode and its town: what country it is, is a field of its own
    (as in EN 16931, BT-40 and BT-55).

    Raises:
        ValueUnreadable: when there is no letter or digit in it.
    """
    lines = [squeezed(line).rstrip(_EDGE).lstrip(_BEFORE_LINE) for line in text.splitlines()]
    lines = [line for line in lines if line]
    is_whole = len(lines) > _LEFT or any(map(_POSTCODE.search, lines[:-1]))
    if is_whole and _is_country(lines[-1]):
        lines.pop()
    value = _without_country(_tidied(", ".join(lines), "address"))
    value = _CODE_OF_STATES.sub(r"\1", _AFTER_CODE.sub(r"\1", value))
    for code in (_CODE_BEFORE, _LETTERS_BEFORE, _CODE_BEHIND):
        value = code.sub(r"\1", value)
    return ParsedValue(value)


def _without_country(value: str) -> str:
    """``value`` without the country behind its postcode and town, or behind a region below these."""
    *parts, last = value.split(", ")
    if len(parts) > 1 and _TOWN.search(parts[-1]) and _is_country(last):
        return ", ".join(parts)
    has_region = len(parts) > _LEFT and _TOWN.search(parts[-2]) and not any(map(str.isdigit, parts[-1]))
    return ", ".join(parts) if has_region and _is_country(last, but=_BEHIND_REGIONS) else value


def _is_country(line: str, but: Collection[str] = _TOWNS) -> bool:
    bare = plain(line).strip(" .:;,()")
    return any(
        match.end - match.start == len(bare) and match.parsed.value not in but
        for match in find_countries(bare, NO_CONTEXT)
    )


def parse_text(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:  # noqa: ARG001
    """Any text, one space between words.

    Raises:
        ValueUnreadable: when there is nothing but white space.
    """
    value = squeezed(text)
    if not value:
        raise unreadable("text", text)
    return ParsedValue(value)


def _tidied(text: str, kind: str) -> str:
    value = squeezed(text).strip(_EDGE)
    if not any(character.isalnum() for character in value):
        raise unreadable(kind, text)
    return value
