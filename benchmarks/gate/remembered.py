"""The model's logits, kept on the disk: what it is given once is not run through it again."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from paperformer.extraction.model_folder import GRAPH
from paperformer.extraction.scores import Array, WordLogits
from paperformer.extraction.session import ModelSession
from paperformer.extraction.tokens import Window

Run = Callable[[Window], WordLogits[Array]]


def remember(folder: Path, cache: Path) -> None:
    """From now on models of this process keep their logits below ``cache``, by the graph's own content."""
    kept = cache / f"logits-{hashlib.sha256((folder / GRAPH).read_bytes()).hexdigest()[:16]}"
    kept.mkdir(parents=True, exist_ok=True)
    run = ModelSession.run

    def remembered(session: ModelSession, window: Window) -> WordLogits[Array]:
        path = kept / f"{_name(window)}.npy"
        if not path.is_file():
            unfinished = path.with_suffix(f".{os.getpid()}")
            with unfinished.open("wb") as file:
                np.save(file, np.stack(run(session, window)))
            unfinished.replace(path)
        return WordLogits(*np.load(path))

    ModelSession.run = remembered  # type: ignore[method-assign, assignment]


def _name(window: Window) -> str:
    """A name for all that the graph is given."""
    digest = hashlib.sha256()
    for part in (window.ids, window.boxes, window.pages, window.word_index):
        digest.update(repr(part.shape).encode() + part.tobytes())
    return digest.hexdigest()
