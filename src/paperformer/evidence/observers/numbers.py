"""Numbers and codes: their form."""

from __future__ import annotations

import re

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.example import on
from paperformer.evidence.page import ObservedPage
from paperformer.evidence.registry import evidence

_DAY = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}")


@evidence(
    "it is or contains a date",
    types=("number", "reference", "phone"),
    fires=on("No 01.05.2024").at("document_number", "01.05.2024"),
    abstains=on("No 4711").at("document_number", "4711"),
)
def like_date(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if _DAY.search(candidate.text) else None
