"""One document of a batch as a worker reads it: loaded, hashed, answered, its answers as JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from paperformer.documents.limits import Limits
from paperformer.errors import PaperformerError
from paperformer.extraction.batch import Outcome, Task
from paperformer.extraction.crew import Reader
from paperformer.extraction.resumable.addresses import load
from paperformer.extraction.resumable.inputs import InputFile
from paperformer.extraction.resumable.keys import content_hash

OpenReader = Callable[[], Reader[Task, Outcome]]


@dataclass(frozen=True, slots=True)
class Answers:
    """What became of one file.

    Args:
        content: The hash of its bytes; None where it could not be loaded, or was lost with its worker.
        lines: Its answers as JSON; one, or one for each document of a file that was split.
        pages: How many pages they cover.
        error: What went wrong. There may be answers nevertheless, of the documents before it.
        trace: The traceback, where the error is a fault of the program.
    """

    content: str | None
    lines: tuple[str, ...] = ()
    pages: int = 0
    error: PaperformerError | None = None
    trace: str | None = None


@dataclass(frozen=True, slots=True)
class OpenFileReader:
    """Opens a ``FileReader`` in a worker. It can be pickled where ``open_reader`` can."""

    open_reader: OpenReader
    limits: Limits

    def __call__(self) -> FileReader:
        return FileReader(self.open_reader(), self.limits)


class FileReader:
    """Reads the files of a batch."""

    def __init__(self, reader: Reader[Task, Outcome], limits: Limits) -> None:
        self._reader, self._limits = reader, limits

    def read(self, file: InputFile, /) -> Answers:
        """Load a file and read it; never raises on account of it."""
        try:
            data = load(file.address, file.name, self._limits)
        except PaperformerError as error:
            return Answers(None, error=error)
        outcome = self._reader.read(Task(file.name, data))
        extractions = [answer.extraction for answer in outcome.answers]
        return Answers(
            content_hash(data),
            tuple(extraction.model_dump_json() for extraction in extractions),
            sum(len(extraction.pages) for extraction in extractions),
            outcome.error,
            outcome.trace,
        )

    def close(self) -> None:
        """Close what reads."""
        self._reader.close()
