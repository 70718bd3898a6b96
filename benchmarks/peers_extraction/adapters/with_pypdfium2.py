"""The text layer, as pypdfium2 gives it, and the rules: what they read where no OCR errs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
from label_rules import TextLine, read_fields


def open_reader() -> Callable[[Path], dict[str, Any]]:
    """Reads the rectangles of text of every page; pictures have none."""

    def read(path: Path) -> dict[str, Any]:
        if path.suffix.lower() != ".pdf":
            return {"fields": {}}
        lines = []
        document = pypdfium2.PdfDocument(path)
        for number in range(len(document)):
            page = document[number]
            text, height = page.get_textpage(), page.get_height()
            for at in range(text.count_rects()):
                x0, y0, x1, y1 = text.get_rect(at)
                lines.append(
                    TextLine(
                        number + 1, x0, height - y1, x1, height - y0, text.get_text_bounded(x0, y0, x1, y1)
                    )
                )
        return {"fields": read_fields(lines)}

    return read
