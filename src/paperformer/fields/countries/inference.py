"""The country a document comes from, inferred from all that it prints.

Each kind of evidence (a VAT number, a tax, a town, the end of a web address, a script ...) has a weight, in
nats, fitted on labelled documents (``benchmarks/countries.py --write``). Kinds are taken for independent and
add up, prints of one kind do not; all countries that nothing speaks for have one weight together. The
probabilities are a softmax over these sums.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from paperformer.fields.countries.country import (
    countries,
    countries_of_language,
    country_of_domain,
    town_index,
)
from paperformer.fields.countries.prints import shapes, street_ends
from paperformer.fields.values.iban import LENGTHS
from paperformer.fields.values.phone import country_of as country_of_phone
from paperformer.fields.values.phrases import find_phrases
from paperformer.fields.values.reading import Origins
from paperformer.fields.values.scripts import countries_of as countries_of_script
from paperformer.fields.values.scripts import scripts_in
from paperformer.fields.values.spans import PrintedWords
from paperformer.fields.values.world_tax_ids import country_of_scheme

FITTED: Final = "inference.json"
"""The weights, beside this file."""
UNKNOWN: Final = "other country"
"""The name of the weight of all countries that nothing speaks for."""
_SURE = 0.8  # probability from which a country counts as known
_MOST = 6  # countries that are told
_LARGER = frozenset({"US"})  # of two countries that all speaks for alike the larger one prints more: Canada

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

Evidence = dict[str, Counter[str]]
"""By country what speaks for it: how often each kind counts."""


def sure_country(origins: Origins) -> str | None:
    """The first of ``origins``, where it is likely enough to be built upon."""
    return origins[0][0] if origins and origins[0][1] >= _SURE else None


def infer_origins(words: PrintedWords, language: str | None, month_first: bool = False) -> Origins:
    """Countries that ``words`` may come from, with their probabilities, likeliest first.

    What they lack to one is the share of all other countries.
    """
    chances = chances_of(country_evidence(words, language, month_first), fitted())
    ranked = sorted(chances.items(), key=lambda entry: (-entry[1], entry[0]))
    return tuple(ranked[:_MOST])


def chances_of(evidence: Evidence, weights: Mapping[str, float]) -> dict[str, float]:
    """The probability of each country that something speaks for: a softmax over these and all others."""
    odds = {
        country: sum(weights.get(kind, 0.0) * count for kind, count in kinds.items())
        for country, kinds in evidence.items()
    }
    unknown = weights.get(UNKNOWN, 0.0)
    top = max(unknown, *odds.values()) if odds else unknown
    shares = {country: math.exp(log_odds - top) for country, log_odds in odds.items()}
    total = sum(shares.values()) + math.exp(unknown - top)
    return {country: share / total for country, share in shares.items()}


@cache
def fitted() -> Mapping[str, float]:
    """The weights that come with Paperformer, by kind of evidence, in nats."""
    weights: dict[str, float] = json.loads(
        files("paperformer.fields.countries").joinpath(FITTED).read_text("utf-8")
    )
    return weights


def country_evidence(words: PrintedWords, language: str | None, month_first: bool = False) -> Evidence:
    """What speaks for each country: numbers, taxes, money, places, web addresses, script, language."""
    text = words.text
    ibans = [match.parsed for match in words.matches("iban")]
    checked = (iban.value[:2] for iban in ibans if iban.checked)
    whole = (
        iban.value for iban in ibans if not iban.checked and len(iban.value) == LENGTHS.get(iban.value[:2])
    )
    given = (country_of_scheme(m.parsed) for m in words.matches("tax_id") if not m.weak)
    phones = (country_of_phone(match.parsed.value) for match in words.matches("phone"))
    evidence: Evidence = {}
    for kind, found in (
        ("iban", checked),
        ("iban's form", (value[:2] for value in whole)),
        ("tax id", (country for country in given if country)),
        ("label", _printed(text, "labels")),
        ("money", _printed(text, "money")),
        ("phone", (phone for phone in phones if phone)),
        ("tax", _printed(text, "taxes")),
        ("form", _printed(text, "forms")),
        ("street", [*_printed(text, "streets"), *_streets(text)]),
        ("phone's groups", _printed(text, "phones")),
        ("till", _printed(text, "tills")),
        ("domain", _domains(text)),
        ("month first", ["US", "CA"] if month_first else []),
    ):
        _count(evidence, kind, found)
    _count_places(evidence, words)
    for script in scripts_in(text):
        for rank, country in enumerate(countries_of_script(script)):
            _count(evidence, "script of others too" if rank else "script", [country])
    _count_language(evidence, language)
    signs = {country for printed in set(_printed(text, "signs")) for country in printed.split()}
    _count(evidence, "sign of money", signs & evidence.keys())  # "$" and "kr" speak for none by themselves
    _count(evidence, "larger country", _LARGER & evidence.keys())
    return evidence


def _count(evidence: Evidence, kind: str, found: Iterable[str]) -> None:
    """Count the countries of prints of one kind: a page of foreign telephone numbers is still one kind."""
    for country, often in Counter(country for printed in found for country in printed.split()).items():
        kinds = evidence.setdefault(country, Counter())
        kinds[kind] = 1
        kinds["again"] += often > 1


def _count_places(evidence: Evidence, words: PrintedWords) -> None:
    """Postcodes, towns and names of countries: parts of one address, so that a second one adds less."""
    names = (m.parsed.value for m in words.matches("country") if not m.weak)
    towns = (
        country for start, _, country in find_phrases(words.text, town_index()) if words.text[start].isupper()
    )
    for kind, found in (("postcode", _printed(words.text, "postcodes")), ("town", towns), ("name", names)):
        _count(evidence, kind, found)
    for kinds in evidence.values():
        kinds["same place"] = max(0, kinds["postcode"] + kinds["town"] + kinds["name"] - 1)


def _count_language(evidence: Evidence, language: str | None) -> None:
    """Count what the language says: for who speaks it, and against the others.

    English says little: hotels and airports write it everywhere.
    """
    if language is None:
        return
    speakers = countries_of_language().get(language, ())
    known = evidence.keys() & countries().keys()  # a page may name one that has a code and no more
    others = {code for code in known if language in countries()[code].also} if speakers else set[str]()
    if language != "en" and speakers:  # an address in Texas does not make a French invoice American
        _count(evidence, "foreign language", evidence.keys() - set(speakers) - others)
    for country in (*speakers, *sorted(others)):
        _count(evidence, _kind_of_language(language, country), [country])


def _kind_of_language(language: str, country: str) -> str:
    if language == "en":
        return "English"
    if _HOME_OF.get(language, country) != country:
        return "language of others too"
    if language not in _SPREAD and len(countries_of_language()[language]) == 1:
        return "language of one country"
    return "spread language" if language in _SPREAD else "own language"


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
    all_of = [(owners, f"{shape}()") for owners, shape in shapes(table)]
    at_words = [(owners, shape[2:]) for owners, shape in all_of if shape.startswith(r"\b")]
    anywhere = [(owners, shape) for owners, shape in all_of if not shape.startswith(r"\b")]
    parts = [rf"\b(?:{'|'.join(shape for _, shape in at_words)})"] if at_words else []
    pattern = "|".join([*parts, *(shape for _, shape in anywhere)])
    return re.compile(pattern), tuple(owners for owners, _ in at_words + anywhere)
