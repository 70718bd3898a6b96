"""Files at any address that ``fsspec`` knows (``s3://``, ``gs://``, ``https://``, ``memory://``)."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperformer.documents.limits import Limits
from paperformer.documents.source import load_source
from paperformer.errors import InvalidConfig, UnreadableDocument

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*(::[a-z0-9+.-]+)*://", re.IGNORECASE)
_MAGIC = re.compile(r"[*?\[]")
_TAGS = ("ETag", "etag", "md5Hash", "generation", "content_md5")
_TIMES = ("mtime", "LastModified", "last_modified", "updated", "created")
SETTLED_SECONDS = 2.0  # a file that changed less long ago may change again within the same time stamp


def is_address(text: str) -> bool:
    """Whether a text is an address rather than a path."""
    return _ADDRESS.match(text) is not None


def has_magic(text: str) -> bool:
    """Whether a text is a pattern of names rather than a name."""
    return _MAGIC.search(text) is not None


def load(address: str, name: str, limits: Limits) -> bytes:
    """The bytes of a document.

    Raises:
        UnreadableDocument: it is missing, or cannot be read or downloaded.
        DocumentTooLarge: it has too many bytes.
    """
    if not is_address(address):
        return load_source(Path(address), name, limits)[0]
    system, path = filesystem(address)
    try:
        with system.open(path, "rb") as stream:
            return load_source(stream, name, limits)[0]
    except UnreadableDocument:
        raise
    except FileNotFoundError as error:
        raise UnreadableDocument(f"{name} does not exist", "check the address") from error
    except Exception as error:
        if type(error).__module__.startswith("paperformer."):
            raise
        raise _unreachable(name, error) from error


def filesystem(address: str) -> tuple[AbstractFileSystem, str]:
    """The file system of an address, and the path in it.

    Raises:
        InvalidConfig: a package is missing, or there is no such file system.
    """
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        remedy = "Install it with: pip install 'paperformer[batch]'"
        raise InvalidConfig(f"{address} needs the package fsspec", remedy) from error
    try:
        system, path = url_to_fs(address)
    except ImportError as error:
        # Without a name its text is the remedy that fsspec keeps for such addresses: "Install s3fs ...".
        remedy = f"Install it with: pip install {error.name.partition('.')[0]}" if error.name else str(error)
        raise InvalidConfig(f"{address} cannot be opened: a package is missing", remedy) from error
    except ValueError as error:
        raise InvalidConfig(f"{address} cannot be opened: {error}", "Check the address") from error
    return system, str(path)


def found_at(address: str, suffixes: frozenset[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The files at an address, with what is known of each: a file, a folder's files, or those of a pattern.

    Args:
        address: The address.
        suffixes: Of the files that count in a folder.

    Raises:
        InvalidConfig: as ``filesystem``.
        UnreadableDocument: it is not there, or its listing fails.
    """
    system, path = filesystem(address)
    try:
        if has_magic(path):
            yield from _matching(system, path)
            return
        info = system.info(path)
        if info["type"] != "directory":
            yield system.unstrip_protocol(path), info
            return
        for name, entry in _below(system, path):
            if not name.rpartition("/")[2].startswith(".") and Path(name).suffix.lower() in suffixes:
                yield system.unstrip_protocol(name), entry
    except FileNotFoundError as error:
        raise UnreadableDocument(f"{address} does not exist", "check the address") from error
    except OSError as error:
        raise _unreachable(address, error) from error


def stamp_of(info: Mapping[str, Any]) -> tuple[str | None, bool]:
    """What changes with the content of a remote file, and whether that can be relied on already.

    None where the file system tells nothing of the kind.
    """
    tags = [str(info[name]) for name in _TAGS if info.get(name)]
    if tags:
        return f"{info.get('size')}:{tags[0]}", True
    times = [info[name] for name in _TIMES if info.get(name)]
    if not times:
        return None, False
    changed = times[0].timestamp() if isinstance(times[0], datetime) else times[0]
    settled = isinstance(changed, int | float) and time.time() - changed > SETTLED_SECONDS
    return f"{info.get('size')}:{changed}", settled


def _matching(system: AbstractFileSystem, pattern: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    from fsspec.utils import glob_translate

    root = pattern[: _MAGIC.search(pattern).start()].rpartition("/")[0]  # type: ignore[union-attr]
    matches = re.compile(glob_translate(pattern)).match
    for name, info in _below(system, root):
        if matches(name):
            yield system.unstrip_protocol(name), info


def _below(system: AbstractFileSystem, folder: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The files of a folder and its folders: one listing at a time is held."""
    for _, _, files in system.walk(folder, detail=True, on_error="raise"):
        for info in files.values():
            yield str(info["name"]), info


def _unreachable(name: str, error: Exception) -> UnreadableDocument:
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    return UnreadableDocument(f"{name} cannot be read ({reason})", "check the address and the connection")
