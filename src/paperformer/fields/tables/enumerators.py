"""Numbers that count the lines of a table and are no part of their names: "1. Paint the front", "2. ..."."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from paperformer.fields.tables.group import GroupCell, GroupRow
from paperformer.fields.words.patterns import pattern

_NUMBERED = re.compile(r"0{0,2}([0-9]{1,3})[.)] (?=\S)")
_FEWEST = 2  # lines that are numbered


def without_enumerators(rows: Sequence[GroupRow]) -> tuple[GroupRow, ...]:
    """``rows``, their names without "1.", "2.", "3." where all are numbered so, from one on."""
    names = [row.cells.get("description") for row in rows]
    numbers = [_number(name) for name in names]
    if len(rows) < _FEWEST or numbers != list(range(1, len(rows) + 1)):
        return tuple(rows)
    bare = [_unnumbered(row) for row in rows]
    values = [row.cells["description"].value for row in bare]
    is_counted = len({value.split()[0].lower() for value in values}) < len(values)
    counted = pattern("pages", "counted", r"(?:{})\w{0,2}\b")
    return tuple(rows) if is_counted or any(map(counted.match, values)) else tuple(bare)


def _number(name: GroupCell | None) -> int | None:
    match = _NUMBERED.match(name.value) if name is not None and len(name.words) > 1 else None
    return int(match[1]) if match else None


def _unnumbered(row: GroupRow) -> GroupRow:
    name = row.cells["description"]
    value, text = (_NUMBERED.sub("", printed, count=1) for printed in (name.value, name.text))
    return replace(row, cells={**row.cells, "description": GroupCell(value, text, name.words[1:])})
