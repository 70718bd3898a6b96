"""Taking a file out of a mail, archive or portfolio: it is read as a document of its own."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, select, update

from paperformer.documents.containers.unfold import data_inside
from paperformer.documents.model import Document
from paperformer.documents.reader import DocumentReader
from paperformer.errors import PaperformerError
from paperformer.service.access import Caller
from paperformer.service.attached import Attached
from paperformer.service.changes import next_change
from paperformer.service.contents import contents_of
from paperformer.service.database import Row
from paperformer.service.document_rows import NewDocument
from paperformer.service.files import Received, new_id
from paperformer.service.joining import KEPT_OPTIONS
from paperformer.service.problems import Problem, no_room, not_found, problem_of
from paperformer.service.sentences import Sentence
from paperformer.service.service import Service
from paperformer.service.tables import DOCUMENTS
from paperformer.service.uploads import clean_name


class _TakenAlreadyError(Exception):
    """Somebody else has taken the file out just now."""

    def __init__(self, document: str) -> None:
        self.document = document


def take_out(service: Service, caller: Caller, id: str, name: str) -> tuple[str, bool]:
    """Have a file inside of a document's file read as a document of its own, once.

    Args:
        service: Where.
        caller: Who says so.
        id: The document.
        name: Of the file, as ``contents`` has it.

    Returns:
        The id of the document that it is, and whether that is a new one.

    Raises:
        Problem: there is no such document or file, or it is of no kind that is read.
        QueueFull: too many documents are waiting.
    """
    found = service.documents.get(id)
    if found is None:
        raise not_found()
    row, tags = found
    item = _named(service.contents.of(row), name)
    if item["document"] is not None:
        return str(item["document"]), False
    if item["media"] is None:
        english = f"{name} cannot be read: it {item['reason']}"
        raise Problem(409, Sentence("inside_unreadable", {"name": name}, english))
    data = _data(service, row, name)
    if not service.disk.has_room(len(data)):
        raise no_room()
    with service.files.receive() as incoming:
        incoming.write(data)
        document = _new(row, tags, name, str(item["media"]), incoming.finish())
        service.files.keep(document.received, document.id)
    try:
        service.queue.add(
            [(document, caller.deed("take_out", document.id, f"of {id}"))],
            also=lambda connection: _name_it(connection, id, name, document.id),
        )
    except BaseException as error:
        service.files.remove(document.id)
        if isinstance(error, _TakenAlreadyError):
            return error.document, False
        raise
    service.workers.notify()
    return document.id, True


def _named(contents: list[dict[str, Any]], name: str) -> dict[str, Any]:
    item = next((content for content in contents if content["name"] == name), None)
    if item is None:
        raise not_found("file inside of it")
    return item


def _data(service: Service, row: Row, name: str) -> bytes:
    """The bytes of the file, taken out of the outer one anew."""
    try:
        with DocumentReader(service.config.limits) as reader:

            def read(data: bytes, called: str) -> Document:
                return reader.read(data, name=called, ocr="never")

            outer = service.files.path(row["file"]).read_bytes()
            data = data_inside(read(outer, row["name"]), name, read)
    except FileNotFoundError as error:  # deleted just now
        raise not_found() from error
    except PaperformerError as error:
        raise problem_of(error) from error
    if data is None:
        raise not_found("file inside of it")
    return data


def _new(row: Row, tags: list[str], name: str, media: str, received: Received) -> NewDocument:
    """A document to which the same is attached as to the outer one, to be read in the same way."""
    options: dict[str, Any] = json.loads(row["options"])
    kept = {option: options[option] for option in KEPT_OPTIONS if option in options}
    attached = Attached(tags, row["external_id"], row["metadata"])
    return NewDocument(
        new_id(), received, clean_name(name), media, {**kept, "split": False}, attached, row["webhook"]
    )


def _name_it(connection: Connection, outer: str, name: str, taken: str) -> None:
    """Let the new document name the outer one, unless there is one that does."""
    row = connection.execute(select(*DOCUMENTS.c).where(DOCUMENTS.c.id == outer)).first()
    if row is None:
        raise not_found()
    there = _named(contents_of(connection, dict(row._mapping)), name)["document"]
    if there is not None:
        raise _TakenAlreadyError(str(there))
    named = {"inside_of": row.part_of or outer, "inside_name": name}
    connection.execute(update(DOCUMENTS).where(DOCUMENTS.c.id == taken).values(named))
    changed = {"updated": next_change(connection)}
    connection.execute(update(DOCUMENTS).where(DOCUMENTS.c.id == outer).values(changed))
