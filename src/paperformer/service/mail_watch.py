"""``paperformer watch imaps://...``: mails that arrive in a mailbox are read, each once.

The journal of the folder of answers decides what is read, not the flags of the server: an answer is noted
first, then the mail is marked. What is noted but not marked, as after a crash, is marked the next time.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from paperformer.errors import (
    DocumentTooLarge,
    InvalidConfig,
    MailboxUnavailable,
    OcrUnavailable,
    PaperformerError,
    write_remedy,
)
from paperformer.extraction.batch import Task
from paperformer.service.answer_folder import finish_what_was_begun, keep_answer, keep_reason
from paperformer.service.journal import Entry, Journal
from paperformer.service.mailbox import Mailbox
from paperformer.service.mailbox_address import MailboxAddress
from paperformer.service.watch import ReadTask, Report

LONGEST_PAUSE = 300.0  # seconds
_SLICE = 0.2  # seconds of a pause after which somebody may have asked for the end


@dataclass(frozen=True, slots=True, kw_only=True)
class MailWatchConfig:
    """Which mailbox, and what becomes of its mails.

    Args:
        address: Of the mailbox; its unread mails are read.
        answers: Folder of answers.
        failed: Folder of reasons why mails could not be read.
        move_to: Mailbox for mails that were read; None leaves them, marked as read.
        move_failed_to: Mailbox for the others; None leaves them, marked as read and flagged.
        most_bytes: Of a mail; a larger one is not fetched.
        poll_seconds: How long to wait between two looks.
        first_pause: Seconds after a lost connection, doubled each time up to ``LONGEST_PAUSE``.
        split: Write a list of answers, one for each document in a mail.
        once: End when all unread mails are read; a lost connection is then an error.
    """

    address: MailboxAddress
    answers: Path
    failed: Path
    move_to: str | None = None
    move_failed_to: str | None = None
    most_bytes: int = 50_000_000
    poll_seconds: float = 60.0
    first_pause: float = 1.0
    split: bool = False
    once: bool = False


def watch_mailbox(
    config: MailWatchConfig,
    read: ReadTask,
    is_ending: Callable[[], bool] = lambda: False,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[Report]:
    """Read the mails that arrive, until ``is_ending`` or, with ``once``, until all are read.

    Args:
        config: Which mailbox.
        read: Reads one mail.
        is_ending: Asked before each mail and while waiting.
        sleep: Waits.

    Raises:
        InvalidConfig: another process writes to the folder of answers, or the server refuses user or mailbox.
        MailboxUnavailable: with ``once``, or at the start: the server cannot be reached.
        OcrUnavailable: the OCR engine is missing: no picture could be read, so no mail is marked.
        OSError: an answer cannot be written.
    """
    try:
        config.answers.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"{config.answers} cannot be made ({error.strerror})"
        raise InvalidConfig(reason, write_remedy(error)) from error
    with Journal(config.answers) as journal:
        finish_what_was_begun(config.answers, journal)
        pause, was_reached = config.first_pause, False
        while not is_ending():
            try:
                with Mailbox(config.address, config.most_bytes) as mailbox:
                    watched = _Watched(config, mailbox, journal, read)
                    watched.require_targets()
                    was_reached = True
                    while not is_ending():
                        yield from watched.read_unread(is_ending)
                        pause = config.first_pause
                        if config.once:
                            return
                        _wait(config.poll_seconds, is_ending, sleep)
            except (MailboxUnavailable, InvalidConfig) as error:  # a busy server may refuse a right password
                if config.once or not was_reached:
                    raise
                yield Report(config.address.name, None, _again_in(error, pause))
                _wait(pause, is_ending, sleep)
                pause = min(2 * pause, LONGEST_PAUSE)


def _again_in(error: PaperformerError, pause: float) -> PaperformerError:
    return MailboxUnavailable(error.message, f"It is tried again in {pause:g} s")


def _wait(seconds: float, is_ending: Callable[[], bool], sleep: Callable[[float], None]) -> None:
    """Wait, but not for long once the end is asked for: a signal does not break off a sleep."""
    left = seconds
    while left > 0 and not is_ending():
        sleep(min(left, _SLICE))
        left -= _SLICE


class _Watched:
    """An open mailbox, and the folder that its answers go to."""

    def __init__(self, config: MailWatchConfig, mailbox: Mailbox, journal: Journal, read: ReadTask) -> None:
        self._config, self._mailbox, self._journal, self._read = config, mailbox, journal, read

    def require_targets(self) -> None:
        """Make sure that mails can be moved, before any is read."""
        for target in (self._config.move_to, self._config.move_failed_to):
            if target is not None:
                self._mailbox.require(target)

    def read_unread(self, is_ending: Callable[[], bool]) -> Iterator[Report]:
        """Read each unread mail that the journal does not name, and mark or move all."""
        unread = set(self._mailbox.unread())
        moves = self._config.move_to is not None or self._config.move_failed_to is not None
        for uid in self._mailbox.present() if moves else sorted(unread):
            if is_ending():
                return
            name = f"{self._config.address.name}/{self._mailbox.validity}-{uid}.eml"
            known, report = self._journal.find_path(name), None
            if known is None and uid in unread:
                known, report = self._read_mail(uid, name)
            if known is not None and (uid in unread or self._target(known) is not None):
                self._put_away(uid, known)
            if report is not None:
                yield report

    def _read_mail(self, uid: int, name: str) -> tuple[Entry | None, Report | None]:
        """What the journal says of a mail now, and the report where it was read only now."""
        size = self._mailbox.size(uid)
        if size is None:  # somebody else moved it away
            return None, None
        if size > self._config.most_bytes:
            return self._refuse(name, f"size:{size}", size)
        data = self._mailbox.fetch(uid)
        if data is None:
            return None, None
        sha256 = hashlib.sha256(data).hexdigest()
        if len(data) > self._config.most_bytes:
            return self._refuse(name, sha256, len(data))
        same = self._journal.find_bytes(sha256)
        if same is not None:  # the server has numbered its mails anew, or somebody has moved it back
            self._journal.add(Entry(name, sha256, same.result, same.target))
            return same, None
        return self._answer(name, data, sha256)

    def _answer(self, name: str, data: bytes, sha256: str) -> tuple[Entry | None, Report]:
        config = self._config
        outcome = self._read(Task(name, data))
        if isinstance(outcome.error, OcrUnavailable):
            raise outcome.error
        answer = None
        if outcome.answers:
            answer = keep_answer(outcome, name, sha256, config.answers, self._journal, split=config.split)
        if outcome.error is not None:
            keep_reason(outcome.error, name, sha256, config.failed, self._journal)
        return self._journal.find_path(name), Report(name, answer, outcome.error)

    def _refuse(self, name: str, key: str, size: int) -> tuple[Entry | None, Report]:
        error = DocumentTooLarge(
            f"{name} has {size:,} bytes; a mail may have {self._config.most_bytes:,}",
            "--max-mail allows more",
        )
        keep_reason(error, name, key, self._config.failed, self._journal)
        return self._journal.find_path(name), Report(name, None, error)

    def _put_away(self, uid: int, entry: Entry) -> None:
        """Mark a mail that has been read, and move it."""
        self._mailbox.mark(uid, *((r"\Seen",) if entry.result == "answered" else (r"\Seen", r"\Flagged")))
        target = self._target(entry)
        if target is not None:
            self._mailbox.move(uid, target)

    def _target(self, entry: Entry) -> str | None:
        return self._config.move_to if entry.result == "answered" else self._config.move_failed_to
