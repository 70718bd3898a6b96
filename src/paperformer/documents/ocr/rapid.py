"""The default engine: PP-OCRv6 small, whose weights the ``rapidocr`` wheel carries."""

from __future__ import annotations

from paperformer.documents.ocr.character_model import load_character_model
from paperformer.documents.ocr.detection import Detector, DetectorConfig
from paperformer.documents.ocr.language import LanguageReader
from paperformer.documents.ocr.orientation import Orientation
from paperformer.documents.ocr.ppocr import PpOcr
from paperformer.documents.ocr.recognition import Recognizer, RecognizerConfig
from paperformer.documents.ocr.session import Network, usable_threads
from paperformer.documents.ocr.weights import weight_file


def load_rapid(*, language: bool = True) -> PpOcr:
    """PP-OCRv6 small with its page orientation classifier.

    Args:
        language: Whether doubtful lines are read again with the language of documents in mind.

    Raises:
        OcrUnavailable: when the packages that carry the weights are not installed.
    """
    threads = usable_threads()
    reader = Network(weight_file("rapidocr", "models/PP-OCRv6_rec_small.onnx"), threads=1)
    characters = [*reader.metadata("character").splitlines(), " "]
    return PpOcr(
        "rapidocr",
        Orientation(threads=threads),
        Detector(
            Network(weight_file("rapidocr", "models/PP-OCRv6_det_small.onnx"), threads=threads),
            DetectorConfig(),
        ),
        Recognizer(reader, characters, RecognizerConfig(threads=threads)),
        LanguageReader(load_character_model()) if language else None,
    )
