"""Messages between server and worker processes: jobs, and their outcomes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from paperformer.errors import PaperformerError
from paperformer.extraction.known_parties.party import KnownParty
from paperformer.extraction.opening import ReadingChoice


@dataclass(frozen=True, slots=True)
class Job:
    """A document to read.

    Args:
        document: Its id.
        attempt: Which attempt this is; only the latest may write the answer.
        path: The file.
        name: What it is called in messages.
        split: Whether the file may hold several documents.
        model: The model folder that answers.
        known_parties: Whom the caller of the document knows.
        learned_parties: The file of parties that confirmed documents name, and its state.
        choice: How this document is read, where somebody has chosen that.
        taken: Names of files inside of it that are documents of their own already.
    """

    document: str
    attempt: str
    path: Path
    name: str
    split: bool = False
    model: Path | None = None
    known_parties: tuple[KnownParty, ...] = ()
    learned_parties: tuple[Path, int] | None = None
    choice: ReadingChoice = field(default_factory=ReadingChoice)
    taken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page of a file: the words with which it was read, packed.

    Args:
        number: In the file.
        first_word: Index of its first word in the file.
        content: The page, packed.
        file: Id of the file; None is the one that was read.
    """

    number: int
    first_word: int
    content: bytes
    file: str | None = None


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """The answer to one document: its ``Extraction`` as packed JSON, and what lists of documents show.

    ``evidence`` are the reasons for and against each candidate, by field, packed: most callers of the answer
    do without them.
    ``inner_file`` is the id of the file inside of the one that was read whose pages answer, kept beside it
    by now; None where its own pages do.
    """

    content: bytes
    evidence: bytes
    first_page: int
    pages: int
    doubt: float
    level: str
    model_name: str
    model_version: str
    supplier_name: str | None = None
    document_number: str | None = None
    total_incl_vat: str | None = None
    currency: str | None = None
    document_date: str | None = None
    same_as: str | None = None
    searched: str = ""
    inner_file: str | None = None
    inner_name: str | None = None
    inner_media: str | None = None


@dataclass(frozen=True, slots=True)
class FoundInside:
    """A file inside of the one that was read.

    Args:
        name: Without that of the outer file.
        media: Its kind; None where that is none that is read.
        pages: How many it has; None where it was not read.
        reason: Why it was not read, in words that follow its name.
    """

    name: str
    media: str | None
    pages: int | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What was read: the documents in the file, one unless it was split, its pages, the files in it."""

    documents: tuple[ReadDocument, ...]
    pages: tuple[ReadPage, ...]
    seconds: float = 0.0
    inside: tuple[FoundInside, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a document could not be read."""

    title: str
    detail: str

    @classmethod
    def of(cls, error: PaperformerError) -> Failure:
        """What an error says."""
        return cls(type(error).__name__, str(error))


class JobReader(Protocol):
    """Reads documents in a worker process."""

    def warm(self, model: Path | None) -> None:
        """Load what reading will need.

        Raises:
            PaperformerError: it cannot be loaded.
        """
        ...

    def read(self, job: Job) -> Answer:
        """Read one.

        Raises:
            PaperformerError: it cannot be read.
        """
        ...

    def close(self) -> None:
        """End the processes that open files."""
        ...


MakeReader = Callable[[frozenset[int]], JobReader]
"""Makes a reader that computes on these processors; none is all."""
