"""The reading process: takes files from its owner, hands back documents, pictures or errors.

It ignores Ctrl-C (its owner decides) and ends when its owner is gone.
"""

from __future__ import annotations

import os
import signal
import traceback
from typing import Any, BinaryIO

from paperformer.documents.heap import keep_one_heap
from paperformer.documents.reading import InProcessReader, ReadOptions
from paperformer.documents.watch import Watch, over_limit
from paperformer.documents.wire import (
    Message,
    document_to_message,
    error_to_json,
    joined_from_message,
    read_options_from_json,
    receive,
    send,
)
from paperformer.errors import PaperformerError, UnreadableDocument


def main() -> None:
    """Serve requests from standard input until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    keep_one_heap()
    requests, answers = _claim_pipes()
    watch = Watch()
    watch.start()
    reader = InProcessReader()
    try:
        send(answers, {"ready": os.getpid()})
        while True:
            header, data = receive(requests)
            options = read_options_from_json(header["options"])
            watch.begin(options.limits)
            answer = _answer(reader, header, data, options, watch, answers)
            watch.end()
            send(answers, *answer)
            del answer, data
            watch.give_back()
    except (EOFError, BrokenPipeError):
        return  # the owner is done with us


def _claim_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for ourselves: what a library prints goes to standard error."""
    requests, answers = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    return os.fdopen(requests, "rb"), os.fdopen(answers, "wb")


def _answer(
    reader: InProcessReader,
    header: dict[str, Any],
    data: bytes,
    options: ReadOptions,
    watch: Watch,
    answers: BinaryIO,
) -> Message:
    def on_page(number: int) -> None:
        watch.page_done()
        send(answers, {"page": number})

    try:
        if header["do"] == "read":
            return document_to_message(reader.read(data, options, on_page))
        if header["do"] == "unlock":
            from paperformer.documents.saving import unlocked

            return {"saved": True}, unlocked(data, options)
        if header["do"] == "join":
            from paperformer.documents.saving import joined

            written, rotations = joined(joined_from_message(header["files"], data), options)
            return {"rotations": list(rotations.items())}, written
        picture = reader.render(data, options, **header["view"])
        return {"size": picture.size}, picture.tobytes()
    except PaperformerError as error:
        return error_to_json(error), b""
    except MemoryError:
        return error_to_json(over_limit(options.name, options.limits, "worker_megabytes")), b""
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001 - the process border: whatever a library throws at bad input
        return error_to_json(_unexpected(error, options), traceback.format_exc()), b""


def _unexpected(error: Exception, options: ReadOptions) -> UnreadableDocument:
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    return UnreadableDocument(
        f"{options.name} could not be read ({reason})", "please report it, with the file"
    )
