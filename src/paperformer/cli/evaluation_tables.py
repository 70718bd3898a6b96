"""Figures of an evaluation as tables for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from paperformer.cli.tables import aligned

if TYPE_CHECKING:
    from paperformer.evaluation.evaluate import Evaluation
    from paperformer.evaluation.reliability import Reliability
    from paperformer.evaluation.sroie import Score

HEADINGS = ("field", "precision", "recall", "F1", "right", "given", "expected")
TRUST_HEADINGS = ("field", "answers", "right", "ECE", "by chance", "Brier", "coverage", "from", "documents")
BIN_HEADINGS = ("confidence", "mean", "right", "answers")


def evaluation_tables(evaluation: Evaluation) -> Iterator[str]:
    title = (
        f"{evaluation.dataset}: {evaluation.documents} documents, answers from {evaluation.threshold:g} up"
    )
    yield _table(title, evaluation.fields)
    if evaluation.alone:
        yield _by_source(evaluation)
    for protocol, parts in evaluation.sroie.items():
        for part, scores in parts.items():
            yield _table(f"SROIE {protocol}, {part}", scores)
    if evaluation.calibration:
        yield from _trust_tables(evaluation.calibration)


def _trust_tables(calibration: Mapping[str, Reliability]) -> Iterator[str]:
    rows = [_trust_row(name, reliability) for name, reliability in calibration.items()]
    yield f"calibration, coverage at 1 % error\n{aligned([TRUST_HEADINGS, *rows])}"
    bins = [
        (f"{b.lower:.1f} to {b.upper:.1f}", f"{b.confidence:.4f}", f"{b.accuracy:.4f}", str(b.count))
        for b in calibration["all"].bins
    ]
    yield f"reliability, all fields\n{aligned([BIN_HEADINGS, *bins])}"


def _trust_row(name: str, reliability: Reliability) -> tuple[str, ...]:
    coverage = reliability.coverage
    return (
        name, str(reliability.answers), str(reliability.right),
        f"{reliability.ece:.4f}", f"{reliability.ece_by_chance:.4f}", f"{reliability.brier:.4f}",
        f"{coverage.share:.4f}", "none" if coverage.threshold is None else f"{coverage.threshold:.4f}",
        str(coverage.documents),
    )  # fmt: skip


def _table(title: str, scores: Mapping[str, Score]) -> str:
    return f"{title}\n{aligned([HEADINGS, *(_row(name, score) for name, score in scores.items())])}"


def _row(name: str, score: Score) -> tuple[str, ...]:
    shares = (f"{share:.4f}" for share in (score.precision, score.recall, score.f1))
    return (name, *shares, str(score.matched), str(score.given), str(score.expected))


def _by_source(evaluation: Evaluation) -> str:
    columns = (evaluation.fields, *evaluation.alone.values())
    rows = [
        (name, *(f"{scores[name].f1:.4f}" for scores in columns), str(score.expected))
        for name, score in evaluation.fields.items()
    ]
    headings = ("field", "both", *(f"{source} alone" for source in evaluation.alone), "expected")
    return f"F1 by source\n{aligned([headings, *rows])}"


def comparison(evaluations: Mapping[str, Evaluation]) -> str:
    """F1 of several models side by side, on the fields that all of them know."""
    first = next(iter(evaluations.values()))
    title = f"{first.dataset}: {first.documents} documents, F1 of answers from {first.threshold:g} up"
    rows = [
        (
            name,
            *(f"{evaluation.fields[name].f1:.4f}" for evaluation in evaluations.values()),
            str(score.expected),
        )
        for name, score in first.fields.items()
    ]
    return f"{title}\n{aligned([('field', *evaluations, 'expected'), *rows])}"
