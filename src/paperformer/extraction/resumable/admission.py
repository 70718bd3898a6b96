"""Which files of a batch are still to be read, and what is noted of those that were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from paperformer.documents.limits import Limits
from paperformer.errors import PaperformerError
from paperformer.extraction.resumable.addresses import is_address, load
from paperformer.extraction.resumable.inputs import InputFile
from paperformer.extraction.resumable.keys import content_hash, key_of
from paperformer.extraction.resumable.manifest import Entry
from paperformer.extraction.resumable.reading import Answers
from paperformer.extraction.resumable.store import Store

ATTEMPTS = 3

State = Literal["read", "failed", "done before", "copy", "given up"]


@dataclass(frozen=True, slots=True)
class Report:
    """What became of one file in this run.

    Args:
        name: The file's.
        state: ``copy`` has the bytes of a document that was read in this run; ``given up`` failed in too many
            runs and was not tried.
        pages: How many pages were read.
        seconds: How long that took.
        error: What went wrong. A file that was read may have one too: not all documents in it could be.
        trace: The traceback, where the error is a fault of the program.
    """

    name: str
    state: State
    pages: int = 0
    seconds: float = 0.0
    error: PaperformerError | None = None
    trace: str | None = None


class Admitted(NamedTuple):
    """A file to read, and the hash of its bytes where that is known already."""

    file: InputFile
    content: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """Decides by the manifest.

    Args:
        store: With the manifest.
        settings: The hash of model and options.
        limits: What a file may have.
        attempts: A document that failed in so many runs is given up.
        hash_here: Whether local files that are not known are hashed before they are given to a worker: then a
            copy, or a file that was only touched, is not read again.
    """

    store: Store
    settings: str
    limits: Limits
    attempts: int = ATTEMPTS
    hash_here: bool = True

    def of(self, files: Iterable[InputFile]) -> Iterator[Admitted | Report]:
        """Each file that is to be read, or why not."""
        for file in files:
            yield self._one(file)

    def record(self, admitted: Admitted, answers: Answers, seconds: float) -> Report:
        """Keep what became of a file that was read."""
        file, manifest = admitted.file, self.store.manifest
        by_name = self._key_without_content(file)
        content = answers.content or admitted.content
        key = by_name if content is None else key_of(content, self.settings)
        before = manifest.find(key)
        if content is not None:
            manifest.put_content(file.address, file.stamp, file.settled, content)
            if before is not None and before.state == "done":
                return Report(file.name, "copy" if before.run == manifest.run else "done before")
            manifest.forget(by_name)
        error, is_done = answers.error, bool(answers.lines)
        entry = Entry(
            key=key,
            name=file.name,
            state="done" if is_done else "failed",
            attempts=1 + (before.attempts if before is not None else 0),
            kind=None if error is None else type(error).__name__,
            reason=None if error is None else str(error),
            pages=answers.pages,
            seconds=round(seconds, 3),
        )
        self.store.add(entry, answers.lines)
        state: State = "read" if is_done else "failed"
        return Report(file.name, state, answers.pages, seconds, error, answers.trace)

    def _one(self, file: InputFile) -> Admitted | Report:
        if file.error is not None:
            return Report(file.name, "failed", error=file.error)
        try:
            content = self._content(file)
        except PaperformerError as error:
            return self._tried(self._key_without_content(file), file) or self.record(
                Admitted(file, None), Answers(None, error=error), 0.0
            )
        key = self._key_without_content(file) if content is None else key_of(content, self.settings)
        return self._tried(key, file) or Admitted(file, content)

    def _tried(self, key: str, file: InputFile) -> Report | None:
        """Why a document is not to be read; None where it is."""
        entry = self.store.manifest.find(key)
        if entry is None:
            return None
        if entry.state == "done":
            is_copy = entry.run == self.store.manifest.run
            return Report(file.name, "copy" if is_copy else "done before")
        error = PaperformerError(f"{file.name} failed before: {entry.reason}")
        if entry.run == self.store.manifest.run:  # a copy of one that has just failed
            return Report(file.name, "failed", error=error)
        return Report(file.name, "given up", error=error) if entry.attempts >= self.attempts else None

    def _content(self, file: InputFile) -> str | None:
        """The hash of a file's bytes: from its stamp, where that can be relied on, else from the file."""
        known = self.store.manifest.content(file.address, file.stamp) if file.stamp is not None else None
        if known is not None and known[1]:
            return known[0]
        must = known is not None or file.stamp is None
        if not must and (is_address(file.address) or not self.hash_here):
            return None  # the worker that loads it will tell
        content = content_hash(load(file.address, file.name, self.limits))
        self.store.manifest.put_content(file.address, file.stamp, file.settled, content)
        return content

    def _key_without_content(self, file: InputFile) -> str:
        """The key of a file that nobody could load: by its address."""
        address = file.address.encode("utf-8", "backslashreplace")
        return key_of(content_hash(b"address " + address), self.settings)
