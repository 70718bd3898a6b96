"""XML made to hurt gives one clear line, soon and in little memory."""

from __future__ import annotations

import time
import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from invoice_writers import write_ubl
from sample_invoice import INVOICES, Invoice

from paperformer.documents.einvoice import is_einvoice, parse_einvoice
from paperformer.documents.einvoice import tree as tree_module
from paperformer.errors import UnreadableDocument

UBL_ROOT = b'<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">'
BOMB = (
    b'<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + i, b"&%c;" % (97 + i) * 10) for i in range(9))
    + b"]>"
    + UBL_ROOT
    + b"&j;</Invoice>"
)
EXTERNAL = b'<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>' + UBL_ROOT + b"<ID>&f;</ID></Invoice>"
PARAMETER = b'<!DOCTYPE x SYSTEM "http://127.0.0.1:9/evil.dtd">' + UBL_ROOT + b"</Invoice>"


def complaint(xml: bytes) -> str:
    with pytest.raises(UnreadableDocument) as caught:
        parse_einvoice(xml)
    line = str(caught.value)
    assert "\n" not in line
    assert len(line) < 500
    assert caught.value.remedy
    return line


@pytest.mark.parametrize(
    "xml", [BOMB, EXTERNAL, PARAMETER], ids=["entity bomb", "external entity", "external DTD"]
)
def test_document_types_and_entities_are_turned_away(xml: bytes) -> None:
    assert "document type" in complaint(xml)
    assert not is_einvoice(xml)


def test_an_undeclared_entity_is_no_well_formed_xml() -> None:
    assert "well formed" in complaint(UBL_ROOT + b"<ID>&f;</ID></Invoice>")


def test_endless_nesting_stops_at_a_bound() -> None:
    assert "nests deeper" in complaint(UBL_ROOT + b"<a>" * 500_000)
    balanced = UBL_ROOT + b"<a>" * 100_000 + b"</a>" * 100_000 + b"</Invoice>"
    assert "nests deeper" in complaint(balanced)


def test_endless_elements_stop_at_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_module, "MAX_ELEMENTS", 1000)
    assert "more than 1,000 elements" in complaint(UBL_ROOT + b"<a/>" * 1001 + b"</Invoice>")


def test_a_hundred_megabytes_are_refused_unread() -> None:
    xml = UBL_ROOT + b" " * 100_000_000
    tracemalloc.start()
    started = time.process_time()
    line = complaint(xml)
    spent = time.process_time() - started
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "100,000,072 bytes" in line
    assert spent < 0.5
    assert peak < 10_000_000


@pytest.mark.parametrize(
    "xml",
    [
        b"",
        b"   ",
        b"\x00" * 100,
        b"%PDF-1.7",
        b"not xml at all",
        UBL_ROOT,
        UBL_ROOT + b"<ID>1</Invoice>",
        UBL_ROOT + b"</Invoice>" * 2,
        b"<a:b/>",
        UBL_ROOT + b"<ID>\xff\xfe</ID></Invoice>",
        b'<?xml version="1.0" encoding="no-such-encoding"?>' + UBL_ROOT + b"</Invoice>",
        b'<?xml version="1.0" encoding="utf-7"?>' + UBL_ROOT + b"</Invoice>",
        b'<?xml version="1.0" encoding="utf-16"?>' + UBL_ROOT + b"</Invoice>",
        b'<?xml version="1.0" encoding="big5"?>' + UBL_ROOT + b"</Invoice>",
        b'<?xml version="1.0" encoding="idna"?>' + UBL_ROOT + b"</Invoice>",
        b'<?xml version="1.0" encoding="zlib"?>' + UBL_ROOT + b"</Invoice>",
        ('<?xml version="1.0"?>' + UBL_ROOT.decode() + "</Invoice>").encode("utf-32"),
    ],
)
def test_broken_xml_is_named_as_such(xml: bytes) -> None:
    assert "well formed" in complaint(xml)


@pytest.mark.parametrize(
    ("root", "shown"),
    [
        (b"<html/>", "<html>"),
        (b"<Invoice/>", "<Invoice>"),
        (b"<Invoice/>", "without a namespace"),
        (b'<Invoice xmlns="urn:example:7"/>', "<Invoice> in the namespace urn:example:7;"),
        (b'<Finvoice xmlns="urn:example:7"/>', "<Finvoice> in the namespace urn:example:7;"),
        (b'<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>', "<Order>"),
        (b'<Faktura xmlns="http://crd.gov.pl/wzor/2021/11/29/11089/"/>', "2021/11/29/11089/; e-invoices"),
        (b"<Order/>", "read: CII, ZUGFeRD 1.0, Order-X, UBL 2, FatturaPA 1.2, KSeF FA(2), KSeF FA(3), Fact"),
        (b"<" + b"a" * 10_000 + b"/>", "<aaaa"),
    ],
)
def test_other_roots_are_named(root: bytes, shown: str) -> None:
    assert shown in complaint(root)
    assert not is_einvoice(root)


def test_a_long_licence_comment_before_the_root_is_looked_past() -> None:
    xml = (
        b"\xef\xbb\xbf"
        + b'<?xml version="1.0"?><!--'
        + b"licence " * 4000
        + b"-->"
        + UBL_ROOT
        + b"</Invoice>"
    )
    assert is_einvoice(xml)
    assert parse_einvoice(xml) == {"document_type": ["invoice"]}


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=300))
def test_random_bytes_raise_nothing_else(xml: bytes) -> None:
    assert not is_einvoice(xml)
    complaint(xml)


@settings(max_examples=100, deadline=None)
@given(INVOICES, st.data())
def test_damaged_invoices_raise_nothing_else(invoice: Invoice, data: st.DataObject) -> None:
    xml = bytearray(write_ubl(invoice))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(xml) - 1))
        xml[at : at + data.draw(st.integers(0, 20))] = data.draw(st.binary(max_size=5))
    is_einvoice(bytes(xml))
    with suppress(UnreadableDocument):
        fields = parse_einvoice(bytes(xml))
        assert all(value for values in fields.values() for value in values)
