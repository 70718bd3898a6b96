"""Article numbers above the names in their column: "KMV-15-20", and below it "Coupling 16 x 2"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from paperformer.fields.tables.captions import LINE_ROLES
from paperformer.fields.tables.cell_texts import has_word, is_day
from paperformer.fields.tables.group import GroupCell, GroupRow, in_order

# Letters first, and a digit or a hyphen: "M10", "15MM" and "1200X760" are sizes.
_CODE = re.compile(r"(?=.*[0-9-])[A-Z][0-9A-Z]*(?:[./_-]?[0-9A-Z]+)+|[0-9]{5,}")
_LEAST = 5  # characters of one
_FEWEST, _MOST = 3, 0.8  # lines that open so, and their part of all


def with_leading_codes(rows: Sequence[GroupRow], firsts: Sequence[str]) -> tuple[GroupRow, ...]:
    """``rows``, the article numbers above their names in cells of their own, where nearly all have one.

    The numbers differ: what stands above all names is a brand. On the row of a name it is the model's.

    Args:
        rows: Of one table.
        firsts: What the first row of each of their names prints.
    """
    coded = [_parted(row, first) for row, first in zip(rows, firsts, strict=True)]
    codes = {row.cells["code"].value for row in coded if row is not None}
    if any("code" in row.cells for row in rows) or len(codes) < max(_FEWEST, _MOST * len(rows)):
        return tuple(rows)
    return tuple(parted or row for row, parted in zip(rows, coded, strict=True))


def _parted(row: GroupRow, first: str) -> GroupRow | None:
    name = row.cells.get("description")
    if name is None or len(name.words) < len(name.value.split()):
        return None
    code, _, rest = name.value.partition(" ")
    if code != first or len(code) < _LEAST or not _CODE.fullmatch(code) or is_day(code) or not has_word(rest):
        return None
    text = name.text.removeprefix(code).lstrip()
    cells = {
        **row.cells,
        "code": GroupCell(code, code, name.words[:1]),
        "description": GroupCell(rest, text, name.words[1:]),
    }
    return replace(row, cells=in_order(cells, LINE_ROLES))
