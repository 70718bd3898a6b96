"""Counts with their unit in one word, under the caption of quantities: "10pcs", "2,5h"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from paperformer.fields.tables.captions import Caption
from paperformer.fields.tables.figures import read_word
from paperformer.fields.tables.pieces import Piece
from paperformer.fields.tables.units import is_unit
from paperformer.fields.values.reading import DecimalMark

_GLUED = re.compile(r"([0-9]{1,5}(?:[.,][0-9]{1,3})?)([^\W\d_]{1,6}[²³]?\.?)")


def with_counts(
    pieces: Sequence[Piece], captions: Sequence[Caption], mark: DecimalMark | None
) -> list[Piece]:
    """``pieces`` of a row with such words as numbers; on a row without other numbers they are sizes of names.

    Args:
        pieces: Of the row, left to right.
        captions: Of the table's columns.
        mark: The document's decimal mark.
    """
    if all(piece.kind != "number" for piece in pieces):
        return list(pieces)
    counts = [caption for caption in captions if "quantity" in caption.roles]
    return [
        _counted(piece, mark) if any(p.x0 < piece.x1 and piece.x0 < p.x1 for p in counts) else piece
        for piece in pieces
    ]


def _counted(word: Piece, mark: DecimalMark | None) -> Piece:
    glued = _GLUED.fullmatch(word.text) if word.kind == "text" else None
    if glued is None or not is_unit(glued[2]):
        return word
    (figure,) = read_word(glued[1], mark)
    if figure.kind != "number":
        return word
    edge = word.x0 + (word.x1 - word.x0) * len(glued[1]) / len(word.text)
    return replace(
        word, kind="number", value=figure.value, amount=float(figure.value), unit=glued[2], number_x1=edge
    )
