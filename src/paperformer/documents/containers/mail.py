"""Mails (RFC 5322, MIME): their text, and the files attached to them, those of mails within them too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message

from paperformer.documents.containers.gathering import Gathering
from paperformer.documents.containers.mail_parts import file_name, is_attachment
from paperformer.documents.containers.mail_text import says_amount, text_of_mail
from paperformer.documents.damage import refusing_damage
from paperformer.errors import UnreadableDocument

# Signatures and delivery reports say nothing of what is attached.
_ABOUT_THE_MAIL = frozenset(
    {"application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature",
     "message/delivery-status", "message/external-body"}
)  # fmt: skip

# What parts the mails of a mailbox (RFC 4155); within a mail such a line is written with ">" before it.
_NEXT_MAIL = re.compile(rb"\n\r?\nFrom [^\n]{1,200}\d\d:\d\d[^\n]{0,50}\n")


def open_mail(data: bytes, gathering: Gathering) -> None:
    """Take the files attached to a mail, and its text.

    Pictures that its text shows (logos, signatures) count only where nothing else is attached. Beside files,
    the text counts where it names a sum.

    Raises:
        UnreadableDocument: when nothing is attached and it says nothing, or its parts are nested too deeply.
        DocumentTooLarge: when it holds more than its bounds allow.
    """
    name = gathering.name
    if data.startswith(b"From ") and _NEXT_MAIL.search(data):
        raise UnreadableDocument(f"{name} is a mailbox of several mails", "save each mail by itself, as .eml")
    with refusing_damage(
        UnreadableDocument(f"{name} is a damaged mail", "save its attachments by themselves")
    ):
        message, parts = _parts(data, name)
        shown = [part for part in parts if _is_shown_in_text(part)]
        for number, part in enumerate(parts if len(shown) == len(parts) else _without(parts, shown), start=1):
            _take(part, number, gathering)
        text = text_of_mail(message)
        gathering.text = text if not parts or says_amount(text) else ""
    if not parts and not gathering.text:
        raise UnreadableDocument(
            f"{name} is a mail without attached files and without text", "check that it was saved completely"
        )


def _parts(data: bytes, name: str) -> tuple[Message, list[Message]]:
    """The mail, and the parts of it that are files."""
    try:
        message = message_from_bytes(data)
        return message, list(_attached(message))
    except RecursionError as error:
        raise UnreadableDocument(
            f"{name} is a mail whose parts are nested too deeply", "save its attachments by themselves"
        ) from error


def _attached(message: Message) -> Iterator[Message]:
    for part in message.walk():
        if part.is_multipart() or part.get_content_type() in _ABOUT_THE_MAIL:
            continue
        if part.get_content_maintype() != "text" or file_name(part) or is_attachment(part):
            yield part


def _without(parts: list[Message], others: list[Message]) -> list[Message]:
    left_out = {id(part) for part in others}
    return [part for part in parts if id(part) not in left_out]


def _is_shown_in_text(part: Message) -> bool:
    """A picture that the mail's HTML places by its Content-ID (RFC 2392)."""
    is_picture = part.get_content_maintype() == "image"
    return is_picture and "Content-ID" in part and not is_attachment(part)


def _take(part: Message, number: int, gathering: Gathering) -> None:
    name = file_name(part) or f"part-{number}.{part.get_content_subtype()}"
    try:
        with refusing_damage(UnreadableDocument(f"{name} is damaged")):
            data = part.get_payload(decode=True)
    except UnreadableDocument:
        data = None
    if isinstance(data, bytes):
        gathering.add(name, data)
    else:
        gathering.pass_over(name, "is damaged")
