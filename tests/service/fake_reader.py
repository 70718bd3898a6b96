"""A reader that needs no model: what a file says is what becomes of it."""

from __future__ import annotations

import json
import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from paperformer.documents.sniff import sniff
from paperformer.errors import UnreadableDocument
from paperformer.extraction.opening import ReadingChoice
from paperformer.extraction.result import Candidate, Extraction, ModelInfo, PageInfo, Source, level_of
from paperformer.service.jobs import Answer, Job
from paperformer.service.reading import kept_document, kept_pages
from toy_documents import document_of

PDF = b"%PDF-1.7\n"
DOUBTFUL = "~"  # before a value that is answered with medium confidence
KNOWN = "?"  # before the name of a known party that the page does not print
NEXT = "next document"  # a line after which a file that is to be split holds another document
WARNS = "warns: "  # begins a line that becomes a warning


@dataclass(frozen=True)
class MakeFakeReader:
    """Makes readers that do what the file says after its first line, a word each.

    Args:
        journal: A folder in which each reading of a document leaves a file.
        seconds: Each takes so long.
        seconds_to_start: So long takes what a real one loads.
    """

    journal: Path | None = None
    seconds: float = 0.0
    seconds_to_start: float = 0.0

    def __call__(self, _share: frozenset[int]) -> FakeReader:
        return FakeReader(self)


class FakeReader:
    """Obeys ``sleep``, ``crash``, ``crash-once``, ``fail``, ``bug``, ``eat``; else it answers."""

    def __init__(self, settings: MakeFakeReader) -> None:
        self._settings = settings

    def warm(self, model: Path | None) -> None:  # noqa: ARG002
        """Nothing to load."""
        time.sleep(self._settings.seconds_to_start)

    def read(self, job: Job) -> Answer:
        data = job.path.read_bytes()
        sniff(data, job.name)
        text = data.removeprefix(PDF).decode("utf-8", "replace")
        if self._settings.journal is not None:
            (self._settings.journal / f"{job.document}-{job.attempt}").touch()
        time.sleep(self._settings.seconds)
        self._obey(text.split(), job)
        document = document_of(*text.splitlines() or ["empty"], name=job.name)
        extraction = Extraction(
            file=job.name,
            pages=[PageInfo(number=1, width=600, height=800, reading="text_layer")],
            fields={
                name: [_candidate(value, number) for number, value in enumerate(values)]
                for name, values in _told(text).items()
            },
            warnings=[
                *(line.removeprefix(WARNS) for line in text.splitlines() if line.startswith(WARNS)),
                *([str(job.choice)] if job.choice != ReadingChoice() else []),
            ],
            model=ModelInfo(name=job.model.name if job.model else "fake", version="1"),
        )
        count = 1 + text.splitlines().count(NEXT) if job.split else max(1, len(job.choice.beginnings))
        return Answer(
            (kept_document(extraction),) * count, tuple(kept_pages(document)), self._settings.seconds
        )

    def close(self) -> None:
        """Nothing is open."""

    def _obey(self, orders: list[str], job: Job) -> None:
        order = orders[0] if orders else ""
        if order == "sleep":
            time.sleep(float(orders[1]))
        if order == "crash" or (order == "crash-once" and _is_first(job)):
            os.kill(os.getpid(), signal.SIGKILL)
        if order == "fail":
            raise UnreadableDocument(f"{job.name} is damaged", "save it anew")
        if order == "bug":
            raise ZeroDivisionError("seven")
        if order == "eat":
            eaten = bytearray(int(orders[1]) * 1_000_000)
            eaten[::4096] = b"x" * len(eaten[::4096])
            time.sleep(60)


def _is_first(job: Job) -> bool:
    mark = job.path.parent.parent.parent / f"crashed-{job.document}"
    if mark.exists():
        return False
    mark.touch()
    return True


def _told(text: str) -> dict[str, list[str]]:
    """Fields as JSON on the last line; one total where there are none."""
    last = (text.splitlines() or [""])[-1]
    if last.startswith("{"):
        told: dict[str, list[str]] = json.loads(last)
        return told
    return {"total_incl_vat": ["12.00"]}


def _candidate(value: str, number: int) -> Candidate:
    confidence = 0.02 if number else 0.6 if value.startswith(DOUBTFUL) else 0.97
    source: Source = "known" if value.startswith(KNOWN) else "model"
    value = value.removeprefix(DOUBTFUL).removeprefix(KNOWN)
    return Candidate(
        value=value, text=value, box=None, page=None, confidence=confidence,
        level=level_of(confidence), source=source,
    )  # fmt: skip


def pdf(*lines: str) -> bytes:
    """A file that passes for a PDF at the door, and says what to do."""
    return PDF + "\n".join(lines).encode()
