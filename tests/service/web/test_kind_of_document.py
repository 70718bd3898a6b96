"""The kind of document is chosen from those that there are."""

from __future__ import annotations

from browser import Desk, serious_findings
from invoices import draw_invoice
from playwright.sync_api import expect


def test_another_kind_is_chosen_by_keyboard_and_undone(desk: Desk) -> None:
    id = desk.upload("kind.pdf", draw_invoice("INV-5001"))
    desk.open(id, "document_type")
    field = desk.field("document_type")
    expect(field.locator(".field-value")).to_have_text("Invoice")
    desk.page.keyboard.press("F2")
    choice = field.locator("select")
    expect(choice).to_be_focused()
    expect(choice.locator("option")).to_have_text(
        ["Not on the document", "Credit note", "Delivery note", "Invoice", "Order", "Proforma", "Quote",
         "Receipt", "Reminder", "Statement"]
    )  # fmt: skip
    assert serious_findings(desk) == []
    choice.select_option("Credit note")
    expect(field).to_contain_text("Corrected")
    desk.page.locator(".saving", has_text="Saved").wait_for()
    assert desk.feedback(id)["fields"] == {"document_type": [{"value": "credit_note", "words": None}]}
    field.locator(".field-head").focus()
    desk.page.keyboard.press("Control+z")
    expect(choice).to_have_value("invoice")


def test_a_letter_typed_at_the_field_chooses_and_enter_goes_on(desk: Desk) -> None:
    id = desk.upload("letter.pdf", draw_invoice("INV-5002"))
    desk.open(id, "document_type")
    desk.page.keyboard.type("r")
    expect(desk.field("document_type").locator("select")).to_have_value("receipt")
    expect(desk.field("document_type")).to_contain_text("Corrected")
    desk.page.keyboard.press("Enter")
    expect(desk.field("document_type").locator(".field-value")).to_have_text("Receipt")
    expect(desk.field("document_type").locator("select")).not_to_be_focused()


def test_no_kind_at_all_can_be_chosen(desk: Desk) -> None:
    id = desk.upload("none.pdf", draw_invoice("INV-5003"))
    desk.open(id, "document_type")
    desk.page.keyboard.press("F2")
    desk.field("document_type").locator("select").select_option("Not on the document")
    expect(desk.field("document_type")).to_contain_text("Removed")
    desk.page.locator(".saving", has_text="Saved").wait_for()
    assert desk.feedback(id)["fields"] == {"document_type": []}
