"""What happens to a text before it is cut into subwords, and is undone in what the model writes.

``none`` only tidies spaces. ``moses`` is the convention of the field's published figures: punctuation
normalised, words and punctuation set apart by spaces (Koehn et al. 2007); ``moses-lower`` folds case first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cached_property
from typing import Any, Literal

from paperformer.errors import InvalidConfig

CONTROL = re.compile("[\\x00-\\x1f\\x7f-\\x9f]")
PreparationName = Literal["none", "moses", "moses-lower"]


class Preparation:
    """One language's way from raw text to the text that the model knows, and back.

    Args:
        name: Which.
        language: ISO 639-1 code; Moses has rules of its own for many languages, English's for the rest.

    Raises:
        InvalidConfig: Moses' rules are wanted and ``sacremoses`` is not installed.
    """

    def __init__(self, name: PreparationName, language: str) -> None:
        self.name = name
        self.language = language
        if name != "none":
            _ = self._moses

    def apply(self, text: str) -> str:
        """The text as the model knows it, on one line, with single spaces."""
        text = one_line(unicodedata.normalize("NFC", text))
        if self.name == "none":
            return text
        if self.name == "moses-lower":
            text = text.lower()
        normalise, tokenise, _ = self._moses
        return tokenise(normalise(text))

    def undo(self, text: str) -> str:
        """Written text with its usual spaces; what was folded stays folded."""
        return text if self.name == "none" else self._moses[2](text)

    @cached_property
    def _moses(self) -> tuple[Callable[[str], str], Callable[[str], str], Callable[[str], str]]:
        try:
            import sacremoses
        except ImportError as error:
            raise InvalidConfig(
                f"prepare: {self.name} needs sacremoses, which is not installed",
                "Install it with: pip install 'paperformer[translate]'",
            ) from error
        normaliser = sacremoses.MosesPunctNormalizer(self.language)
        tokeniser = sacremoses.MosesTokenizer(self.language)
        back = sacremoses.MosesDetokenizer(self.language)

        def tokenise(text: str) -> str:
            return str(tokeniser.tokenize(text, return_str=True, escape=False))

        def join(text: str) -> str:
            return str(back.detokenize(text.split(), unescape=False))

        normalise: Any = normaliser.normalize
        return normalise, tokenise, join


def one_line(text: str) -> str:
    """The text with single spaces, in the place of control characters and ends of lines too.

    No text that comes in or goes out can then break the lines of a file, or of a terminal.
    """
    return " ".join(CONTROL.sub(" ", text).split())
