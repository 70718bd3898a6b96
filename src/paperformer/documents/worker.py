"""The reading process: takes files from its owner, hands back documents, pictures or errors.

It ignores Ctrl-C (its owner decides), ends when its owner is gone, and ends itself with
``OUT_OF_MEMORY`` when it has grown over the limit: what a file makes a parser allocate cannot be told
beforehand.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from paperformer.documents.reading import Reading, Wish
from paperformer.documents.wire import document_to_message, error_to_json, receive, send, wish_from_json
from paperformer.errors import DocumentTooLarge, PaperformerError, UnreadableDocument

OUT_OF_MEMORY = 86  # exit status, read by the owner
MEGABYTE = 1_000_000
_STATM = Path("/proc/self/statm")
_CHECK_EVERY = 0.05


def main() -> None:
    """Serve requests from standard input until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, answers = _claim_pipes()
    memory = MemoryWatch()
    memory.start()
    reading = Reading()
    send(answers, {"ready": os.getpid()})
    while True:
        try:
            header, data = receive(requests)
        except EOFError:
            return
        wish = wish_from_json(header["wish"])
        memory.allow(wish.limits.worker_megabytes)
        try:
            _answer(reading, header, data, wish, answers)
        except BrokenPipeError:
            return


def _claim_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for ourselves: what a library prints goes to standard error."""
    requests, answers = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    return os.fdopen(requests, "rb"), os.fdopen(answers, "wb")


def _answer(reading: Reading, header: dict[str, Any], data: bytes, wish: Wish, answers: BinaryIO) -> None:
    try:
        if header["do"] == "read":
            document = reading.read(data, wish, lambda number: send(answers, {"page": number}))
            answer, blob = document_to_message(document)
        else:
            picture = reading.render(data, wish, **header["view"])
            answer, blob = {"size": picture.size}, picture.tobytes()
    except PaperformerError as error:
        answer, blob = error_to_json(error), b""
    except MemoryError:
        answer, blob = error_to_json(out_of_memory(wish)), b""
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001 - the process border: whatever a library throws at bad input
        answer, blob = error_to_json(_unexpected(error, wish), traceback.format_exc()), b""
    send(answers, answer, blob)


def _unexpected(error: Exception, wish: Wish) -> UnreadableDocument:
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    return UnreadableDocument(f"{wish.name} could not be read ({reason})", "please report it, with the file")


def out_of_memory(wish: Wish) -> DocumentTooLarge:
    """The error of a document that needs more memory than allowed."""
    return DocumentTooLarge(
        f"{wish.name} takes more than {wish.limits.worker_megabytes:,} MB of memory to read",
        "raise the limit worker_megabytes",
    )


class MemoryWatch(threading.Thread):
    """Ends the process when it is larger than allowed, or its owner is gone.

    A thread is enough: pdfium, Pillow and ONNX Runtime let other threads run while they work. On Linux
    the kernel also refuses what is far over the limit, in case it is asked for faster than we look.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._limit = 0
        self._owner = os.getppid()

    def allow(self, megabytes: int) -> None:
        """Set the limit for the document at hand."""
        self._limit = megabytes * MEGABYTE
        if sys.platform == "linux":
            import resource

            # Twice: this counts what is reserved, used or not, and thread stacks and arenas reserve a lot.
            hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
            soft = 2 * self._limit + 1_000 * MEGABYTE
            resource.setrlimit(resource.RLIMIT_DATA, (soft if hard < 0 else min(soft, hard), hard))

    def run(self) -> None:
        """Look a few times a second, for as long as the process lives."""
        pause = threading.Event()
        while not pause.wait(_CHECK_EVERY):
            if self._limit and resident_bytes() > self._limit:
                _end(OUT_OF_MEMORY)
            if os.getppid() != self._owner:
                _end(0)


def _end(status: int) -> NoReturn:
    os._exit(status)  # at once: the main thread is deep in a parser


def resident_bytes() -> int:
    """Memory that this process occupies now; its peak where the system does not tell; 0 on Windows."""
    if sys.platform == "linux":
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "win32":
        return 0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
