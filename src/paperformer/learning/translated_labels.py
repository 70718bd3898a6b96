"""Labels of training documents exchanged for those of another language.

Pages that were labelled by hand are of few languages, and drawn ones of those that have a locale; the labels
of ``labels.yaml`` are of many. With its labels in another language the same layout teaches what these mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paperformer.documents.model import Word
from paperformer.extraction.flow import segments_of
from paperformer.fields.labels import LabelBook, Meaning, Sense, load_labels, load_spellings, tokens_of
from paperformer.learning.alignment import PRESENT
from paperformer.learning.exchange import set_in_line

Targets = NDArray[np.int8]

_LEAST = 8  # fields and parties that a language must have labels for
_SHORTEST = 3  # characters of a label: single letters are mostly parts of words set with spaces


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """What each language prints for a field or a party.

    Args:
        labels: Finds labels on a line.
        spellings: Language -> what is labelled -> its labels, as they are printed.
    """

    labels: LabelBook
    spellings: Mapping[str, Mapping[Sense, Sequence[str]]]

    @classmethod
    def load(cls) -> Phrasebook:
        """Of the labels that come with Paperformer.

        Raises:
            InvalidConfig: when ``labels.yaml`` is not of the form that it describes.
        """
        spellings = load_spellings()
        return cls(load_labels(), {code: own for code, own in spellings.items() if len(own) >= _LEAST})


class _Run(NamedTuple):
    """A label on a line: its words and what they can stand for."""

    words: range
    senses: tuple[Sense, ...]


def translated(
    words: tuple[Word, ...],
    targets: Targets,
    book: Phrasebook,
    probability: float,
    generator: np.random.Generator,
) -> tuple[tuple[Word, ...], Targets]:
    """The document, at ``probability`` with its labels in one other language.

    A label that the language has none for stays, and so does one that is part of a value.

    Args:
        words: In reading order.
        targets: Of every word and field, (words, fields).
        book: What languages print.
        probability: That the labels are exchanged.
        generator: All chance comes from it.
    """
    if generator.random() >= probability:
        return words, targets
    own = book.spellings[sorted(book.spellings)[int(generator.integers(len(book.spellings)))]]
    free = ~(targets == PRESENT).any(axis=1)
    new: list[Word] = []
    origin: list[int] = []
    place = 0
    for run in _runs(words, book.labels):
        choices = [label for sense in run.senses for label in own.get(sense, ())]
        if not choices or not free[run.words.start : run.words.stop].all():
            continue
        new += words[place : run.words.start]
        origin += range(place, run.words.start)
        printed = [words[i] for i in run.words]
        put = set_in_line(_printed_as(choices[int(generator.integers(len(choices)))], printed), printed)
        new += put
        origin += [run.words.start] * len(put)
        place = run.words.stop
    new += words[place:]
    origin += range(place, len(words))
    return tuple(new), targets[origin]


def _runs(words: Sequence[Word], labels: LabelBook) -> Iterator[_Run]:
    """Labels of fields and parties that fill whole words, in order."""
    for line in segments_of(words):
        starts: list[int] = []
        text = ""
        for i in line:
            starts.append(len(text))
            text += words[i].text + " "
        tokens = tokens_of(text)
        owner = [max(k for k, start in enumerate(starts) if start <= token.start) for token in tokens]
        for hit in labels.find(tokens):
            first, last = owner[hit.first], owner[hit.last]
            begins = hit.first == 0 or owner[hit.first - 1] != first
            ends = hit.last + 1 == len(tokens) or owner[hit.last + 1] != last
            run = range(line.start + first, line.start + last + 1)
            senses = _senses(hit.meanings, clear=words[run[-1]].text.endswith(":"))
            if senses and hit.exact and hit.length >= _SHORTEST and begins and ends:
                yield _Run(run, senses)


def _senses(meanings: Sequence[Meaning], *, clear: bool) -> tuple[Sense, ...]:
    """The strongest senses; words that are labels in a clear place only are mostly parts of sentences."""
    for strength in ("plain", "beside", "thin"):
        senses = tuple(Sense(m.kind, m.name, m.strength) for m in meanings if m.strength == strength)
        if senses:
            return senses if strength == "plain" or clear else ()
    return ()


def _printed_as(label: str, printed: Sequence[Word]) -> list[str]:
    """The words of a label with the capitals and the colon of what it replaces."""
    text = printed[0].text
    label = label.upper() if len(text) > 1 and text.isupper() else label[:1].upper() + label[1:]
    return (label + ":" if printed[-1].text.endswith(":") else label).split()
