"""Pictures of pages: drawn when asked for, kept on disk until the document is deleted."""

from __future__ import annotations

import io
import threading
from collections.abc import Mapping
from typing import Any

from paperformer.documents.limits import Limits
from paperformer.documents.model import Page
from paperformer.documents.reader import DocumentReader
from paperformer.service.files import FileStore

LEAST_DPI, USUAL_DPI, MOST_DPI = 36, 110, 300
_PAPER_INCHES = 8.27  # what the width of a picture, which has no size in inches, stands for
_POINTS = 72.0
_COMPRESSION = 3  # of zlib: larger files, but drawn at once


class Previews:
    """Draws pages in a process of its own.

    Args:
        files: Where documents are, and pictures go.
        limits: What drawing a page may take.
    """

    def __init__(self, files: FileStore, limits: Limits) -> None:
        self._files, self._limits = files, limits
        self._reader: DocumentReader | None = None
        self._turn = threading.Lock()

    def png(self, file: str, media: str, number: int, page: Mapping[str, Any], dpi: int) -> bytes:
        """The upright page as it was read.

        Args:
            file: Id of the file.
            media: Its kind.
            number: Of the page.
            page: How it was read.
            dpi: Dots an inch.

        Raises:
            PaperformerError: it cannot be drawn.
        """
        width = _pixels(media, page["width"], dpi)
        path = self._files.preview(file, number, width)
        if path.exists():
            return path.read_bytes()
        data = self._draw(file, number, page, width)
        self._files.write_preview(path, data)
        return data

    def close(self) -> None:
        """End the process."""
        if self._reader is not None:
            self._reader.close()

    def _draw(self, file: str, number: int, page: Mapping[str, Any], width: int) -> bytes:
        with self._turn:
            if self._reader is None:
                self._reader = DocumentReader(self._limits)
        read = Page(
            number, page["width"], page["height"], (), page["reading"], page["rotation"], page["skew"]
        )
        picture = self._reader.render(self._files.path(file), read, width=width, name="the document")
        written = io.BytesIO()
        picture.save(written, "PNG", compress_level=_COMPRESSION)
        return written.getvalue()


def _pixels(media: str, width: float, dpi: int) -> int:
    if media == "pdf":
        return max(1, round(width / _POINTS * dpi))
    return max(1, round(min(width, _PAPER_INCHES * dpi)))
