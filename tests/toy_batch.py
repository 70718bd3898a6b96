"""A reader that reads nothing: what a batch does with it shows how it deals with crashes.

As a script it runs a batch, to be killed: ``python toy_batch.py FOLDER OUT JOBS``.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from paperformer.documents.limits import Limits
from paperformer.errors import UnreadableDocument
from paperformer.extraction.batch import Answered, Outcome, Task
from paperformer.extraction.result import Candidate, Extraction, ModelInfo, PageInfo
from paperformer.extraction.resumable.admission import Report
from paperformer.extraction.resumable.inputs import Inputs
from paperformer.extraction.resumable.parts import Form
from paperformer.extraction.resumable.runner import BatchConfig, run_batch
from paperformer.extraction.resumable.store import Store, StoreConfig

SETTINGS = "settings"
TEXT = frozenset({".txt"})


def toy_extraction(name: str, value: str) -> Extraction:
    """An answer with one field, the text of the file."""
    candidate = Candidate(
        value=value, text=value, box=None, page=None, confidence=0.9, level="high", source="rule"
    )
    return Extraction(
        file=name,
        pages=[PageInfo(number=1, width=1, height=1, reading="text_layer")],
        fields={"document_number": [candidate]},
        model=ModelInfo(name="toy", version="1"),
    )


class ToyReader:
    """Answers with the text of a file, or does what the text says."""

    def read(self, task: Task, /) -> Outcome:
        """Read a file: ``die``, ``hang``, ``fail``, ``slow``, ``two``, or any other text."""
        assert isinstance(task.source, bytes)
        text = task.source.decode()
        if text.startswith("die"):
            os.kill(os.getpid(), signal.SIGKILL)
        if text.startswith("hang"):
            time.sleep(600)
        if text.startswith("fail"):
            return Outcome(task.name, error=UnreadableDocument(f"{task.name} is damaged", "Copy it again"))
        time.sleep(0.02 if text.startswith("slow") else 0.002)
        values = [text, f"{text} again"] if text.startswith("two") else [text]
        return Outcome(task.name, [Answered(toy_extraction(task.name, value)) for value in values])

    def close(self) -> None:
        """Nothing is open."""


def write_texts(folder: Path, texts: dict[str, str]) -> Path:
    """A folder of files that have rested for a minute."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text)
        os.utime(folder / name, (time.time() - 60, time.time() - 60))
    return folder


def run_toy(
    folder: Path,
    out: Path,
    *,
    jobs: int = 1,
    form: Form = "jsonl",
    part_bytes: int = 10_000,
    deadline: float = 60.0,
    attempts: int = 3,
    settings: str = SETTINGS,
) -> list[Report]:
    """Read a folder with the toy reader."""
    config = BatchConfig(jobs=jobs, deadline=deadline, attempts=attempts, limits=Limits())
    inputs = Inputs(places=[str(folder)], suffixes=TEXT)
    with Store(StoreConfig(folder=out, form=form, part_bytes=part_bytes)) as store:
        return list(run_batch(inputs, ToyReader, settings, store, config))


def states(reports: list[Report]) -> Counter[str]:
    """How many reports of each state there are."""
    return Counter(report.state for report in reports)


def answers_in(out: Path) -> list[str]:
    """The values of all answers in the sealed parts, sorted: one that stands twice is there twice."""
    lines = [line for path in sorted(out.glob("part-*.jsonl")) for line in path.read_text().splitlines()]
    return sorted(json.loads(line)["fields"]["document_number"][0]["value"] for line in lines)


if __name__ == "__main__":
    run_toy(Path(sys.argv[1]), Path(sys.argv[2]), jobs=int(sys.argv[3]), part_bytes=40_000)
