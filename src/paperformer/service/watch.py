"""``paperformer watch``: documents that arrive in a folder are read, each once.

An answer is written beside its final name, noted in the journal, and then renamed: at whatever moment the
process dies, the next one neither reads a file twice nor loses an answer.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from paperformer.errors import (
    InvalidConfig,
    OcrUnavailable,
    PaperformerError,
    UnreadableDocument,
    write_remedy,
)
from paperformer.extraction.batch import Outcome, Task
from paperformer.service.answer_folder import finish_what_was_begun, keep_answer, keep_reason
from paperformer.service.arrivals import Arrivals
from paperformer.service.journal import Journal

ReadTask = Callable[[Task], Outcome]


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchConfig:
    """Which folders, and how often to look.

    Args:
        inbox: Where documents arrive.
        answers: Where answers go, under the name of the document and ``.json``.
        failed: Where documents go that could not be read, each with its reason.
        settle_seconds: How long a file must rest before it counts as complete.
        poll_seconds: How long to wait between two looks at the folder.
        split: Write a list of answers, one for each document in a file.
        once: End when all that lies in the inbox is read.
    """

    inbox: Path
    answers: Path
    failed: Path
    settle_seconds: float = 2.0
    poll_seconds: float = 1.0
    split: bool = False
    once: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """What became of one file: the error where it failed, else where its answer lies."""

    name: str
    answer: Path | None
    error: PaperformerError | None


def watch(
    config: WatchConfig, read: ReadTask, is_ending: Callable[[], bool] = lambda: False
) -> Iterator[Report]:
    """Read what arrives, until ``is_ending`` or, with ``once``, until nothing is left.

    Args:
        config: Which folders.
        read: Reads one document.
        is_ending: Asked before each document.

    Raises:
        InvalidConfig: another process watches for the same folder of answers.
        OcrUnavailable: the OCR engine is missing: no picture could be read, so none is moved aside.
        OSError: an answer cannot be written.
    """
    try:
        config.answers.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"{config.answers} cannot be made ({error.strerror})"
        raise InvalidConfig(reason, write_remedy(error)) from error
    closed: list[OSError] = []
    arrivals = Arrivals(
        config.inbox, config.settle_seconds, without=(config.answers, config.failed), on_error=closed.append
    )
    with Journal(config.answers) as journal:
        finish_what_was_begun(config.answers, journal)
        while not is_ending():
            ready = arrivals.complete()
            while closed:
                yield _not_opened(Path(closed[0].filename), config.inbox, closed.pop(0))
            for path in ready:
                if is_ending():
                    return
                report = _read_once(path, config, journal, read)
                if report is not None:
                    yield report
            if config.once and not arrivals.is_waiting:
                return
            time.sleep(config.poll_seconds)


def _read_once(path: Path, config: WatchConfig, journal: Journal, read: ReadTask) -> Report | None:
    """Read a file, unless the journal says that it has been."""
    name = _name(path, config.inbox)
    try:
        sha256 = _digest(path)
    except FileNotFoundError:  # its owner took it away
        return None
    except OSError as error:
        return _not_opened(path, config.inbox, error)
    known = journal.find(name, sha256)
    if known is not None:
        stays = known.result == "failed" and _move_aside(path, config.failed / known.target)
        return Report(name, None, stays) if stays else None
    outcome = read(Task(name, path))
    if isinstance(outcome.error, OcrUnavailable):
        raise outcome.error
    answer = None
    if outcome.answers:
        answer = keep_answer(outcome, name, sha256, config.answers, journal, split=config.split)
    if outcome.error is not None:
        stays = _keep_failure(path, outcome.error, name, sha256, config, journal)
        return Report(name, answer, stays or outcome.error)
    return Report(name, answer, None)


def _not_opened(path: Path, inbox: Path, error: OSError) -> Report:
    """What may not be opened stays where it is, and is tried again when it has changed."""
    name = _name(path, inbox)
    reason = f"{name} may not be opened ({error.strerror})"
    return Report(name, None, UnreadableDocument(reason, "Check its permissions, then start again"))


def _keep_failure(
    path: Path, error: PaperformerError, name: str, sha256: str, config: WatchConfig, journal: Journal
) -> PaperformerError | None:
    """Move a file aside with its reason; what is wrong where it cannot be moved."""
    target = keep_reason(error, name, sha256, config.failed, journal)
    return _move_aside(path, config.failed / target)


def _name(path: Path, inbox: Path) -> str:
    """The file's place in the inbox, with slashes, as text that any output can hold."""
    return os.fsencode(path.relative_to(inbox).as_posix()).decode("utf-8", "replace")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _move_aside(path: Path, target: Path) -> PaperformerError | None:
    """Move a file, also from one file system to another; what is wrong where that cannot be."""
    import shutil

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(path, target)
    except OSError as error:
        return UnreadableDocument(
            f"{path.name} cannot be read, nor moved aside ({error.strerror})", "Make its folder writable"
        )
    return None
