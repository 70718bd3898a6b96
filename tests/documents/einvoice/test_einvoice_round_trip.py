"""What is written in either syntax is read back, whatever the invoice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from invoice_writers import CiiWriter, write_ubl
from sample_invoice import INVOICES, Invoice, expected_fields, money, plain, tidy

from paperformer.documents.einvoice import PurchaseLine, VatShare, is_einvoice, parse_einvoice, read_einvoice

SOME = settings(max_examples=50, deadline=None)
ENCODINGS = st.sampled_from(["utf-8", "utf-16", "iso-8859-1", "us-ascii"])
WRITERS = {
    "CII D16B": CiiWriter("D16B").write,
    "ZUGFeRD 1.0": CiiWriter("ZUGFeRD 1.0").write,
    "UBL": write_ubl,
}


@pytest.mark.parametrize("syntax", WRITERS)
@SOME
@given(invoice=INVOICES, encoding=ENCODINGS)
def test_every_field_survives_writing_and_reading(syntax: str, invoice: Invoice, encoding: str) -> None:
    xml = WRITERS[syntax](invoice, encoding)
    assert is_einvoice(xml)
    assert parse_einvoice(xml) == expected_fields(invoice)


@pytest.mark.parametrize("syntax", WRITERS)
@SOME
@given(invoice=INVOICES)
def test_lines_and_vat_shares_survive(syntax: str, invoice: Invoice) -> None:
    read = read_einvoice(WRITERS[syntax](invoice, "utf-8"))
    assert read.profile == "test"
    assert read.warnings == ()
    assert read.syntax == ("ubl" if syntax == "UBL" else "cii")
    assert read.vat_distribution == tuple(
        VatShare("S", plain(share.rate), money(share.base), money(share.amount)) for share in invoice.shares
    )
    assert read.purchase_lines == tuple(
        PurchaseLine(
            code=tidy(line.code),
            description=tidy(line.description),
            quantity=plain(line.quantity),
            unit=line.unit,
            unit_price=money(line.price),
            discount=money(line.allowance),
            charge="5.00",
            vat_rate=plain(line.vat_rate),
            total=money(line.total),
        )
        for line in invoice.lines
    )


@SOME
@given(invoice=INVOICES)
def test_the_same_invoice_says_the_same_in_every_syntax(invoice: Invoice) -> None:
    readings = [parse_einvoice(write(invoice, "utf-8")) for write in WRITERS.values()]
    assert readings[0] == readings[1] == readings[2]
