"""The named errors of Paperformer.

Every error carries one line that says what is wrong (a configuration with several faults: a line for each)
and a remedy that says what to do about it.
The command line prints ``str(error)``; nothing else of ours is ever raised on bad input.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from difflib import get_close_matches

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_FORBIDDEN = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A remedy that names those of ``known`` that are most like ``name``; empty where none is."""
    near = get_close_matches(name.lower(), list(known), n=3, cutoff=0.5)
    return f"Did you mean {' or '.join(near)}?" if near else ""


class PaperformerError(Exception):
    """Base of all errors that Paperformer raises on purpose.

    Args:
        message: What is wrong, in one line, naming the file, field or setting.
        remedy: What the reader can do about it, in one line.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        self.message = message
        self.remedy = remedy
        stop = "" if message.endswith("?") else "."
        super().__init__(f"{message}{stop} {remedy[:1].upper()}{remedy[1:]}" if remedy else message)

    def __reduce__(self) -> tuple[type[PaperformerError], tuple[str, str]]:
        # Errors cross process borders; the default reduce would pass the joined line as the message.
        return type(self), (self.message, self.remedy)


class UnreadableDocument(PaperformerError):
    """The file is missing, empty, damaged, or of no kind that we read."""


class EncryptedDocument(UnreadableDocument):
    """The PDF asks for a password."""


class DocumentTooLarge(PaperformerError):
    """The document is over a limit of size, pages, pixels, time or memory."""


class DeadlineExceeded(DocumentTooLarge):
    """Reading the document took longer than the batch allows, by the clock."""


class WorkerDied(UnreadableDocument):
    """The process that read the document died."""


class OcrUnavailable(PaperformerError):
    """The OCR engine asked for is not installed, or no such engine exists."""


class ClusterUnavailable(PaperformerError):
    """Ray is not installed, or no cluster answers."""


class MailboxUnavailable(PaperformerError):
    """A mail server cannot be reached, or refuses a command; it may do so later."""


class ExtraMissing(PaperformerError):
    """A package that is not part of the base install is needed."""

    @classmethod
    def of(cls, package: str, extra: str) -> ExtraMissing:
        """The error for a package of one of our extras."""
        return cls(
            f"this needs the package {package}, which is not installed",
            f"Install it with: pip install 'paperformer[{extra}]'",
        )


class InvoiceRefused(PaperformerError):
    """No e-invoice or booking can be made of the answer: a value is missing or doubtful, or sums fail."""


class UnknownField(PaperformerError):
    """No field of that name in the schema."""


class ValueUnreadable(PaperformerError):
    """The printed text is no value of the wanted type."""


class SeveralValues(ValueUnreadable):
    """The printed text has several values of the wanted type."""


class ModelMismatch(PaperformerError):
    """The model folder is missing, incomplete, damaged, or of another format version."""


class InvalidConfig(PaperformerError):
    """A configuration or data file says something that cannot be."""


class InvalidSettings(InvalidConfig):
    """A configuration file that a command was given is missing, or holds settings that cannot be."""


class TrainingFailed(PaperformerError):
    """A training cannot go on: no usable data, no disk space, a checkpoint of another run."""


class TrainingDiverged(TrainingFailed):
    """The loss or its gradient is not finite any more."""


def write_remedy(error: Exception, else_choose: str = "another folder") -> str:
    """The remedy where a file cannot be written, by the reason that the system gave.

    Args:
        error: What writing raised; where a library kept the system's number, the disk may be full.
        else_choose: What to choose in its place.
    """
    number = error.errno if isinstance(error, OSError) else None
    if number in _FORBIDDEN:
        return f"Make it writable or choose {else_choose}"
    if number is None or number in _FULL:
        return f"Free some space or choose {else_choose}"
    return f"Choose {else_choose}"
