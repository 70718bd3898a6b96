"""Reading a picture with PaddleOCR's networks: upright, find lines, read lines, split words.

RapidOCR's own pipeline pads every line to 320 pixels, reads batches one after the other and imports its
downloader; this one pads little, reads batches side by side and touches nothing but the picture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from paperformer.documents.ocr.letters import mend_letters
from paperformer.documents.ocr.lines import cut_line, place, split_line
from paperformer.documents.ocr.orientation import clockwise, probability_of
from paperformer.documents.ocr.protocol import OcrPage, OcrWord
from paperformer.documents.ocr.script_choice import in_script, script_of
from paperformer.documents.ocr.upright import quarter_turned, set_upright

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from paperformer.documents.ocr.detection import Detector, Rectangle
    from paperformer.documents.ocr.language import LanguageReader
    from paperformer.documents.ocr.lines import LineCut
    from paperformer.documents.ocr.orientation import Orientation
    from paperformer.documents.ocr.recognition import ReadLine, Recognizer

_UNSURE = 0.5  # lines read with less confidence are pictures, rules and smudges
_SHORT = 3.0  # times its height that a line of a character or two is wide
_AROUND = 0.3  # of its shorter side: what is seen around such a line when it is read again
_SURE = 0.8  # confidence from which what is then read is kept
_CERTAIN = 0.8  # probability of a direction (benchmarks/orientation.py)
_TRIED = 8  # lines, the longest ones, that are read in each direction
_LEGIBLE = 0.9  # confidence of a character


class PpOcr:
    """An engine of one detector and one recogniser, and of what knows the language, if anything does."""

    def __init__(
        self,
        name: str,
        orientation: Orientation,
        detector: Detector,
        recognizer: Recognizer,
        language: LanguageReader | None,
    ) -> None:
        self.name = name
        self._orientation = orientation
        self._detector = detector
        self._recognizer = recognizer
        self._language = language

    def read(self, image: NDArray[np.uint8], *, is_upright: bool = False) -> OcrPage:
        """Read a picture of shape (height, width, 3), RGB, upright or not."""
        upright = set_upright(image, 0 if is_upright else self._rotation(image))
        picture = np.ascontiguousarray(upright.picture[:, :, ::-1])
        lines = self._detector.find(picture)
        read = self._lines(picture, lines)
        script = script_of([text for _, text in read])
        read = [(cut, in_script(text, script)) for cut, text in read]
        sure = [(cut, text) for cut, text in read if _confidence(text) >= _UNSURE]
        short = [line for line, (_, text) in zip(lines, read, strict=True) if _is_short(line, text)]
        larger = self._lines(picture, [line.larger(_AROUND) for line in short])
        more = [(cut, in_script(text, script)) for cut, text in larger]
        sure += [(cut, text) for cut, text in more if _confidence(text) >= _SURE]
        texts = [text for _, text in sure]
        if self._language is not None:
            texts = self._language.reread(texts)
        height, width = picture.shape[:2]
        words: list[OcrWord] = []
        for index, ((cut, _), text) in enumerate(zip(sure, texts, strict=True)):
            words.extend(_words(text, cut, index))
        return OcrPage(tuple(words), width, height, upright.rotation, upright.skew)

    def _rotation(self, image: NDArray[np.uint8]) -> int:
        """Degrees clockwise that make a picture upright: by the classifier; in doubt also by legibility."""
        probabilities = self._orientation.probabilities(image)
        if probabilities.max() >= _CERTAIN:
            return clockwise(probabilities)
        score: dict[int, float] = {}
        for rotation in (0, 90):
            picture = np.ascontiguousarray(quarter_turned(image, rotation)[:, :, ::-1])
            wide = (line for line in self._detector.find(picture) if line.width > line.height)
            crops = [cut_line(picture, line).crop for line in sorted(wide, key=_width)[-_TRIED:]]
            for turned in (0, 180):
                read = self._recognizer.read([quarter_turned(crop, turned) for crop in crops])
                score[rotation + turned] = _legible_characters(read) * probability_of(
                    probabilities, rotation + turned
                )
        best = max(score, key=score.__getitem__)
        return best if score[best] > 0 else clockwise(probabilities)

    def _lines(
        self, picture: NDArray[np.uint8], lines: Sequence[Rectangle]
    ) -> list[tuple[LineCut, ReadLine]]:
        """Each line cut out, and what it says."""
        cuts = [cut_line(picture, line) for line in lines]
        return list(zip(cuts, self._recognizer.read([cut.crop for cut in cuts]), strict=True))


def _is_short(line: Rectangle, text: ReadLine) -> bool:
    """Whether a line that was not read may be a single character, of which the detector saw the middle."""
    return (
        _confidence(text) < _UNSURE
        and line.width < _SHORT * line.height
        and line.height < _SHORT * line.width
    )


def _width(line: Rectangle) -> float:
    return line.width


def _legible_characters(read: Sequence[ReadLine]) -> int:
    """Of each line, as the head reads it that finds more of them."""
    return sum(
        max(_legible(text), _legible(text.further.read()) if text.further is not None else 0) for text in read
    )


def _legible(text: ReadLine) -> int:
    return sum(confidence >= _LEGIBLE for confidence in text.confidences)


def _confidence(text: ReadLine) -> float:
    return float(np.mean(text.confidences)) if text.confidences else 0.0


def _words(text: ReadLine, cut: LineCut, index: int) -> list[OcrWord]:
    return [
        OcrWord(
            mend_letters(word.text),
            place(cut.rectangle, word.start, word.end),
            min(1.0, word.confidence),
            index,
            cut.rectangle.height if cut.rectangle.is_level else None,
        )
        for word in split_line(text, cut)
    ]
