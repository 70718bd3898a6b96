"""``paperformer watch``: documents that arrive in a folder are read, each once.

An answer is written beside its final name, noted in the journal, and then renamed: at whatever moment the
process dies, the next one neither reads a file twice nor loses an answer.
"""

from __future__ import annotations

import hashlib
import itertools
import json
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
from paperformer.service.arrivals import Arrivals
from paperformer.service.journal import Entry, Journal

ReadTask = Callable[[Task], Outcome]
PART = ".part"
LONGEST_NAME = 200  # bytes; file systems take 255, and endings are added


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
        _finish_what_was_begun(config, journal)
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
    answer = _keep_answer(outcome, name, sha256, config, journal) if outcome.answers else None
    if outcome.error is not None:
        stays = _keep_failure(path, outcome.error, name, sha256, config, journal)
        return Report(name, answer, stays or outcome.error)
    return Report(name, answer, None)


def _not_opened(path: Path, inbox: Path, error: OSError) -> Report:
    """What may not be opened stays where it is, and is tried again when it has changed."""
    name = _name(path, inbox)
    reason = f"{name} may not be opened ({error.strerror})"
    return Report(name, None, UnreadableDocument(reason, "Check its permissions, then start again"))


def _keep_answer(outcome: Outcome, name: str, sha256: str, config: WatchConfig, journal: Journal) -> Path:
    taken = journal.targets()
    target = next(t for t in _names(name, ".json") if t not in taken and not (config.answers / t).exists())
    path = config.answers / target
    answers = [answer.extraction.model_dump(mode="json") for answer in outcome.answers]
    content = answers if config.split else answers[0]
    _write(path.with_name(path.name + PART), json.dumps(content, ensure_ascii=False, indent=2) + "\n")
    if outcome.error is None:
        journal.add(Entry(name, sha256, "answered", target))
    path.with_name(path.name + PART).replace(path)
    return path


def _keep_failure(
    path: Path, error: PaperformerError, name: str, sha256: str, config: WatchConfig, journal: Journal
) -> PaperformerError | None:
    """Move a file aside with its reason; what is wrong where it cannot be moved."""
    target = next(target for target in _names(name, "") if not (config.failed / target).exists())
    reason = {"file": name, "error": error.message, "remedy": error.remedy}
    _write(config.failed / f"{target}.reason.json", json.dumps(reason, ensure_ascii=False, indent=2) + "\n")
    journal.add(Entry(name, sha256, "failed", target))
    return _move_aside(path, config.failed / target)


def _finish_what_was_begun(config: WatchConfig, journal: Journal) -> None:
    """Give answers that the journal names their names, where the process died before it could."""
    for entry in journal:
        path = config.answers / entry.target
        part = path.with_name(path.name + PART)
        if entry.result == "answered" and part.exists() and not path.exists():
            part.replace(path)


def _name(path: Path, inbox: Path) -> str:
    """The file's place in the inbox, with slashes, as text that any output can hold."""
    return os.fsencode(path.relative_to(inbox).as_posix()).decode("utf-8", "replace")


def _names(name: str, suffix: str) -> Iterator[str]:
    """Names to keep something under: a later file of the same name overwrites nothing."""
    folder, _, last = name.rpartition("/")
    while len(last.encode()) > LONGEST_NAME:
        last = last[:-1]
    stem = f"{folder}/{last}" if folder else last
    yield stem + suffix
    for count in itertools.count(2):
        yield f"{stem}.{count}{suffix}"


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write(path: Path, text: str) -> None:
    """Write a file; its bytes are on disk when this returns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


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
