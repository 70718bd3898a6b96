"""The country a document comes from, told by all that it prints.

Each kind of evidence (a VAT number, a tax, a town, the end of a web address, a script ...) has odds, given
by judgement: by how many nats a print of it speaks for its countries. Kinds are taken for independent and
add up, prints of one kind hardly; all countries that nothing speaks for have one weight together.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache, partial

from paperformer.fields.values.countries import (
    countries_of_language,
    country_of_domain,
    town_index,
)
from paperformer.fields.values.homeland_places import phones, postcodes
from paperformer.fields.values.homeland_prints import shapes, street_ends
from paperformer.fields.values.phone import country_of as country_of_phone
from paperformer.fields.values.phrases import find_phrases
from paperformer.fields.values.reading import Origins
from paperformer.fields.values.scripts import countries_of as countries_of_script
from paperformer.fields.values.scripts import scripts_in
from paperformer.fields.values.spans import PrintedWords
from paperformer.fields.values.world_tax_ids import country_of_scheme

_SURE = 0.8  # probability from which a country counts as known
_UNKNOWN = 2.0  # weight of the countries that nothing speaks for
_MOST = 6  # countries that are told
_AGAIN = 0.5  # what a second print of one kind adds, in parts of the first

# Odds of each kind, in nats.
_IBAN, _TAX_ID, _LABEL, _MONEY, _PHONE, _SCRIPT, _TAX = 3.0, 3.0, 3.0, 2.5, 2.5, 3.0, 2.0
_FORM, _STREET, _GROUPED, _TILL, _DOMAIN, _SIGN, _MONTH_FIRST = 1.5, 1.5, 1.5, 1.0, 2.0, 1.0, 2.0
_POSTCODE, _TOWN, _NAME, _SAME_PLACE = 2.0, 2.0, 2.0, 0.5
# A language at home in one country, in the main one of several, in another one of them; English is written
# everywhere.
_OWN_LANGUAGE, _MAIN_LANGUAGE, _SHARED_LANGUAGE, _ENGLISH, _FOREIGN_LANGUAGE = 2.5, 1.5, 0.7, 0.5, -2.0

# Of two countries that all speaks for alike the larger one prints more: the United States have nine times
# the people of Canada, which names its taxes.
_LARGER = {"US": 0.8}

# Where a language of several countries is at home above all; and those that are spoken widely abroad.
_HOME_OF = {
    "de": "DE", "fr": "FR", "nl": "NL", "es": "ES", "pt": "PT", "zh": "CN", "ar": "SA", "el": "GR",
    "hr": "HR", "it": "IT", "sv": "SE", "ro": "RO",
}  # fmt: skip
_SPREAD = frozenset({"de", "fr", "nl", "es", "pt", "zh", "ar"})

# The most of RFC 1035, section 2.3.4: 63 octets a label, 255 a name.
_WEB = re.compile(
    r"(?:(?:www|WWW) ?\.|https?://|@)[\w.-]{1,255}?\.([a-z]{2})(?![\w.])"
    r"|\b[a-z0-9-]{4,63}(?:\.[a-z]{2,3})?\.([a-z]{2})(?![\w.])"
)
_STREET_WORD = re.compile(r"(?<![^\W\d_])([^\W\d_]{5,}) [0-9]")

Evidence = dict[str, float]


def tell_country(words: PrintedWords, language: str | None, month_first: bool = False) -> str | None:
    """The ISO 3166 code of the country that ``words`` come from; None where too little speaks for one.

    Args:
        words: Those of the whole document.
        language: Its language, as far as known.
        month_first: Whether its dates put the month first.
    """
    return sure_country(tell_origins(words, language, month_first))


def sure_country(origins: Origins) -> str | None:
    """The first of ``origins``, where it is likely enough to be built upon."""
    return origins[0][0] if origins and origins[0][1] >= _SURE else None


def tell_origins(words: PrintedWords, language: str | None, month_first: bool = False) -> Origins:
    """Countries that ``words`` may come from, with their probabilities, likeliest first.

    What they lack to one is the share of all other countries.
    """
    evidence = country_evidence(words, language, month_first)
    top = max(evidence.values(), default=0.0)
    weights = {country: math.exp(odds - top) for country, odds in evidence.items()}
    total = sum(weights.values()) + math.exp(_UNKNOWN - top)
    ranked = sorted(weights.items(), key=lambda entry: (-entry[1], entry[0]))
    return tuple((country, weight / total) for country, weight in ranked[:_MOST])


def country_evidence(words: PrintedWords, language: str | None, month_first: bool = False) -> Evidence:
    """Evidence for each country, in nats: numbers, taxes, money, places, web addresses, script, language."""
    text = words.text
    checked = (m.parsed.value[:2] for m in words.matches("iban") if m.parsed.checked)
    given = (country_of_scheme(m.parsed) for m in words.matches("tax_id") if not m.weak)
    tax_ids = (country for country in given if country)
    phones = (country_of_phone(match.parsed.value) for match in words.matches("phone"))
    kinds = [
        _weighed(checked, _IBAN),
        _weighed(tax_ids, _TAX_ID),
        _weighed(_printed(text, "labels"), _LABEL),
        _weighed(_printed(text, "money"), _MONEY),
        _weighed((phone for phone in phones if phone), _PHONE),
        _weighed(_printed(text, "taxes"), _TAX),
        _weighed(_printed(text, "forms"), _FORM),
        _weighed([*_printed(text, "streets"), *_streets(text)], _STREET),
        _weighed(_printed(text, "phones"), _GROUPED),
        _weighed(_printed(text, "tills"), _TILL),
        _weighed(_domains(text), _DOMAIN),
        _of_places(words),
        _of_script(text),
        {"US": _MONTH_FIRST, "CA": 0.5 * _MONTH_FIRST} if month_first else {},
    ]
    evidence = _with_signs(_with_language(_summed(kinds), language), text)
    return {country: odds + _LARGER.get(country, 0.0) for country, odds in evidence.items()}


def _summed(kinds: Iterable[Evidence]) -> Evidence:
    evidence: Evidence = {}
    for kind in kinds:
        for country, odds in kind.items():
            evidence[country] = evidence.get(country, 0.0) + odds
    return evidence


def _weighed(found: Iterable[str], odds: float) -> Evidence:
    """Countries of prints of one kind: a page of foreign telephone numbers is still one kind."""
    counts = Counter(country for printed in found for country in printed.split())
    return {country: odds * (1.0 + _AGAIN * (count > 1)) for country, count in counts.items()}


def _with_signs(evidence: Evidence, text: str) -> Evidence:
    """``evidence`` with that of a shared sign of money ($, kr), which speaks for no country by itself."""
    signed = {country for printed in set(_printed(text, "signs")) for country in printed.split()}
    return {country: odds + _SIGN * (country in signed) for country, odds in evidence.items()}


def _of_places(words: PrintedWords) -> Evidence:
    """Postcodes, towns and names of countries: parts of one address, so that a second one adds little."""
    names = (m.parsed.value for m in words.matches("country") if not m.weak)
    towns = (
        country for start, _, country in find_phrases(words.text, town_index()) if words.text[start].isupper()
    )
    found = [
        _weighed(_printed(words.text, "postcodes"), _POSTCODE),
        _weighed(towns, _TOWN),
        _weighed(names, _NAME),
    ]
    evidence: Evidence = {}
    for kind in found:
        for country, odds in kind.items():
            evidence[country] = evidence[country] + _SAME_PLACE * odds if country in evidence else odds
    return evidence


def _of_script(text: str) -> Evidence:
    """Countries that write as ``text`` does; those after the first have a little less."""
    return {
        country: _SCRIPT - (rank > 0)
        for script in scripts_in(text)
        for rank, country in enumerate(countries_of_script(script))
    }


def _with_language(evidence: Evidence, language: str | None) -> Evidence:
    """``evidence`` with what the language says: for who speaks it, and against the others.

    English says little: hotels and airports write it everywhere.
    """
    speakers = countries_of_language().get(language or "", ())
    if not speakers:
        return evidence
    for country in speakers:
        evidence[country] = evidence.get(country, 0.0) + _of_language(language or "", country)
    if language != "en":
        # An address in Texas does not make a French invoice American.
        for country in evidence.keys() - set(speakers):
            evidence[country] += _FOREIGN_LANGUAGE
    return evidence


def _of_language(language: str, country: str) -> float:
    if language == "en":
        return _ENGLISH
    if _HOME_OF.get(language, country) != country:
        return _SHARED_LANGUAGE
    return _MAIN_LANGUAGE if language in _SPREAD else _OWN_LANGUAGE


def _streets(text: str) -> list[str]:
    """Countries of the streets in ``text`` whose word has their kind as its end: "Schoolstraat 157"."""
    words = (match[1].lower() for match in _STREET_WORD.finditer(text))
    known = street_ends()
    lengths = sorted(set(map(len, known)))
    ends = (word[-length:] for word in words for length in lengths)
    return [known[end] for end in ends if end in known]


def _domains(text: str) -> list[str]:
    if "." not in text:
        return []
    known = country_of_domain()
    ends = (match[1] or match[2] for match in _WEB.finditer(text))
    return [known[end] for end in ends if end in known]


def _printed(text: str, table: str) -> list[str]:
    """Countries of every print of ``text`` that a table of prints or of places knows."""
    pattern, owners = _pattern(table)
    return [owners[(match.lastindex or 1) - 1] for match in pattern.finditer(text)]


@cache
def _pattern(table: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """One pattern over a whole table, and the countries of each of its groups; the group that matched tells.

    The word boundary that most shapes begin with stands once in front of them, and the empty groups behind:
    a shape then begins with a letter, and most are dismissed by looking at it (ten times as fast).
    """
    found = {"postcodes": postcodes, "phones": phones}.get(table, partial(shapes, table))()
    all_of = [(owners, f"{shape}()") for owners, shape in found]
    at_words = [(owners, shape[2:]) for owners, shape in all_of if shape.startswith(r"\b")]
    anywhere = [(owners, shape) for owners, shape in all_of if not shape.startswith(r"\b")]
    parts = [rf"\b(?:{'|'.join(shape for _, shape in at_words)})"] if at_words else []
    pattern = "|".join([*parts, *(shape for _, shape in anywhere)])
    return re.compile(pattern), tuple(owners for owners, _ in at_words + anywhere)
