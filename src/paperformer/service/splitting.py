"""Files that are read as several documents: what can be read is, and what is one already is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from paperformer.documents.containers.unfold import Unfolded, Unread
from paperformer.errors import PaperformerError
from paperformer.service.inner_files import inner_name
from paperformer.service.jobs import Job

if TYPE_CHECKING:
    from paperformer.extraction.contents import Reading


def all_that_can_be(readings: Iterator[Reading], files: Sequence[Unfolded | Unread]) -> list[Reading]:
    """All answers of a file, also where some of the files inside of it cannot be read: a warning says so.

    Args:
        readings: The answers; they may end with the error of what cannot be read.
        files: What was inside, once they are read.

    Raises:
        PaperformerError: nothing can be read, or it is no file inside that cannot.
    """
    read: list[Reading] = []
    try:
        read.extend(readings)
    except PaperformerError as error:
        if not read or not any(isinstance(file, Unread) and file.error is not None for file in files):
            raise
        first = read[0].extraction
        says = f"not read: {error.message.removeprefix('not read: ')}"
        read[0] = replace(read[0], extraction=first.model_copy(update={"warnings": [*first.warnings, says]}))
    return read


def not_taken(readings: list[Reading], job: Job) -> list[Reading]:
    """The answers without those of files that were taken out before; the first where that is all."""
    left = [one for one in readings if inner_name(one, job.name) not in job.taken]
    return left or readings[:1]
