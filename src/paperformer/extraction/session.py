"""The model at work: windows in, scores out, through ONNX Runtime."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from paperformer.documents.model import Word
from paperformer.documents.threads import usable_threads
from paperformer.errors import ModelMismatch
from paperformer.extraction.model_folder import GRAPH, VOCABULARY, Manifest, read_manifest, required
from paperformer.extraction.scores import SCORES, Array, WordLogits, WordScores, combine
from paperformer.extraction.tokens import NO_WORD, Window, encode_words
from paperformer.text.tokenizer_file import load_tokenizer

if TYPE_CHECKING:
    import onnxruntime as ort

MOST_THREADS = 8
INPUTS = ("ids", "boxes", "pages", "pieces")


class ModelSession:
    """A model folder, loaded.

    Args:
        folder: Written by ``paperformer export``.
        threads: How many to compute with; 0 takes what ``usable_threads`` says, at most 8.

    Raises:
        ModelMismatch: the folder is incomplete, damaged, or of another format version.
    """

    def __init__(self, folder: Path, threads: int = 0) -> None:
        self.manifest = read_manifest(folder)
        self.tokenizer = load_tokenizer(required(folder, VOCABULARY))
        self._session = _load(required(folder, GRAPH), threads or usable_threads(MOST_THREADS))
        _check(folder, self._session, self.manifest, len(self.tokenizer))

    def score(self, words: Sequence[Word]) -> tuple[WordScores, int]:
        """Scores of every word for every field, and over how many windows the document was read."""
        windows = encode_words(words, self.tokenizer, self.manifest.max_tokens)
        parts = [(window.first, self.run(window)) for window in windows]
        return combine(parts, len(words), self.manifest.fields), len(windows)

    def run(self, window: Window) -> WordLogits[Array]:
        """The logits of one window, ``(words, fields)`` each."""
        owners = window.word_index[window.word_index != NO_WORD]
        logits = self._session.run(
            SCORES,
            {
                "ids": window.ids,
                "boxes": window.boxes,
                "pages": window.pages,
                "pieces": np.bincount(owners, minlength=window.words),
            },
        )
        return WordLogits(*logits)


def _load(path: Path, threads: int) -> ort.InferenceSession:
    import onnxruntime as ort

    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    # The arena keeps the longest document's memory for ever; without it memory follows the document at hand.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False  # nor is a plan kept for each length there ever was
    try:
        return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ModelMismatch(
            f"{path}: ONNX Runtime cannot load it ({type(error).__name__})",
            "Export the model again, or update onnxruntime",
        ) from error


def _check(folder: Path, session: ort.InferenceSession, manifest: Manifest, pieces: int) -> None:
    """Refuse files that do not belong together."""
    names = {i.name for i in session.get_inputs()}
    if names != set(INPUTS):
        raise ModelMismatch(f"{folder}: the graph takes {sorted(names)}", "Export the model again")
    for output in session.get_outputs():
        if output.shape[-1] != len(manifest.fields):
            raise ModelMismatch(
                f"{folder}: the graph scores {output.shape[-1]} fields, {len(manifest.fields)} are named",
                "Export the model again",
            )
    if pieces > manifest.encoder.get("vocabulary_size", pieces):
        raise ModelMismatch(f"{folder}: the vocabulary is another model's", "Export the model again")
