"""A discount on the whole document is an allowance above zero, however the page prints it: BT-92, BT-107."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from answers import LINES, answer, errors
from drawn_invoice import drawn_invoice

from paperformer import Extractor
from paperformer.einvoicing.invoice import Invoice
from paperformer.einvoicing.validation.validator import Validator
from paperformer.extraction.invoicing.build import draft_invoice
from paperformer.extraction.invoicing.draft import Draft
from paperformer.extraction.invoicing.sum_rows import SumRow

TOTALS = ("BT-106", "BT-107", "BT-108", "BT-109", "BT-110", "BT-112", "BT-115")
Foot = tuple[tuple[str, str], ...]
NET: Foot = (("Net total", "190.00"), ("VAT 20%", "38.00"), ("Total GBP", "228.00"))


@pytest.fixture(scope="module")
def extractor() -> Iterator[Extractor]:
    with Extractor() as opened:
        yield opened


def page(path: Path, foot: Foot, left: int = 340) -> Path:
    """An invoice over 150.00 and 50.00 with these rows below its lines, their labels at ``left``."""
    rows = (("Description", "Qty", "Unit price", "Amount"), ("Water supply", "10", "15.00", "150.00"),
            ("Meter rental", "1", "50.00", "50.00"))  # fmt: skip
    return drawn_invoice(path, rows, foot, left=left)


def totals(invoice: Invoice) -> list[str | None]:
    return [invoice.first(term) for term in TOTALS]


@pytest.mark.parametrize(
    "foot",
    [
        (("Subtotal", "200.00"), ("Discount", "-10.00"), *NET),
        (("Subtotal", "200.00"), ("Discount", "10.00"), *NET),
        (("Subtotal", "200.00"), ("Less discount", "(10.00)"), *NET),
        (("Subtotal", "200.00"), ("Discount", "-10.00"), *NET[1:]),
        (("Discount", "-10.00"), *NET),
        (("Net total", "200.00"), ("Discount", "-10.00"), *NET[1:]),
    ],
    ids=["signed", "without sign", "in brackets", "no net total", "below the lines", "net before discount"],
)
def test_a_discount_is_an_allowance_and_the_totals_agree(
    foot: Foot, tmp_path: Path, extractor: Extractor, validator: Validator
) -> None:
    exported = extractor.extract(page(tmp_path / "invoice.pdf", foot)).to_ubl(force=True)
    invoice = exported.draft.invoice
    assert totals(invoice) == ["200.00", "10.00", None, "190.00", "38.00", "228.00", "228.00"]
    (allowance,) = invoice.groups["BG-20"]
    (label,) = (label for label, amount in foot if "10.00" in amount)
    assert (allowance.first("BT-92"), allowance.first("BT-97")) == ("10.00", label)
    assert len(invoice.groups["BG-25"]) == 2
    assert errors(validator, exported.xml) == []


def test_discount_and_freight_are_not_netted(tmp_path: Path, extractor: Extractor) -> None:
    foot = (("Subtotal", "200.00"), ("Discount", "-10.00"), ("Shipping", "5.00"),
            ("Net total", "195.00"), ("VAT 20%", "39.00"), ("Total GBP", "234.00"))  # fmt: skip
    invoice = extractor.extract(page(tmp_path / "invoice.pdf", foot)).to_ubl(force=True).draft.invoice
    assert totals(invoice) == ["200.00", "10.00", "5.00", "195.00", "39.00", "234.00", "234.00"]


@pytest.mark.parametrize("left", [50, 340], ids=["in the column of names", "beside the amounts"])
def test_freight_and_discount_among_the_lines_are_of_the_document(
    left: int, tmp_path: Path, extractor: Extractor, validator: Validator
) -> None:
    foot = (("Discount", "-10.00"), ("Delivery", "15.00"), ("Net total", "205.00"), ("VAT 20%", "41.00"),
            ("Total GBP", "246.00"))  # fmt: skip
    exported = extractor.extract(page(tmp_path / "invoice.pdf", foot, left)).to_ubl(force=True)
    invoice = exported.draft.invoice
    assert totals(invoice) == ["200.00", "10.00", "15.00", "205.00", "41.00", "246.00", "246.00"]
    assert len(invoice.groups["BG-25"]) == 2
    assert errors(validator, exported.xml) == []


def row(label: str, amount: str, *, added: bool | None = None) -> SumRow:
    return SumRow(label, Decimal(amount), 1, (0.1, 0.8, 0.2, 0.81), added=added)


def drafted(excl: str, vat: str, incl: str, *rows: SumRow) -> tuple[Invoice, tuple[str, ...]]:
    read = answer(shares=[], total_excl_vat=excl, total_vat=vat, total_incl_vat=incl)
    draft = draft_invoice(read.with_sources(None, rows))
    return draft.invoice, draft.problems


def test_freight_is_never_taken_off_the_lines() -> None:
    _, problems = drafted(
        "195.00", "37.05", "232.05", row("Summe", "200.00"), row("Fracht", "5.00", added=True)
    )
    assert [line for line in problems if "add up to 200.00" in line]


def test_a_discount_explains_the_net_total_where_no_sum_of_the_lines_is_printed() -> None:
    invoice, problems = drafted("195.00", "37.05", "232.05", row("Rabatt", "5.00", added=False))
    assert (invoice.first("BT-107"), problems) == ("5.00", ())
    _, problems = drafted("195.00", "37.05", "232.05", row("Zeile", "5.00"))
    assert problems != ()


def test_a_discount_and_a_charge_that_cancel_out_are_both_written(validator: Validator) -> None:
    rows = (row("Summe", "200.00"), row("Rabatt", "-10.00", added=False), row("Fracht", "10.00", added=True),
            row("Netto", "200.00"), row("USt", "38.00"))  # fmt: skip
    exported = answer().with_sources(None, rows).to_ubl()
    invoice = exported.draft.invoice
    assert totals(invoice)[:4] == ["200.00", "10.00", "10.00", "200.00"]
    assert errors(validator, exported.xml) == []


def two_rates(bases: tuple[str, str], taxes: tuple[str, str], *rows: SumRow, **totals: str) -> Draft:
    """A draft of lines of 150.00 at 19 % and 50.00 at 7 %, with these bases and taxes printed."""
    lines = [{**line, "vat_rate": rate} for line, rate in zip(LINES, ("19", "7"), strict=True)]
    shares = [
        {"rate": rate, "base": base, "tax": tax}
        for rate, base, tax in zip(("19", "7"), bases, taxes, strict=True)
    ]
    return draft_invoice(answer(lines, shares, **totals).with_sources(None, rows))


def test_rows_that_cancel_out_are_of_the_rate_with_the_largest_base_for_no_amount_depends_on_it() -> None:
    rows = (row("Summe", "200.00"), row("Rabatt", "-10.00"), row("Fracht", "10.00"), row("Netto", "200.00"))
    draft = two_rates(
        ("150.00", "50.00"), ("28.50", "3.50"), *rows, total_vat="32.00", total_incl_vat="232.00"
    )
    assert draft.problems == ()
    groups = draft.invoice.groups
    assert [groups["BG-20"][0].first(term) for term in ("BT-92", "BT-96")] == ["10.00", "19"]
    assert [groups["BG-21"][0].first(term) for term in ("BT-99", "BT-103")] == ["10.00", "19"]
    assert any(one.term == "BG-20/BT-96" and "cancel out" in one.reason for one in draft.derived)


def test_each_row_is_of_the_rate_whose_printed_base_needs_it() -> None:
    rows = (row("Summe", "200.00"), row("Rabatt", "-10.00"), row("Fracht", "5.00"), row("Netto", "195.00"))
    draft = two_rates(("140.00", "55.00"), ("26.60", "3.85"), *rows,
                      total_excl_vat="195.00", total_vat="30.45", total_incl_vat="225.45")  # fmt: skip
    assert draft.problems == ()
    groups = draft.invoice.groups
    assert (groups["BG-20"][0].first("BT-96"), groups["BG-21"][0].first("BT-103")) == ("19", "7")


def test_a_printed_rate_of_zero_on_nothing_is_written_and_leaves_lines_their_only_rate(
    validator: Validator,
) -> None:
    shares = ({"rate": "19", "base": "200.00", "tax": "38.00"}, {"rate": "0", "base": "0.00", "tax": "0.00"})
    exported = answer(shares=shares).to_ubl()
    invoice = exported.draft.invoice
    assert [(one.first("BT-119"), one.first("BT-116")) for one in invoice.groups["BG-23"]] == [
        ("19", "200.00"),
        ("0", "0.00"),
    ]
    assert {line.first("BT-152") for line in invoice.groups["BG-25"]} == {"19"}
    assert errors(validator, exported.xml) == []
