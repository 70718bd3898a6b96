"""What the label beside or above a candidate says."""

from __future__ import annotations

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.example import on
from paperformer.evidence.page import ObservedPage
from paperformer.evidence.registry import evidence


@evidence("the nearest label before it names something else")
def foreign_label(candidate: Candidate, page: ObservedPage) -> float | None:
    said = page.label_of(candidate)
    return 1.0 if said and all(name.startswith("(") for name in said) else None


@evidence(
    "it contains a label",
    fires=on("Customer Acme Ltd").at("receiver_name", "Customer Acme Ltd"),
    abstains=on("Acme Ltd").at("receiver_name", "Acme Ltd"),
)
def holds_label(candidate: Candidate, page: ObservedPage) -> float | None:
    if candidate.type not in {"name", "address", "number", "text"} or not candidate.words:
        return None
    shared = len(page.view.around.captions.intersection(candidate.words))
    return shared / len(candidate.words) if shared else None
