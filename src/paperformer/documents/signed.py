"""Files in a signed wrapper (CMS, RFC 5652; ``.p7m``): what was signed is taken out, nothing is verified."""

from __future__ import annotations

import base64
import binascii
import re
from contextlib import suppress
from typing import Final

from paperformer.errors import UnreadableDocument

NOT_VERIFIED: Final = "the file is signed: its signature was not verified"
# A file that is signed again by somebody else is a wrapper in a wrapper.
DEEPEST: Final = 4
_SIGNED_DATA: Final = b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"
_HEAD: Final = 256
_MARKER: Final = re.compile(rb"-----(?:BEGIN|END) [A-Z0-9 ]{1,40}-----")
_BASE64: Final = re.compile(rb"[A-Za-z0-9+/=\s]*")
_SEQUENCE: Final = 0x30
_OCTETS: Final = 0x04
_OCTETS_IN_PARTS: Final = 0x24
_EXPLICIT: Final = 0xA0
_MOST_PARTS: Final = 1_000_000
_DEEPEST_PART: Final = 16
_REMEDY: Final = "Give the file that was signed, or ask for it anew"


def is_signed(data: bytes) -> bool:
    """Whether a file begins as a signed wrapper, in DER or BER, or in Base64. Never raises."""
    head = data[:_HEAD]
    if _begins_signed_data(head):
        return True
    text = _MARKER.sub(b"", head).strip()
    if not text.startswith(b"MI") or _BASE64.fullmatch(text) is None:
        return False
    digits = b"".join(text.split())
    with suppress(binascii.Error):  # then it is no Base64
        return _begins_signed_data(base64.b64decode(digits[: len(digits) // 4 * 4]))
    return False


def signed_content(data: bytes, name: str) -> bytes:
    """What a signed wrapper holds. The signature is not verified.

    Args:
        data: The wrapper.
        name: What to call it in errors.

    Raises:
        UnreadableDocument: it is damaged, or the signature stands apart from what it signs.
    """
    try:
        content = _content(_binary(data))
    except (_DamageError, binascii.Error) as error:
        raise UnreadableDocument(f"{name} is a damaged signed file ({error})", _REMEDY) from error
    if not content:
        raise UnreadableDocument(f"{name} is a signature without the file that it signs", _REMEDY)
    return content


class _DamageError(Exception):
    """The bytes are not what the encoding rules ask for."""


def _begins_signed_data(head: bytes) -> bool:
    return head[:1] == b"\x30" and head.startswith(_SIGNED_DATA, 2 + _length_bytes(head))


def _length_bytes(head: bytes) -> int:
    return head[1] & 0x7F if len(head) > 1 and head[1] & 0x80 else 0


def _binary(data: bytes) -> bytes:
    if _begins_signed_data(data[:_HEAD]):
        return data
    return base64.b64decode(b"".join(_MARKER.sub(b"", data).split()), validate=True)


def _content(data: bytes) -> bytes:
    """``ContentInfo.content.encapContentInfo.eContent``: RFC 5652, 5.1 and 5.2."""
    reader = _Reader(data)
    reader.enter(_SEQUENCE)  # ContentInfo
    reader.skip()  # contentType
    reader.enter(_EXPLICIT)
    reader.enter(_SEQUENCE)  # SignedData
    reader.skip()  # version
    reader.skip()  # digestAlgorithms
    reader.enter(_SEQUENCE)  # EncapsulatedContentInfo
    end = reader.end
    reader.skip()  # eContentType
    if reader.at >= end or reader.peek() != _EXPLICIT:
        return b""
    reader.enter(_EXPLICIT)
    return reader.octets()


class _Reader:
    """Goes through BER (X.690) from front to back."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.at = 0
        self.end = len(data)
        self._parts = 0

    def peek(self) -> int:
        """The next tag."""
        if self.at >= len(self._data):
            raise _DamageError("it ends early")
        return self._data[self.at]

    def enter(self, tag: int) -> None:
        """Step into an element of this tag."""
        found, length = self._header()
        if found != tag:
            raise _DamageError("it is not built as signed data")
        self.end = len(self._data) if length is None else self.at + length

    def skip(self, depth: int = 0) -> None:
        """Step over an element."""
        tag, length = self._header()
        if length is not None:
            self._move(length)
            return
        if depth > _DEEPEST_PART or not tag & 0x20:
            raise _DamageError("its parts nest without end")
        while not self._ends():
            self.skip(depth + 1)

    def octets(self, depth: int = 0) -> bytes:
        """The bytes of an octet string, in one part or in several."""
        tag, length = self._header()
        if tag == _OCTETS and length is not None:
            start = self.at
            self._move(length)
            return self._data[start : self.at]
        if tag != _OCTETS_IN_PARTS or depth > _DEEPEST_PART:
            raise _DamageError("what it holds is no octet string")
        end = None if length is None else self.at + length
        parts = []
        while not self._ends() if end is None else self.at < end:
            parts.append(self.octets(depth + 1))
        return b"".join(parts)

    def _ends(self) -> bool:
        """Whether an element without a length ends here; its end is stepped over."""
        if self._data[self.at : self.at + 2] != b"\x00\x00":
            return False
        self.at += 2
        return True

    def _header(self) -> tuple[int, int | None]:
        self._parts += 1
        tag = self.peek()
        if self._parts > _MOST_PARTS or tag & 0x1F == 0x1F:
            raise _DamageError("it is not built as signed data")
        first = self._data[self.at + 1] if self.at + 1 < len(self._data) else None
        self.at += 2
        if first is None:
            raise _DamageError("it ends early")
        if first < 0x80:
            return tag, first
        count = first & 0x7F
        if count == 0:
            return tag, None
        if count > 8:
            raise _DamageError("a length is not possible")
        length = int.from_bytes(self._data[self.at : self.at + count], "big")
        self._move(count)
        return tag, length

    def _move(self, length: int) -> None:
        self.at += length
        if self.at > len(self._data):
            raise _DamageError("it ends early")
