"""The captions of table columns, as labels whose field is the role of the column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from paperformer.fields.page.labels import LabelBook, LabelHit, Token, read_meanings, tokens_of
from paperformer.fields.page.layout import Line
from paperformer.fields.words.load import packaged_yaml

_NO_COLUMN = frozenset({"carried", "counted", "deduction", "other"})


@dataclass(frozen=True, slots=True)
class Caption:
    """One caption.

    Args:
        roles: What the column below it may hold; empty where nobody knows the caption.
        x0, x1: Where it stands, in parts of the page's width.
        text: As printed, its rows joined by a space.
    """

    roles: frozenset[str]
    x0: float
    x1: float
    text: str


def roles_of(hit: LabelHit) -> frozenset[str]:
    """What the column below a caption may hold."""
    return frozenset(meaning.name for meaning in hit.meanings) - _NO_COLUMN


class CaptionReader:
    """The captions on the lines of one document, each line read once.

    Args:
        book: The captions to look for.
    """

    def __init__(self, book: LabelBook) -> None:
        self._book = book
        self._found: dict[int, tuple[Sequence[Token], Sequence[LabelHit]]] = {}

    def read(self, line: Line) -> tuple[Sequence[Token], Sequence[LabelHit]]:
        """The tokens of a line, and the captions among them."""
        found = self._found.get(line.index)
        if found is None:
            found = self._found[line.index] = self.read_text(line.text)
        return found

    def read_text(self, text: str) -> tuple[Sequence[Token], Sequence[LabelHit]]:
        """The same of any text."""
        tokens = tokens_of(text)
        return tokens, self._book.find(tokens)


@lru_cache(maxsize=1)
def load_captions() -> LabelBook:
    """The captions that come with Paperformer.

    Raises:
        InvalidConfig: when ``captions.yaml`` is not of the form that it describes.
    """
    content = packaged_yaml("paperformer.fields.tables", "captions.yaml")
    return LabelBook(read_meanings({"labels": content["captions"]}))
