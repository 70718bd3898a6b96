"""Texts and documents from disk, streamed: no more than a piece of a text is in memory at a time."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TextIO

from paperformer.documents.model import Document
from paperformer.errors import InvalidConfig
from paperformer.labelled.documents import document_of
from paperformer.labelled.record import stream_records
from paperformer.labelled.standoff import read_standoff
from paperformer.learning.held_out_documents import read_held_out
from paperformer.learning.language.config import JSONL, DocumentUnit, TextSource

LONGEST_PIECE = 65_536  # characters of a line that are read at a time
TEXTS = (".txt", ".txt.gz")


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of a text; ``begins`` says that it is the first of its text."""

    text: str
    begins: bool


def fragments(sources: Sequence[TextSource], *, held_out: bool) -> Iterator[Fragment]:
    """All texts to learn from, or those held out, piece by piece.

    Raises:
        InvalidConfig: a source is missing, unreadable or not in UTF-8.
    """
    for source in sources:
        keep = False
        for fragment in _fragments(source):
            if fragment.begins:
                keep = is_held_out(fragment.text, source.hold_out) is held_out
            if keep:
                yield fragment


def documents(sources: Sequence[TextSource], *, held_out: bool) -> Iterator[Document]:
    """All documents to learn from, or those held out, one by one.

    Raises:
        InvalidConfig: a source is missing, unreadable, or no JSONL file of documents.
    """
    for source in sources:
        if not source.path.endswith(JSONL):
            raise InvalidConfig(
                f"{source.path}: holds no boxes", "Give documents as JSONL, see docs/training.md"
            )
        for document in _documents(source):
            if document.words and is_held_out(_printed(document), source.hold_out) is held_out:
                yield document


def is_held_out(text: str, share: float) -> bool:
    """Whether a text is among the ``share`` of all texts to measure on: the text itself decides."""
    digest = hashlib.blake2b(text.encode("utf-8"), digest_size=8).digest()
    return int.from_bytes(digest, "big") < share * 2**64


def fingerprint(sources: Sequence[TextSource]) -> str:
    """What changes when a source does: names, sizes and times of all files.

    Raises:
        InvalidConfig: a source is missing.
    """
    parts = [repr(source.model_dump()) for source in sources]
    for source in sources:
        for path in _files(source):
            try:
                seen = path.stat()
            except OSError as error:
                raise _unreadable(path, error.strerror or "no file") from error
            parts.append(f"{path} {seen.st_size} {seen.st_mtime_ns}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _fragments(source: TextSource) -> Iterator[Fragment]:
    if source.path.endswith(JSONL):
        return (Fragment(_printed(document), begins=True) for document in _documents(source))
    return chain.from_iterable(_cut(_pieces(path), source.document) for path in _files(source))


def _documents(source: TextSource) -> Iterator[Document]:
    labelled = read_standoff(Path(source.labels)) if source.labels else None
    left_out = read_held_out(Path(source.leave_out)) if source.leave_out else {}
    for record, value in stream_records(Path(source.path)):
        key = str(record.id)
        if (
            (not source.only or str(value.get("source", "")).startswith(source.only))
            and (labelled is None or key in labelled)
            and key not in left_out.get(str(value.get("set", "")), ())
        ):
            yield document_of(record)[0]


def _printed(document: Document) -> str:
    """The document's text, a line segment a line."""
    text, before = "", None
    for word in document.words:
        here = (word.page, word.line)
        text += ("" if before is None else " " if here == before else "\n") + word.text
        before = here
    return text


def _files(source: TextSource) -> list[Path]:
    path = Path(source.path)
    if not path.is_dir():
        return [path]
    paths = sorted(inside for inside in path.rglob("*") if inside.name.endswith(TEXTS))
    if not paths:
        raise InvalidConfig(
            f"{path}: holds no text file", f"Files of these kinds are read: {', '.join(TEXTS)}"
        )
    return paths


def _pieces(path: Path) -> Iterator[str]:
    """Lines with their line feed; one that is very long comes in several pieces."""
    count = 0
    try:
        with _opened(path) as file:
            while piece := file.readline(LONGEST_PIECE):
                count += 1
                yield piece
    except UnicodeDecodeError as error:
        raise _unreadable(path, f"it is not UTF-8 text soon after line {count}") from error
    except (OSError, EOFError, zlib.error) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise _unreadable(path, reason) from error


def _opened(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig")
    return path.open(encoding="utf-8-sig")


def _cut(pieces: Iterator[str], unit: DocumentUnit) -> Iterator[Fragment]:
    """The texts of one file; blank ones are none."""
    begins, joint, whole_line = True, "", True
    for piece in pieces:
        text = piece.removesuffix("\n")
        if whole_line and not text.strip():
            begins = begins or unit != "file"
            joint = "" if begins else joint + "\n"
        else:
            yield Fragment(("" if begins else joint) + text, begins)
            begins = unit == "line" and piece.endswith("\n")
            joint = "\n" if piece.endswith("\n") else ""
        whole_line = piece.endswith("\n")


def _unreadable(path: Path, reason: str) -> InvalidConfig:
    return InvalidConfig(
        f"{path}: cannot be read ({reason})", "Give a text file in UTF-8, or a folder of them"
    )
