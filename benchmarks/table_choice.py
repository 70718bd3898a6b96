"""Fit the weights by which the best of several readings of a document's lines is chosen.

    PAPERFORMER_DATA=folder python benchmarks/table_choice.py LABELS... [--write] [--cache FOLDER]

LABELS are files below PAPERFORMER_DATA, or absolute paths: ``invoices-world/labels-train.jsonl``. A reading
is scored against the labelled lines (F1 of lines right, and of those right in every cell); the weights make
the better readings of each document likely (a softmax over its readings). Each document is read once more
without the rows of its lines: there, no lines is the right answer. Figures are those of five folds, each read
with weights that were fitted on the other four. ``--write`` writes the weights fitted on all. Those that come
with Paperformer were fitted on further, drawn documents as well (docs/notes/rules.md).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from gate.labelled_pages import Cells, LabelledPage, open_pages, read_labels
from gate.page_scores import LineCounts, f1_of_lines, line_counts
from world import labels_at

import paperformer.fields.tables
from paperformer.documents.model import Document
from paperformer.fields.page.view import view_of
from paperformer.fields.schema import load_schema
from paperformer.fields.tables.choice import REMEMBERED, best_table, load_weights, score, traits_of
from paperformer.fields.tables.header import Header, find_headers
from paperformer.fields.tables.line_cells import with_captioned_rate
from paperformer.fields.tables.line_table import NO_LINES, LineTable
from paperformer.fields.tables.reader import line_tables, table_context
from paperformer.fields.tables.rows import TableContext
from paperformer.fields.tables.shares import share_heads

FOLDS = 5
SEED = 0
WITHOUT_LINES = 0.15  # weight of a document whose lines are cut: few documents have none
STEPS, RATE, PENALTY = 2000, 0.1, 0.005
WEIGHTS = Path(paperformer.fields.tables.__path__[0]) / "choice.json"


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a document's lines: its traits, and how many lines it has right."""

    traits: dict[str, float]
    counts: LineCounts

    @property
    def worth(self) -> float:
        """F1 of lines right plus that of lines right in every cell; 2 for none where none are printed."""
        several = self.counts.printed + self.counts.given
        return 2 * (self.counts.lax + self.counts.strict) / several if several else 2.0


@dataclass(frozen=True, slots=True)
class Readings:
    """All readings of a document, and the counts of the one that is chosen today."""

    group: str
    all: Sequence[Reading]
    today: LineCounts
    weight: float = 1.0


