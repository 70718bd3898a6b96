"""What a tax is of, where it stands on another row: "Net 100,00" above "VAT 20 % 20,00"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from paperformer.fields.anchors import Labelled
from paperformer.fields.tables.arithmetic import share_holds
from paperformer.fields.tables.captions import VAT_ROLES
from paperformer.fields.tables.group import SHARE_SCORES, GroupRow, cell_of, in_order
from paperformer.fields.tables.rows import Row

_NET = frozenset({"total_excl_vat", "subtotal"})
_REACH = 4  # rows above the tax, and as many below


def with_base(share: GroupRow, row: Row, rows: Sequence[Row], labelled: Labelled) -> GroupRow:
    """``share`` with the net total beside it as its base, where the rate makes its tax of that.

    Args:
        share: One that has a base, or whose arithmetic is known, stays as it is.
        row: That prints it.
        rows: All rows of the document.
        labelled: Its labels.
    """
    rate, tax = float(share.cells["rate"].value), float(share.cells["tax"].value)
    if share.holds is not None or "base" in share.cells or not rate:
        return share
    for near in sorted(rows[max(0, row.index - _REACH) : row.index + _REACH + 1], key=lambda r: r is row):
        if near.page != row.page or not _names_net(near, labelled):
            continue
        for piece in near.pieces:
            if piece.kind == "number" and piece.strong and share_holds(rate, piece.amount, tax):
                cells = in_order({**share.cells, "base": cell_of([piece], "base")}, VAT_ROLES)
                return replace(share, cells=cells, holds=True, score=SHARE_SCORES[True])
    return share


def _names_net(row: Row, labelled: Labelled) -> bool:
    return any(
        meaning.name in _NET
        for line in row.lines
        for anchor in labelled.by_line.get(line.index, ())
        for meaning in anchor.hit.meanings
    )
