"""Numbers and codes: their form."""

from __future__ import annotations

import re

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.example import on
from paperformer.evidence.page import PageView, letters
from paperformer.evidence.registry import evidence

_CODES = ("number", "reference", "tax_id", "organisation_number", "bank_account", "iban", "phone", "text")
_DAY = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}")


@evidence(
    "how many digits it has",
    types=_CODES,
    fires=on("No 4711").at("document_number", "4711"),
    abstains=on("No ABC").at("document_number", "ABC"),
)
def digits(candidate: Candidate, page: PageView) -> float | None:
    return min(sum(map(str.isdigit, candidate.text)), 24) / 8.0


@evidence(
    "it has letters",
    types=_CODES,
    fires=on("No A-12").at("document_number", "A-12"),
    abstains=on("No 4711").at("document_number", "4711"),
)
def has_letters(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if any(map(str.isalpha, candidate.value)) else None


@evidence(
    "it is or contains a date",
    types=("number", "reference", "phone"),
    fires=on("No 01.05.2024").at("document_number", "01.05.2024"),
    abstains=on("No 4711").at("document_number", "4711"),
)
def like_date(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if _DAY.search(candidate.text) else None


@evidence(
    "it is part of a longer number",
    types=_CODES,
    fires=on("No 4711", "Account 99471100").at("document_number", "4711", others={"iban": "99471100"}),
    abstains=on("No 4711").at("document_number", "4711"),
)
def part_of_longer(candidate: Candidate, page: PageView) -> float | None:
    own = letters(candidate.value)
    if len(own) < 4 or not candidate.words:
        return None
    return 1.0 if any(len(longer) > len(own) and own in longer for longer in page.likely_codes) else None
