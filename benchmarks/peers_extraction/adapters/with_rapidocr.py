"""RapidOCR with the models that its package brings, and the rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from label_rules import TextLine, read_fields
from pages import pictures
from rapidocr import RapidOCR


def open_reader() -> Callable[[Path], dict[str, Any]]:
    """Reads the lines of every page."""
    engine = RapidOCR(params={"EngineConfig.onnxruntime.intra_op_num_threads": 1})

    def read(path: Path) -> dict[str, Any]:
        lines = []
        for number, picture in enumerate(pictures(path), start=1):
            found = engine(np.asarray(picture)[:, :, ::-1])
            for box, text in zip(
                found.boxes if found.boxes is not None else (), found.txts or (), strict=True
            ):
                (x0, y0), (x1, y1) = np.min(box, axis=0), np.max(box, axis=0)
                lines.append(TextLine(number, float(x0), float(y0), float(x1), float(y1), text))
        return {"fields": read_fields(lines)}

    return read
