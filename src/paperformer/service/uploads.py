"""What a request to read documents carries: files and options, as a form or as the body itself."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from paperformer.extraction.known_parties.file import parse_known_parties
from paperformer.extraction.known_parties.party import KnownParty
from paperformer.extraction.result import Level
from paperformer.service.attached import MOST_TAGS
from paperformer.service.files import FileStore, Incoming
from paperformer.service.middleware import too_large
from paperformer.service.problems import Problem
from paperformer.service.schema import ExternalId, Metadata, Tag
from paperformer.service.sentences import sentence

MOST_FILES = 100
MOST_FIELDS = 50
_PIECE = 1_000_000
_NAME = 200


def _list(value: Any) -> Any:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return value


def _object(value: Any) -> Any:
    if isinstance(value, str):
        try:
            return json.loads(value)
        except (ValueError, RecursionError) as error:
            raise ValueError('metadata is not a JSON object. Write it as {"name": "text"}') from error
    return value


class UploadOptions(BaseModel):
    """How to read what is posted."""

    model_config = ConfigDict(extra="forbid")

    name: str | None = Field(
        None, max_length=1000, description="What to call it, where the body is the file itself."
    )
    fields: str | None = Field(
        None, max_length=4000, description="Answer with these fields only: names, comma between them."
    )
    max_results: int | None = Field(
        None, ge=1, le=100, description="Most candidates of a field in the answer."
    )
    min_confidence: float | None = Field(None, ge=0, le=1, description="Leave out what is less probable.")
    level: Level | None = Field(None, description="Leave out what is of a lower level.")
    tags: Annotated[list[Tag], BeforeValidator(_list)] = Field(
        default_factory=list,
        max_length=MOST_TAGS,
        description="What to find it by: texts, comma between them.",
    )
    external_id: ExternalId | None = Field(
        None, description="What your own program calls the document. It need not be unique."
    )
    metadata: Annotated[Metadata, BeforeValidator(_object)] = Field(
        default_factory=dict,
        description="Texts of your own by name, as a JSON object. Lists can be filtered by them.",
    )
    split: bool = Field(False, description="Answer for each document that the file holds.")
    known_parties: str | None = Field(
        None,
        max_length=1_000_000,
        description="Suppliers and customers as JSON lines (docs/known-parties.md).",
    )
    webhook: str | None = Field(
        None, max_length=2000, description="Where to post the document when it is read."
    )


@dataclass(slots=True)
class Upload:
    """What a request carries.

    Args:
        options: How to read.
        files: Name and bytes of each file, which are on disk.
    """

    options: UploadOptions
    files: list[tuple[str, Incoming]] = field(default_factory=list)

    def close(self) -> None:
        """Remove what was not kept."""
        for _, incoming in self.files:
            incoming.__exit__()


async def receive_upload(request: Request, files: FileStore, most: int) -> Upload:
    """Take what a request carries; whoever calls closes it.

    Args:
        request: Of any content type; a form has its files in ``file``.
        files: Where bytes go as they arrive.
        most: Bytes that a file may have.

    Raises:
        Problem: there is no file, or it is too large.
        RequestValidationError: an option is not as it should be.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        return await _of_form(request, files, most)
    upload = Upload(_options(request.query_params))
    incoming = files.receive()
    upload.files.append((clean_name(upload.options.name), incoming))
    try:
        async for piece in request.stream():
            _take(incoming, piece, most)
        if not incoming.size:
            raise Problem(400, sentence("body_empty"))
    except BaseException:
        upload.close()
        raise
    return upload


async def _of_form(request: Request, files: FileStore, most: int) -> Upload:
    try:
        form = await request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS, max_part_size=1_000_000)
    except Problem:
        raise
    except HTTPException as error:
        raise Problem(400, f"The form cannot be read: {error.detail}") from error
    try:
        upload = Upload(_options({**request.query_params, **_texts(form)}))
        try:
            for part in _parts(form):
                incoming = files.receive()
                upload.files.append((clean_name(part.filename), incoming))
                while piece := await part.read(_PIECE):
                    await run_in_threadpool(_take, incoming, piece, most)
                if not incoming.size:
                    raise Problem(400, "A file is empty. Check that it was copied completely")
        except BaseException:
            upload.close()
            raise
    finally:
        await form.close()
    return upload


def _take(incoming: Incoming, piece: bytes, most: int) -> None:
    incoming.write(piece)
    if incoming.size > most:
        raise too_large(most)


def _parts(form: FormData) -> list[UploadFile]:
    parts = [part for part in form.getlist("file") if isinstance(part, UploadFile)]
    if not parts:
        raise Problem(400, "The form has no file. Send it as `file`")
    return parts


def _texts(form: FormData) -> dict[str, str]:
    texts: dict[str, str] = {}
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            if name != "file":
                raise Problem(400, "The form has a file that is not called `file`")
        elif name == "tags" and name in texts:
            texts[name] += f",{value}"
        else:
            texts[name] = value
    return texts


def _options(given: Mapping[str, Any]) -> UploadOptions:
    try:
        return UploadOptions.model_validate(dict(given))
    except ValidationError as error:
        raise RequestValidationError(
            [{**problem, "loc": ("query", *problem["loc"])} for problem in error.errors()]
        ) from error


def clean_name(name: str | None) -> str:
    """A name that a caller gives, as it is shown: without path and control characters, not too long."""
    last = (name or "").replace("\\", "/").rsplit("/", 1)[-1]
    shown = "".join(c for c in last if unicodedata.category(c)[0] != "C").strip()
    return shown[:_NAME] or "document"


def reading_options(options: UploadOptions) -> dict[str, Any]:
    """What a worker has to know of the options, as the database keeps it.

    Raises:
        InvalidConfig: the known parties are not in the format.
    """
    stated: dict[str, Any] = {"split": options.split}
    if options.known_parties is not None:
        is_table = not options.known_parties.lstrip("\ufeff \n").startswith("{")
        parties = parse_known_parties(options.known_parties, "known_parties", is_table)
        stated["known_parties"] = [asdict(party) for party in parties]
    return stated


def known_from(options: Mapping[str, Any]) -> tuple[KnownParty, ...]:
    """The known parties of options that the database keeps."""
    return tuple(_party(option) for option in options.get("known_parties", ()))


def _party(kept: Mapping[str, Any]) -> KnownParty:
    lists = {name: tuple(value) for name, value in kept.items() if isinstance(value, list)}
    return KnownParty(name=kept["name"], role=kept["role"], **lists)
