"""Bodies of answers about reviewing: what to look at, what many documents became at once."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from paperformer.service.attached import MOST_TAGS
from paperformer.service.schema import Assignee, Tag

AlertKind = Literal[
    "hidden_account", "new_account", "einvoice_differs", "same_number", "duplicate", "second_document"
]
DocumentId = Annotated[str, Field(pattern=r"^[0-9a-f]{24}$")]
DocumentIds = Annotated[list[DocumentId], Field(min_length=1, max_length=200)]


class Alert(BaseModel):
    """Something that smells of fraud or loss, in the reviewer's words."""

    kind: AlertKind
    says: str
    code: str
    values: dict[str, str] = Field(default_factory=dict)
    document: str | None = Field(None, description="Another document that it is about.")
    field: str | None = Field(None, description="The field that it is about.")


class Note(BaseModel):
    """Something to know about a document, in the reviewer's words."""

    says: str
    code: str | None = None
    values: dict[str, str] = Field(default_factory=dict)


class ReviewInfo(BaseModel):
    """What a reviewer has to know about a document, besides its values."""

    core: list[str] = Field(
        description="Fields that the document should have: empty ones are shown in their place."
    )
    alerts: list[Alert]
    notes: list[str] = Field(description="The other warnings of the extraction, in the reviewer's words.")
    coded_notes: list[Note] = Field(default_factory=list, description="The same, with their codes.")
    confirmed: bool
    saved: datetime | None = Field(description="When the values were last saved, or confirmed.")
    saved_by: str | None = Field(description="Name of the key that saved them.")
    open_by: list[str] = Field(description="Names of the other keys that have it open on the page.")


class ConfirmMany(BaseModel):
    """Documents to confirm as they are shown."""

    model_config = ConfigDict(extra="forbid")

    ids: DocumentIds
    min_confidence: Annotated[
        float, Field(ge=0, le=1, description="Of every core field, unless a person has given its value.")
    ] = 0.0


class TagMany(BaseModel):
    """Documents that are given tags, and from which others are taken."""

    model_config = ConfigDict(extra="forbid")

    ids: DocumentIds
    add: Annotated[list[Tag], Field(max_length=MOST_TAGS)] = Field(default_factory=list)
    remove: Annotated[list[Tag], Field(max_length=MOST_TAGS)] = Field(default_factory=list)


class Assignment(BaseModel):
    """Documents that somebody is to look at."""

    model_config = ConfigDict(extra="forbid")

    ids: DocumentIds
    assignee: Assignee | None


class Assignees(BaseModel):
    """Names to which documents can be assigned."""

    names: list[str]


class ManyIds(BaseModel):
    """Documents to do something with."""

    model_config = ConfigDict(extra="forbid")

    ids: DocumentIds


class JoinMany(BaseModel):
    """Documents whose pages become one document, in this order."""

    model_config = ConfigDict(extra="forbid")

    ids: Annotated[list[DocumentId], Field(min_length=2, max_length=50)]
    name: str | None = Field(None, min_length=1, max_length=200, description="Of the whole.")


class TakeOut(BaseModel):
    """A file inside of a document's file that is to be a document of its own."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=1000, description="As `contents` of the document has it.")


class Skipped(BaseModel):
    """A document that was left as it is, and why."""

    id: str
    reason: str
    code: str | None = None
    values: dict[str, str] = Field(default_factory=dict)


class ManyDone(BaseModel):
    """What became of many documents."""

    done: list[str]
    skipped: list[Skipped]
