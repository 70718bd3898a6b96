"""A confirmed page as bytes."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any

from paperformer.evidence.remembered import ConfirmedPage
from paperformer.fields.standing import Standing
from paperformer.fields.tables.confirmed import ColumnAnchor, ConfirmedTable

_TABLE = ""  # no field has this name


def packed(page: ConfirmedPage) -> bytes:
    """A confirmed page in few bytes."""
    content: dict[str, object] = {name: list(prints) for name, prints in page.fields.items()}
    if page.table is not None:
        content[_TABLE] = page.table
    return zlib.compress(json.dumps(content, separators=(",", ":")).encode(), 9)


def unpacked(content: bytes) -> ConfirmedPage:
    """The page of these bytes."""
    values = json.loads(zlib.decompress(content))
    table = values.pop(_TABLE, None)
    fields = {name: tuple(Standing(*standing) for standing in prints) for name, prints in values.items()}
    return ConfirmedPage(fields, None if table is None else _table(*table))


def _table(mark: str, columns: Sequence[Sequence[Any]]) -> ConfirmedTable:
    return ConfirmedTable(mark, tuple(ColumnAnchor(*column) for column in columns))
