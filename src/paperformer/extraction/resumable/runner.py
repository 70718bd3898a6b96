"""A batch on one machine: files in, answers and manifest out, and a report of each file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from paperformer.documents.limits import Limits
from paperformer.errors import PaperformerError
from paperformer.extraction.crew import Crew, Work
from paperformer.extraction.resumable.admission import ATTEMPTS, Admission, Admitted, Report
from paperformer.extraction.resumable.inputs import InputFile
from paperformer.extraction.resumable.reading import Answers, OpenFileReader, OpenReader
from paperformer.extraction.resumable.store import SECONDS_BETWEEN_COMMITS, Store
from paperformer.extraction.workers import processor_shares, usable_processors

DEADLINE = 300.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchConfig:
    """How a batch is read.

    Args:
        jobs: Processes that read.
        deadline: Seconds by the clock after which a document is given up and its process replaced.
        attempts: A document that failed in so many runs is not tried again.
        limits: What a file may have.
    """

    jobs: int = 1
    deadline: float = DEADLINE
    attempts: int = ATTEMPTS
    limits: Limits


def run_batch(
    files: Iterable[InputFile], open_reader: OpenReader, settings: str, store: Store, config: BatchConfig
) -> Iterator[Report]:
    """Read the files that are not done; the report of each file as it is ready.

    Args:
        files: Taken lazily: no more than are soon to be read.
        open_reader: Makes what reads documents, in a process of its own; it can be pickled.
        settings: The hash of model and options (``keys.settings_hash``).
        store: Where answers go; it is left open.
        config: How to read.

    Raises:
        PaperformerError: when no document can be read at all (no model), or answers cannot be written.
    """
    admission = Admission(
        store=store, settings=settings, limits=config.limits, attempts=config.attempts
    )  # fmt: skip
    work = Work(
        open_reader=OpenFileReader(open_reader, config.limits),
        lost=_lost,
        name=_name,
        deadline=config.deadline,
    )
    crew = Crew(work, processor_shares(config.jobs, usable_processors()))
    waiting = admission.of(files)
    given: dict[int, Admitted] = {}
    number, exhausted = 0, False
    try:
        while True:
            while not exhausted and not crew.is_full:
                entry = next(waiting, None)
                if entry is None:
                    exhausted = True
                elif isinstance(entry, Report):
                    yield entry
                    store.commit_if_due()
                else:
                    crew.give(number, entry.file)
                    given[number] = entry
                    number += 1
            if exhausted and not crew:
                return
            for collected in crew.collect(SECONDS_BETWEEN_COMMITS):
                yield admission.record(given.pop(collected.index), collected.result, collected.seconds)
            store.commit_if_due()
    finally:
        crew.dismiss()


def _lost(_file: InputFile, error: PaperformerError) -> Answers:
    return Answers(None, error=error)


def _name(file: InputFile) -> str:
    return file.name
