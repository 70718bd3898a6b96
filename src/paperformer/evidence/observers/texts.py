"""Names and addresses as texts: their edges, their letters, their lines."""

from __future__ import annotations

import re

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.example import on
from paperformer.evidence.page import ObservedPage
from paperformer.evidence.registry import evidence
from paperformer.fields.blocks import ends_company
from paperformer.fields.countries.postcodes import has_postcode
from paperformer.fields.values.plain import letters_of

_TEXT = ("name", "address")
_DOMAIN_LETTERS = 4  # of a word that a domain may have
_LONG_NUMBER = re.compile(r"\d[\d ./-]{6,}\d")


@evidence(
    "how many lines it has",
    types=_TEXT,
    fires=on("Acme").at("supplier_name", "Acme"),
    abstains=on("Acme").at("supplier_name", "", "Acme"),
)
def line_count(candidate: Candidate, page: ObservedPage) -> float | None:
    return min(len(page.lines(candidate)), 6) / 3.0


@evidence(
    "it is a whole line",
    types=_TEXT,
    fires=on("Acme Ltd").at("supplier_name", "Acme Ltd"),
    abstains=on("Acme", "Ltd").at("supplier_name", "Acme Ltd"),
)
def one_line(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if len(page.lines(candidate)) == 1 else None


@evidence(
    "it contains digits",
    types=("name",),
    fires=on("Studio 54").at("supplier_name", "Studio 54"),
    abstains=on("Studio").at("supplier_name", "Studio"),
)
def name_with_digits(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if any(map(str.isdigit, candidate.value)) else None


@evidence(
    "it begins with a digit",
    types=("name",),
    fires=on("12 Lange Gasse").at("supplier_name", "12 Lange Gasse"),
    abstains=on("Studio 54").at("supplier_name", "Studio 54"),
)
def digit_first(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if candidate.text[:1].isdigit() else None


@evidence(
    "it is a single word",
    types=("name",),
    fires=on("Original").at("supplier_name", "Original"),
    abstains=on("Acme Ltd").at("supplier_name", "Acme Ltd"),
)
def single_word(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if len(candidate.text.split()) == 1 else None


@evidence(
    "a colon divides it",
    types=_TEXT,
    fires=on("Condition: paid").at("supplier_name", "Condition: paid"),
    abstains=on("Acme Ltd").at("supplier_name", "Acme Ltd"),
)
def colon_inside(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if ":" in candidate.text.strip()[:-1] else None


@evidence(
    "a web or mail address of the page has its letters",
    types=("name",),
    fires=on("Acme", "info@acme.example").at("supplier_name", "Acme"),
    abstains=on("Acme", "info@other.example").at("supplier_name", "Acme"),
)
def in_domain(candidate: Candidate, page: ObservedPage) -> float | None:
    words = [letters_of(word) for word in candidate.text.split()]
    longest = max(words, key=len, default="")
    if len(longest) < _DOMAIN_LETTERS:
        return None
    return 1.0 if any(longest in domain for domain in page.domains) else None


@evidence(
    "it ends with a legal form",
    types=("name",),
    fires=on("Acme Widgets Ltd").at("supplier_name", "Acme Widgets Ltd"),
    abstains=on("Acme Widgets").at("supplier_name", "Acme Widgets"),
)
def ends_with_form(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if ends_company(candidate.text) else None


@evidence(
    "it begins with a lower-case letter",
    types=_TEXT,
    fires=on("the goods").at("supplier_name", "the goods"),
    abstains=on("Acme").at("supplier_name", "Acme"),
)
def small_letter(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if candidate.text[:1].islower() else None


@evidence(
    "it contains a postcode",
    fires=on("Lange Gasse 3, 10115 Berlin").at("supplier_address", "Lange Gasse 3, 10115 Berlin"),
    abstains=on("Lange Gasse 3").at("supplier_address", "Lange Gasse 3"),
)
def postcode(candidate: Candidate, page: ObservedPage) -> float | None:
    if candidate.type not in _TEXT:
        return None
    return 1.0 if has_postcode(candidate.text) else None


@evidence(
    "it contains a telephone or other long number",
    types=_TEXT,
    fires=on("Acme 030 1234567").at("supplier_name", "Acme 030 1234567"),
    abstains=on("Acme").at("supplier_name", "Acme"),
)
def long_number(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if _LONG_NUMBER.search(candidate.text) else None


@evidence(
    "the line below it has a postcode",
    types=_TEXT,
    fires=on("Lange Gasse 3", "10115 Berlin").at("supplier_address", "Lange Gasse 3"),
    abstains=on("Lange Gasse 3", "Hello").at("supplier_address", "Lange Gasse 3"),
)
def postcode_below(candidate: Candidate, page: ObservedPage) -> float | None:
    below = page.below_last(candidate)
    return 1.0 if below is not None and has_postcode(below.text) else None
