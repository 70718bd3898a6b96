"""From what the caller gives (a path, bytes, a stream, a picture in memory) to bytes and a name."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Protocol, cast

from paperformer.documents.limits import Limits, allow_more
from paperformer.errors import DocumentTooLarge, UnreadableDocument


class PictureInMemory(Protocol):
    """A Pillow image, or an array of bytes: (height, width) or (height, width, 3 or 4), grey, RGB or RGBA."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...


Source = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO | PictureInMemory
STANDARD_INPUT = "-"


def is_folder(path: str | os.PathLike[str]) -> bool:
    """Whether a folder stands there. One that may not be looked at is none: whoever opens it says why."""
    return os.path.isdir(path)  # noqa: PTH112 -- Path.is_dir raises, for a name too long or a locked folder


def load_source(source: Source, name: str | None, limits: Limits) -> tuple[bytes, str]:
    """All bytes of a document and its name.

    Args:
        source: A path, ``-`` for standard input, the bytes themselves, an open binary stream, a Pillow image
            or a numpy array.
        name: What to call it; None takes the path, also that of an open file or image, or ``-`` where there
            is none.
        limits: ``file_bytes`` bounds what is read.

    Raises:
        UnreadableDocument: when the file is missing, a folder, not permitted, empty, or cannot be read.
        DocumentTooLarge: when it has more than ``limits.file_bytes`` bytes.
    """
    if isinstance(source, bytes | bytearray | memoryview):
        data = bytes(source)
        name = name or STANDARD_INPUT
    elif isinstance(source, str | os.PathLike) and str(source) != STANDARD_INPUT:
        name = name or str(source)
        data = _read_path(Path(source), name, limits)
    elif hasattr(type(source), "__array_interface__"):  # of its type: that of an image would decode it
        from paperformer.documents.pictures_in_memory import picture_bytes

        name = name or str(getattr(source, "filename", "") or STANDARD_INPUT)
        data = picture_bytes(source, name, limits)
    else:
        stream = _standard_input() if isinstance(source, str | os.PathLike) else cast(BinaryIO, source)
        name = name or _name_of(stream)
        data = _read_stream(stream, name, limits)
    _check_size(len(data), name, limits)
    if not data:
        raise UnreadableDocument(f"{name} is empty", "check that it was copied or downloaded completely")
    return data, name


def _read_path(path: Path, name: str, limits: Limits) -> bytes:
    try:
        if path.is_dir():
            raise UnreadableDocument(f"{name} is a folder", "give the path of a file")
        if path.is_file():
            # Sockets, pipes and devices have no size, and some never end: _read_stream bounds those.
            _check_size(path.stat().st_size, name, limits)
        with path.open("rb") as stream:
            return _read_stream(stream, name, limits)
    except FileNotFoundError as error:
        raise UnreadableDocument(f"{name} does not exist", "check the path") from error
    except PermissionError as error:
        raise UnreadableDocument(f"{name} may not be read", "check its permissions") from error
    except (OSError, ValueError) as error:  # ValueError: a null byte in the path
        raise UnreadableDocument(
            f"{name} cannot be read: {_reason(error)}", "check the path and disk"
        ) from error


def _standard_input() -> BinaryIO:
    if sys.stdin is None:  # a shell or a service closed it
        raise UnreadableDocument("standard input is closed", "give a path, or pipe a document in")
    return sys.stdin.buffer


def _name_of(stream: object) -> str:
    """The path of an open file; ``-`` for what has none, such as standard input (``<stdin>``) and sockets."""
    name = getattr(stream, "name", None)
    return name if isinstance(name, str) and name and not name.startswith("<") else STANDARD_INPUT


def _read_stream(stream: BinaryIO, name: str, limits: Limits) -> bytes:
    if not hasattr(stream, "read"):
        raise UnreadableDocument(
            f"a document cannot be of type {type(stream).__name__}",
            "give a path, bytes, an open binary stream, a Pillow image or an array",
        )
    if isinstance(stream, io.TextIOBase):
        raise UnreadableDocument(f"{name} was opened as text", "open it in binary mode, 'rb'")
    try:
        return b"".join(_chunks(stream, limits.file_bytes + 1))
    except (OSError, ValueError) as error:  # ValueError: the stream is closed
        raise UnreadableDocument(f"{name} cannot be read: {_reason(error)}", "check its source") from error


def _chunks(stream: BinaryIO, wanted: int) -> Iterator[bytes]:
    """Up to ``wanted`` bytes: unbuffered streams and pipes hand out less than they are asked for."""
    while wanted > 0 and (chunk := stream.read(wanted)):
        wanted -= len(chunk)
        yield chunk


def _check_size(size: int, name: str, limits: Limits) -> None:
    if size > limits.file_bytes:
        raise DocumentTooLarge(
            f"{name} has more than {limits.file_bytes:,} bytes", f"split it ({allow_more('file_bytes')})"
        )


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
