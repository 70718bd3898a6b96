"""Seller and buyer: in whose section a name or an address stands, and beside what."""

from __future__ import annotations

from paperformer.evidence.candidate import Candidate, strongest
from paperformer.evidence.example import on
from paperformer.evidence.page import PageView
from paperformer.evidence.registry import evidence

_PARTY = ("name", "address")


def _other(party: str | None) -> str:
    return "supplier" if party == "receiver" else "receiver"


@evidence(
    "it is in its party's section",
    types=_PARTY,
    fires=on("Bill to:", "Acme Ltd", "Mill Lane 4", "Ely CB7 4ZN").at("receiver_name", "Acme Ltd"),
    abstains=on("Bill to:", "Acme Ltd", "Mill Lane 4", "Ely CB7 4ZN").at("supplier_name", "Acme Ltd"),
)
def own_section(candidate: Candidate, page: PageView) -> float | None:
    party = page.section(candidate)
    return 1.0 if party is not None and party == candidate.party else None


@evidence(
    "it is in the other party's section",
    types=_PARTY,
    fires=on("Bill to:", "Acme Ltd", "Mill Lane 4", "Ely CB7 4ZN").at("supplier_name", "Acme Ltd"),
    abstains=on("Bill to:", "Acme Ltd", "Mill Lane 4", "Ely CB7 4ZN").at("receiver_name", "Acme Ltd"),
)
def other_section(candidate: Candidate, page: PageView) -> float | None:
    party = page.section(candidate)
    return 1.0 if party is not None and party == _other(candidate.party) else None


@evidence("it is in a delivery section", types=_PARTY)
def delivery_section(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if page.section(candidate) == "delivery" else None


@evidence(
    "a heading introduces the other party there",
    types=_PARTY,
    fires=on("Bill to:", "Acme Ltd", "Mill Lane 4", "Ely CB7 4ZN").at("supplier_name", "Acme Ltd"),
    abstains=on("Acme Ltd", "Mill Lane 4", "Ely CB7 4ZN").at("supplier_name", "Acme Ltd"),
)
def headed_other(candidate: Candidate, page: PageView) -> float | None:
    words = page.around.buyers if candidate.party == "supplier" else page.around.sellers
    return 1.0 if words.intersection(candidate.words) else None


@evidence(
    "the other party uses its words",
    types=_PARTY,
    fires=on("Acme").at("supplier_name", "Acme", others={"receiver_name": "Acme"}),
    abstains=on("Acme").at("supplier_name", "Acme"),
)
def claimed_by_other(candidate: Candidate, page: PageView) -> float | None:
    kind = candidate.field.partition("_")[2]
    own = set(candidate.words)
    return strongest(
        one.trust
        for one in page.candidates.get(f"{_other(candidate.party)}_{kind}", ())
        if one.value == candidate.value or not own.isdisjoint(one.words)
    )


@evidence(
    "its party's address is right below it",
    types=("name",),
    fires=on("Acme", "Lane 3").at("supplier_name", "Acme", others={"supplier_address": "Lane 3"}),
    abstains=on("Acme").at("supplier_name", "Acme"),
)
def address_below(candidate: Candidate, page: PageView) -> float | None:
    return page.line_claim(page.below(candidate), f"{candidate.party}_address") or None


@evidence(
    "the other party's address is right below it",
    types=("name",),
    fires=on("Acme", "Lane 3").at("supplier_name", "Acme", others={"receiver_address": "Lane 3"}),
    abstains=on("Acme").at("supplier_name", "Acme"),
)
def other_address_below(candidate: Candidate, page: PageView) -> float | None:
    return page.line_claim(page.below(candidate), f"{_other(candidate.party)}_address") or None


@evidence(
    "its party's name is right above it",
    types=("address",),
    fires=on("Acme", "Lane 3").at("supplier_address", "Lane 3", others={"supplier_name": "Acme"}),
    abstains=on("Lane 3").at("supplier_address", "Lane 3"),
)
def name_above(candidate: Candidate, page: PageView) -> float | None:
    return page.line_claim(page.above(candidate), f"{candidate.party}_name") or None
