"""Postcodes with their towns, as the countries of the world print them, and whose they are.

"LV-3401" is Latvia's, "8001 Chur" of one country of many.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from typing import NamedTuple

from paperformer.fields.countries.country import town_index
from paperformer.fields.values.phrases import find_phrases
from paperformer.fields.words.load import all_words, words_by_code
from paperformer.fields.words.patterns import alternatives, pattern, source_of

# Postcodes: with a country's letters, of digits before a town, Polish, Portuguese, Dutch, British, Canadian,
# Irish; behind a town where they close the line (US, Malaysia, Australia, New Zealand, Singapore).
_BRAZIL = "(?:A[CLMP]|BA|CE|DF|ES|GO|M[AGST]|P[ABEIR]|R[JNORS]|S[CEP]|TO)"
_POSTCODES = (
    r"[A-Z]{1,3}-[0-9]{4,6} \S|[0-9]{5}\b,?(?: -)? [^\W\d_]{2}",
    r"[0-9]{4} (?:[^\W\d_]{3}|St\. [A-Z])|[0-9]{3} [0-9]{2} [^\W\d_]{2}",
    r"[0-9]{2}-[0-9]{3} [^\W\d_]{2}|[0-9]{4}-[0-9]{3} [^\W\d_]{2}|[0-9]{4} ?[A-Z]{2},? [A-Z]",
    r"[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][ABD-HJLNP-UW-Z]{2}\b",
    r"[A-CEGHJ-NPR-TVXY][0-9][A-CEGHJ-NPR-TV-Z] ?[0-9][A-CEGHJ-NPR-TV-Z][0-9]\b",
    r"[AC-FHKNPRTV-Y](?:[0-9]{2}|6W) (?=[A-Z]{0,3}[0-9])(?=[0-9]{0,3}[A-Z])[0-9AC-FHKNPRTV-Y]{4}\b",
    # Brazil, with a dash before the town or a state behind it: "10023-456 Azul" is an article
    rf"[0-9]{{5}}-[0-9]{{3}},?(?: [-–] [^\W\d_]{{2}}| [^\W\d_][^0-9,/]{{1,30}}(?: ?[-–/,] ?){_BRAZIL}\b)",
)
_STATES = r"(?:(?:NSW|VIC|QLD|TAS),? [0-9]{4}|(?:ACT|NT|WA|SA),? (?!19|20)[0-9]{4})"  # "Nestlé SA 2024"

# Letters before a postcode -> country and its digits: those of the Universal Postal Union, and of cars.
_LETTERS = {
    "A": "AT4", "AT": "AT4", "B": "BE4", "BE": "BE4", "BG": "BG4", "CH": "CH4", "CY": "CY4", "CZ": "CZ5",
    "D": "DE5", "DE": "DE5", "DK": "DK4", "E": "ES5", "EE": "EE5", "ES": "ES5", "F": "FR5", "FI": "FI5",
    "FIN": "FI5", "FL": "LI4", "FO": "FO3", "FR": "FR5", "GR": "GR5", "H": "HU4", "HR": "HR5", "HU": "HU4",
    "I": "IT5", "IS": "IS3", "IT": "IT5", "L": "LU4", "LI": "LI4", "LT": "LT5", "LU": "LU4", "LV": "LV4",
    "MC": "MC5", "MD": "MD4", "N": "NO4", "NL": "NL4", "NO": "NO4", "PL": "PL5", "PT": "PT7", "RO": "RO6",
    "S": "SE5", "SE": "SE5", "SI": "SI4", "SK": "SK5", "SLO": "SI4",
}  # fmt: skip
_LETTERED = re.compile(
    r"(?<![\w.,/-])([A-Z]{1,3})[-–] ?([0-9]{2}[ -][0-9]{3}|[0-9]{3,4}[ -][0-9]{2,3}|[0-9]{3,6})\b"
)
_JOINED = re.compile(r"(?<![\w.,/-])(LV|LT|MD|EE|AD) ?([0-9]{3,5})$")

_US = (
    "A[KLPRSZ]|C[AOT]|D[CE]|F[LM]|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEHINOPST]|N[CDEHJMVY]|O[HKR]|P[ARW]|RI|S[CD]|T[NX]"
    "|UT|V[AIT]|W[AIVY]"
)
_BEFORE = r"(?<![\w.,/-])(?:{}),?(?: [-–])? (?=[^\W\d_]{{2}})"  # digits, and the town behind them
# No street behind it: "1423-138 Robson Street" is a flat and a house.
_NO_STREET = r"(?![^,]*\b(?i:<streets_of_flats>)\b)"
_BEHIND = r"(?:[^\W\d_A-Z]|[A-Z]{{4}}),? (?:{})$"  # digits behind the town end the address
_GROUP = re.compile(r"<([a-z_]+)>")
# Countries -> the form of their postcodes in an address; a form of one tells it. In <> stands a group of
# places.yaml.
_FORMS = (
    ("US", rf"\b(?:{_US}),? [0-9]{{5}}(?:-[0-9]{{4}})?$"),
    ("IT MX", r"\b[A-Z]{2},? [0-9]{5}$"),  # "Milano MI 20121", as forms for the whole world print it
    ("AU", r"\b(?:NSW|VIC|QLD|TAS|ACT|NT|WA|SA),? [0-9]{4}$"),
    ("CA", r"\b[A-CEGHJ-NPR-TVXY][0-9][A-CEGHJ-NPR-TV-Z] ?[0-9][A-CEGHJ-NPR-TV-Z][0-9]$"),
    ("JE", r"\bJE[0-9] [0-9][A-Z]{2}$"),
    ("GG", r"\bGY[0-9]{1,2} [0-9][A-Z]{2}$"),
    ("IM", r"\bIM[0-9] [0-9][A-Z]{2}$"),
    ("GB", r"\b(?!JE|GY|IM)[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][ABD-HJLNP-UW-Z]{2}$"),
    ("IE", r"\b[AC-FHKNPRTV-Y](?:[0-9]{2}|6W) ?(?=[A-Z]{0,3}[0-9])(?=[0-9]{0,3}[A-Z])[0-9AC-FHKNPRTV-Y]{4}$"),
    ("IE", r"\b(?:<city_of_districts>) [0-9]{1,2}W?$|\b(?:<county_of_address>) (?:<irish_counties>)$"),
    ("NL", r"(?<![\w.,/-])[1-9][0-9]{3} ?[A-Z]{2},? (?=[^\W\d_]{2})"),
    ("PL", _BEFORE.format(r"[0-9]{2}-[0-9]{3}") + _NO_STREET),
    ("PT", _BEFORE.format(r"[1-9][0-9]{3}-[0-9]{3}") + _NO_STREET),
    ("BR", r"(?<![\w.,/-])[0-9]{5}-[0-9]{3}(?![\w-])"),
    ("SG", r"\b(?:<before_six_digits>) [0-9]{6}$"),
    ("IT", r"(?<![0-9])[0-9]{5} [^\W\d_][^0-9,]{1,30}(?: \([A-Z]{2}\)| [A-Z]{2})$"),
    ("CZ SK", r"\b(?:<czech_postcode>):? ?[0-9]{3} ?[0-9]{2}$"),
    ("CZ GR SE SK", _BEFORE.format("[0-9]{3} [0-9]{2}")),
    ("FO IS", r"(?<![\w.,/-])[1-9][0-9]{2} [A-ZÁÐÉÍÓÚÝÞÆÖ][^\W\d_]+$"),
    ("AT BE BG CH CY DK GE HU LI LU MK NO PH SI TN VE", _BEFORE.format("[0-9]{4}")),
    (
        "BA CZ DE DZ EE EG ES FI FR GR HR IT LT MA MC ME MX MY RS SE SK SM TR UA",
        _BEFORE.format("[0-9]{5}"),
    ),
    ("BY CN KZ RO RU", _BEFORE.format("[0-9]{6}")),
    ("IL", _BEFORE.format("[0-9]{7}")),
    ("AU BD HU NZ PH TN ZA", _BEHIND.format("[0-9]{4}")),
    ("EE ID KR MX MY SA TH UA US VN", _BEHIND.format("[0-9]{5}")),
    ("CN CO IN RU SG VN", _BEHIND.format("(?:[-–] ?)?[1-9][0-9]{2} ?[0-9]{3}")),
)


@cache
def _postcode() -> re.Pattern[str]:
    """A postcode with its town, in the forms of all countries."""
    of = partial(alternatives, "places")
    begins = (
        *_POSTCODES,
        # Countries whose digits say something beside a town alone.
        rf"(?:{of('before_six_digits')}) [0-9]{{6}}\b",
        rf"[0-9]{{6}} (?:{of('towns_behind_six_digits')})\b",
        rf"[1-9][0-9]{{2}} (?:{of('towns_behind_three_digits')})",
    )
    no_town = "".join(f"(?<!{word})" for word in all_words("places", "no_town"))
    return re.compile(
        rf"(?<![\w.,/-])(?:{'|'.join(begins)})|(?:{'|'.join(_world())})"
        rf"|[^\W\d_]{{2}}{no_town},? (?:[A-Z]{{2}} )?[0-9]{{5}}(?:-[0-9]{{4}})?,?$"
        rf"|(?:[^\W\d_]{{2}},? {_STATES}|\b(?:{of('towns_before_four_digits')}) (?!20[0-4])[0-9]{{4}}),?$"
        r"|[^\W\d_]{2},? (?:(?:LV|MD)-?[0-9]{4}|(?:LT|EE)-?[0-9]{5})(?![\w-])"  # the Baltic states, Moldova
    )


def _world() -> Iterator[str]:
    """India, Mexico, Brazil, Kenya, the Emirates, Japan, Israel, the Philippines: with a word that tells."""
    of = partial(alternatives, "places")
    india = of("states_with_six_digits")
    yield rf"\b(?:{of('towns_before_six_digits')}) ?[-–]? ?[1-9][0-9]{{2}} ?[0-9]{{3}},?$"
    yield rf"(?<![0-9])[1-9][0-9]{{5}},? (?:{india})\b"
    yield rf"\b(?:{india})(?:,? ?[-–] ?|, ?)[1-9][0-9]{{2}} ?[0-9]{{3}}\b|\b(?:{india}) [1-9][0-9]{{5}}\b"
    called = {
        code: source_of("|".join(word)) for code, word in words_by_code("places", "postcode_words").items()
    }
    yield rf"\b(?:{called['MX']}) ?[0-9]{{5}}\b|\b(?:{called['BR']}):? ?[0-9]{{2}}\.?[0-9]{{3}}-?[0-9]{{3}}\b"
    yield rf"\b(?:{of('box')}) [0-9]{{1,6}} ?[-–] ?[0-9]{{5}},? [^\W\d_]{{2}}"
    yield rf"(?:{of('box')}):? [0-9]{{2,6}},? (?:{of('behind_boxes')})\b"
    yield rf"(?:{of('towns_before_seven_digits')}),? [0-9]{{3}}-[0-9]{{4}}$"
    yield rf"[^\W\d_]{{2}},? [1-9][0-9]{{6}},? (?:{of('behind_seven_digits')})\b"
    yield rf"[^\W\d_]{{2}} (?:{of('cities_before_four_digits')}),? (?!20[0-4])[0-9]{{4}}$"


@cache
def _english_street() -> re.Pattern[str]:
    """As in "1820 Walnut Street", which is no town of the postcode 1820."""
    streets, behind = (
        alternatives("places", group) for group in ("english_streets", "behind_english_streets")
    )
    return re.compile(
        rf"[0-9]{{4,5}}(?: [^\W\d_][\w.'’-]*){{1,4}}? (?:{streets})\b\.?(?=,|$| (?:{behind}))",
        re.IGNORECASE,
    )


def _box() -> re.Pattern[str]:
    """As in "Postboks 1204 Sentrum": a box at the post office called Sentrum."""
    return pattern("places", "boxes", "(?:{}) $")


def has_postcode(text: str) -> bool:
    """Whether ``text`` holds what looks like a postcode with its town."""
    return find_postcode(text) is not None


def find_postcode(text: str, start: int = 0) -> re.Match[str] | None:
    """The first postcode with its town in ``text``."""
    while (match := _postcode().search(text, start)) is not None:
        street = _english_street().match(text, match.start())
        if street is not None:
            start = street.end()
        elif _box().search(text, 0, match.start()):
            start = match.end()
        else:
            break
    return match


class Postcode(NamedTuple):
    """What the postcode of an address says of its country.

    Args:
        country: The one country that it can be of, None where there are several or none.
        possible: All that have such postcodes; empty where the address has none that we know.
        town: Whose the town behind it is, by its name.
    """

    country: str | None
    possible: frozenset[str]
    town: str | None


def read_postcode(address: str) -> Postcode:
    """What the postcode of ``address``, its parts with commas between them, says of its country."""
    address = _box_of_address().sub("", address)
    lettered = _by_letters(address)
    if lettered is not None:
        return Postcode(lettered, frozenset({lettered}), None)
    found = [
        (owners, match)
        for owners, form in _forms()
        for match in form.finditer(address)
        if not _english_street().match(address, match.start())
    ]
    possible = frozenset(owner for owners, _ in found for owner in owners)
    telling = {owner for owners, _ in found if len(owners) == 1 for owner in owners}
    country = telling.pop() if len(telling) == 1 else None
    towns = (_town(address[match.end() :]) for _, match in found)
    return Postcode(country, possible, next((town for town in towns if town in possible), None))


def has_postcodes(country: str) -> bool:
    """Whether we know how a country prints its postcodes, or it has any."""
    return any(country in owners for owners, _ in _forms()) or country in {
        letters[:2] for letters in _LETTERS.values()
    }


def _by_letters(address: str) -> str | None:
    for match in (*_LETTERED.finditer(address), *_JOINED.finditer(address)):
        known = _LETTERS.get(match[1])
        if known is not None and len(re.sub(r"[^0-9]", "", match[2])) == int(known[2]):
            return known[:2]
    return None


def _town(text: str) -> str | None:
    """The country of the town that ``text`` begins with."""
    plain = text.split(",")[0]
    return next((country for start, _, country in find_phrases(plain, town_index()) if start == 0), None)


@cache
def _forms() -> tuple[tuple[tuple[str, ...], re.Pattern[str]], ...]:
    return tuple((tuple(owners.split()), re.compile(_with_words(form))) for owners, form in _FORMS)


def _with_words(form: str) -> str:
    return _GROUP.sub(lambda group: alternatives("places", group[1]), form)


def _box_of_address() -> re.Pattern[str]:
    return pattern("places", "boxes_in_addresses", r"\b(?i:{})\b[ .:]{0,3}[0-9]+", flags=0)
