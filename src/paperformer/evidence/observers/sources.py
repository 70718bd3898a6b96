"""Who proposed a candidate, and how sure they are."""

from __future__ import annotations

import math

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.example import on
from paperformer.evidence.page import ObservedPage
from paperformer.evidence.registry import evidence

_LEAST = 1e-5
WEIGHED_RULES = (
    "label", "checksum", "sum", "title", "heading", "letter", "first line", "sender", "asked", "implied",
    "majority", "block", "code", "memory",
)  # fmt: skip

INSTALLED = "installed "  # before the name of a proposer that an installed package brings


def log_odds(probability: float) -> float:
    """In units of three, so that what is nearly sure is about 2."""
    inside = min(max(probability, _LEAST), 1.0 - _LEAST)
    return math.log(inside / (1.0 - inside)) / 3.0


@evidence(
    "the model's confidence in it",
    fires=on("4711").at("document_number", "4711", model=0.9),
    abstains=on("EUR").at("currency", "EUR", model=None),
)
def model(candidate: Candidate, page: ObservedPage) -> float | None:
    return None if candidate.model is None else log_odds(candidate.model)


@evidence(
    "the model reads this field and does not propose it",
    fires=on("4711").at("document_number", "4711", model=0.0),
    abstains=on("4711").at("document_number", "4711", model=0.9),
)
def not_of_model(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if candidate.model is not None and candidate.model <= _LEAST else None


@evidence(
    "the confidence of the rule that found it",
    fires=on("4711").at("document_number", "4711", rules={"label": 0.9}),
    abstains=on("4711").at("document_number", "4711"),
)
def rule(candidate: Candidate, page: ObservedPage) -> float | None:
    return log_odds(max(candidate.rules.values())) if candidate.rules else None


@evidence(
    "how likely it is, by the model, that the document lacks this field",
    fires=on("4711").at("document_number", "4711", model=0.2),
    abstains=on("EUR").at("currency", "EUR", model=None),
)
def model_leaves(candidate: Candidate, page: ObservedPage) -> float | None:
    if candidate.model is None:
        return None
    candidates = page.candidates.get(candidate.field, ())
    return max(0.0, 1.0 - sum(rival.model or 0.0 for rival in candidates if rival.variant is None))


def _found_by(rule_name: str) -> None:
    @evidence(
        f"found by the rule {rule_name!r}",
        name=f"found_by_{rule_name.replace(' ', '_')}",
        fires=on("4711").at("document_number", "4711", rules={rule_name: 0.5}),
        abstains=on("4711").at("document_number", "4711"),
    )
    def found_by(candidate: Candidate, page: ObservedPage) -> float | None:
        return 1.0 if rule_name in candidate.rules else None


for _name in WEIGHED_RULES:
    _found_by(_name)


@evidence(
    "found by a proposer of an installed package",
    fires=on("4711").at("document_number", "4711", rules={f"{INSTALLED}acme": 0.5}),
    abstains=on("4711").at("document_number", "4711", rules={"label": 0.5}),
)
def found_by_installed(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if any(name.startswith(INSTALLED) for name in candidate.rules) else None


@evidence(
    "a code on the page states it, and it is printed too",
    fires=on("4711").at("document_number", "4711", rules={"code": 0.8}),
    abstains=on("4711").at("document_number", "4711", rules={"label": 0.8}),
)
def code_and_print(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if "code" in candidate.rules and candidate.words else None


@evidence(
    "its check digit holds",
    standard=True,
    fires=on("DE89370400440532013000").at("iban", "DE89370400440532013000", checked=True),
    abstains=on("4711").at("iban", "4711"),
)
def check_digit_holds(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if candidate.checked else None


@evidence(
    "its check digit fails",
    standard=True,
    fires=on("DE89370400440532013001").at("iban", "DE89370400440532013001", checked=False),
    abstains=on("4711").at("iban", "4711"),
)
def check_digit_fails(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if candidate.checked is False else None
