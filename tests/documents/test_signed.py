"""Signed files are opened without verifying, in every form in which they are sent; damaged ones are named."""

from __future__ import annotations

import base64
import textwrap
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperformer.documents.reading import InProcessReader, ReadOptions
from paperformer.documents.signed import DEEPEST, NOT_VERIFIED, is_signed, signed_content
from paperformer.documents.sniff import sniff
from paperformer.errors import UnreadableDocument

UBL = b"<Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'><ID>7</ID></Invoice>"
SIGNED_DATA = bytes.fromhex("06092a864886f70d010702")
DATA = bytes.fromhex("06092a864886f70d010701")


def part(tag: int, *inside: bytes) -> bytes:
    """One element in DER (X.690, 8.1)."""
    content = b"".join(inside)
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(length)]) + length + content


def open_part(tag: int, *inside: bytes) -> bytes:
    """The same in BER, without a length."""
    return bytes([tag, 0x80]) + b"".join(inside) + b"\0\0"


def der(content: bytes | None) -> bytes:
    held = [] if content is None else [part(0xA0, part(0x04, content))]
    algorithms = part(0x31, part(0x30, part(0x06, b"\x60\x86\x48\x01\x65\x03\x04\x02\x01")))
    signers = part(0x31, part(0x30, b"\x02\x01\x01" * 40))
    signed = part(0x30, part(0x02, b"\x01"), algorithms, part(0x30, DATA, *held), signers)
    return part(0x30, SIGNED_DATA, part(0xA0, signed))


def ber(content: bytes) -> bytes:
    """As card readers write it: no lengths, and the content in pieces."""
    pieces = [part(0x04, content[at : at + 9]) for at in range(0, len(content), 9)]
    held = open_part(0xA0, open_part(0x24, *pieces))
    algorithms = open_part(0x31, open_part(0x30, part(0x05)))
    signed = open_part(0x30, part(0x02, b"\x01"), algorithms, open_part(0x30, DATA, held), part(0x31))
    return open_part(0x30, SIGNED_DATA, open_part(0xA0, signed))


def lines(data: bytes) -> bytes:
    return "\r\n".join(textwrap.wrap(base64.b64encode(data).decode(), 64)).encode()


FORMS = {
    "DER": der(UBL),
    "BER": ber(UBL),
    "Base64": base64.b64encode(der(UBL)),
    "Base64 in lines": lines(der(UBL)) + b"\r\n",
    "Base64 of BER": lines(ber(UBL)),
    "PEM": b"-----BEGIN PKCS7-----\n" + lines(der(UBL)) + b"\n-----END PKCS7-----\n",
}


@pytest.mark.parametrize("data", FORMS.values(), ids=FORMS)
def test_what_was_signed_is_read_and_a_warning_says_that_nothing_was_verified(data: bytes) -> None:
    assert sniff(data, "x.xml.p7m") == "signed"
    assert signed_content(data, "x") == UBL
    document = InProcessReader().read(data, ReadOptions(name="x.xml.p7m"))
    assert (document.einvoice, document.warnings) == (UBL, (NOT_VERIFIED,))


def test_a_file_that_two_people_signed_is_taken_out_of_both_wrappers() -> None:
    document = InProcessReader().read(der(base64.b64encode(der(UBL))), ReadOptions(name="x"))
    assert (document.einvoice, document.warnings) == (UBL, (NOT_VERIFIED,))


def test_wrappers_without_end_are_refused() -> None:
    data = UBL
    for _ in range(DEEPEST + 1):
        data = der(data)
    with pytest.raises(UnreadableDocument, match="x is signed more than 4 times"):
        InProcessReader().read(data, ReadOptions(name="x"))


def test_a_signature_that_stands_apart_says_so() -> None:
    with pytest.raises(UnreadableDocument, match="x is a signature without the file that it signs"):
        signed_content(der(None), "x")


def test_what_was_signed_and_cannot_be_read_is_named_as_any_file() -> None:
    with pytest.raises(UnreadableDocument, match="x is a text file"):
        InProcessReader().read(der(b"Dear customer"), ReadOptions(name="x"))


@pytest.mark.parametrize(
    "damaged",
    [
        der(UBL)[:60],
        der(UBL)[:40],
        SIGNED_DATA.join([b"\x30\x80", b"\xa0\x80" * 50]),
        part(0x30, SIGNED_DATA, part(0xA0, part(0x31, b"\0"))),
        part(0x30, SIGNED_DATA, b"\xa0\x89" + b"\xff" * 9),
        lines(der(UBL))[:-3],
    ],
    ids=[
        "cut in the content",
        "cut before it",
        "nested without end",
        "no sequence",
        "a length of 2^72",
        "Base64",
    ],
)
def test_damage_is_one_line(damaged: bytes) -> None:
    assert is_signed(damaged)
    with pytest.raises(UnreadableDocument) as caught:
        signed_content(damaged, "x")
    assert caught.value.message.startswith("x is a damaged signed file (")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "data", [b"", b"0", b"\x30\x80", b"MI", b"MIIBIjANBgkqhkiG9w0BAQEFAAOC", b"MI==AAAA", b"MIME is it"]
)
def test_what_is_no_signed_data_is_not_taken_for_it(data: bytes) -> None:
    assert not is_signed(data)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_random_damage_raises_nothing_else(draw: st.DataObject) -> None:
    data = bytearray(draw.draw(st.sampled_from([der(UBL), ber(UBL)])))
    for _ in range(draw.draw(st.integers(1, 4))):
        data[draw.draw(st.integers(0, len(data) - 1))] = draw.draw(st.integers(0, 255))
    is_signed(bytes(data))
    with suppress(UnreadableDocument):
        signed_content(bytes(data), "x")
