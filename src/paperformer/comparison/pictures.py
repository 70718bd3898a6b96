"""Pictures of the pages on which answers differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from paperformer.documents import DocumentReader
from paperformer.errors import PaperformerError

if TYPE_CHECKING:
    from PIL import Image

WIDTH = 900  # pixels


class PagePictures:
    """Draws pages upright, as the boxes of answers expect them. A context manager."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._reader: DocumentReader | None = None

    def of(self, path: Path | None, pages: Sequence[int]) -> tuple[Mapping[int, Image.Image], str]:
        """The pages of a document, and why some of them are not there."""
        if not pages:
            return {}, ""
        if path is None:
            return {}, "The file is not there, so its pages cannot be shown."
        self._reader = self._reader or self._stack.enter_context(DocumentReader())
        try:
            # Read again, for the reading tells how a scan is turned.
            document = self._reader.read(path)
            numbers = [number for number in pages if number <= len(document.pages)]
            drawn = {n: self._reader.render(path, document.pages[n - 1], width=WIDTH) for n in numbers}
        except PaperformerError as error:
            return {}, f"Its pages cannot be shown: {error.message}"
        missing = len(numbers) < len(pages)
        return drawn, "Pages of files inside this file are not shown." if missing else ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()
