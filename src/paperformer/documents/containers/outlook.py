"""Outlook messages ([MS-OXMSG]): the files attached, those of messages within them too; else their text."""

from __future__ import annotations

import io
from typing import Any

from paperformer.documents.containers.gathering import Gathering
from paperformer.documents.containers.html_text import text_of_html
from paperformer.documents.containers.mail_text import says_amount, with_fields
from paperformer.documents.damage import refusing_damage
from paperformer.errors import UnreadableDocument

_ATTACHMENT = "__attach_version1.0_#"  # 2.2.2: a storage for each attachment
# 2.1.3: streams are called after the property ([MS-OXPROPS]) and its type.
_DATA = "__substg1.0_37010102"  # PidTagAttachDataBinary
_NAMES = (  # PidTagAttachLongFilename, PidTagAttachFilename; in Unicode, in the system's code page
    ("__substg1.0_3707001F", "utf-16-le"),
    ("__substg1.0_3704001F", "utf-16-le"),
    ("__substg1.0_3707001E", "cp1252"),
    ("__substg1.0_3704001E", "cp1252"),
)
_SENDER, _SUBJECT, _BODY = "0C1A", "0037", "1000"  # PidTagSenderName, PidTagSubject, PidTagBody
_HTML = "__substg1.0_10130102"  # PidTagHtml
_LONGEST = 20_000_000  # bytes of a text


def open_outlook(data: bytes, gathering: Gathering) -> None:
    """Take the files attached to a message; its text where nothing can be read, as of a mail.

    Raises:
        UnreadableDocument: when it is damaged, holds nothing to read, or the extra is not installed.
        DocumentTooLarge: when it holds more than its bounds allow.
    """
    name = gathering.name
    try:
        import olefile
    except ImportError as error:
        raise UnreadableDocument(
            f"{name} is an Outlook message, which needs an extra",
            "install it: pip install 'paperformer[msg]'",
        ) from error
    damaged = UnreadableDocument(f"{name} is a damaged Outlook message", "save it anew")
    with refusing_damage(damaged), olefile.OleFileIO(io.BytesIO(data)) as compound:
        found = _attachments(compound)
        for number, storage in enumerate(found, start=1):
            _take(compound, storage, number, gathering)
        text = _text(compound)
        gathering.text = text if not found or says_amount(text) else ""
    if not found and not gathering.text:
        raise UnreadableDocument(
            f"{name} is an Outlook message without attached files and without text",
            "check that it was saved completely",
        )


def _text(compound: Any) -> str:
    body = _property(compound, _BODY)
    if not body.strip() and compound.exists(_HTML) and compound.get_size(_HTML) <= _LONGEST:
        body = text_of_html(compound.openstream(_HTML).read().decode("utf-8", errors="replace"))
    fields = {"From": _property(compound, _SENDER), "Subject": _property(compound, _SUBJECT)}
    return with_fields(fields, body)


def _property(compound: Any, number: str) -> str:
    """A text of the message itself."""
    for kind, encoding in (("001F", "utf-16-le"), ("001E", "cp1252")):
        stream = f"__substg1.0_{number}{kind}"
        if compound.exists(stream) and compound.get_size(stream) <= _LONGEST:
            raw: bytes = compound.openstream(stream).read()
            return raw.decode(encoding, errors="replace").rstrip("\0")
    return ""


def _attachments(compound: Any) -> list[list[str]]:
    """The storages of attachments that hold bytes, in order: of the message, and of messages in it."""
    paths = [path[:-1] for path in compound.listdir() if path[-1].upper() == _DATA.upper()]
    return sorted(path for path in paths if path and path[-1].lower().startswith(_ATTACHMENT))


def _take(compound: Any, storage: list[str], number: int, gathering: Gathering) -> None:
    name = _name(compound, storage) or f"attachment-{number}"
    if compound.get_size([*storage, _DATA]) > gathering.bytes_left:
        raise gathering.too_large()
    try:
        with refusing_damage(UnreadableDocument(f"{name} is damaged")):
            data = compound.openstream([*storage, _DATA]).read()
    except UnreadableDocument:
        gathering.pass_over(name, "is damaged")
        return
    gathering.add(name, data)


def _name(compound: Any, storage: list[str]) -> str:
    for stream, encoding in _NAMES:
        if compound.exists([*storage, stream]):
            raw: bytes = compound.openstream([*storage, stream]).read()
            if name := raw.decode(encoding, errors="replace").rstrip("\0"):
                return name
    return ""
