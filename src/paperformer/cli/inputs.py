"""From the paths on the command line to the documents to read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from paperformer.documents.source import is_folder
from paperformer.errors import PaperformerError, UnreadableDocument

STANDARD_INPUT = "-"
# Pictures and papers that people keep among their invoices, and that are not read.
_OTHER_KINDS = {
    ".svg": "SVG", ".doc": "Word", ".docx": "Word", ".xls": "Excel",
    ".xlsx": "Excel", ".odt": "OpenDocument", ".rtf": "RTF", ".mbox": "mailbox",
    ".7z": "7z", ".rar": "RAR", ".tar": "tar", ".tgz": "tar", ".gz": "gzip",
}  # fmt: skip
# Only for folders: what a file given by name is, or one that has no suffix, its content tells.
SUFFIXES = frozenset(
    {".pdf", ".png", ".jpg", ".jpeg", ".jpe", ".webp", ".tif", ".tiff", ".gif", ".bmp", ".heic", ".heif",
     ".avif", ".xml", ".isdoc", ".isdocx", ".p7m", ".eml", ".msg", ".zip"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Input:
    """A document to read, or why a folder gives none.

    Args:
        name: What answers and errors call it: the path, decoded so that it can be printed.
        path: Where it is; None for standard input.
        error: What is wrong with it.
    """

    name: str
    path: Path | None
    error: PaperformerError | None = None


def find_inputs(
    paths: Sequence[str],
    *,
    without: Path | None = None,
    passed: Callable[[str, str], object] = lambda _kind, _name: None,
) -> Iterator[Input]:
    """The documents that the paths name, in their order; a folder's, and its folders', sorted by path.

    Args:
        paths: Files, folders, or ``-`` for standard input.
        without: A folder that is not walked: where overlay pictures go.
        passed: Told of each file in a folder that may be a document of a kind that is not read: the kind's
            name and the file's.
    """
    for given in paths:
        path = Path(given)
        if given == STANDARD_INPUT:
            yield Input(STANDARD_INPUT, None)
        elif is_folder(path):
            yield from _walk(path, without, passed)
        else:
            yield Input(display_name(path), path)


def display_name(path: Path) -> str:
    """The path as text that any output can hold: bytes that are no UTF-8 become a replacement character."""
    return os.fsencode(path).decode("utf-8", "replace")


def _walk(folder: Path, without: Path | None, passed: Callable[[str, str], object]) -> Iterator[Input]:
    unreadable: list[OSError] = []
    files: list[Path] = []
    for root, folders, names in os.walk(folder, onerror=unreadable.append):
        here = Path(root)
        folders[:] = [f for f in folders if not f.startswith(".") and not _same(here / f, without)]
        files += [here / name for name in names if not name.startswith(".")]
    # "." falls away before a name, and "-" by itself would be standard input.
    files = [path.absolute() if str(path) == STANDARD_INPUT else path for path in files]
    files.sort()
    for path in files:
        if (kind := _OTHER_KINDS.get(path.suffix.lower())) is not None:
            passed(kind, display_name(path))
    paths = [path for path in files if _is_document(path)]
    for path in paths:
        yield Input(display_name(path), path, _endless(path))
    for error in unreadable:
        name = display_name(Path(error.filename))
        yield Input(name, Path(error.filename), _unreadable(name, error))
    if not paths and not unreadable:
        name = display_name(folder)
        kinds = ", ".join(sorted(suffix[1:] for suffix in SUFFIXES))
        yield Input(
            name,
            folder,
            UnreadableDocument(f"{name} holds no document", f"Files of these kinds are read: {kinds}"),
        )


def _is_document(path: Path) -> bool:
    if path.suffix:
        return path.suffix.lower() in SUFFIXES
    from paperformer.documents.sniff import begins_as_document

    return begins_as_document(path)


def _endless(path: Path) -> UnreadableDocument | None:
    """Why a thing in a folder is passed over: a pipe or device waits for someone who may never come."""
    if os.path.isfile(path) or not os.path.exists(path):  # noqa: PTH110, PTH113
        return None
    return UnreadableDocument(f"{display_name(path)} is no file but a pipe or device", "Give it by name")


def _same(folder: Path, other: Path | None) -> bool:
    return other is not None and is_folder(other) and is_folder(folder) and folder.samefile(other)


def _unreadable(name: str, error: OSError) -> UnreadableDocument:
    return UnreadableDocument(f"{name} may not be opened: {error.strerror}", "Check its permissions")
