"""``DocumentReader``: opens documents in a process of its own, which can be killed.

Parsers of PDFs and pictures are large C++ programs fed with files from strangers: they crash, hang and
eat memory. Here that costs the one document, never the caller.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, BinaryIO, Self, cast, get_args

from paperformer.documents.limits import Limits
from paperformer.documents.model import Document, Page
from paperformer.documents.reading import OcrMode, Wish
from paperformer.documents.source import Source, load_source
from paperformer.documents.wire import (
    Message,
    document_from_message,
    error_from_json,
    receive,
    send,
    wish_to_json,
)
from paperformer.documents.worker import OUT_OF_MEMORY, out_of_memory
from paperformer.errors import DocumentTooLarge, InvalidConfig, UnreadableDocument

if TYPE_CHECKING:
    from PIL import Image

# -P keeps the current folder off the child's path until ours replaces it; the path crosses as an
# argument, so that the child finds the same packages however this process found them.
_PROGRAM = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); "
    "from paperformer.documents.worker import main; main()"
)
# For a process to start, on a machine that is busy. It takes 0.1 seconds on one that is not.
START_SECONDS = 60.0
_LOOK_EVERY = 0.2
_LAST_WORDS = 2_000
_PATIENCE = 2.0


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
        self._worker: _Worker | None = _Worker()

    def read(
        self,
        source: Source,
        *,
        name: str | None = None,
        ocr: OcrMode = "auto",
        ocr_engine: str = "rapidocr",
        limits: Limits | None = None,
    ) -> Document:
        """Read a document.

        Args:
            source: A path, ``-`` for standard input, the bytes, or an open binary stream.
            name: What to call it; the path where it has one, else ``-``.
            ocr: ``auto`` reads a page's picture where its text layer is missing or bad, ``always`` on every
                page, ``never`` leaves such pages without words.
            ocr_engine: Which engine reads pictures.
            limits: What it may take; those of the reader where None.

        Raises:
            UnreadableDocument: when it is missing, damaged, or of no kind that we read.
            EncryptedDocument: when it asks for a password.
            DocumentTooLarge: when it is over a limit.
            OcrUnavailable: when a page needs OCR and the engine is not there.
            InvalidConfig: when ``ocr`` is none of the three.
        """
        if ocr not in get_args(OcrMode):
            raise InvalidConfig(f"no OCR mode {ocr!r}", f"choose one of {', '.join(get_args(OcrMode))}")
        data, wish = self._load(source, name, ocr, ocr_engine, limits)
        return document_from_message(*self._ask({"do": "read"}, data, wish))

    def render(
        self,
        source: Source,
        page: int | Page,
        *,
        width: int,
        name: str | None = None,
        limits: Limits | None = None,
    ) -> Image.Image:
        """A picture of a page.

        Args:
            source: As for ``read``.
            page: A ``Page`` that ``read`` gave is drawn upright, as its boxes expect; a number, from 1, is
                drawn as a viewer shows it.
            width: Of the picture, in pixels; less where ``limits.render_pixels`` does not allow it.
            name: What to call the document in errors.
            limits: What it may take; those of the reader where None.

        Raises:
            UnreadableDocument: when the document is missing or damaged, or has no such page.
            EncryptedDocument: when it asks for a password.
            DocumentTooLarge: when it is over a limit.
            InvalidConfig: when ``width`` is not above zero.
        """
        if width < 1:
            raise InvalidConfig(f"a picture cannot be {width} pixels wide", "give a width above zero")
        data, wish = self._load(source, name, "never", "", limits)
        view: dict[str, Any] = {"number": page, "width": width}
        if isinstance(page, Page):
            view = {"number": page.number, "width": width, "rotation": page.rotation, "skew": page.skew}
        header, pixels = self._ask({"do": "render", "view": view}, data, wish)
        from PIL import Image

        return Image.frombytes("RGB", tuple(header["size"]), pixels)

    def close(self) -> None:
        """End the worker process. The reader starts another one if it is used again."""
        with self._turn:
            self._drop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _load(
        self, source: Source, name: str | None, ocr: OcrMode, ocr_engine: str, limits: Limits | None
    ) -> tuple[bytes, Wish]:
        limits = limits or self.limits
        data, name = load_source(source, name, limits)
        return data, Wish(name=name, ocr=ocr, ocr_engine=ocr_engine, limits=limits)

    def _ask(self, header: dict[str, Any], data: bytes, wish: Wish) -> Message:
        with self._turn:
            if self._worker is None or not self._worker.is_usable():
                self._drop()
                self._worker = _Worker()
            try:
                answer, blob = self._worker.ask({**header, "wish": wish_to_json(wish)}, data, wish)
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


class _Worker:
    """One worker process and the watch over its time."""

    def __init__(self) -> None:
        self._owner = os.getpid()
        self._last_words = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _PROGRAM, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._last_words,
        )
        self._finalizer = weakref.finalize(self, _end, self._process, self._last_words)
        self._is_ready = False
        self.is_overdue = False

    def is_usable(self) -> bool:
        """Whether it runs, and belongs to this process rather than to the one we were forked from."""
        return self._process.poll() is None and self._owner == os.getpid()

    def ask(self, header: dict[str, Any], data: bytes, wish: Wish) -> Message:
        """Send a request and wait for its answer, killing the process when it takes too long.

        Raises:
            DocumentTooLarge: when it took too long or too much memory.
            UnreadableDocument: when the process crashed.
        """
        watch = _TimeWatch(self._process, wish.limits, START_SECONDS if not self._is_ready else 0.0)
        try:
            send(cast(BinaryIO, self._process.stdin), header, data)
            while not _is_answer(message := receive(cast(BinaryIO, self._process.stdout))):
                self._is_ready = True
                watch.restart(document="ready" in message[0])
        except (BrokenPipeError, EOFError) as error:
            watch.stop()
            raise self._cause(watch, wish) from error
        finally:
            watch.stop()
            self.is_overdue = watch.verdict is not None
        return message

    def _cause(self, watch: _TimeWatch, wish: Wish) -> DocumentTooLarge | UnreadableDocument:
        status = self._process.wait()
        if watch.verdict is not None:
            return DocumentTooLarge(f"{wish.name} takes {watch.verdict} to read", watch.remedy)
        if status == OUT_OF_MEMORY:
            return out_of_memory(wish)
        how = signal.Signals(-status).name if status < 0 else f"exit status {status}"
        error = UnreadableDocument(
            f"{wish.name} is damaged: reading it crashed ({how})",
            "open the file in a viewer and save it anew",
        )
        self._last_words.seek(0)
        error.add_note(self._last_words.read()[-_LAST_WORDS:].decode(errors="replace"))
        return error

    def end(self) -> None:
        """Let it finish, or kill it."""
        if self._owner == os.getpid():
            self._finalizer()
        else:
            self._finalizer.detach()


def _is_answer(message: Message) -> bool:
    """Whether it is more than a sign of life."""
    return not message[0].keys() & {"ready", "page"}


def _end(process: subprocess.Popen[bytes], last_words: IO[bytes]) -> None:
    # Closing its input asks it to go; one that is busy is not asked twice.
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except BrokenPipeError:
                continue  # it is gone already, with part of a request unread
    process.kill()
    process.wait(_PATIENCE)
    last_words.close()


class _TimeWatch:
    """Kills a process that has not finished a page, or the document, in time.

    Args:
        process: To watch.
        limits: What a page and a document may take.
        extra: Seconds on top, until the process has given its first sign of life.
    """

    def __init__(self, process: subprocess.Popen[bytes], limits: Limits, extra: float) -> None:
        self.verdict: str | None = None
        self.remedy = ""
        self._process = process
        self._limits = limits
        self._document_from = self._page_from = time.monotonic() + extra
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def restart(self, *, document: bool) -> None:
        """Start the clock of a page, and of the document, anew."""
        self._page_from = time.monotonic()
        if document:
            self._document_from = self._page_from

    def stop(self) -> None:
        """No longer watch."""
        self._stopped.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._stopped.wait(min(_LOOK_EVERY, self._left())):
            if self._left() <= 0:
                self._judge()
                self._process.kill()
                return

    def _left(self) -> float:
        page = self._page_from + self._limits.seconds_per_page
        document = self._document_from + self._limits.seconds_per_document
        return max(0.0, min(page, document) - time.monotonic())

    def _judge(self) -> None:
        whole = time.monotonic() - self._document_from >= self._limits.seconds_per_document
        bound = "seconds_per_document" if whole else "seconds_per_page"
        of = "" if whole else " a page"
        self.verdict = f"more than {getattr(self._limits, bound):g} seconds{of}"
        self.remedy = f"raise the limit {bound}"
