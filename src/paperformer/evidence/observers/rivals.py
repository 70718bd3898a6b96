"""What other fields make of the same words, and of the same value."""

from __future__ import annotations

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.example import on
from paperformer.evidence.observers.sources import log_odds
from paperformer.evidence.page import PageView
from paperformer.evidence.registry import evidence

# Fields that share one print by their nature.
_KIN = (
    frozenset({"total_incl_vat", "amount_due", "total_excl_vat", "subtotal"}),
    frozenset(
        {
            "currency",
            "total_incl_vat",
            "amount_due",
            "total_excl_vat",
            "subtotal",
            "total_vat",
            "tip",
            "rounding",
        }
    ),
    frozenset({"document_number", "payment_reference"}),
    frozenset({"supplier_vat_number", "supplier_organisation_number"}),
    frozenset({"supplier_address", "supplier_country"}),
    frozenset({"receiver_address", "receiver_country"}),
    frozenset({"period_start", "period_end"}),
)


def _are_kin(one: str, other: str) -> bool:
    return any(one in kin and other in kin for kin in _KIN)


def _rivals(candidate: Candidate, page: PageView) -> list[Candidate]:
    seen: dict[int, Candidate] = {}
    for word in candidate.words:
        for one in page.claims.get(word, ()):
            if one.field != candidate.field:
                seen[id(one)] = one
    return list(seen.values())


@evidence(
    "how sure the model is that another field stands there",
    fires=on("No 4711").at("document_number", "4711", others={"customer_number": "4711"}),
    abstains=on("No 4711").at("document_number", "4711"),
)
def rival_of_model(candidate: Candidate, page: PageView) -> float | None:
    best = max(
        (one.model or 0.0 for one in _rivals(candidate, page) if not _are_kin(one.field, candidate.field)),
        default=0.0,
    )
    return max(0.0, 2.0 + log_odds(best)) if best > 0.01 else None


@evidence("how sure a rule is that another field stands there")
def rival_of_rules(candidate: Candidate, page: PageView) -> float | None:
    return (
        max(
            (
                max(one.rules.values())
                for one in _rivals(candidate, page)
                if one.rules and not _are_kin(one.field, candidate.field)
            ),
            default=0.0,
        )
        or None
    )


@evidence(
    "how sure the model is that a field of its kin stands there",
    fires=on("Due 12.00").at("amount_due", "12.00", others={"total_incl_vat": "12.00"}),
    abstains=on("Due 12.00").at("amount_due", "12.00"),
)
def kin_of_model(candidate: Candidate, page: PageView) -> float | None:
    best = max(
        (one.model or 0.0 for one in _rivals(candidate, page) if _are_kin(one.field, candidate.field)),
        default=0.0,
    )
    return max(0.0, 2.0 + log_odds(best)) if best > 0.01 else None


@evidence(
    "its words are part of a longer value of another field",
    fires=on("No 47 11").at("document_number", "47", others={"customer_number": "47 11"}),
    abstains=on("No 47").at("document_number", "47"),
)
def within_other(candidate: Candidate, page: PageView) -> float | None:
    own = set(candidate.words)
    best = max(
        (
            one.trust
            for one in _rivals(candidate, page)
            if own < set(one.words) and one.type not in {"name", "address"}
        ),
        default=0.0,
    )
    return best if best > 0.05 else None


@evidence(
    "a longer candidate of the field holds it",
    fires=on("Acme Ltd").at("supplier_name", "Acme", others={"supplier_name": "Acme Ltd"}),
    abstains=on("Acme Ltd").at("supplier_name", "Acme Ltd"),
)
def within_own(candidate: Candidate, page: PageView) -> float | None:
    own = set(candidate.words)
    best = max(
        (
            one.model or 0.0
            for one in page.candidates.get(candidate.field, ())
            if own and own < set(one.words)
        ),
        default=0.0,
    )
    return best if best > 0.01 else None


@evidence(
    "it holds a shorter candidate of the field",
    fires=on("Acme Ltd").at("supplier_name", "Acme Ltd", others={"supplier_name": "Acme"}),
    abstains=on("Acme Ltd").at("supplier_name", "Acme Ltd"),
)
def holds_own(candidate: Candidate, page: PageView) -> float | None:
    own = set(candidate.words)
    best = max(
        (
            one.model or 0.0
            for one in page.candidates.get(candidate.field, ())
            if one.words and set(one.words) < own
        ),
        default=0.0,
    )
    return best if best > 0.01 else None


@evidence(
    "another field has the same value elsewhere",
    types=("date", "number", "reference", "tax_id", "name", "address", "organisation_number"),
)
def value_of_other(candidate: Candidate, page: PageView) -> float | None:
    own = set(candidate.words)
    best = max(
        (
            one.trust
            for one in page.by_value.get(candidate.value, ())
            if one.field != candidate.field and own.isdisjoint(one.words)
        ),
        default=0.0,
    )
    return best if best > 0.05 else None
