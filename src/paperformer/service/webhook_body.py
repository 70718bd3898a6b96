"""Bodies of webhooks: a document with its extraction and, once it is confirmed, the confirmed values."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, Field

from paperformer.extraction.result import Extraction
from paperformer.service.deliveries import CONFIRMED
from paperformer.service.feedback import Saved
from paperformer.service.schema import Feedback, Summary, when


class DocumentRead(BaseModel):
    """A document was read, or could not be read."""

    event: Literal["document.done", "document.failed"] = Field(description="What happened.")
    document: Summary = Field(description="The document as lists show it.")
    extraction: Extraction | None = Field(description="What was read; null if it could not be read.")


class DocumentConfirmed(BaseModel):
    """A person has confirmed a document."""

    event: Literal["document.confirmed"] = Field(description="What happened.")
    document: Summary = Field(description="The document as lists show it, with the confirmed values.")
    extraction: Extraction | None = Field(description="What the machine read.")
    confirmed: Feedback = Field(description="The confirmed values.")
    confirmed_at: datetime = Field(description="When it was confirmed.")
    confirmed_by: str | None = Field(description="Name of the key; null if no key was needed.")


def body_of(event: str, summary: dict[str, Any], extraction: bytes | None, saved: Saved | None) -> bytes:
    """The body of a call, as JSON.

    Args:
        event: What happened.
        summary: The document.
        extraction: What was read, as JSON.
        saved: What people said about it.
    """
    content: dict[str, Any] = {"event": event, "document": summary}
    if event == CONFIRMED and saved is not None:
        moment = when(saved.at)
        content["confirmed"] = saved.content
        content["confirmed_at"] = None if moment is None else moment.isoformat().replace("+00:00", "Z")
        content["confirmed_by"] = saved.by
    text = json.dumps(content, ensure_ascii=False).encode()
    return text[:-1] + b', "extraction": ' + (extraction or b"null") + b"}"