def main() -> int:
    """Read, fit, print, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("labels", nargs="+", metavar="LABELS")
    parser.add_argument("--cache", type=Path, default=Path("build/development"))
    parser.add_argument("--write", action="store_true", help=f"write {WEIGHTS.name}")
    options = parser.parse_args()
    documents: list[Readings] = []
    for name in options.labels:
        labels = labels_at(name)
        if labels is None:
            return 0
        group = f"{labels.parent.name} {labels.stem}"
        documents += readings_of(group, open_pages(read_labels(labels), options.cache))
    print(table(documents, cross_fitted(documents)))
    weights = fitted(documents)
    print(json.dumps(weights, indent=2))
    if options.write:
        weights[REMEMBERED] = load_weights()[REMEMBERED]  # labelled documents have no memory
        WEIGHTS.write_text(json.dumps(weights, indent=2) + "\n", "utf-8")
    return 0


def readings_of(group: str, opened: Iterator[tuple[LabelledPage, Document]]) -> Iterator[Readings]:
    """Every reading of each document whose lines are labelled."""
    for page, document in opened:
        if page.lines is None:
            continue
        context = table_context(view_of(document, load_schema()))
        headers = find_headers(context)
        tables = line_tables(context, headers, share_heads(context))
        counts = [counts_of(table, headers, context, page.lines) for table in (NO_LINES, *tables)]
        several = [Reading(traits_of(one, context), own) for one, own in zip(tables, counts[1:], strict=True)]
        today = counts_of(best_table(tables, context), headers, context, page.lines)
        yield Readings(group, [Reading({}, counts[0]), *several], today)
        best = max(zip(counts[1:], tables, strict=True), key=lambda pair: pair[0].lax, default=None)
        if best is not None and best[0].lax:
            yield without_lines(group, context, best[1])


def counts_of(
    table: LineTable, headers: Sequence[Header], context: TableContext, lines: Sequence[Cells]
) -> LineCounts:
    """How many lines of a reading are right."""
    rows = with_captioned_rate(table.rows, headers, context.rows)
    return line_counts([{name: cell.value for name, cell in row.cells.items()} for row in rows], lines)


def without_lines(group: str, context: TableContext, lines: LineTable) -> Readings:
    """The readings of a document without the rows of its lines, none of which is right."""
    own = {reading.row.index for item in lines.items for reading in item.readings}
    rest = [row for row in context.rows if row.index not in own]
    rows = [replace(row, index=index) for index, row in enumerate(rest)]
    context = TableContext(rows, context.labelled, context.captions)
    tables = line_tables(context, find_headers(context), share_heads(context))
    none = line_counts([], [])
    wrong = [
        Reading(traits_of(one, context), replace(none, given=len(one.rows))) for one in tables if one.rows
    ]
    today = replace(none, given=len(best_table(tables, context).rows))
    return Readings(f"{group}, lines cut", [Reading({}, none), *wrong], today, WITHOUT_LINES)


def cross_fitted(documents: Sequence[Readings]) -> list[LineCounts]:
    """The counts of the readings chosen with weights that were fitted on other documents."""
    chosen: dict[int, LineCounts] = {}
    for fold in np.array_split(np.random.default_rng(SEED).permutation(len(documents)), FOLDS):
        held = set(map(int, fold))
        weights = fitted([one for place, one in enumerate(documents) if place not in held])
        for place in held:
            best = max(documents[place].all, key=lambda reading: score(reading.traits, weights))
            chosen[place] = best.counts
    return [chosen[place] for place in range(len(documents))]


def fitted(documents: Sequence[Readings]) -> dict[str, float]:
    """The weights under which the best readings of each document are likely, by gradient descent."""
    names = list(dict.fromkeys(name for one in documents for reading in one.all for name in reading.traits))
    tables = [
        (
            np.array([[reading.traits.get(name, 0.0) for name in names] for reading in one.all]),
            np.array([reading.worth for reading in one.all]),
            one.weight * max(1, one.today.printed) ** 0.5,
        )
        for one in documents
    ]
    told = [(traits, worth, size) for traits, worth, size in tables if np.ptp(worth) > 0]
    weights = np.zeros(len(names))
    for _ in range(STEPS):
        slope = PENALTY * weights * len(told)
        for traits, worth, size in told:
            logits = traits @ weights
            chances = np.exp(logits - logits.max())
            chances /= chances.sum()
            best = chances * (worth >= worth.max() - 1e-9)
            slope -= size * traits.T @ (best / best.sum() - chances)
        weights -= RATE / len(told) * slope
    return {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)}


def table(documents: Sequence[Readings], chosen: Sequence[LineCounts]) -> str:
    """F1 of lines right, and right in every cell: today, cross-fitted, and of the best reading there is."""
    groups: dict[str, list[tuple[LineCounts, LineCounts, LineCounts]]] = defaultdict(list)
    for one, counts in zip(documents, chosen, strict=True):
        best = max(one.all, key=lambda reading: reading.worth).counts
        groups[one.group].append((one.today, counts, best))
    lines = [f"{'':40}{'today':>13}{'cross-fitted':>15}{'best there is':>15}"]
    for name, rows in groups.items():
        columns = list(map(list, zip(*rows, strict=True)))
        if not any(one.printed for one in columns[0]):
            surplus = "".join(f"{sum(one.given for one in column):15}" for column in columns[:2])
            lines.append(f"{name:38}{surplus} lines too many")
            continue
        cells = (f"{lax(column):8.3f}{strict(column):7.3f}" for column in columns)
        lines.append(f"{name:38}{''.join(cells)}")
    return "\n".join(lines)


def lax(counts: Sequence[LineCounts]) -> float:
    """F1 of lines right."""
    return f1_of_lines(counts, lambda one: one.lax)


def strict(counts: Sequence[LineCounts]) -> float:
    """F1 of lines right in every cell."""
    return f1_of_lines(counts, lambda one: one.strict)


if __name__ == "__main__":
    sys.exit(main())
