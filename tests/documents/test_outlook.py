"""Outlook messages give what is attached to them."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from outlook_writing import compound, message
from pdf_writing import one_page, text_at

from paperformer.documents.limits import Limits
from paperformer.documents.reading import InProcessReader, ReadOptions
from paperformer.errors import DocumentTooLarge, PaperformerError, UnreadableDocument

pytest.importorskip("olefile", reason="needs the extra [msg]")

INVOICE = one_page(text_at("Invoice 4711", 70, 700)).ljust(5_000, b"\n")
LARGE = one_page(text_at("Invoice 4712", 70, 700)).ljust(100_000, b"\n")


def held(data: bytes, **limits: int) -> list[tuple[str, bytes]]:
    document = InProcessReader().read(data, ReadOptions(name="mail.msg", limits=Limits(**limits)))
    return [(file.name, file.data) for file in document.contained]


def test_attached_files_are_taken_out_those_of_attached_messages_too() -> None:
    assert held(message({"Rechnung März.pdf": INVOICE})) == [("Rechnung März.pdf", INVOICE)]
    assert held(message({"a.pdf": LARGE, "b.pdf": INVOICE})) == [("a.pdf", LARGE), ("b.pdf", INVOICE)]
    found = held(message({"a.pdf": INVOICE}, {"../b.pdf": LARGE}))
    assert sorted(found) == [("a.pdf", INVOICE), ("b.pdf", LARGE)]


def test_a_message_without_files_is_one_clear_line() -> None:
    with pytest.raises(
        UnreadableDocument, match=r"mail\.msg is an Outlook message without attached files and without text"
    ):
        held(message({}))


def test_other_compound_files_are_office_documents() -> None:
    with pytest.raises(UnreadableDocument, match="is an old office document"):
        held(compound({"WordDocument": b"x"}))


def test_bounds_hold() -> None:
    with pytest.raises(DocumentTooLarge, match="more than 6,000 bytes"):
        held(message({"a.pdf": LARGE}), file_bytes=6_000)
    with pytest.raises(DocumentTooLarge, match="more than 1 files"):
        held(message({"a.pdf": INVOICE, "b.pdf": LARGE}), contained_files=1)


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "olefile", None)
    with pytest.raises(UnreadableDocument, match=r"Install it: pip install 'paperformer\[msg\]'"):
        held(message({"a.pdf": INVOICE}))


@given(st.lists(st.tuples(st.integers(0, 20_000), st.binary(min_size=1, max_size=4)), min_size=1, max_size=8))
@settings(max_examples=150, deadline=None)
def test_a_damaged_message_is_read_or_one_clear_line(changes: list[tuple[int, bytes]]) -> None:
    data = bytearray(message({"a.pdf": INVOICE}, {"b.pdf": INVOICE}))
    for position, changed in changes:
        at = position % len(data)
        data[at : at + len(changed)] = changed
    assert names_or_complaint(bytes(data))


def names_or_complaint(data: bytes) -> str:
    try:
        return " ".join(name for name, _ in held(data))
    except PaperformerError as error:
        return str(error)
