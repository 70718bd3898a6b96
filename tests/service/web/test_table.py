"""The table of purchase lines: cells pasted from a spreadsheet, further columns, errors of typed cells."""

from __future__ import annotations

import pytest
from browser import Desk, serious_findings
from invoices import draw_invoice
from playwright.sync_api import expect

HEADED = "Description\tVAT\tQuantity\tUnit price\tTotal\r\n"
COPIED = 'Oak shelf, 120 cm\t20%\t3\t150.00\t450.00\r\n"Hook,\n""brass"""\t20%\t5\t10.00\t1,050.00\r\n'


@pytest.fixture
def table(desk: Desk) -> tuple[Desk, str]:
    """The open table of an invoice of two lines."""
    id = desk.upload("table.pdf", draw_invoice("INV-3001"))
    desk.open(id)
    desk.page.keyboard.press("Alt+t")
    expect(desk.page.locator(".rows tbody tr")).to_have_count(2)
    return desk, id


def paste(desk: Desk, text: str) -> None:
    """Put a text on the clipboard, as a spreadsheet does, and press the keys."""
    desk.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desk.page.evaluate("text => navigator.clipboard.writeText(text)", text)
    desk.page.keyboard.press("Control+v")


def cells(desk: Desk) -> list[list[str]]:
    """What the table shows: amounts as the reader writes them."""
    shown: list[list[str]] = desk.page.evaluate(
        """() => [...document.querySelectorAll('.rows tbody tr')].map(
            (row) => [...row.querySelectorAll('input')].map((input) => input.value))"""
    )
    return shown


def test_pasted_cells_grow_the_table_and_are_undone_in_one_step(table: tuple[Desk, str]) -> None:
    desk, id = table
    before = cells(desk)
    desk.page.get_by_label("Quantity, row 2").focus()
    paste(desk, "5\t10.00\t50.00\r\n2\t1,250.50\t2,501.00\r\n\t\t7.00\r\n")
    expect(desk.page.locator("#toasts")).to_contain_text("3 rows pasted into Quantity, Unit price, Total.")
    assert cells(desk) == [
        before[0],
        ["Brass hook", "5", "10.00", "50.00"],
        ["", "2", "1,250.50", "2,501.00"],
        ["", "", "", "7.00"],
    ]
    expect(desk.page.get_by_label("Quantity, row 2")).to_be_focused()
    desk.page.locator(".saving", has_text="Saved").wait_for()
    assert desk.saved_rows(id, "purchase_lines", 4)[3] == {"total": {"value": "7.00", "words": None}}
    desk.page.keyboard.press("Control+z")
    expect(desk.page.locator(".rows tbody tr")).to_have_count(2)
    assert cells(desk) == before


def test_a_pasted_head_says_which_columns_are_meant(table: tuple[Desk, str]) -> None:
    desk, _ = table
    desk.page.get_by_label("Description, row 1").focus()
    paste(desk, HEADED + COPIED)
    expect(desk.page.locator("#toasts")).to_contain_text("2 rows pasted")
    assert cells(desk) == [
        ["Oak shelf, 120 cm", "3", "150.00", "20", "450.00"],
        ['Hook, "brass"', "5", "10.00", "20", "1,050.00"],
    ]
    expect(desk.page.locator(".rows tr.failing")).to_have_count(1)  # 5 times 10 is not 1,050


def test_cells_that_find_no_column_are_told_of(table: tuple[Desk, str]) -> None:
    desk, _ = table
    desk.page.get_by_label("Unit price, row 1").focus()
    paste(desk, "150.00\t600.00\tEUR\n")
    expect(desk.page.locator("#toasts")).to_contain_text("1 column had no place: add a column first.")
    desk.page.locator("#toasts").get_by_role("button", name="Undo").click()
    desk.page.get_by_label("Unit price, row 1").focus()
    paste(desk, "175.00")  # a single value is typed, as in any input
    expect(desk.page.get_by_label("Unit price, row 1")).to_have_value("175.00")


def test_a_column_is_added_by_keyboard_and_filled(table: tuple[Desk, str]) -> None:
    desk, id = table
    add = desk.page.get_by_role("button", name="Add a column")
    add.focus()
    desk.page.keyboard.press("Enter")
    expect(desk.page.get_by_role("button", name="Code", exact=True)).to_be_focused()
    assert serious_findings(desk) == []
    desk.page.get_by_role("button", name="Unit", exact=True).press("Enter")
    expect(desk.page.get_by_label("Unit, row 1")).to_be_focused()
    desk.page.keyboard.type("pcs")
    desk.page.keyboard.press("Tab")
    assert desk.saved_rows(id, "purchase_lines", 2)[0]["unit"] == {"value": "pcs", "words": None}
    add.click()
    expect(desk.page.get_by_role("button", name="Unit", exact=True)).to_have_count(0)


def test_a_cell_without_a_normal_form_is_marked_at_once(table: tuple[Desk, str]) -> None:
    desk, _ = table
    cell = desk.page.get_by_label("Quantity, row 2")
    cell.fill("plenty")
    cell.press("Tab")
    expect(cell).to_have_attribute("aria-invalid", "true")
    expect(desk.page.locator(".dock-foot")).to_contain_text("Row 2, quantity:")
    cell.fill("5")
    cell.press("Tab")
    expect(cell).not_to_have_attribute("aria-invalid", "true")
