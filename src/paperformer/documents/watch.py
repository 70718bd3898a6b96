"""The watch that a reading process keeps over itself: its memory, its computing time, its owner.

A thread is enough: pdfium, Pillow and ONNX Runtime let other threads run while they work.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import NoReturn

from paperformer.documents.heap import Heap
from paperformer.documents.limits import Limits, allow_more
from paperformer.documents.resident import resident_bytes
from paperformer.errors import DocumentTooLarge

# Exit statuses, and the limit that each is about. None is one that Python or a shell gives.
OVER_LIMIT = {86: "worker_megabytes", 87: "seconds_per_page", 88: "seconds_per_document"}
MEMORY, PAGE, DOCUMENT = OVER_LIMIT
MEGABYTE = 1_000_000
_LOOK_EVERY = 0.05


def over_limit(name: str, limits: Limits, bound: str) -> DocumentTooLarge:
    """The error of a document that takes more than ``limits`` allow of what ``bound`` names."""
    what = {
        "worker_megabytes": f"{limits.worker_megabytes:,} MB of memory",
        "seconds_per_page": f"{limits.seconds_per_page:g} seconds a page",
        "seconds_per_document": f"{limits.seconds_per_document:g} seconds",
    }
    return DocumentTooLarge(f"{name} takes more than {what[bound]} to read", allow_more(bound))


class Watch(threading.Thread):
    """Ends the process when the document at hand takes too much, or when the owner is gone.

    It also gives free memory back between documents.
    Time is that of computing, of all threads: on a busy machine a document is not to blame.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._limits: Limits | None = None
        self._document_from = self._page_from = 0.0
        self._owner = os.getppid()
        self._heap = Heap()

    def begin(self, limits: Limits) -> None:
        """A document begins."""
        self._document_from = self._page_from = time.process_time()
        self._limits = limits
        _reserve(limits)

    def page_done(self) -> None:
        """The next page begins."""
        self._page_from = time.process_time()

    def end(self) -> None:
        """The document is read."""
        self._limits = None
        self._heap.used()

    def give_back(self) -> None:
        """Give back what the document has left, if that is much: its owner is busy with the answer now."""
        self._heap.give_back()

    def run(self) -> None:
        """Look a few times a second, for as long as the process lives."""
        pause = threading.Event()
        while not pause.wait(_LOOK_EVERY):
            limits = self._limits
            if limits is not None:
                self._compare(limits)
            else:
                self._heap.give_back()
            if os.getppid() != self._owner:
                _end(0)

    def _compare(self, limits: Limits) -> None:
        now = time.process_time()
        if now - self._page_from > limits.seconds_per_page:
            _end(PAGE)
        if now - self._document_from > limits.seconds_per_document:
            _end(DOCUMENT)
        if resident_bytes() > limits.worker_megabytes * MEGABYTE:
            _end(MEMORY)


def _reserve(limits: Limits) -> None:
    """Let Linux refuse what is far over the limit, in case it is asked for faster than we look."""
    if sys.platform == "linux":
        import resource

        # Twice: this counts what is reserved, used or not, and thread stacks and arenas reserve a lot.
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        soft = (2 * limits.worker_megabytes + 1_000) * MEGABYTE
        resource.setrlimit(resource.RLIMIT_DATA, (soft if hard < 0 else min(soft, hard), hard))


def _end(status: int) -> NoReturn:
    os._exit(status)  # at once: the main thread is deep in a parser
