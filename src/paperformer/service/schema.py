"""Bodies of requests and answers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from paperformer.documents.model import PageReading
from paperformer.extraction.result import Candidate, Extraction, Level, ModelInfo, PageBox
from paperformer.fields.limits import MAX_VALUE_CHARACTERS
from paperformer.service.attached import MOST_METADATA, MOST_TAGS
from paperformer.service.failure_reasons import reason_of

_EPOCH = datetime.fromtimestamp(0, UTC)
State = Literal["queued", "working", "done", "failed"]
FieldName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
ValueText = Annotated[str, Field(max_length=MAX_VALUE_CHARACTERS)]
Tag = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f,]+$")]
ExternalId = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$")]
Assignee = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f]+$")]
MetadataName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]
MetadataValue = Annotated[str, Field(max_length=500, pattern=r"^[^\x00-\x1f\x7f]*$")]
Metadata = Annotated[dict[MetadataName, MetadataValue], Field(max_length=MOST_METADATA)]
WordIndex = Annotated[int, Field(ge=0, le=10_000_000)]


class Failed(BaseModel):
    """Why a document could not be read."""

    title: str
    detail: str
    code: str | None
    values: dict[str, str]


class Summary(BaseModel):
    """A document as lists show it."""

    id: str
    name: str
    state: State
    reviewed: bool
    created: datetime
    finished: datetime | None
    updated: datetime = Field(
        description="When it last changed; no two changes have the same time. See `updated_since`."
    )
    tags: list[str]
    external_id: str | None = Field(description="What the caller's own program calls it.")
    metadata: dict[str, str] = Field(description="Texts of the caller, by name.")
    assignee: str | None = Field(description="Who is to look at it: the name of a key or a person.")
    pages: int | None
    doubt: float | None = Field(description="1 less the confidence of the least sure core field.")
    level: Level | None = Field(description="The lowest level among the core fields.")
    supplier_name: str | None
    document_number: str | None
    document_date: str | None
    total_incl_vat: str | None
    currency: str | None
    duplicate_of: str | None = Field(
        description="An earlier document of the same file, or of the same supplier, number and total."
    )
    part_of: str | None = Field(description="The document with which this one came in one file.")
    joined_in: str | None = Field(
        description="The document that has the pages of this one, where they were joined."
    )
    inside_of: str | None = Field(
        description="The document in whose file this one lay, where it was taken out to be read by itself."
    )
    inner_name: str | None = Field(
        description="The file inside of a mail, archive or portfolio whose pages are shown."
    )
    first_page: int
    error: Failed | None
    model: ModelInfo | None


class FileInside(BaseModel):
    """A file inside of a mail, archive or portfolio, and what became of it."""

    name: str = Field(description="Its name there, behind those of containers within the file.")
    media: str | None = Field(description="Its kind; null if that is none that is read.")
    pages: int | None = Field(description="How many pages it has; null if it was not read.")
    state: Literal["answered", "document", "left_out"] = Field(
        description="`answered`: its pages are those of this document; `document`: it is another document; "
        "`left_out`: it is none."
    )
    document: str | None = Field(description="The document that it is; null if it is left out.")
    reason: str | None = Field(description="Why it is left out: another file answers, or it cannot be read.")
    code: str | None = None
    values: dict[str, str] = Field(default_factory=dict)


class Document(Summary):
    """A document with its extraction, which is null until it is done."""

    parts: list[str] = Field(description="The other documents of the file, where it was split.")
    contents: list[FileInside] = Field(description="The files inside of the file, as it was read last.")
    extraction: Extraction | None


class DocumentPatch(BaseModel):
    """What is to change of that by which a document is found."""

    model_config = ConfigDict(extra="forbid")

    tags: Annotated[list[Tag], Field(max_length=MOST_TAGS)] = Field(
        default_factory=list, description="The new tags, in place of all others."
    )
    external_id: ExternalId | None = Field(
        None, description="What the caller's own program calls it; null removes it."
    )
    assignee: Assignee | None = Field(
        None, description="Who is to look at it: the name of a key or a person; null is nobody."
    )
    metadata: Annotated[dict[MetadataName, MetadataValue | None], Field(max_length=MOST_METADATA)] = Field(
        default_factory=dict, description="Texts by name, merged with those that are there; null removes one."
    )


class DocumentBatch(BaseModel):
    """Documents that were posted at once."""

    items: list[Document]


class DocumentList(BaseModel):
    """A piece of the list of documents."""

    items: list[Summary]
    next: str | None = Field(description="Cursor of the next piece; null at the end.")
    total: int


class PageWord(BaseModel):
    """A word on a page; ``index`` counts over all pages of the file."""

    index: int
    text: str
    box: PageBox
    line: int


class PageWords(BaseModel):
    """The words of a page, in reading order."""

    page: int
    width: float
    height: float
    reading: PageReading
    words: list[PageWord]


class FieldValue(BaseModel):
    """A value that a person gives, with the words that print it."""

    model_config = ConfigDict(extra="forbid")

    value: ValueText
    words: list[WordIndex] | None = Field(None, max_length=1000)


class Feedback(BaseModel):
    """The true values of a document; an empty list says that the field is not on it."""

    model_config = ConfigDict(extra="forbid")

    fields: dict[FieldName, Annotated[list[FieldValue], Field(max_length=50)]] = Field(
        default_factory=dict, max_length=200
    )
    rows: dict[FieldName, Annotated[list[dict[FieldName, FieldValue]], Field(max_length=2000)]] = Field(
        default_factory=dict, max_length=20
    )
    confirmed: bool = False


class CheckedValue(BaseModel):
    """What a typed value is in its normal form."""

    value: str
    checked: bool | None
    ambiguous: bool
    problem: str | None
    problem_code: str | None = None
    problem_values: dict[str, str] = Field(default_factory=dict)


class Check(BaseModel):
    """Something that has to be so, and whether it is."""

    name: str
    holds: bool
    says: str
    fields: list[str]
    code: str
    values: dict[str, str] = Field(default_factory=dict)


class Checks(BaseModel):
    """A draft of feedback, normalised and checked."""

    fields: dict[str, CheckedValue]
    rows: dict[str, list[dict[str, CheckedValue]]]
    checks: list[Check]


class Evidence(BaseModel):
    """Why a field has the value that it has."""

    candidates: list[Candidate]


class CellDefinition(BaseModel):
    """A cell of the rows of a field."""

    name: str
    type: str


class FieldInfo(BaseModel):
    """A field that can be asked for."""

    name: str
    type: str
    description: str
    term: str | None
    multiline: bool
    core: bool = Field(description="Whether lists sorted by doubt go by it.")
    cells: list[CellDefinition]
    choices: list[str] = Field(description="All values that it can have; empty where they are not known.")


class FieldCounts(BaseModel):
    """How often a field was right, in one span of time, as feedback says."""

    field: str
    since: datetime
    correct: int
    wrong: int
    missing: int
    invented: int = Field(description="A value was answered that the document does not have.")


class FieldMetrics(BaseModel):
    """Quality of fields over time."""

    items: list[FieldCounts]


class Deleted(BaseModel):
    """How many documents were deleted."""

    deleted: int


def when(seconds: float | None) -> datetime | None:
    """A time of the database."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def change_time(moment: datetime) -> int:
    """A time as ``changes.py`` counts them; one without a zone is in UTC."""
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return (aware - _EPOCH) // timedelta(microseconds=1)


