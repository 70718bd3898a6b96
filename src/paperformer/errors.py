"""The named errors of Paperformer.

Every error carries one line that says what is wrong and a remedy that says what to do about it.
The command line prints ``str(error)``; nothing else of ours is ever raised on bad input.
"""

from __future__ import annotations


class PaperformerError(Exception):
    """Base of all errors that Paperformer raises on purpose.

    Args:
        message: What is wrong, in one line, naming the file, field or setting.
        remedy: What the reader can do about it, in one line.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        self.message = message
        self.remedy = remedy
        super().__init__(f"{message}. {remedy}" if remedy else message)

    def __reduce__(self) -> tuple[type[PaperformerError], tuple[str, str]]:
        # Errors cross process borders; the default reduce would pass the joined line as the message.
        return type(self), (self.message, self.remedy)


class UnreadableDocument(PaperformerError):
    """The file is missing, empty, damaged, or of no kind that we read."""


class EncryptedDocument(UnreadableDocument):
    """The PDF asks for a password."""


class DocumentTooLarge(PaperformerError):
    """The document is over a limit of size, pages, pixels, time or memory."""


class OcrUnavailable(PaperformerError):
    """The OCR engine asked for is not installed, or no such engine exists."""


class UnknownField(PaperformerError):
    """No field of that name in the schema."""


class ValueUnreadable(PaperformerError):
    """The printed text is no value of the wanted type."""


class ModelMismatch(PaperformerError):
    """The model folder is missing, incomplete, damaged, or of another format version."""


class InvalidConfig(PaperformerError):
    """A configuration or data file says something that cannot be."""


class TrainingFailed(PaperformerError):
    """A training cannot go on: no usable data, no disk space, a checkpoint of another run."""


class TrainingDiverged(TrainingFailed):
    """The loss or its gradient is not finite any more."""
