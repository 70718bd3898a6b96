"""Files that are read as several documents: what can be read is, and what is one already is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from paperformer.documents.containers.unfold import Unfolded, Unread
from paperformer.errors import PaperformerError, UnreadableDocument
from paperformer.service.inner_files import inner_name
from paperformer.service.jobs import Job

if TYPE_CHECKING:
    from paperformer.extraction.contents import AnsweredDocument

_NAMED = 5  # files that the warning names


def all_that_can_be(
    readings: Iterator[AnsweredDocument], files: Sequence[Unfolded | Unread], name: str
) -> list[AnsweredDocument]:
    """All answers of a file, also where some of the files inside of it cannot be read: a warning says so.

    Args:
        readings: The answers; they may end with the error of what cannot be read.
        files: What was inside, once they are read.
        name: What the file is called.

    Raises:
        PaperformerError: nothing can be read, or it is no file inside that cannot.
    """
    read: list[AnsweredDocument] = []
    try:
        read.extend(readings)
    except PaperformerError as error:
        failed = [file for file in files if isinstance(file, Unread) and file.error is not None]
        is_of_them = isinstance(error, UnreadableDocument) or any(file.error is error for file in failed)
        if not (read and failed and is_of_them):
            raise
        read[0] = _with_warning(read[0], failed, name)
    return read


def _with_warning(reading: AnsweredDocument, failed: Sequence[Unread], name: str) -> AnsweredDocument:
    some = [f"{file.name.removeprefix(f'{name}/')} {file.reason}" for file in failed[:_NAMED]]
    more = ["..."] if len(failed) > _NAMED else []
    warnings = [*reading.extraction.warnings, f"not read: {'; '.join([*some, *more])}"]
    return replace(reading, extraction=reading.extraction.model_copy(update={"warnings": warnings}))


def not_taken(readings: list[AnsweredDocument], job: Job) -> list[AnsweredDocument]:
    """The answers without those of files that were taken out before; the first where that is all."""
    left = [reading for reading in readings if inner_name(reading, job.name) not in job.taken]
    return left or readings[:1]
