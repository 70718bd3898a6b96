"""Protocol between the reading process and its owner: JSON and bytes over pipes.

A message is a JSON object and a blob, each after its length. JSON rather than pickle: a reading process
that a malicious file has taken over can then lie, but not run code in its owner.
"""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Sequence
from dataclasses import asdict, astuple
from typing import Any, BinaryIO

from paperformer import errors
from paperformer.documents.limits import Limits
from paperformer.documents.model import Box, Code, ContainedFile, Document, Joined, Page, PassedOver, Word
from paperformer.documents.reading import ReadOptions

Message = tuple[dict[str, Any], bytes]
_LENGTHS = struct.Struct(">QQ")


def send(pipe: BinaryIO, header: dict[str, Any], blob: bytes = b"") -> None:
    """Write one message.

    Raises:
        BrokenPipeError: when the other side is gone.
    """
    head = json.dumps(header, separators=(",", ":")).encode()
    pipe.write(_LENGTHS.pack(len(head), len(blob)))
    pipe.write(head)
    pipe.write(blob)
    pipe.flush()


def receive(pipe: BinaryIO) -> Message:
    """Read one message.

    Raises:
        EOFError: when the other side is gone.
    """
    head, blob = _LENGTHS.unpack(_exactly(pipe, _LENGTHS.size))
    return json.loads(_exactly(pipe, head)), _exactly(pipe, blob)


def _exactly(pipe: BinaryIO, count: int) -> bytes:
    data = pipe.read(count)
    if len(data) < count:
        raise EOFError("the pipe ended within a message")
    return data


def read_options_to_json(options: ReadOptions) -> dict[str, Any]:
    """Options as a JSON object."""
    return asdict(options)


def read_options_from_json(header: dict[str, Any]) -> ReadOptions:
    """The options that ``read_options_to_json`` wrote."""
    return ReadOptions(**{**header, "limits": Limits(**header["limits"])})


def joined_to_message(files: Sequence[Joined]) -> tuple[list[dict[str, Any]], bytes]:
    """Files to be joined as JSON, and their bytes one after the other."""
    header = [
        {
            "name": file.name,
            "size": len(file.data),
            "first": file.first,
            "count": file.count,
            "rotations": list(file.rotations.items()),
        }
        for file in files
    ]
    return header, b"".join(file.data for file in files)


def joined_from_message(header: Sequence[dict[str, Any]], blob: bytes) -> list[Joined]:
    """The files that ``joined_to_message`` wrote."""
    files, end = [], 0
    for entry in header:
        size, rotations = entry["size"], dict(entry["rotations"])
        rest = {name: entry[name] for name in ("name", "first", "count")}
        files.append(Joined(data=blob[end : end + size], rotations=rotations, **rest))
        end += size
    return files


def document_to_message(document: Document) -> Message:
    """A document as a message, its e-invoice and the files inside it as the blob."""
    header = {
        "name": document.name,
        "pages": [_page_to_json(page) for page in document.pages],
        "warnings": document.warnings,
        "einvoice": None if document.einvoice is None else len(document.einvoice),
        "contained": [(file.name, len(file.data)) for file in document.contained],
        "passed_over": document.passed_over,
        "is_message": document.is_message,
    }
    return header, b"".join([document.einvoice or b"", *(file.data for file in document.contained)])


def document_from_message(header: dict[str, Any], blob: bytes) -> Document:
    """The document that ``document_to_message`` wrote."""
    pages = tuple(map(_page_from_json, header["pages"]))
    end = header["einvoice"] or 0
    einvoice = None if header["einvoice"] is None else blob[:end]
    contained = []
    for name, size in header["contained"]:
        contained.append(ContainedFile(name, blob[end : end + size]))
        end += size
    passed_over = tuple(PassedOver(*entry) for entry in header["passed_over"])
    warnings = tuple(header["warnings"])
    return Document(
        header["name"], pages, einvoice, warnings, tuple(contained), passed_over, header["is_message"]
    )


def _page_to_json(page: Page) -> list[Any]:
    words = [
        (word.text, *astuple(word.box), word.line, word.confidence, word.upright, word.letter_height)
        for word in page.words
    ]
    codes = [
        (code.format, code.text, base64.b64encode(code.data).decode("ascii"), *astuple(code.box))
        for code in page.codes
    ]
    return [page.number, page.width, page.height, words, page.reading, page.rotation, page.skew, codes]


def _page_from_json(fields: list[Any]) -> Page:
    number, width, height, words, reading, rotation, skew, found = fields
    placed = tuple(
        Word(text, Box(x0, y0, x1, y1), number, line, confidence, upright, letter_height)
        for text, x0, y0, x1, y1, line, confidence, upright, letter_height in words
    )
    codes = tuple(
        Code(form, text, base64.b64decode(data), Box(x0, y0, x1, y1))
        for form, text, data, x0, y0, x1, y1 in found
    )
    return Page(number, width, height, placed, reading, rotation, skew, codes)


def error_to_json(error: errors.PaperformerError, trace: str = "") -> dict[str, Any]:
    """A named error as a JSON object, with the traceback of what caused it, for a bug report."""
    return {"error": type(error).__name__, "message": error.message, "remedy": error.remedy, "trace": trace}


def error_from_json(header: dict[str, Any]) -> errors.PaperformerError:
    """The error that ``error_to_json`` wrote; an unknown name gives its base class."""
    kind = getattr(errors, header["error"], None)
    if not (isinstance(kind, type) and issubclass(kind, errors.PaperformerError)):
        kind = errors.PaperformerError
    error = kind(header["message"], header["remedy"])
    if header["trace"]:
        error.add_note(header["trace"])
    return error
