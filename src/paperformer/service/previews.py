"""Pictures of pages: drawn in processes of their own, a few at a time, and kept for the next who asks."""

from __future__ import annotations

import io
import queue
import threading
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from paperformer.documents.limits import Limits
from paperformer.documents.model import Page
from paperformer.documents.reader import DocumentReader
from paperformer.service.documents import Documents
from paperformer.service.files import FileStore
from paperformer.service.preview_cache import PreviewCache

SIZES = (36, 72, 110, 150, 200, 300)
"""Dots an inch of the pictures that are drawn; the page of the review asks for these."""
LEAST_DPI, USUAL_DPI, MOST_DPI = SIZES[0], 110, SIZES[-1]
AT_ONCE = 2
MOST_WAITING = 16
_SECONDS = 20.0  # of computing for one page
_PAPER_INCHES = 8.27  # what the width of a picture, which has no size in inches, stands for
_POINTS = 72.0
_COMPRESSION = 3  # of zlib: larger files, but drawn at once


class TooManyPreviews(Exception):
    """As many pictures wait to be drawn as may wait."""


class NoSuchPage(Exception):
    """The file has no page of this number, or is not read yet."""


class Wanted(NamedTuple):
    """A picture that somebody asks for.

    Args:
        file: Id of the file.
        media: Its kind.
        number: Of the page.
        dpi: Dots an inch, one of ``SIZES``.
    """

    file: str
    media: str
    number: int
    dpi: int


@dataclass(slots=True, eq=False)
class Drawing:
    """A picture that is being drawn, or waits for it.

    Args:
        wanted: Which.
        future: What will have it.
        waiting: How many requests wait for it.
        is_left: Whether all of them have gone.
        reader: What draws it at present.
    """

    wanted: Wanted
    future: Future[bytes] = field(default_factory=Future)
    waiting: int = 0
    is_left: bool = False
    reader: DocumentReader | None = None


class Previews:
    """Draws pages, ``AT_ONCE`` at a time. Requests for the same picture share it; what nobody waits for ends.

    Args:
        files: Where documents are.
        documents: What is known of their pages.
        cache: Where pictures go.
        limits: What opening a document may take.
    """

    def __init__(self, files: FileStore, documents: Documents, cache: PreviewCache, limits: Limits) -> None:
        self._files, self._documents, self._cache = files, documents, cache
        self._limits = replace(limits, seconds_per_page=_SECONDS, seconds_per_document=_SECONDS)
        self._turn = threading.Lock()
        self._pool = ThreadPoolExecutor(AT_ONCE, "preview")
        self._idle: queue.SimpleQueue[DocumentReader | None] = queue.SimpleQueue()
        for _ in range(AT_ONCE):
            self._idle.put(None)  # a process is started when it is needed
        self._under_way: dict[Wanted, Drawing] = {}
        self._is_closed = False

    def kept(self, wanted: Wanted) -> bytes | None:
        """The picture, where it was drawn before."""
        return self._cache.get(wanted.file, wanted.number, wanted.dpi)

    def draw(self, wanted: Wanted) -> Drawing:
        """Have a picture drawn. Whoever calls ``leave``s it once they have it, or want it no more.

        The future raises NoSuchPage, or a PaperformerError where it cannot be drawn.

        Raises:
            TooManyPreviews: too many wait already, or the service ends.
        """
        with self._turn:
            drawing = self._under_way.get(wanted)
            if drawing is None:
                if self._is_closed or len(self._under_way) >= AT_ONCE + MOST_WAITING:
                    raise TooManyPreviews
                drawing = Drawing(wanted)
                self._under_way[wanted] = drawing
                drawing.future = self._pool.submit(self._run, drawing)
            drawing.waiting += 1
            return drawing

    def leave(self, drawing: Drawing) -> None:
        """Wait no longer. If nobody else does, the drawing ends."""
        with self._turn:
            drawing.waiting -= 1
            if drawing.waiting == 0:
                self._end(drawing)

    def forget(self, file: str) -> None:
        """Remove the pictures of a file, whose pages may lie otherwise from now on."""
        self._cache.remove(file)

    def close(self) -> None:
        """End all drawings, and the processes."""
        with self._turn:
            self._is_closed = True
            for drawing in list(self._under_way.values()):
                self._end(drawing)
        self._pool.shutdown(wait=False, cancel_futures=True)
        for _ in range(AT_ONCE):
            try:
                reader = self._idle.get_nowait()
            except queue.Empty:
                break  # its thread ends it
            if reader is not None:
                reader.close()

    def _end(self, drawing: Drawing) -> None:
        drawing.is_left = True
        if self._under_way.get(drawing.wanted) is drawing:
            del self._under_way[drawing.wanted]
        drawing.future.cancel()
        if drawing.reader is not None:
            drawing.reader.abort()

    def _run(self, drawing: Drawing) -> bytes:
        try:
            wanted = drawing.wanted
            found = self._documents.page(wanted.file, wanted.number)
            if found is None:
                raise NoSuchPage
            data = self._drawn(drawing, found[1])
            self._cache.put(wanted.file, wanted.number, wanted.dpi, data)
            if not self._files.path(wanted.file).exists():
                self._cache.remove(wanted.file)  # the document was deleted while its page was drawn
            return data
        finally:
            with self._turn:
                if self._under_way.get(drawing.wanted) is drawing:
                    del self._under_way[drawing.wanted]

    def _drawn(self, drawing: Drawing, page: Mapping[str, Any]) -> bytes:
        wanted = drawing.wanted
        try:
            data = self._files.path(wanted.file).read_bytes()
        except FileNotFoundError as error:  # deleted just now
            raise NoSuchPage from error
        reader = self._idle.get() or DocumentReader(self._limits)
        try:
            with self._turn:
                drawing.reader = reader
                if drawing.is_left:
                    reader.abort()
            read = Page(
                wanted.number, page["width"], page["height"], (),
                page["reading"], page["rotation"], page["skew"],
            )  # fmt: skip
            width = _pixels(wanted.media, page["width"], wanted.dpi)
            picture = reader.render(data, read, width=width, name="the document")
        finally:
            self._put_back(drawing, reader)
        written = io.BytesIO()
        picture.save(written, "PNG", compress_level=_COMPRESSION)
        return written.getvalue()

    def _put_back(self, drawing: Drawing, reader: DocumentReader) -> None:
        with self._turn:
            drawing.reader = None
            is_over = drawing.is_left or self._is_closed
        if is_over:
            reader.close()
        self._idle.put(None if is_over else reader)


def size_for(dpi: int) -> int:
    """The size of picture that shows at least so many dots an inch."""
    return next((size for size in SIZES if size >= dpi), MOST_DPI)


def _pixels(media: str, width: float, dpi: int) -> int:
    if media == "pdf":
        return max(1, round(width / _POINTS * dpi))
    return max(1, round(min(width, _PAPER_INCHES * dpi)))
