"""A folder of answers: each is written beside its final name, noted in the journal, and then renamed."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterator
from pathlib import Path

from paperformer.errors import PaperformerError
from paperformer.extraction.batch import Outcome
from paperformer.service.journal import Entry, Journal

PART = ".part"
LONGEST_NAME = 200  # bytes; file systems take 255, and endings are added


def keep_answer(
    outcome: Outcome, name: str, sha256: str, folder: Path, journal: Journal, *, split: bool
) -> Path:
    """Write the answer to a document and note it; the answer's path.

    Args:
        outcome: With at least one answer.
        name: Of the document; the answer is called the same, with ``.json``.
        sha256: Of the document's bytes.
        folder: Of answers.
        journal: Where it is noted, unless the outcome has an error too.
        split: Whether a list of all answers is written.
    """
    taken = journal.targets()
    target = next(t for t in _names(name, ".json") if t not in taken and not (folder / t).exists())
    path = folder / target
    answers = [answer.extraction.model_dump(mode="json") for answer in outcome.answers]
    content = answers if split else answers[0]
    write_durably(path.with_name(path.name + PART), json.dumps(content, ensure_ascii=False, indent=2) + "\n")
    if outcome.error is None:
        journal.add(Entry(name, sha256, "answered", target))
    path.with_name(path.name + PART).replace(path)
    return path


def keep_reason(error: PaperformerError, name: str, sha256: str, failed: Path, journal: Journal) -> str:
    """Write why a document was not read and note it; the name under which it may be moved into ``failed``."""
    target = next(target for target in _names(name, "") if not (failed / target).exists())
    reason = {"file": name, "error": error.message, "remedy": error.remedy}
    write_durably(failed / f"{target}.reason.json", json.dumps(reason, ensure_ascii=False, indent=2) + "\n")
    journal.add(Entry(name, sha256, "failed", target))
    return target


def finish_what_was_begun(folder: Path, journal: Journal) -> None:
    """Give answers that the journal names their names, where the process died before it could."""
    for entry in journal:
        path = folder / entry.target
        part = path.with_name(path.name + PART)
        if entry.result == "answered" and part.exists() and not path.exists():
            part.replace(path)


def _names(name: str, suffix: str) -> Iterator[str]:
    """Names to keep something under: a later file of the same name overwrites nothing."""
    folder, _, last = name.rpartition("/")
    while len(last.encode()) > LONGEST_NAME:
        last = last[:-1]
    stem = f"{folder}/{last}" if folder else last
    yield stem + suffix
    for count in itertools.count(2):
        yield f"{stem}.{count}{suffix}"


def write_durably(path: Path, text: str) -> None:
    """Write a file; its bytes are on disk when this returns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
