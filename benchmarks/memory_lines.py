"""Lines of documents whose supplier is remembered: how many are right, and what remembered columns weigh."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

import numpy as np
from gate.page_scores import LineCounts, line_counts
from numpy.typing import NDArray

import paperformer.fields.tables
from paperformer.fields.page.view import PageView
from paperformer.fields.tables.choice import REMEMBERED, load_weights, score, traits_of
from paperformer.fields.tables.confirmed import ConfirmedTable
from paperformer.fields.tables.group import GroupRow
from paperformer.fields.tables.header import find_headers
from paperformer.fields.tables.line_cells import with_captioned_rate
from paperformer.fields.tables.reader import line_tables, remembered_tables, table_context
from paperformer.fields.tables.shares import share_heads

WEIGHTS = Path(paperformer.fields.tables.__path__[0]) / "choice.json"
STEPS, RATE, PENALTY = 2000, 0.5, 0.005

Lines = Sequence[Mapping[str, str]]


class Choices(NamedTuple):
    """The readings of one document: what other traits score, how far each is as remembered, its worth."""

    base: NDArray[np.float64]
    remembered: NDArray[np.float64]
    worth: NDArray[np.float64]


def lines_of(rows: Sequence[GroupRow], printed: Lines) -> Counter[str]:
    """How many purchase lines are printed, given, and right by both measures."""
    return Counter({f"lines {name}": count for name, count in asdict(_counts(rows, printed)).items()})


def f1(counts: Mapping[str, int], measure: str) -> float:
    """F1 of the lines that ``lines_of`` counted, ``lax`` or ``strict``."""
    several = counts["lines printed"] + counts["lines given"]
    return 2 * counts[f"lines {measure}"] / max(1, several)


def choices_in(page: PageView, confirmed: Sequence[ConfirmedTable], printed: Lines) -> Choices:
    """Every reading of a document's lines, none of them first."""
    context = table_context(page)
    heads, headers = share_heads(context), find_headers(context)
    tables = [*line_tables(context, headers, heads), *remembered_tables(context, confirmed, heads)]
    weights = {**load_weights(), REMEMBERED: 0.0}
    traits = [traits_of(table, context) for table in tables]
    rows = [with_captioned_rate(table.rows, headers, context.rows) for table in tables]
    counts = [_counts((), printed), *(_counts(one, printed) for one in rows)]
    return Choices(
        np.array([0.0, *(score(one, weights) for one in traits)]),
        np.array([0.0, *(one[REMEMBERED] for one in traits)]),
        np.array([_worth(one) for one in counts]),
    )


def fitted_weight(choices: Sequence[Choices]) -> float:
    """The weight under which the best reading of each document is likely, the other weights as they are."""
    told = [one for one in choices if np.ptp(one.worth) > 0]
    weight = 0.0
    for _ in range(STEPS):
        slope = PENALTY * weight * len(told)
        for base, remembered, worth in told:
            logits = base + weight * remembered
            chances = np.exp(logits - logits.max())
            chances /= chances.sum()
            best = chances * (worth >= worth.max() - 1e-9)
            slope -= float(remembered @ (best / best.sum() - chances))
        weight -= RATE / max(1, len(told)) * slope
    return weight


def write_weight(weight: float) -> None:
    """Put the weight among those of the other traits."""
    weights = {**load_weights(), REMEMBERED: round(weight, 3)}
    WEIGHTS.write_text(json.dumps(weights, indent=2) + "\n", "utf-8")


def _counts(rows: Sequence[GroupRow], printed: Lines) -> LineCounts:
    given = [
        {name: cell.value for name, cell in row.cells.items()}
        for row in rows
        if row.field == "purchase_lines"
    ]
    return line_counts(given, [{name: (value,) for name, value in line.items()} for line in printed])


def _worth(counts: LineCounts) -> float:
    several = counts.printed + counts.given
    return 2 * (counts.lax + counts.strict) / several if several else 2.0
