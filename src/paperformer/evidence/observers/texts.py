"""Names and addresses as texts: their edges, their letters, their lines."""

from __future__ import annotations

import re

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.example import on
from paperformer.evidence.page import PageView
from paperformer.evidence.registry import evidence
from paperformer.fields.blocks import ends_company
from paperformer.fields.postcodes import has_postcode

_TEXT = ("name", "address")
_LONG_NUMBER = re.compile(r"\d[\d ./-]{6,}\d")
_WEB = re.compile(r"@|www\.|https?:|\.(?:com|net|org|de|fr|se|no|dk|fi|nl|my)\b", re.IGNORECASE)


@evidence(
    "how many lines it has",
    types=_TEXT,
    fires=on("Acme").at("supplier_name", "Acme"),
    abstains=on("Acme").at("supplier_name", "", "Acme"),
)
def line_count(candidate: Candidate, page: PageView) -> float | None:
    return min(len(page.lines(candidate)), 6) / 3.0


@evidence(
    "it is a whole line",
    types=_TEXT,
    fires=on("Acme Ltd").at("supplier_name", "Acme Ltd"),
    abstains=on("Acme", "Ltd").at("supplier_name", "Acme Ltd"),
)
def one_line(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if len(page.lines(candidate)) == 1 else None


@evidence(
    "it contains digits",
    types=("name",),
    fires=on("Studio 54").at("supplier_name", "Studio 54"),
    abstains=on("Studio").at("supplier_name", "Studio"),
)
def name_with_digits(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if any(map(str.isdigit, candidate.value)) else None


@evidence(
    "it ends with a legal form",
    types=("name",),
    fires=on("Acme Widgets Ltd").at("supplier_name", "Acme Widgets Ltd"),
    abstains=on("Acme Widgets").at("supplier_name", "Acme Widgets"),
)
def ends_with_form(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if ends_company(candidate.text) else None


@evidence(
    "it begins with a lower-case letter",
    types=_TEXT,
    fires=on("the goods").at("supplier_name", "the goods"),
    abstains=on("Acme").at("supplier_name", "Acme"),
)
def small_letter(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if candidate.text[:1].islower() else None


@evidence(
    "it contains a postcode",
    fires=on("Lange Gasse 3, 10115 Berlin").at("supplier_address", "Lange Gasse 3, 10115 Berlin"),
    abstains=on("Lange Gasse 3").at("supplier_address", "Lange Gasse 3"),
)
def postcode(candidate: Candidate, page: PageView) -> float | None:
    if candidate.type not in _TEXT:
        return None
    return 1.0 if has_postcode(candidate.text) else None


@evidence(
    "it contains a telephone or other long number",
    types=_TEXT,
    fires=on("Acme 030 1234567").at("supplier_name", "Acme 030 1234567"),
    abstains=on("Acme").at("supplier_name", "Acme"),
)
def long_number(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if _LONG_NUMBER.search(candidate.text) else None


@evidence(
    "it extends a proposed value",
    types=_TEXT,
    fires=on("Acme Ltd").at("supplier_name", "Acme Ltd", variant="longer"),
    abstains=on("Acme Ltd").at("supplier_name", "Acme Ltd"),
)
def longer(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if candidate.variant == "longer" else None


@evidence(
    "the line below continues with the legal form",
    types=("name",),
    fires=on("Acme Widgets", "Holding Ltd").at("supplier_name", "Acme Widgets"),
    abstains=on("Acme Widgets", "Lange Gasse 3").at("supplier_name", "Acme Widgets"),
)
def cut_before_form(candidate: Candidate, page: PageView) -> float | None:
    below = page.below(candidate)
    if below is None or ends_company(candidate.text):
        return None
    return 1.0 if len(below.words) <= 6 and ends_company(f"{candidate.text} {below.text}") else None


@evidence(
    "the line below it has a postcode",
    types=_TEXT,
    fires=on("Lange Gasse 3", "10115 Berlin").at("supplier_address", "Lange Gasse 3"),
    abstains=on("Lange Gasse 3", "Hello").at("supplier_address", "Lange Gasse 3"),
)
def postcode_below(candidate: Candidate, page: PageView) -> float | None:
    below = page.below_last(candidate)
    return 1.0 if below is not None and has_postcode(below.text) else None
