"""Which of several readings of a document's lines is the best, by traits whose weights are fitted.

``benchmarks/table_choice.py`` fits them on labelled lines: the reading that has most lines right is to have
the highest score (a softmax over the readings of one document).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Final

from paperformer.fields.tables.cell_texts import has_word
from paperformer.fields.tables.item import Item
from paperformer.fields.tables.line_table import NO_LINES, LineTable
from paperformer.fields.tables.rows import TableContext
from paperformer.fields.tables.sum_rows import names_sum

REMEMBERED: Final = "as remembered"
"""The trait of a reading by the columns of confirmed pages; ``benchmarks/memory.py`` fits its weight."""
_LONG = 30  # letters of a name from which more say no more
_MOST_ROWS = 6
_CAPTIONS = frozenset({"description", "quantity", "unit_price", "total"})


def best_table(tables: Iterable[LineTable], context: TableContext) -> LineTable:
    """The reading with the highest score, the first of equal ones; no lines where none scores above zero."""
    weights = load_weights()
    best, most = NO_LINES, 0.0
    for table in tables:
        own = score(traits_of(table, context), weights)
        if own > most:
            best, most = table, own
    return best


def score(traits: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The weights of traits times how far each holds."""
    return sum(weights[name] * value for name, value in traits.items())


@lru_cache(maxsize=1)
def load_weights() -> Mapping[str, float]:
    """What each trait is worth, as fitted."""
    weights: dict[str, float] = json.loads(files(__package__).joinpath("choice.json").read_text("utf-8"))
    return weights


def traits_of(table: LineTable, context: TableContext) -> dict[str, float]:
    """What tells whether the lines of a reading are right: parts of its lines from 0 to 1, or yes and no.

    No lines at all have none of these traits, and a score of zero.
    """
    items = table.items
    count = len(items)
    names = [" ".join(piece.text for piece in item.printed("description")) for item in items]
    holding = sum(item.holds is True and item.piece("quantity") is not None for item in items) / count
    letters, digits = (sum(map(kind, "".join(names))) for kind in (str.isalpha, str.isdigit))
    totals = [piece for item in items if (piece := item.piece("total")) is not None]
    sums = sum(names_sum(item.anchor.row, context) for item in items)
    captions = {role for header in table.headers for caption in header.captions for role in caption.roles}
    if table.kind == "records":  # each cell has its caption before it
        captions = {role for item in items for reading in item.readings for role in reading.cells}
    return {
        "lines": 1.0,
        "adds up": float(table.adds_up),
        "lines, logarithm": math.log(1 + count),
        "one line": float(count == 1),
        "multiplies": holding,
        "adds up and multiplies": table.adds_up * holding,
        "named": sum(map(has_word, names)) / count,
        "length of names": min(letters / count / _LONG, 1.0),
        "digits in names": digits / max(1, letters + digits),
        "names that repeat": 1 - len(set(names)) / count,
        **{role: sum(any(item.printed(role)) for item in items) / count for role in _CELLS},
        "named as sums": sums / count,
        "nothing but sums": float(sums == count),
        "totals of zero": sum(not piece.amount for piece in totals) / count,
        "numbers in no cell": _lost(items),
        "rows of a line": min(sum(len(item.readings) for item in items) / count, _MOST_ROWS) / _MOST_ROWS,
        "captions": len(captions & _CAPTIONS) / len(_CAPTIONS),
        "headed": float(table.kind in {"headed", "remembered", "records"}),
        "headed by arithmetic": float(table.kind == "proved"),
        "quantities alone": float(table.kind == "counted"),
        REMEMBERED: table.agreement,
    }


_CELLS = ("quantity", "unit_price", "code")


def _lost(items: Iterable[Item]) -> float:
    """The part of the numbers on the rows of lines that are in none of their cells."""
    readings = [reading for item in items for reading in item.readings]
    used = {
        word
        for reading in readings
        for cell in reading.cells.values()
        for piece in cell
        for word in piece.words
    }
    numbers = [piece for reading in readings for piece in reading.row.pieces if piece.kind == "number"]
    return sum(used.isdisjoint(piece.words) for piece in numbers) / max(1, len(numbers))
