"""Postcodes with their towns, as the countries of the world print them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial

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
        code: source_of("|".join(one)) for code, one in words_by_code("places", "postcode_words").items()
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
    streets, behind = (alternatives("places", one) for one in ("english_streets", "behind_english_streets"))
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
    while (found := _postcode().search(text, start)) is not None:
        street = _english_street().match(text, found.start())
        if street is not None:
            start = street.end()
        elif _box().search(text, 0, found.start()):
            start = found.end()
        else:
            break
    return found


def is_english_street(text: str, start: int) -> bool:
    """Whether the number at ``start`` is a house's of a street: "1820 Walnut Street"."""
    return _english_street().match(text, start) is not None
