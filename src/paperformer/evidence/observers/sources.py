"""Who proposed a candidate, and how sure they are."""

from __future__ import annotations

import math

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.example import on
from paperformer.evidence.page import PageView
from paperformer.evidence.registry import evidence

_LEAST = 1e-5
RULES = (
    "label", "checksum", "slip", "sum", "title", "heading", "letter", "first line", "firm", "sender",
    "window", "context", "stay", "announced", "asked", "near iban", "print", "first date", "language",
    "implied", "kind",
)  # fmt: skip


def log_odds(probability: float) -> float:
    """In units of three, so that what is nearly sure is about 2."""
    inside = min(max(probability, _LEAST), 1.0 - _LEAST)
    return math.log(inside / (1.0 - inside)) / 3.0


@evidence("something proposes it")
def proposed(candidate: Candidate, page: PageView) -> float | None:
    return 1.0


@evidence(
    "the model's confidence in it",
    fires=on("4711").at("document_number", "4711", model=0.9),
    abstains=on("EUR").at("currency", "EUR", model=None),
)
def model(candidate: Candidate, page: PageView) -> float | None:
    return None if candidate.model is None else log_odds(candidate.model)


@evidence(
    "the model reads this field and does not propose it",
    fires=on("4711").at("document_number", "4711", model=0.0),
    abstains=on("4711").at("document_number", "4711", model=0.9),
)
def not_of_model(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if candidate.model is not None and candidate.model <= _LEAST else None


@evidence(
    "the model's first choice",
    fires=on("4711").at("document_number", "4711", model=0.9),
    abstains=on("4711").at("document_number", "4711", model=0.2, rank=1),
)
def model_first(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if candidate.model and not candidate.rank else None


@evidence(
    "how far it is behind the model's first choice",
    fires=on("47", "11").at("document_number", "47", model=0.1, others={"document_number": "11"}),
    abstains=on("4711").at("document_number", "4711"),
)
def model_behind(candidate: Candidate, page: PageView) -> float | None:
    if candidate.model is None:
        return None
    best = max((one.model or 0.0 for one in page.candidates.get(candidate.field, ())), default=0.0)
    return log_odds(candidate.model) - log_odds(best) if best > candidate.model else None


@evidence(
    "the confidence of the rule that found it",
    fires=on("4711").at("document_number", "4711", rules={"label": 0.9}),
    abstains=on("4711").at("document_number", "4711"),
)
def rule(candidate: Candidate, page: PageView) -> float | None:
    return log_odds(max(candidate.rules.values())) if candidate.rules else None


@evidence(
    "model and a rule agree",
    fires=on("4711").at("document_number", "4711", rules={"label": 0.9}),
    abstains=on("4711").at("document_number", "4711"),
)
def both(candidate: Candidate, page: PageView) -> float | None:
    return min(1.0, 2 * candidate.model) if candidate.rules and candidate.model else None


@evidence("a rule found another value of the field, and not this one")
def rule_says_other(candidate: Candidate, page: PageView) -> float | None:
    if candidate.rules:
        return None
    best = max(
        (max(o.rules.values()) for o in page.candidates.get(candidate.field, ()) if o.rules), default=0.0
    )
    return best or None


@evidence("how far its rule's confidence is below another value's")
def rule_behind(candidate: Candidate, page: PageView) -> float | None:
    if not candidate.rules:
        return None
    others = page.candidates.get(candidate.field, ())
    best = max(max(one.rules.values()) for one in others if one.rules)
    own = max(candidate.rules.values())
    return log_odds(own) - log_odds(best) if best > own else None


@evidence("the probability that the model leaves to no candidate")
def model_leaves(candidate: Candidate, page: PageView) -> float | None:
    if candidate.model is None:
        return None
    found = page.candidates.get(candidate.field, ())
    return max(0.0, 1.0 - sum(one.model or 0.0 for one in found if one.variant is None))


def _found_by(rule_name: str) -> None:
    @evidence(f"found by the rule {rule_name!r}", name=f"found_by_{rule_name.replace(' ', '_')}")
    def found_by(candidate: Candidate, page: PageView) -> float | None:
        return 1.0 if rule_name in candidate.rules else None


for _name in RULES:
    _found_by(_name)


@evidence(
    "its check digit holds",
    standard=True,
    fires=on("DE89370400440532013000").at("iban", "DE89370400440532013000", checked=True),
    abstains=on("4711").at("iban", "4711"),
)
def check_digit_holds(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if candidate.checked else None


@evidence(
    "its check digit fails",
    standard=True,
    fires=on("DE89370400440532013001").at("iban", "DE89370400440532013001", checked=False),
    abstains=on("4711").at("iban", "4711"),
)
def check_digit_fails(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if candidate.checked is False else None


@evidence(
    "it can be read in another way",
    fires=on("03/04/2024").at("document_date", "03/04/2024", alternatives=("2024-03-04",)),
    abstains=on("2024-05-01").at("document_date", "2024-05-01"),
)
def ambiguous(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if candidate.alternatives else None
