"""Several processes that read documents, each with an extractor of its own, on processors of its own."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from paperformer.errors import PaperformerError
from paperformer.extraction.batch import Outcome, Task, TaskReader
from paperformer.extraction.crew import Crew, Work
from paperformer.extraction.options import ReadingOptions

# A slow document holds back the answers after it; so many may wait for each process.
READ_AHEAD = 8


def read_in_workers(tasks: Iterable[Task], options: ReadingOptions, jobs: int) -> Iterator[Outcome]:
    """Read tasks in ``jobs`` processes, outcomes in order; see ``batch.read_all``.

    A process that dies (the system's memory ran out) costs the document it was reading, and is replaced.
    """
    waiting = enumerate(tasks)
    work = Work(open_reader=partial(TaskReader, options), lost=_lost, name=lambda task: task.name)
    crew = Crew(work, processor_shares(jobs, usable_processors()))
    done: dict[int, Outcome] = {}
    first = 0  # the next outcome to yield
    exhausted = False
    try:
        while True:
            while not exhausted and not crew.is_full and crew.last - first < READ_AHEAD * jobs:
                entry = next(waiting, None)
                exhausted = entry is None
                if entry is not None:
                    crew.give(*entry)
            if not crew and exhausted:
                break
            done.update((collected.index, collected.result) for collected in crew.collect())
            while first in done:
                yield done.pop(first)
                first += 1
    finally:
        crew.dismiss()


def _lost(task: Task, error: PaperformerError) -> Outcome:
    return Outcome(task.name, error=error)


def usable_processors() -> tuple[int, ...]:
    """The processors that this process may use; none where the system does not tell."""
    return tuple(sorted(os.sched_getaffinity(0))) if hasattr(os, "sched_getaffinity") else ()


def processor_shares(jobs: int, processors: Sequence[int]) -> list[frozenset[int]]:
    """A share of the processors for each job, as even as can be.

    ONNX Runtime and the OCR start a thread for every processor they may use, and those threads spin: ``jobs``
    processes on all processors at once would mostly get in each other's way. Where there are more jobs than
    processors, some share one; a share is empty, which means all, where nothing is known of processors.
    """
    if not processors:
        return [frozenset()] * jobs
    return [
        frozenset(processors[job::jobs]) or frozenset({processors[job % len(processors)]})
        for job in range(jobs)
    ]