def summary_of(row: Mapping[str, Any], tags: list[str]) -> dict[str, Any]:
    """A document's row as ``Summary`` has it, ready for JSON."""
    same = (
        "id", "name", "state", "pages", "doubt", "level", "supplier_name", "document_number", "document_date",
        "total_incl_vat", "currency", "duplicate_of", "part_of", "inner_name", "joined_in", "inside_of",
        "first_page", "external_id", "metadata", "assignee",
    )  # fmt: skip
    says = reason_of(row["error_detail"] or "")
    reason = {"code": says and says.code, "values": dict(says.values) if says else {}}
    failed = {"title": row["error_title"], "detail": row["error_detail"], **reason}
    model = {"name": row["model_name"], "version": row["model_version"]}
    return {
        **{name: row[name] for name in same},
        "reviewed": bool(row["reviewed"]),
        "created": _iso(row["created"]),
        "finished": _iso(row["finished"]),
        "updated": _text_of(_EPOCH + timedelta(microseconds=row["updated"])),
        "tags": tags,
        "error": failed if row["error_title"] is not None else None,
        "model": model if row["model_name"] is not None else None,
    }


def _iso(seconds: float | None) -> str | None:
    moment = when(seconds)
    return None if moment is None else _text_of(moment)


def _text_of(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")
