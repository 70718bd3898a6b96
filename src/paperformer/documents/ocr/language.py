"""A second look at a page's lines, with the language of documents in mind.

The recogniser sees shapes alone: "Setangor", "HARDWARE SON BHD". Often the right letter was its second guess.
On pages whose language the character model knows, lines with a doubtful letter are searched again (``beam``)
and the changes that nothing speaks against are taken (``edits``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from paperformer.documents.ocr.beam import BeamConfig, align, likeliest
from paperformer.documents.ocr.character_model import is_latin
from paperformer.documents.ocr.echoes import mend_echoes
from paperformer.documents.ocr.edits import take_edits
from paperformer.documents.ocr.recognition import Candidates, ReadLine

if TYPE_CHECKING:
    from paperformer.documents.ocr.character_model import CharacterModel

_SHORTEST = 2  # characters of a line that says enough to be guessed at
_NOISE = 0.5  # columns in doubt, of all
_ALIKE = {"l": "i", "i": "l", "1": "l"}
_LEAST = 1e-6  # probability of a character that a column did not name


@dataclass(frozen=True, slots=True)
class LanguageConfig:
    """When the language has a say.

    Args:
        beam: How it is weighed.
        strange: Pages whose letters have a mean logarithm of probability below this are in no language that
            the model knows, and stay as they are.
        most: Columns in doubt, on one page, that are searched; lines beyond them stay as they are.
        alike: Where "l" is the likeliest and "i" possible, or the other way round, or "1" the likeliest and
            "l" possible: least part of the one's probability that the other has. The network is too sure of
            telling them apart.
        clear: Confidence from which a letter speaks for its page: for its language, and for its accents.
    """

    beam: BeamConfig = field(default_factory=BeamConfig)
    strange: float = -4.0
    most: int = 4000
    alike: float = 0.3
    clear: float = 0.97


class LanguageReader:
    """Reads doubtful lines again."""

    def __init__(self, model: CharacterModel, config: LanguageConfig | None = None) -> None:
        self._model = model
        self._config = config or LanguageConfig()

    def reread(self, lines: Sequence[ReadLine]) -> list[ReadLine]:
        """The lines of a page, as the picture and the language have them.

        Args:
            lines: As the recogniser read them.
        """
        if not self._knows(lines):
            return list(lines)
        accents = any(_accented(c) and p >= self._config.clear for c, p in _letters(lines))
        left = self._config.most
        read = []
        for line in lines:
            worth_it = len(line.text) >= _SHORTEST and is_latin(line.text) and _is_partly_doubtful(line)
            if worth_it and _doubts(line) <= left:
                left -= _doubts(line)
                line = self._reread(line, accents)
            read.append(line)
        return mend_echoes(read)

    def _knows(self, lines: Sequence[ReadLine]) -> bool:
        """Whether the page's clear letters follow one another as the model has learned."""
        scores = [
            self._model.score(character, line.text[:place])
            for line in lines
            for place, (character, clear) in enumerate(zip(line.text, line.confidences, strict=True))
            if character.isalpha() and clear >= self._config.clear
        ]
        return bool(scores) and float(np.mean(scores)) >= self._config.strange

    def _levelled(self, candidates: Candidates) -> Candidates:
        """The candidates of a column; of two letters that look alike the second is not much less likely."""
        best, sure = candidates[0]
        alike = _ALIKE.get(best)
        least = self._config.alike * sure
        return tuple((script, max(p, least) if script == alike else p) for script, p in candidates)

    def _reread(self, line: ReadLine, accents: bool) -> ReadLine:
        columns = [self._levelled(candidates) for candidates in line.columns]
        proposed = likeliest(columns, self._model.score, self._config.beam)
        text = take_edits(line.text, proposed, accents=accents)
        return line if text == line.text else _placed(line, text)


def _is_partly_doubtful(line: ReadLine) -> bool:
    """Whether some columns are in doubt, but not so many that it is noise, which takes long to search."""
    return 0 < _doubts(line) <= _NOISE * len(line.columns)


def _doubts(line: ReadLine) -> int:
    return sum(len(candidates) > 1 for candidates in line.columns)


def _letters(lines: Sequence[ReadLine]) -> list[tuple[str, float]]:
    return [
        (character, confidence)
        for line in lines
        for character, confidence in zip(line.text, line.confidences, strict=True)
        if character.isalpha()
    ]


def _accented(character: str) -> bool:
    return character.isalpha() and not character.isascii()


def _placed(line: ReadLine, text: str) -> ReadLine:
    """The line with another text: each character where its columns are, as sure as they are of it."""
    kinds = sorted(set(text))
    found = np.full((len(line.columns), 1 + len(kinds)), _LEAST)
    for column, candidates in enumerate(line.columns):
        for character, probability in candidates:
            if not character:
                found[column, 0] = probability
            elif character in kinds:
                found[column, 1 + kinds.index(character)] = probability
    classes = [1 + kinds.index(character) for character in text]
    spans = align(np.log(found), classes)
    if spans is None:
        return line
    return replace(
        line,
        text=text,
        centers=tuple(min(1.0, (start + end) / 2 * line.column_width) for start, end in spans),
        confidences=tuple(
            float(found[start:end, kind].max()) for (start, end), kind in zip(spans, classes, strict=True)
        ),
    )
