"""``DocumentReader``: opens documents in a process of its own, which can be killed.

Parsers of PDFs and pictures are large C++ programs fed with files from strangers: they crash, hang and
eat memory. Here that costs the one document, never the caller.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, get_args

from paperformer.documents.limits import Limits
from paperformer.documents.model import Document, Joined, Page
from paperformer.documents.process import WorkerProcess
from paperformer.documents.reading import OcrMode, ReadOptions
from paperformer.documents.source import Source, load_source
from paperformer.documents.wire import (
    Message,
    document_from_message,
    error_from_json,
    joined_to_message,
    read_options_to_json,
)
from paperformer.errors import InvalidConfig, UnreadableDocument

if TYPE_CHECKING:
    from PIL import Image


class DocumentReader:
    """Reads documents in one worker process, reused from document to document.

    The process starts with the reader, so that it warms up while the caller does other things; it is
    killed when a document takes too long, and replaced at the next one. Threads may share a reader; they
    take turns. Use it as a context manager, or call ``close``.

    Args:
        limits: What one document may take, where ``read`` is not told otherwise.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._turn = threading.Lock()
        self._is_aborted = False
        self._worker: WorkerProcess | None = WorkerProcess()

    def read(
        self,
        source: Source,
        *,
        name: str | None = None,
        ocr: OcrMode = "auto",
        ocr_engine: str = "accurate",
        doubted: bool = False,
        rotations: Mapping[int, int] | None = None,
        limits: Limits | None = None,
        password: str | None = None,
    ) -> Document:
        """Read a document.

        Args:
            source: A path, ``-`` for standard input, the bytes, or an open binary stream.
            name: What to call it; the path where it has one, else ``-``.
            ocr: ``auto`` reads a page's picture where its text layer is missing or bad, ``always`` on every
                page, ``never`` leaves such pages without words.
            ocr_engine: Which engine reads pictures.
            doubted: Whether its text layers gave no answer: with ``auto``, pages that draw more writing than
                their layer says are then read from their picture too.
            rotations: Of pages, by number from 1: degrees clockwise (0, 90, 180 or 270) from the stored page
                to the upright one. Of the others, the reader finds out.
            limits: What it may take; those of the reader where None.
            password: Of an encrypted PDF.

        Raises:
            UnreadableDocument: when it is missing, damaged, or of no kind that we read.
            EncryptedDocument: when it asks for a password.
            DocumentTooLarge: when it is over a limit.
            OcrUnavailable: when a page needs OCR and the engine is not there.
            InvalidConfig: when ``ocr`` is none of the three.
        """
        if ocr not in get_args(OcrMode):
            raise InvalidConfig(f"no OCR mode {ocr!r}", f"choose one of {', '.join(get_args(OcrMode))}")
        data, options = self._load(source, name, limits)
        turned = tuple((rotations or {}).items())
        options = replace(
            options, ocr=ocr, ocr_engine=ocr_engine, doubted=doubted, rotations=turned, password=password
        )
        return document_from_message(*self._ask({"do": "read"}, data, options))

    def render(
        self,
        source: Source,
        page: int | Page,
        *,
        width: int,
        name: str | None = None,
        limits: Limits | None = None,
        password: str | None = None,
    ) -> Image.Image:
        """A picture of a page.

        Args:
            source: As for ``read``.
            page: A ``Page`` that ``read`` gave is drawn upright, as its boxes expect; a number, from 1, is
                drawn as a viewer shows it.
            width: Of the picture, in pixels; less where ``limits.render_pixels`` does not allow it.
            name: What to call the document in errors.
            limits: What it may take; those of the reader where None.
            password: Of an encrypted PDF.

        Raises:
            UnreadableDocument: when the document is missing or damaged, or has no such page.
            EncryptedDocument: when it asks for a password.
            DocumentTooLarge: when it is over a limit.
            InvalidConfig: when ``width`` is not above zero.
        """
        if width < 1:
            raise InvalidConfig(f"a picture cannot be {width} pixels wide", "give a width above zero")
        data, options = self._load(source, name, limits)
        options = replace(options, ocr="never", password=password)
        view: dict[str, Any] = {"number": page, "width": width}
        if isinstance(page, Page):
            view = {"number": page.number, "width": width, "rotation": page.rotation, "skew": page.skew}
        header, pixels = self._ask({"do": "render", "view": view}, data, options)
        from PIL import Image

        return Image.frombytes("RGB", tuple(header["size"]), pixels)

    def unlock(self, source: Source, password: str, *, name: str | None = None) -> bytes:
        """A copy of a PDF that no longer asks for a password.

        Args:
            source: As for ``read``.
            password: That the PDF asks for.
            name: What to call it in errors.

        Raises:
            EncryptedDocument: when it asks for another password.
            UnreadableDocument: when it is missing, damaged, or no PDF.
            DocumentTooLarge: when it is over a limit.
        """
        data, options = self._load(source, name, None)
        return self._ask({"do": "unlock"}, data, replace(options, password=password))[1]

    def join(self, files: Sequence[Joined], *, name: str) -> tuple[bytes, dict[int, int]]:
        """A PDF with the pages of several files.

        Args:
            files: Whose pages, in the order in which they are to stand.
            name: What to call the whole in errors.

        Returns:
            The PDF, and the rotations of pages that somebody has turned, as ``read`` takes them.

        Raises:
            UnreadableDocument: when a file is damaged or has no pages.
            DocumentTooLarge: when they are over a limit.
        """
        header, data = joined_to_message(files)
        answer, written = self._ask(
            {"do": "join", "files": header}, data, ReadOptions(name=name, limits=self.limits)
        )
        return written, dict(answer["rotations"])

    def close(self) -> None:
        """End the worker process. The reader starts another one if it is used again."""
        with self._turn:
            self._drop()

    def abort(self) -> None:
        """Kill the worker process under a request of another thread. The reader cannot be used again.

        The request raises UnreadableDocument; so does every later one.
        """
        self._is_aborted = True
        worker = self._worker
        if worker is not None:
            worker.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _load(self, source: Source, name: str | None, limits: Limits | None) -> tuple[bytes, ReadOptions]:
        limits = limits or self.limits
        data, name = load_source(source, name, limits)
        return data, ReadOptions(name=name, limits=limits)

    def _ask(self, header: dict[str, Any], data: bytes, options: ReadOptions) -> Message:
        with self._turn:
            if self._worker is None or not self._worker.is_usable():
                self._drop()
                self._worker = WorkerProcess()
            if self._is_aborted:  # asked after the process is there: whoever aborts now sees and kills it
                self._drop()
                raise UnreadableDocument(f"reading {options.name} was ended", "read it again")
            try:
                answer, blob = self._worker.ask(
                    {**header, "options": read_options_to_json(options)}, data, options
                )
            except BaseException:
                # Also on Ctrl-C: an answer left in the pipe would be taken for the next one's.
                self._drop()
                raise
            if self._worker.is_overdue:
                self._drop()
        if "error" in answer:
            raise error_from_json(answer)
        return answer, blob

    def _drop(self) -> None:
        if self._worker is not None:
            self._worker.end()
            self._worker = None
