"""The text of a mail (RFC 5322, MIME), for mails that are a bill themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.header import decode_header, make_header
from email.message import Message

from paperformer.documents.containers.html_text import text_of_html
from paperformer.documents.containers.mail_parts import file_name, is_attachment
from paperformer.documents.damage import refusing_damage
from paperformer.errors import UnreadableDocument

# Fields that a printed mail has above its text (RFC 5322, 3.6).
_SHOWN_FIELDS = ("From", "To", "Date", "Subject")
_LONGEST_FIELD = 400
# When the mail was sent, with the zone, is no time of what it tells of: only its day is shown.
_CLOCK = re.compile(r"\s*\b\d{1,2}:\d{2}(?::\d{2})?(?:\s*(?:[+-]\d{4}|[A-Z]{1,5})\b){0,2}(?:\s*\([^()]*\))?")
_GAP = ("", "", "")  # so that nothing of the text seems to stand below "To:", as a block of the receiver
_ADDRESS = re.compile(r"(?<=\S) ?<([^<>@\s]+@[^<>\s]+)>")  # behind a name, which it is no part of
# Of mails that say the same as plain text and as HTML, the plain one may only be "open it in a browser".
_ENOUGH = 0.5
# Mails within mails, and parts within parts, that are looked into.
_DEEPEST = 20
_AMOUNT = re.compile(r"(?<![\d.,])\d{1,3}(?:[ .,'\u202f\xa0]?\d{3})*[.,]\d{2}(?![\d.,]?\d)")


def text_of_mail(message: Message) -> str:
    """What somebody reads who opens the mail, below its sender, day and subject; empty where it says nothing.

    Args:
        message: The mail. What is attached to it is left out.
    """
    return _with_fields(message, _body(message, 0))


def says_amount(text: str) -> bool:
    """Whether a text names a sum of money, as bills do."""
    return _AMOUNT.search(text) is not None


def with_fields(fields: dict[str, str], body: str) -> str:
    """A text below the fields of its mail; empty where there is no text."""
    if not body.strip():
        return ""
    said = [f"{name}: {value}" for name, value in fields.items() if value]
    return "\n".join([*said, *_GAP, body.strip("\r\n")])


def _with_fields(message: Message, body: str) -> str:
    fields = {name: _field(message, name) for name in _SHOWN_FIELDS}
    return with_fields(fields | {"Date": _CLOCK.sub("", fields["Date"])}, body)


def _field(message: Message, name: str) -> str:
    raw = ""
    try:
        with refusing_damage(UnreadableDocument(f"the field {name} is damaged")):
            raw = str(message.get(name, ""))
            raw = str(make_header(decode_header(raw)))
    except UnreadableDocument:
        pass  # as it is written
    plain = " ".join(raw.split())[:_LONGEST_FIELD]
    return _ADDRESS.sub(r"   \1", plain)


def _body(message: Message, depth: int) -> str:
    kind = message.get_content_type()
    if depth > _DEEPEST:
        return ""
    if kind == "message/rfc822":
        return "\n\n".join(
            text for part in _parts(message) if (text := _with_fields(part, _body(part, depth + 1)))
        )
    if kind == "multipart/alternative":
        return _best([(part.get_content_type(), _body(part, depth + 1)) for part in _parts(message)])
    if message.is_multipart():
        return "\n\n".join(text for part in _parts(message) if (text := _body(part, depth + 1)))
    if kind not in ("text/plain", "text/html") or file_name(message) or is_attachment(message):
        return ""
    text = _decoded(message)
    if kind == "text/html":
        return text_of_html(text)
    return _unfolded(text) if message.get_param("format") == "flowed" else text


def _parts(message: Message) -> Iterator[Message]:
    held = message.get_payload()
    return (part for part in (held if isinstance(held, list) else ()) if isinstance(part, Message))


def _best(said: list[tuple[str, str]]) -> str:
    """Of the same in several forms the plain one, unless another says much more."""
    longest = max((text for _, text in said), key=_letters, default="")
    plain = next((text for kind, text in said if kind == "text/plain"), "")
    return plain if plain.strip() and _letters(plain) >= _ENOUGH * _letters(longest) else longest


def _letters(text: str) -> int:
    return len(text) - sum(map(str.isspace, text))


def _decoded(part: Message) -> str:
    try:
        with refusing_damage(UnreadableDocument("the text is damaged")):
            data = part.get_payload(decode=True)
    except UnreadableDocument:
        return ""
    if not isinstance(data, bytes):
        return ""
    for charset in (str(part.get_content_charset() or "utf-8"), "cp1252"):
        try:
            return data.decode(charset)
        except (UnicodeDecodeError, LookupError, ValueError):
            continue
    return data.decode("utf-8", errors="replace")


def _unfolded(text: str) -> str:
    """A text whose lines go on in the next one where they end with a space (RFC 3676)."""
    lines: list[str] = []
    goes_on = False
    for line in text.splitlines():
        if goes_on and lines:
            lines[-1] += line
        else:
            lines.append(line)
        goes_on = line.endswith(" ") and line != "-- "
    return "\n".join(lines)
