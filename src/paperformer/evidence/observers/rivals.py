"""What other fields make of the same words, and of the same value."""

from __future__ import annotations

from collections.abc import Iterable

from paperformer.evidence.candidate import Candidate, strongest
from paperformer.evidence.example import on
from paperformer.evidence.observers.sources import log_odds
from paperformer.evidence.page import ObservedPage
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


def _are_kin(text: str, other: str) -> bool:
    return any(text in kin and other in kin for kin in _KIN)


def _rivals(candidate: Candidate, page: ObservedPage) -> list[Candidate]:
    seen: dict[int, Candidate] = {}
    for word in candidate.words:
        for claim in page.claims.get(word, ()):
            if claim.field != candidate.field:
                seen[id(claim)] = claim
    return list(seen.values())


def _of_model(rivals: Iterable[Candidate]) -> float | None:
    best = strongest((rival.model or 0.0 for rival in rivals), least=0.01)
    return None if best is None else max(0.0, 2.0 + log_odds(best))


@evidence(
    "the model's confidence that its words belong to another field",
    fires=on("No 4711").at("document_number", "4711", others={"customer_number": "4711"}),
    abstains=on("No 4711").at("document_number", "4711"),
)
def rival_of_model(candidate: Candidate, page: ObservedPage) -> float | None:
    return _of_model(
        rival for rival in _rivals(candidate, page) if not _are_kin(rival.field, candidate.field)
    )


@evidence("a rule's confidence that its words belong to another field")
def rival_of_rules(candidate: Candidate, page: ObservedPage) -> float | None:
    rivals = (rival for rival in _rivals(candidate, page) if not _are_kin(rival.field, candidate.field))
    return strongest((max(rival.rules.values()) for rival in rivals if rival.rules), least=0.0)


@evidence(
    "its words are part of a longer value of another field",
    fires=on("No 47 11").at("document_number", "47", others={"customer_number": "47 11"}),
    abstains=on("No 47").at("document_number", "47"),
)
def within_other(candidate: Candidate, page: ObservedPage) -> float | None:
    own = set(candidate.words)
    return strongest(
        rival.trust
        for rival in _rivals(candidate, page)
        if own < set(rival.words) and rival.type not in {"name", "address"}
    )


@evidence(
    "a longer candidate of the field contains it",
    fires=on("Acme Ltd").at("supplier_name", "Acme", others={"supplier_name": "Acme Ltd"}),
    abstains=on("Acme Ltd").at("supplier_name", "Acme Ltd"),
)
def within_own(candidate: Candidate, page: ObservedPage) -> float | None:
    own, others = set(candidate.words), page.candidates.get(candidate.field, ())
    return strongest((rival.model or 0.0 for rival in others if own and own < set(rival.words)), least=0.01)
