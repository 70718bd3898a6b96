"""Many documents, read one after the other or by several processes; answers come back in order."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from paperformer.errors import InvalidConfig, PaperformerError, UnreadableDocument
from paperformer.extraction.options import ReadingOptions

if TYPE_CHECKING:
    from paperformer.extraction.contents import AnsweredDocument
    from paperformer.extraction.pipeline import Extractor
    from paperformer.extraction.result import Extraction

OVERLAY_WIDTH = 1240  # pixels; A4 at 150 dots an inch


@dataclass(frozen=True, slots=True)
class Task:
    """One document to read.

    Args:
        name: What to call it in the answer.
        source: Its path, or its bytes.
        pictures: Where to draw its pages: a path to which ``.page-1.png`` is appended. None draws nothing.
        labels: Where to write it with its answers, for ``train`` and ``evaluate``: a path to which ``.json``
            is appended. None writes nothing.
    """

    name: str
    source: Path | bytes
    pictures: Path | None = None
    labels: Path | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to one document, the overlay pictures that were written, and the labels that were not,
    because a file of that name was there.
    """

    extraction: Extraction
    pictures: list[Path] = field(default_factory=list)
    kept: list[Path] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one task.

    Args:
        name: The task's.
        answers: One, or one for each document of a file that was split; none where nothing could be read.
        error: What went wrong. There may be answers nevertheless: a picture could not be written.
        trace: The traceback, where the error is a fault of the program.
    """

    name: str
    answers: Sequence[Answered] = ()
    error: PaperformerError | None = None
    trace: str | None = None

    @property
    def extraction(self) -> Extraction | None:
        """The answer, the first one of a file that was split; None where nothing could be read."""
        return self.answers[0].extraction if self.answers else None


class TaskReader:
    """Reads tasks with one extractor. A context manager."""

    def __init__(self, options: ReadingOptions, extractor: Extractor | None = None) -> None:
        """Load the model.

        Args:
            options: How to read.
            extractor: One made with these options, where there is one already.

        Raises:
            PaperformerError: as ``Extractor`` does.
        """
        from paperformer.extraction.pipeline import Extractor

        self._split, self._password = options.split, options.password
        self._label_confidence = options.label_confidence
        self._extractor = extractor or Extractor(**options.of_extractor())

    def read(self, task: Task) -> Outcome:
        """Read one task; never raises on account of a document."""
        answers: list[Answered] = []
        readings: list[AnsweredDocument] = []
        try:
            failed = self._read_into(readings, answers, task)
            names = [reading.document.name for reading in readings if reading.data is not None]
            numbers = {name: number for number, name in enumerate(dict.fromkeys(names), start=1)}
            for place, (answer, reading) in enumerate(zip(answers, readings, strict=True), start=1):
                number = numbers[reading.document.name] if reading.data is not None else 0
                answer.pictures.extend(self._draw(task, reading, number, place))
                answer.kept.extend(self._label(task, reading, place if self._split else 0))
        except PaperformerError as error:
            return Outcome(task.name, answers, error)
        except Exception as error:  # noqa: BLE001 - one document must not stop the others; nothing is hidden
            return Outcome(task.name, answers, _unexpected(task.name, error), traceback.format_exc())
        return Outcome(task.name, answers, failed)

    def close(self) -> None:
        """Stop the processes that read files."""
        self._extractor.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _read_into(
        self, readings: list[AnsweredDocument], answers: list[Answered], task: Task
    ) -> PaperformerError | None:
        """Read; what comes before an error is kept, and the error given back."""
        try:
            for reading in self._readings(task):
                readings.append(reading)
                answers.append(Answered(reading.extraction))
        except PaperformerError as error:
            return error
        return None

    def _readings(self, task: Task) -> Iterator[AnsweredDocument]:
        if self._split:
            yield from self._extractor.read_each(task.source, name=task.name)
        else:
            yield self._extractor.read(task.source, name=task.name)

    def _label(self, task: Task, reading: AnsweredDocument, place: int) -> Iterator[Path]:
        """Write a document with its answers; the path, where a file is there already and stays.

        Args:
            task: Where to.
            reading: The document and its answer.
            place: Which of the documents in the file it is, from 1; 0 for the only one.
        """
        if task.labels is None:
            return
        from paperformer.extraction.label_record import label_record, write_record

        stem = f"{task.labels.name}.document-{place}" if place else task.labels.name
        path = task.labels.with_name(f"{stem}.json")
        source = task.source if isinstance(task.source, Path) else None
        if not write_record(label_record(reading, self._label_confidence, source, path.parent), path):
            yield path

    def _draw(self, task: Task, reading: AnsweredDocument, number: int, place: int) -> Iterator[Path]:
        """Draw the pages of an answer.

        Args:
            task: Where to.
            reading: Of the file, or of a file inside it.
            number: Which of the files inside it that is; 0 for the file itself.
            place: Which of the documents in the file it is, from 1.
        """
        if task.pictures is None:
            return
        from paperformer.extraction.overlay import draw_overlay, marked_pages, save_picture

        source = task.source if reading.data is None else reading.data
        stem = f"{task.pictures.name}.file-{number}" if number else task.pictures.name
        for marked in marked_pages(reading.extraction):
            # The page as it was read, so that a turned scan stands upright under its boxes.
            page = reading.document.pages[marked - 1]
            image = self._extractor.reader.render(
                source, page, width=OVERLAY_WIDTH, name=reading.document.name, password=self._password
            )
            among = "" if reading.extraction.region is None else f".document-{place}"
            path = task.pictures.with_name(f"{stem}.page-{marked}{among}.png")
            save_picture(draw_overlay(image, reading.extraction, marked), path)
            yield path


def read_all(
    tasks: Iterable[Task], options: ReadingOptions, *, jobs: int = 1, extractor: Extractor | None = None
) -> Iterator[Outcome]:
    """Read all tasks; outcomes come as they are ready, in the order of the tasks.

    Args:
        tasks: Taken lazily: no more than are soon to be read.
        options: How to read.
        jobs: Processes; 1 reads in this one. More are started with the spawn method, so a script that calls
            this needs the usual ``if __name__ == "__main__"``.
        extractor: One made with these options, that reads where there is one job; it is left open.

    Raises:
        InvalidConfig: when ``jobs`` is below 1.
        PaperformerError: when no document can be read at all: no model, an unknown field.
    """
    if jobs < 1:
        raise InvalidConfig(f"jobs is {jobs}", "Give 1 or more")
    if jobs > 1:
        from paperformer.extraction.workers import read_in_workers

        return read_in_workers(tasks, options, jobs)
    return _read_here(tasks, options, extractor)


def _read_here(
    tasks: Iterable[Task], options: ReadingOptions, extractor: Extractor | None
) -> Iterator[Outcome]:
    reader = TaskReader(options, extractor)
    try:
        for task in tasks:
            yield reader.read(task)
    finally:
        if extractor is None:
            reader.close()


def _unexpected(name: str, error: Exception) -> PaperformerError:
    return UnreadableDocument(
        f"{name} met an error in Paperformer itself: {type(error).__name__}: {error}",
        "Please report it with the traceback that --debug prints",
    )
