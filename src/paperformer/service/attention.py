"""Alerts that a person has to look at before a document is confirmed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paperformer.extraction.levels import MIN_CONFIDENCE
from paperformer.fields.core_fields import EXPECTED
from paperformer.fields.schema import Schema
from paperformer.service.checks import refused
from paperformer.service.review_schema import Alert, Note
from paperformer.service.schema import Checks, Feedback
from paperformer.service.sentences import CAUSE, Sentence, sentence
from paperformer.service.wording import reviewers_words

VAT = "total_vat"  # where rates are printed

Extraction = Mapping[str, Any]


def core_fields(schema: Schema, extraction: Extraction) -> list[str]:
    """The fields that a document should have, in the order of the schema."""
    shares = extraction["rows"].get("vat_distribution", ())
    lines = extraction["rows"].get("purchase_lines", ())
    rates = [row["cells"].get("rate") for row in shares] + [row["cells"].get("vat_rate") for row in lines]
    expected = {*EXPECTED, *([VAT] if any(rates) else [])}
    return [field.name for field in schema if field.name in expected]


def answer_of(extraction: Extraction, name: str) -> Mapping[str, Any] | None:
    """The candidate that is shown as a field's value; a known party that is not printed is none."""
    best: Mapping[str, Any] | None = next(iter(extraction["fields"].get(name, ())), None)
    if best is None or best["confidence"] < MIN_CONFIDENCE:
        return None
    return None if best["source"] == "known" and not best["words"] else best


def as_shown(extraction: Extraction, saved: Mapping[str, Any] | None) -> Feedback:
    """Every value that is shown of a document: what a person has said, else what was answered."""
    given = saved or {"fields": {}, "rows": {}}
    answered = {
        name: [{"value": best["value"], "words": best["words"]}]
        for name in extraction["fields"]
        if (best := answer_of(extraction, name)) is not None
    }
    rows = {
        name: [
            {cell: {"value": value["value"], "words": value["words"]} for cell, value in row["cells"].items()}
            for row in found
        ]
        for name, found in extraction["rows"].items()
    }
    return Feedback.model_validate(
        {"fields": {**answered, **given["fields"]}, "rows": {**rows, **given["rows"]}}
    )


def value_of(shown: Feedback, name: str) -> str | None:
    """The value of a field."""
    return next((value.value for value in shown.fields.get(name, ())), None)


def alerts_and_notes(extraction: Extraction, others: list[Alert]) -> tuple[list[Alert], list[Note]]:
    """What smells of fraud or loss, each kind of it once, and the other warnings.

    Args:
        extraction: The answer, with its warnings.
        others: What the other documents of the service show.
    """
    alerts, notes = reviewers_words(extraction["warnings"])
    kinds = {alert.kind for alert in alerts if alert.kind == "new_account"}
    return [*alerts, *(alert for alert in others if alert.kind not in kinds)], notes


def doubts(
    core: list[str],
    checks: Checks,
    alerts: list[Alert],
    extraction: Extraction,
    saved: Mapping[str, Any] | None,
    least: float,
) -> Iterator[Sentence]:
    """Why a person should look at a document before it is confirmed; nothing where nobody needs to.

    Args:
        core: The fields that it should have.
        checks: Of its values as they are shown.
        alerts: What smells of fraud or loss.
        extraction: The answer.
        saved: What a person has said; such values are sure.
        least: The confidence that a core field must have.
    """
    yield from (Sentence(alert.code, alert.values, alert.says.removesuffix(".")) for alert in alerts)
    said = (saved or {"fields": {}})["fields"]
    for name in core:
        if name in said:
            continue
        best = answer_of(extraction, name)
        if best is None:
            yield sentence("field_empty", field=name)
        elif best["confidence"] < least:
            yield sentence("field_less_sure", field=name, least=f"{least:g}")
    yield from (
        Sentence("check_fails", {**check.values, CAUSE: check.code})
        for check in checks.checks
        if not check.holds
    )
    yield from (
        refused(Sentence("value_refused", {"field": name}, name), field)
        for name, field in checks.fields.items()
        if field.problem
    )
