"""Many documents, read one after the other or by several processes; answers come back in order."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self

from paperformer.errors import InvalidConfig, PaperformerError, UnreadableDocument

if TYPE_CHECKING:
    from paperformer.documents.reading import OcrMode
    from paperformer.extraction.known_parties.party import KnownParty
    from paperformer.extraction.pipeline import Reading
    from paperformer.extraction.result import Extraction

OVERLAY_WIDTH = 1240  # pixels; A4 at 150 dots an inch


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingOptions:
    """What ``Extractor`` is told, see there; and whether files of several documents are split."""

    model: Path | None = None
    ocr: OcrMode = "auto"
    ocr_engine: str = "rapidocr"
    einvoice: Literal["auto", "ignore", "only"] = "auto"
    fields: tuple[str, ...] | None = None
    max_results: int = 3
    min_confidence: float = 0.0
    split: bool = False
    known_parties: tuple[KnownParty, ...] | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """One document to read.

    Args:
        name: What to call it in the answer.
        source: Its path, or its bytes.
        pictures: Where to draw its pages: a path to which ``.page-1.png`` is appended. None draws nothing.
    """

    name: str
    source: Path | bytes
    pictures: Path | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to one document, and the overlay pictures that were written."""

    extraction: Extraction
    pictures: list[Path] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one task.

    Args:
        name: The task's.
        answers: One, or one for each document of a file that was split; none where nothing could be read.
        error: What went wrong. There may be answers nevertheless: a picture could not be written.
        trace: The traceback, where the error was not one of ours.
    """

    name: str
    answers: Sequence[Answered] = ()
    error: PaperformerError | None = None
    trace: str | None = None


class TaskReader:
    """Reads tasks with one extractor. A context manager."""

    def __init__(self, options: ReadingOptions) -> None:
        """Load the model.

        Raises:
            PaperformerError: as ``Extractor`` does.
        """
        from paperformer.extraction.pipeline import Extractor

        self._split = options.split
        self._extractor = Extractor(
            options.model,
            ocr=options.ocr,
            ocr_engine=options.ocr_engine,
            einvoice=options.einvoice,
            fields=options.fields,
            max_results=options.max_results,
            min_confidence=options.min_confidence,
            known_parties=options.known_parties,
        )

    def read(self, task: Task) -> Outcome:
        """Read one task; never raises on account of a document."""
        answers: list[Answered] = []
        try:
            readings = []
            for reading in self._readings(task):  # what comes before an error is kept
                readings.append(reading)
                answers.append(Answered(reading.extraction))
            for place, (answer, reading) in enumerate(zip(answers, readings, strict=True), start=1):
                answer.pictures.extend(self._draw(task, reading, place))
        except PaperformerError as error:
            return Outcome(task.name, answers, error)
        except Exception as error:  # noqa: BLE001 - one document must not stop the others; nothing is hidden
            return Outcome(task.name, answers, _unexpected(task.name, error), traceback.format_exc())
        return Outcome(task.name, answers)

    def close(self) -> None:
        """Stop the processes that read files."""
        self._extractor.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _readings(self, task: Task) -> Iterator[Reading]:
        if self._split:
            yield from self._extractor.read_each(task.source, name=task.name)
        else:
            yield self._extractor.read(task.source, name=task.name)

    def _draw(self, task: Task, reading: Reading, place: int) -> Iterator[Path]:
        """Draw the pages of the document that is the ``place``-th in its file."""
        if task.pictures is None:
            return
        from paperformer.extraction.overlay import draw_overlay, marked_pages, save_picture

        for number in marked_pages(reading.extraction):
            # The page as it was read, so that a turned scan stands upright under its boxes.
            page = reading.document.pages[number - 1]
            image = self._extractor.reader.render(task.source, page, width=OVERLAY_WIDTH, name=task.name)
            among = "" if reading.extraction.region is None else f".document-{place}"
            path = task.pictures.with_name(f"{task.pictures.name}.page-{number}{among}.png")
            save_picture(draw_overlay(image, reading.extraction, number), path)
            yield path


def read_all(tasks: Iterable[Task], options: ReadingOptions, *, jobs: int = 1) -> Iterator[Outcome]:
    """Read all tasks; outcomes come as they are ready, in the order of the tasks.

    Args:
        tasks: Taken lazily: no more than are soon to be read.
        options: How to read.
        jobs: Processes; 1 reads in this one. More are started with the spawn method, so a script that calls
            this needs the usual ``if __name__ == "__main__"``.

    Raises:
        InvalidConfig: when ``jobs`` is below 1.
        PaperformerError: when no document can be read at all: no model, an unknown field.
    """
    if jobs < 1:
        raise InvalidConfig(f"jobs is {jobs}", "Give 1 or more")
    if jobs == 1:
        with TaskReader(options) as reader:
            for task in tasks:
                yield reader.read(task)
    else:
        from paperformer.extraction.workers import read_in_workers

        yield from read_in_workers(tasks, options, jobs)


def _unexpected(name: str, error: Exception) -> PaperformerError:
    return UnreadableDocument(
        f"{name} met an error in Paperformer itself: {type(error).__name__}: {error}",
        "Please report it with the traceback that --debug prints",
    )
