"""Joining documents: one document with the pages of several, which stay as they arrived."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from sqlalchemy import Connection, update

from paperformer.documents.model import Joined
from paperformer.documents.reader import DocumentReader
from paperformer.errors import PaperformerError
from paperformer.service.access import Caller
from paperformer.service.attached import MOST_TAGS, Attached
from paperformer.service.changes import next_change
from paperformer.service.database import Row
from paperformer.service.document_rows import NewDocument, shown_file
from paperformer.service.files import new_id
from paperformer.service.middleware import too_large
from paperformer.service.problems import Problem, no_room, not_found, problem_of
from paperformer.service.reading_choice import choice_of
from paperformer.service.sentences import sentence
from paperformer.service.service import Service
from paperformer.service.tables import DOCUMENTS
from paperformer.service.uploads import clean_name

_CONFIRMED = "join_is_confirmed"
_JOINED = "join_is_joined"
_UNREAD = "join_is_unread"
_NO_PAGES = "join_has_no_pages"
KEPT_OPTIONS = ("ocr", "ocr_engine", "known_parties")
"""How a document is read that is made of another one."""


@dataclass(frozen=True, slots=True)
class _Source:
    """A document whose pages are joined."""

    row: Row
    tags: list[str]

    @property
    def options(self) -> dict[str, Any]:
        options: dict[str, Any] = json.loads(self.row["options"])
        return options


def join_documents(service: Service, caller: Caller, ids: Sequence[str], name: str | None) -> str:
    """Have one document read that has the pages of several, in this order; its id.

    The documents are kept, and name it in ``joined_in``: lists leave them out for as long as it is there.

    Raises:
        Problem: a document is missing, not read, confirmed, or has no pages; or they are too large together.
        QueueFull: too many documents are waiting.
    """
    sources = [_source(service, id) for id in dict.fromkeys(ids)]
    if len(sources) < 2:
        raise Problem(422, sentence("join_needs_several"))
    title = clean_name(name) if name else _name_of(sources)
    data, rotations = _pages_of(service, sources, title)
    if not service.disk.has_room(len(data)):
        raise no_room()
    with service.files.receive() as incoming:
        incoming.write(data)
        received = incoming.finish()
        first = sources[0]
        options = {name: first.options[name] for name in KEPT_OPTIONS if name in first.options}
        options |= {"split": False, "rotations": {str(number): at for number, at in rotations.items()}}
        document = NewDocument(
            new_id(), received, title, "pdf", options, _attached(sources), first.row["webhook"]
        )
        service.files.keep(received, document.id)
    joined = [source.row["id"] for source in sources]
    deed = caller.deed("join", document.id, f"{len(joined)} documents")

    def name_it(connection: Connection) -> None:
        for id in joined:
            _set_joined(connection, id, document.id)
            replace(deed, subject=id, detail=f"in {document.id}").write(connection)

    try:
        service.queue.add([(document, deed)], also=name_it)
    except BaseException:
        service.files.remove(document.id)
        raise
    service.workers.notify()
    return document.id


def _source(service: Service, id: str) -> _Source:
    found = service.documents.get(id)
    if found is None:
        raise not_found()
    row, tags = found
    for is_so, code in (
        (row["state"] != "done", _UNREAD),
        (row["joined_in"] is not None, _JOINED),
        (row["reviewed"], _CONFIRMED),
        (not row["pages"], _NO_PAGES),
    ):
        if is_so:
            raise _refused(row, code)
    return _Source(row, tags)


def _refused(row: Mapping[str, Any], code: str) -> Problem:
    return Problem(409, sentence(code, name=row["name"]), more={"document": row["id"]})


def _pages_of(service: Service, sources: Sequence[_Source], title: str) -> tuple[bytes, dict[int, int]]:
    """A PDF of the pages, and how those lie that somebody has turned."""
    limits = service.config.limits
    paths = [service.files.path(shown_file(source.row)) for source in sources]
    try:
        if sum(path.stat().st_size for path in paths) > limits.file_bytes:
            raise too_large(limits.file_bytes)
        files = [
            Joined(
                name=source.row["name"],
                data=path.read_bytes(),
                first=source.row["first_page"],
                count=source.row["pages"],
                rotations=choice_of(source.options).rotations,
            )
            for source, path in zip(sources, paths, strict=True)
        ]
    except FileNotFoundError as error:  # deleted just now
        raise not_found() from error
    try:
        with DocumentReader(limits) as reader:
            return reader.join(files, name=title)
    except PaperformerError as error:
        raise problem_of(error) from error


def _attached(sources: Sequence[_Source]) -> Attached:
    """The tags of all; what the caller's program calls the first."""
    tags = dict.fromkeys(tag for source in sources for tag in source.tags)
    first = sources[0].row
    return Attached(list(tags)[:MOST_TAGS], first["external_id"], first["metadata"])


def _name_of(sources: Sequence[_Source]) -> str:
    stem = PurePath(sources[0].row["name"]).stem
    return clean_name(f"{stem} and {len(sources) - 1} more.pdf")


def _set_joined(connection: Connection, id: str, joined_in: str) -> None:
    free = (DOCUMENTS.c.joined_in.is_(None), DOCUMENTS.c.reviewed.is_(False), DOCUMENTS.c.state == "done")
    row = update(DOCUMENTS).where(DOCUMENTS.c.id == id, *free)
    values = {"joined_in": joined_in, "updated": next_change(connection)}
    if connection.execute(row.values(values)).rowcount == 0:
        raise Problem(409, sentence("join_changed"))
