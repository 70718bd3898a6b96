"""What the parts of a mail say of themselves: the names of their files, and whether they are attached."""

from __future__ import annotations

from email.header import decode_header, make_header
from email.message import Message

from paperformer.documents.damage import refusing_damage
from paperformer.errors import UnreadableDocument


def is_attachment(part: Message) -> bool:
    """Whether the part is to be offered as a file, not to be shown."""
    return str(part.get("Content-Disposition", "")).strip().lower().startswith("attachment")


def file_name(part: Message) -> str:
    """The name that the part gives its file, decoded (RFC 2231, and RFC 2047 as most programs write it)."""
    name = ""
    try:
        with refusing_damage(UnreadableDocument("the name of an attached file is damaged")):
            name = part.get_filename("") or ""
            return str(make_header(decode_header(name)))
    except UnreadableDocument:
        return name  # as it is written, or none at all
