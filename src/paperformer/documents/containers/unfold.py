"""Going through what a container holds: each document in turn, containers in containers too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from paperformer.documents.limits import Limits
from paperformer.documents.model import Document
from paperformer.errors import DocumentTooLarge, PaperformerError, UnreadableDocument

# A ZIP archive in a mail, a PDF attached to a PDF in an archive; what lies deeper is only named.
DEEPEST = 2


class Unfolded(NamedTuple):
    """A document that was inside another file, and its bytes. Its name has the outer names before it."""

    document: Document
    data: bytes | None  # None where it is the outermost file itself


class Unread(NamedTuple):
    """A file inside another one that is not read.

    Args:
        name: With the outer names before it.
        reason: Why, in words that follow the name.
        error: What reading it raised; None where it is of no kind that is read.
        data: Its bytes, where it is of a kind that is read.
    """

    name: str
    reason: str
    error: PaperformerError | None = None
    data: bytes | None = None

    @classmethod
    def of(cls, name: str, error: PaperformerError, data: bytes | None = None) -> Unread:
        """A file of a kind that is read, which reading it failed."""
        return cls(name, error.message.removeprefix(name).strip(" :") or error.message, error, data)


def unfold(
    document: Document, read: Callable[[bytes, str], Document], limits: Limits
) -> Iterator[Unfolded | Unread]:
    """The document's own pages, where it has any, then all documents inside it, each read as it comes.

    The text of a mail comes after what is attached to it.

    Args:
        document: As it was read: what it holds is not read yet.
        read: Reads the bytes of a file, called by the name given.
        limits: ``contained_files`` bounds their number, on all levels together.

    Raises:
        DocumentTooLarge: when there are more than that.
    """
    yield from _Unfolding(document.name, read, limits).of(Unfolded(document, None), 0)


def data_inside(document: Document, inner: str, read: Callable[[bytes, str], Document]) -> bytes | None:
    """The bytes of a file inside a document; None where there is no such file.

    Args:
        document: As it was read.
        inner: The name of the file, without that of the document; with those of containers between them.
        read: Reads such a container, called by the name given.

    Raises:
        PaperformerError: as ``read``.
    """
    for file in document.contained:
        if file.name == inner:
            return file.data
        rest = inner.removeprefix(f"{file.name}/")
        if rest != inner:
            found = data_inside(read(file.data, f"{document.name}/{file.name}"), rest, read)
            if found is not None:
                return found
    return None


class _Unfolding:
    def __init__(self, name: str, read: Callable[[bytes, str], Document], limits: Limits) -> None:
        self._name, self._read, self._limits = name, read, limits
        self._left = limits.contained_files

    def of(self, opened: Unfolded, depth: int) -> Iterator[Unfolded | Unread]:
        """A document's own pages, and what is inside it at the next depth."""
        document = opened.document
        has_own = bool(document.pages) or document.einvoice is not None
        if has_own and not document.is_message:
            yield opened
        yield from self._inside(document, depth + 1)
        if has_own and document.is_message:
            yield opened

    def _inside(self, document: Document, depth: int) -> Iterator[Unfolded | Unread]:
        for passed in document.passed_over:
            yield Unread(f"{document.name}/{passed.name}", passed.reason)
        for file in document.contained:
            name = f"{document.name}/{file.name}"
            if depth > DEEPEST:
                yield Unread.of(name, _too_deep(name), file.data)
                continue
            if self._left <= 0:
                yield Unread.of(name, self._too_many(name), file.data)
                return
            self._left -= 1
            yield from self._file(file.data, name, depth)

    def _file(self, data: bytes, name: str, depth: int) -> Iterator[Unfolded | Unread]:
        try:
            inner = self._read(data, name)
        except (UnreadableDocument, DocumentTooLarge) as error:
            yield Unread.of(name, error, data)
            return
        yield from self.of(Unfolded(inner, data), depth)

    def _too_many(self, name: str) -> DocumentTooLarge:
        most = self._limits.contained_files
        return DocumentTooLarge(f"{name} is one of more than {most:,} files in {self._name}", "unpack it")


def _too_deep(name: str) -> UnreadableDocument:
    return UnreadableDocument(f"{name} lies in more than {DEEPEST} other files", "take it out of them first")
