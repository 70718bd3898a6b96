"""Seller and buyer: in whose section a value of a party stands, beside what, and nearer to whom."""

from __future__ import annotations

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.example import on
from paperformer.evidence.page import ObservedPage
from paperformer.evidence.registry import evidence

_BLOCK = ("name", "address")
_NUMBERS = ("tax_id", "organisation_number", "phone", "email", "website")
_PARTY = (*_BLOCK, *_NUMBERS)
_ON_ANOTHER_PAGE = 2.0  # distance, in parts of a page
_LEAST = 0.01


def _other(party: str | None) -> str:
    return "supplier" if party == "receiver" else "receiver"


@evidence(
    "it is in its party's section",
    types=_PARTY,
    fires=on("Bill to:", "Acme Ltd", "Mill Lane 4", "Ely CB7 4ZN").at("receiver_name", "Acme Ltd"),
    abstains=on("Bill to:", "Acme Ltd", "Mill Lane 4", "Ely CB7 4ZN").at("supplier_name", "Acme Ltd"),
)
def own_section(candidate: Candidate, page: ObservedPage) -> float | None:
    party = page.section(candidate)
    return 1.0 if party is not None and party == candidate.party else None


@evidence(
    "it is in the other party's section",
    types=_PARTY,
    fires=on("Bill to:", "Acme Ltd", "Mill Lane 4", "Ely CB7 4ZN").at("supplier_name", "Acme Ltd"),
    abstains=on("Bill to:", "Acme Ltd", "Mill Lane 4", "Ely CB7 4ZN").at("receiver_name", "Acme Ltd"),
)
def other_section(candidate: Candidate, page: ObservedPage) -> float | None:
    party = page.section(candidate)
    return 1.0 if party is not None and party == _other(candidate.party) else None


@evidence("it is in a delivery section", types=_PARTY)
def delivery_section(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if page.section(candidate) == "delivery" else None


@evidence(
    "a heading introduces the other party there",
    types=_PARTY,
    fires=on("Bill to:", "Acme Ltd", "Mill Lane 4", "Ely CB7 4ZN").at("supplier_name", "Acme Ltd"),
    abstains=on("Acme Ltd", "Mill Lane 4", "Ely CB7 4ZN").at("supplier_name", "Acme Ltd"),
)
def headed_other(candidate: Candidate, page: ObservedPage) -> float | None:
    words = page.view.around.buyers if candidate.party == "supplier" else page.view.around.sellers
    return 1.0 if words.intersection(candidate.words) else None


@evidence(
    "it is nearer to its own party's name than to the other party's",
    types=_NUMBERS,
    fires=on("Acme", "GB123456789", "", "", "Beta").at(
        "supplier_vat_number", "GB123456789", others={"supplier_name": "Acme", "receiver_name": "Beta"}
    ),
    abstains=on("Acme", "GB123456789").at(
        "supplier_vat_number", "GB123456789", others={"supplier_name": "Acme"}
    ),
)
def nearer_own_name(candidate: Candidate, page: ObservedPage) -> float | None:
    return _nearer(candidate, page, "name")


def _nearer(candidate: Candidate, page: ObservedPage, kind: str) -> float | None:
    """How much nearer it is to its own party's likeliest ``kind`` than to the other's, from -1 to 1."""
    own, other = (page.best(f"{party}_{kind}") for party in (candidate.party, _other(candidate.party)))
    if own is None or other is None or set(own.words) & set(other.words):
        return None
    near, far = _distance(candidate, own, page), _distance(candidate, other, page)
    if near is None or far is None:
        return None
    return (far - near) / (far + near)


def _distance(candidate: Candidate, other: Candidate, page: ObservedPage) -> float | None:
    """The gap between two prints along and across the page, in parts of it; None where one is not printed."""
    first, second = page.box(candidate), page.box(other)
    if first is None or second is None:
        return None
    if page.view.words[candidate.words[0]].page != page.view.words[other.words[0]].page:
        return _ON_ANOTHER_PAGE
    across = max(0.0, first.x0 - second.x1, second.x0 - first.x1)
    down = max(0.0, first.y0 - second.y1, second.y0 - first.y1)
    return across + down + _LEAST


@evidence(
    "no other number of its kind is printed before it",
    types=_NUMBERS,
    fires=on("GB123456789", "GB987654321").at(
        "supplier_vat_number", "GB123456789", others={"receiver_vat_number": "GB987654321"}
    ),
    abstains=on("GB123456789", "GB987654321").at(
        "supplier_vat_number", "GB987654321", others={"receiver_vat_number": "GB123456789"}
    ),
)
def first_of_kind(candidate: Candidate, page: ObservedPage) -> float | None:
    if not candidate.words:
        return None
    kind = candidate.field.partition("_")[2]
    others = (
        rival
        for party in ("supplier", "receiver")
        for rival in page.candidates.get(f"{party}_{kind}", ())
        if rival.value != candidate.value and rival.words
    )
    starts = [rival.words[0] for rival in others]
    return 1.0 if starts and candidate.words[0] < min(starts) else None


@evidence(
    "its party's address is right below it",
    types=("name",),
    fires=on("Acme", "Lane 3").at("supplier_name", "Acme", others={"supplier_address": "Lane 3"}),
    abstains=on("Acme").at("supplier_name", "Acme"),
)
def address_below(candidate: Candidate, page: ObservedPage) -> float | None:
    return page.line_claim(page.below(candidate), f"{candidate.party}_address") or None


@evidence(
    "its party's name is right above it",
    types=("address",),
    fires=on("Acme", "Lane 3").at("supplier_address", "Lane 3", others={"supplier_name": "Acme"}),
    abstains=on("Lane 3").at("supplier_address", "Lane 3"),
)
def name_above(candidate: Candidate, page: ObservedPage) -> float | None:
    return page.line_claim(page.above(candidate), f"{candidate.party}_name") or None
