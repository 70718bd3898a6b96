"""docTR with its pretrained models, which it fetches when it is first used, and the rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from doctr.models import ocr_predictor
from label_rules import TextLine, read_fields
from pages import pictures


def open_reader() -> Callable[[Path], dict[str, Any]]:
    """Reads the lines of every page."""
    engine = ocr_predictor(pretrained=True, assume_straight_pages=True)

    def read(path: Path) -> dict[str, Any]:
        found = engine([np.asarray(picture) for picture in pictures(path)])
        lines = [
            TextLine(
                number, *line.geometry[0], *line.geometry[1], " ".join(word.value for word in line.words)
            )
            for number, page in enumerate(found.pages, start=1)
            for block in page.blocks
            for line in block.lines
        ]
        return {"fields": read_fields(lines)}

    return read
