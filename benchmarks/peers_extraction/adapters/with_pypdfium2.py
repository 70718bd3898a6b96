"""The text layer, as pypdfium2 gives it, and the rules: what they read where no OCR errs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pypdfium2
from label_rules import TextLine, read_fields

_SPACE, _GAP = 0.15, 0.6  # of the height of a letter: between words, and between pieces of text


def open_reader() -> Callable[[Path], dict[str, Any]]:
    """Reads the pieces of text of every page; pictures have none."""

    def read(path: Path) -> dict[str, Any]:
        if path.suffix.lower() != ".pdf":
            return {"fields": {}}
        document = pypdfium2.PdfDocument(path)
        pages = (pieces(document[number], number + 1) for number in range(len(document)))
        return {"fields": read_fields([piece for page in pages for piece in page])}

    return read


def pieces(page: Any, number: int) -> Iterator[TextLine]:
    """Letters that stand one behind the other, a piece of text for each such group."""
    layer, height = page.get_textpage(), page.get_height()
    piece: TextLine | None = None
    for at in range(layer.count_chars()):
        letter = layer.get_text_range(at, 1)
        if not letter.strip():
            continue
        x0, bottom, x1, top = layer.get_charbox(at, loose=True)
        y0, y1 = height - top, height - bottom
        if piece is None:
            piece = TextLine(number, x0, y0, x1, y1, letter)
            continue
        gap, size = x0 - piece.x1, y1 - y0
        if abs(gap) < _GAP * size and abs(y0 + y1 - piece.y0 - piece.y1) < size:
            text = f"{piece.text} {letter}" if gap > _SPACE * size else piece.text + letter
            piece = TextLine(number, piece.x0, min(piece.y0, y0), x1, max(piece.y1, y1), text)
        else:
            yield piece
            piece = TextLine(number, x0, y0, x1, y1, letter)
    if piece is not None:
        yield piece
