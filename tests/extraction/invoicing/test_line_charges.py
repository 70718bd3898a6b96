"""What a page adds to a single line is a charge of that line: BG-28."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from answers import errors, row
from drawn_invoice import drawn_invoice

from paperformer import Extractor
from paperformer.einvoicing.validation.validator import Validator
from paperformer.extraction.invoicing.lines import LineRefused, read_line, turned
from paperformer.extraction.invoicing.statements import Statement

CELLS = {"description": "Steel", "quantity": "10", "unit_price": "100.00", "total": "1001.00"}


def charge(amount: str) -> tuple[Decimal, Statement]:
    return Decimal(amount), Statement("BT-141", amount, "Cleaning", 1, (0.1, 0.2, 0.3, 0.22))


def test_charges_make_the_amount_of_a_line() -> None:
    line = read_line(1, row(CELLS), (charge("0.60"), charge("0.40")))
    assert (line.total, line.allowance) == (Decimal("1001.00"), Decimal(0))
    assert [amount for amount, _ in line.charges] == [Decimal("0.60"), Decimal("0.40")]


@pytest.mark.parametrize(("discount", "total"), [("50.00", "951.00"), ("5 %", "951.00")])
def test_a_printed_discount_is_taken_off_first(discount: str, total: str) -> None:
    line = read_line(1, row({**CELLS, "discount": discount, "total": total}), (charge("1.00"),))
    assert (line.allowance, len(line.charges)) == (Decimal("50.00"), 1)


@pytest.mark.parametrize("amount", ["2.00", "-1.00"])
def test_charges_that_do_not_make_the_amount_do_not_count(amount: str) -> None:
    with pytest.raises(LineRefused, match=r"10 x 100.00 is not 1001.00"):
        read_line(1, row(CELLS), (charge(amount),))


def test_a_line_that_holds_without_them_has_none() -> None:
    assert read_line(1, row({**CELLS, "total": "1000.00"}), (charge("1.00"),)).charges == ()


def test_charges_of_a_credited_line_turn_with_it() -> None:
    line = turned(read_line(1, row({**CELLS, "quantity": "-10", "total": "-1001.00"}), (charge("-1.00"),)))
    assert (line.total, line.charges[0][0]) == (Decimal("1001.00"), Decimal("1.00"))


def page(path: Path) -> Path:
    rows = (("Description", "Qty", "Unit price", "VAT", "Amount"),
            ("Steel beam", "10", "100.00", "20 %", "1,001.00"),
            ("+ Cleaning: 1.00",), ("Steel rod", "4", "25.00", "20 %", "100.00"))  # fmt: skip
    foot = (("Net total", "1,101.00"), ("VAT 20%", "220.20"), ("Total GBP", "1,321.20"))
    return drawn_invoice(path, rows, foot, step=12, seller="Norvik Steel Ltd")


def test_a_labelled_amount_below_a_line_is_its_charge(tmp_path: Path, validator: Validator) -> None:
    with Extractor() as extractor:
        exported = extractor.extract(page(tmp_path / "invoice.pdf")).to_ubl(force=True)
    first, second = exported.draft.invoice.groups["BG-25"]
    (made,) = first.groups["BG-28"]
    assert (made.first("BT-141"), made.first("BT-144")) == ("1.00", "Cleaning")
    assert (first.first("BT-131"), first.first("BT-146"), second.first("BT-131")) == (
        "1001.00",
        "100.00",
        "100.00",
    )
    assert "BG-28" not in second.groups
    assert errors(validator, exported.xml) == []


def test_a_charge_makes_up_for_the_discount_of_a_line_whose_quantity_and_price_are_its_amount(
    tmp_path: Path,
) -> None:
    rows = (("Description", "Qty", "Unit price", "Disc.", "Amount"),
            ("Steel beam", "10", "100.00", "40.00", "1,000.00"),
            ("+ Cleaning: 40.00",), ("Steel rod", "4", "25.00", "", "100.00"))  # fmt: skip
    foot = (("Net total", "1,100.00"), ("VAT 20%", "220.00"), ("Total GBP", "1,320.00"))
    drawn = drawn_invoice(tmp_path / "invoice.pdf", rows, foot, step=12, seller="Norvik Steel Ltd")
    with Extractor() as extractor:
        first, second = extractor.extract(drawn).to_ubl(force=True).draft.invoice.groups["BG-25"]
    assert [
        first.groups[name][0].first(term) for name, term in (("BG-27", "BT-136"), ("BG-28", "BT-141"))
    ] == [
        "40.00",
        "40.00",
    ]
    assert second.groups == {}
