"""How much each trait of a line of a purchase tells where rows are grouped into lines.

Set by hand; only ``together`` was chosen by the lines of labelled tables (docs/notes/rules.md).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class ItemWeights:
    """What is worth how much where rows are grouped into lines; what a row costs is below zero.

    Args:
        line: A line at all.
        has_name, lacks_name: Words in it, or none.
        holds, breaks: Quantity, price and discount make its total, or do not.
        above: Each row above its total.
        twice: A second quantity or price, or a name above another.
        opened: The number of a line stands on the first of its rows, above the total.
        strange: A row that is no part of any line.
        apart: A row too far from the next.
        code_above: An article number on a row of its own.
        name_below, name_below_code: A name below its total, and below a total with an article number.
        caption: A name with a colon behind it.
        further: A further line of a description, in a table with a heading or indented.
        stray_text: One that is neither.
        counts_wrongly: A quantity or price below that does not make the total.
        habit: It is built as most lines are.
        centred: A name of several rows whose middle or last one has its figures.
        closes: A total alone on its row, below all that belongs to it.
        together: Its rows are nearer to one another than to others.
    """

    line: float
    has_name: float
    lacks_name: float
    holds: float
    breaks: float
    above: float
    twice: float
    opened: float
    strange: float
    apart: float
    code_above: float
    name_below: float
    name_below_code: float
    caption: float
    further: float
    stray_text: float
    counts_wrongly: float
    habit: float
    centred: float
    closes: float
    together: float


@lru_cache(maxsize=1)
def load_item_weights() -> ItemWeights:
    """The weights that come with Paperformer."""
    return ItemWeights(**json.loads(files(__package__).joinpath("item_weights.json").read_text("utf-8")))
