"""Recognition of a text line: a convolutional network with a CTC head (Graves et al. 2006).

The network sees a line 48 pixels high and gives, for every 8 pixels of width, a probability to each
character and to "nothing new". The best of each column, repeats and nothings left out, is the text; the
columns say where each character stands.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from paperformer.documents.ocr.session import Network

_HEIGHT = 48
_WIDEST = 3200  # what the network was trained up to
_SURE = 0.99  # a column of which the network is that sure has no other candidate
_POSSIBLE = 0.003  # candidates of less probability are none
_MOST = 8  # candidates a column

Candidates = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class RecognizerConfig:
    """How a recogniser goes through the lines of a page.

    Args:
        narrowest: Lines are padded to this many pixels at least, at a height of 48.
        batch_width: Lines of like width are read together up to this many pixels in all.
        threads: How many batches are read at a time.
    """

    narrowest: int = 160
    batch_width: int = 1280
    threads: int = 1


@dataclass(frozen=True, slots=True)
class ReadLine:
    """What a line says and where.

    Args:
        text: Its characters, spaces included; empty when it says nothing.
        centers: For each character, where its middle stands, in parts of the line's width.
        confidences: For each character, the network's probability.
        columns: Where the network is in doubt, of each column the characters that may stand there with their
            probabilities, the likeliest first; the empty one is nothing new. None where it is in no doubt.
        column_width: Of a column, in parts of the line's width.
        further: What the head for further scripts sees in the line, if there is such a head.
    """

    text: str
    centers: tuple[float, ...]
    confidences: tuple[float, ...]
    columns: tuple[Candidates, ...] = ()
    column_width: float = 0.0
    further: FurtherLine | None = None


@dataclass(frozen=True, slots=True, eq=False)
class FurtherLine:
    """What a second head sees in a line: it is read when the script of the page is known.

    Args:
        probabilities: Of each column, of shape (columns, classes).
        characters: What each class stands for; the first one is "nothing new", the empty text.
        column_width: Of a column, in parts of the line's width.
    """

    probabilities: NDArray[np.float32]
    characters: Sequence[str]
    column_width: float

    def read(self, allowed: NDArray[np.bool_] | None = None) -> ReadLine:
        """The likeliest character of each column, repeats and nothings left out.

        Args:
            allowed: Which classes may be, of shape (classes,); None is all.
        """
        seen = self.probabilities if allowed is None else self.probabilities * allowed
        return _decode(seen, self.characters, self.column_width)


@dataclass(frozen=True, slots=True)
class FurtherHead:
    """A second head on the features of the first one's network.

    Args:
        network: Features to probabilities (count, columns, characters).
        characters: What each class stands for; the first one is "nothing new", the empty text.
    """

    network: Network
    characters: Sequence[str]


class Recognizer:
    """Reads text lines."""

    def __init__(
        self,
        network: Network,
        characters: Sequence[str],
        config: RecognizerConfig,
        further: FurtherHead | None = None,
    ) -> None:
        """Wrap a network.

        Args:
            network: Lines (count, 3, 48, width) to probabilities (count, columns, characters), and to the
                features that the further head reads, if there is one.
            characters: What each class but the first ("nothing new") stands for.
            config: How to go through the lines.
            further: A head that reads each line too.
        """
        self._network = network
        self._further = further
        self._characters = ("", *characters)
        self._config = config
        # The same threads for all pages: each new one may take a heap of its own, which is never given back.
        self._pool = ThreadPoolExecutor(max(1, config.threads))

    def read(self, crops: Sequence[NDArray[np.uint8]]) -> list[ReadLine]:
        """What each line says.

        Args:
            crops: Pictures of one line each (height, width, 3; blue first).
        """
        lines = [_shrunk(crop) for crop in crops]
        batches = list(self._batches([line.shape[1] for line in lines]))
        found = [ReadLine("", (), ())] * len(lines)

        def read(batch: list[int]) -> list[ReadLine]:
            return self._read_batch([lines[index] for index in batch])

        for batch, texts in zip(batches, self._pool.map(read, batches), strict=True):
            for index, text in zip(batch, texts, strict=True):
                found[index] = text
        return found

    def _batches(self, widths: Sequence[int]) -> Iterable[list[int]]:
        """Indices of lines to read together, the widest first so that no long batch comes last."""
        batch: list[int] = []
        for index in sorted(range(len(widths)), key=lambda index: -widths[index]):
            if batch and (len(batch) + 1) * self._padded(widths[batch[0]]) > self._config.batch_width:
                yield batch
                batch = []
            batch.append(index)
        if batch:
            yield batch

    def _padded(self, width: int) -> int:
        return max(self._config.narrowest, -(-width // 8) * 8)

    def _read_batch(self, lines: Sequence[NDArray[np.uint8]]) -> list[ReadLine]:
        width = self._padded(max(line.shape[1] for line in lines))
        batch = np.zeros((len(lines), 3, _HEIGHT, width), np.float32)
        for row, line in zip(batch, lines, strict=True):
            row[:, :, : line.shape[1]] = line.transpose(2, 0, 1) * np.float32(2 / 255) - np.float32(1)
        if self._further is None:
            return self._texts(self._network(batch), lines, width)
        probabilities, features = self._network.with_inner(batch)
        texts = self._texts(probabilities, lines, width)
        further = self._further.network(features)
        parts = _parts(further, lines, width)
        return [
            replace(text, further=FurtherLine(columns, self._further.characters, part))
            for text, columns, part in zip(texts, further, parts, strict=True)
        ]

    def _texts(
        self, probabilities: NDArray[np.float32], lines: Sequence[NDArray[np.uint8]], width: int
    ) -> list[ReadLine]:
        return [
            self._with_doubts(_decode(columns, self._characters, part), columns, part)
            for columns, part in zip(probabilities, _parts(probabilities, lines, width), strict=True)
        ]

    def _with_doubts(self, line: ReadLine, probabilities: NDArray[np.float32], width: float) -> ReadLine:
        """The line with the candidates of its columns, when one of those is in doubt."""
        # Behind the line there is only what makes it as long as its batch.
        probabilities = probabilities[: min(len(probabilities), math.ceil(1 / width) + 1)]
        sure = probabilities.max(1)
        doubtful = np.flatnonzero(sure < _SURE)
        if not line.text or not len(doubtful):
            return line
        classes = probabilities.argmax(1)
        columns: list[Candidates] = [
            ((self._characters[best], float(p)),) for best, p in zip(classes, sure, strict=True)
        ]
        for column in doubtful:
            columns[column] = self._candidates(probabilities[column])
        return replace(line, columns=tuple(columns), column_width=width)

    def _candidates(self, probabilities: NDArray[np.float32]) -> Candidates:
        possible = np.flatnonzero(probabilities >= _POSSIBLE)
        likely = possible[np.argsort(-probabilities[possible], kind="stable")][:_MOST]
        return tuple((self._characters[index], float(probabilities[index])) for index in likely)


def _parts(probabilities: NDArray[np.float32], lines: Sequence[NDArray[np.uint8]], width: int) -> list[float]:
    """The width of a column, in parts of each line's width; all were made ``width`` pixels wide."""
    return [width / probabilities.shape[1] / line.shape[1] for line in lines]


def _decode(probabilities: NDArray[np.float32], characters: Sequence[str], part: float) -> ReadLine:
    """Collapse the columns of one line; ``part`` is a column's width in parts of the line's."""
    classes = probabilities.argmax(1)
    sure = np.take_along_axis(probabilities, classes[:, np.newaxis], 1)[:, 0]
    starts = np.flatnonzero(np.diff(classes, prepend=-1) != 0)
    ends = np.append(starts[1:], len(classes))
    runs = [(start, end) for start, end in zip(starts, ends, strict=True) if classes[start] != 0]
    return ReadLine(
        "".join(characters[classes[start]] for start, _ in runs),
        tuple(min(1.0, (start + end) / 2 * part) for start, end in runs),
        tuple(float(sure[start:end].max()) for start, end in runs),
    )


def _shrunk(crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A line at the height that the network sees."""
    height, width = crop.shape[:2]
    seen = min(_WIDEST, max(1, round(width * _HEIGHT / height)))
    interpolation = cv2.INTER_AREA if height > _HEIGHT else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(crop, (seen, _HEIGHT), interpolation=interpolation), np.uint8)
