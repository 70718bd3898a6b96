"""What confirmed pages of the same supplier say: where the field stood, in which form, with which value."""

from __future__ import annotations

import math

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.example import on
from paperformer.evidence.page import ObservedPage
from paperformer.evidence.registry import evidence

NAMES = (
    "stands_as_on_one_page", "stands_as_on_some_pages", "stands_as_on_many_pages", "stands_elsewhere",
    "form_as_remembered", "value_as_remembered", "lacking_as_remembered",
)  # fmt: skip
"""All evidence of this module; ``benchmarks/memory.py`` fits it."""
_MOST = 2.0  # what the number of pages counts at most
_BEFORE = on("Beleg    4711", "", "", "4712").at("document_number", "4711")
_LACKING = on("Beleg    4711").at("document_number", "")


def _stands_on(name: str, says: str, least: int, most: float, pages: int) -> None:
    """How far a candidate stands as on ``least`` to ``most`` confirmed pages; as many as told apart here."""

    @evidence(
        f"it stands where it stood on {says} of the supplier",
        name=name,
        fires=on("Beleg    4713").at("document_number", "4713", confirmed=(_BEFORE,) * pages),
        abstains=on("Nummer", "", "4713").at("document_number", "4713", confirmed=(_BEFORE,) * pages),
    )
    def stands(candidate: Candidate, page: ObservedPage) -> float | None:
        agreement = page.agreement(candidate)
        if agreement is None or not least <= agreement.alike <= most:
            return None
        return agreement.likeness / agreement.pages


_stands_on("stands_as_on_one_page", "one confirmed page", 1, 1, 1)
_stands_on("stands_as_on_some_pages", "2 or 3 confirmed pages", 2, 3, 3)
_stands_on("stands_as_on_many_pages", "4 or more confirmed pages", 4, math.inf, 4)


@evidence(
    "it stands elsewhere than on the supplier's confirmed pages",
    fires=on("Beleg    4713", "", "", "4714").at("document_number", "4714", confirmed=(_BEFORE,)),
    abstains=on("Beleg    4713").at("document_number", "4713", confirmed=(_BEFORE,)),
)
def stands_elsewhere(candidate: Candidate, page: ObservedPage) -> float | None:
    agreement = page.agreement(candidate)
    if agreement is None or agreement.alike or not agreement.pages or not candidate.words:
        return None
    return _size(agreement.pages) * agreement.pages / (agreement.pages + agreement.lacking)


@evidence(
    "it is written in the form of the supplier's confirmed pages, or in another one (below 0)",
    fires=on("Beleg    4713").at("document_number", "4713", confirmed=(_BEFORE,)),
    abstains=on("Beleg    4713").at("document_number", "4713"),
)
def form_as_remembered(candidate: Candidate, page: ObservedPage) -> float | None:
    agreement = page.agreement(candidate)
    return agreement.form if agreement is not None and agreement.form else None


@evidence(
    "the supplier's confirmed pages have the same value",
    fires=on("Beleg    4711").at("document_number", "4711", confirmed=(_BEFORE,)),
    abstains=on("Beleg    4713").at("document_number", "4713", confirmed=(_BEFORE,)),
)
def value_as_remembered(candidate: Candidate, page: ObservedPage) -> float | None:
    agreement = page.agreement(candidate)
    if agreement is None or not agreement.same_value:
        return None
    return _size(agreement.same_value) * agreement.same_value / (agreement.pages + agreement.lacking)


@evidence(
    "the supplier's confirmed pages lack this field",
    fires=on("Beleg    4713").at("document_number", "4713", confirmed=(_LACKING,)),
    abstains=on("Beleg    4713").at("document_number", "4713", confirmed=(_BEFORE,)),
)
def lacking_as_remembered(candidate: Candidate, page: ObservedPage) -> float | None:
    agreement = page.agreement(candidate)
    if agreement is None or not agreement.lacking:
        return None
    return _size(agreement.lacking) * agreement.lacking / (agreement.pages + agreement.lacking)


def _size(pages: int) -> float:
    """1 for one page, more for more."""
    return min(_MOST, math.log2(1 + pages))
