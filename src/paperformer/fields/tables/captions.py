"""The captions of table columns, as labels whose field is the role of the column."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final

from paperformer.fields.labels import LabelBook, LabelHit, Token, read_meanings, tokens_of
from paperformer.fields.layout import Line


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


LINE_ROLES: Final = ("code", "description", "quantity", "unit", "unit_price", "discount", "vat_rate", "total")
"""The cells of a purchase line, in the order in which answers list them."""
VAT_ROLES: Final = ("rate", "base", "tax")
"""The cells of a VAT share."""


@lru_cache(maxsize=1)
def load_captions() -> LabelBook:
    """The captions that come with Paperformer.

    Raises:
        InvalidConfig: when ``captions.yaml`` is not of the form that it describes.
    """
    import yaml  # slow to import, and the captions are read once

    text = files("paperformer.fields.tables").joinpath("captions.yaml").read_text(encoding="utf-8")
    content = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return LabelBook(read_meanings({"labels": content["captions"]}))
