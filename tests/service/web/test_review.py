"""Somebody reviews documents: sees where values stand, corrects them, confirms them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from browser import Desk
from click.testing import CliRunner
from invoices import draw_invoice
from playwright.sync_api import expect

from paperformer.cli import main

NEAR = 4.0  # pixels by which a drawn box may be larger than the answer's


# The corners of every mark on the first page, from the corner of its picture; all at one moment.
_DRAWN = """() => {
    const sheet = document.querySelector('.page .sheet img').getBoundingClientRect();
    const {left, top} = sheet;
    const corners = (box) => [box.left - left, box.top - top, box.right - left, box.bottom - top];
    const marks = [...document.querySelectorAll('.page .mark')];
    const drawn = marks.map((mark) => [mark.dataset.field, corners(mark.getBoundingClientRect())]);
    return Object.fromEntries([['sheet', corners(sheet)], ...drawn]);
}"""


def word_of(desk: Desk, id: str, text: str, page: int = 1) -> dict[str, object]:
    """The one word of a page with this text."""
    (word,) = [word for word in desk.words(id, page) if word["text"] == text]
    return word


def test_an_uploaded_document_is_read_and_its_boxes_stand_where_the_answer_says(desk: Desk) -> None:
    id = desk.upload("boxes.pdf", draw_invoice("INV-2001"))
    desk.open(id)
    extraction = desk.service.document(id)["extraction"]
    shown = {
        name: some[0]
        for name, some in extraction["fields"].items()
        if some[0]["confidence"] >= 0.5 and some[0]["box"]
    }
    assert {"document_number", "total_incl_vat", "supplier_name"} <= set(shown)
    drawn = desk.page.evaluate(_DRAWN)
    for name, best in shown.items():
        x0, y0, x1, y1 = drawn[name]
        box, width, height = best["box"], drawn["sheet"][2], drawn["sheet"][3]
        expected = (box["x0"] * width, box["y0"] * height, box["x1"] * width, box["y1"] * height)
        assert (x0, y0, x1, y1) == pytest.approx(expected, abs=NEAR), name


def test_a_total_is_corrected_by_a_click_confirmed_and_exported_with_its_words(
    desk: Desk, data_folder: Path, tmp_path: Path
) -> None:
    id = desk.upload("corrected.pdf", draw_invoice("INV-2002"))
    desk.open(id)
    word = word_of(desk, id, "1,000.00")
    desk.field("total_incl_vat").locator(".field-head").click()
    desk.click_words(1, [word])
    expect(desk.field("total_incl_vat")).to_contain_text("Corrected")
    assert desk.value("total_incl_vat") == "1000.00"
    expect(desk.page.locator(".checks")).to_contain_text("fail")  # net and VAT are no longer the total

    desk.page.get_by_role("button", name="Confirm and next").click()
    desk.page.get_by_role("button", name="Confirm all the same").click()
    expect(desk.page.locator("#toasts")).to_contain_text("Confirmed")
    saved = desk.feedback(id)
    assert saved["confirmed"]
    assert saved["fields"]["total_incl_vat"] == [{"value": "1000.00", "words": [word["index"]]}]
    assert saved["fields"]["document_number"][0]["value"] == "INV-2002"

    out = tmp_path / "corrections.jsonl"
    result = CliRunner().invoke(main, ["corrections", "export", str(out), "--data", str(data_folder)])
    assert result.exit_code == 0, result.output
    (record,) = [one for one in map(json.loads, out.read_text("utf-8").splitlines()) if one["id"] == id]
    labelled = [one["index"] for one in record["words"] if "total_incl_vat" in one.get("labels", ())]
    assert labelled == [word["index"]]
    assert record["fields"]["total_incl_vat"] == ["1000.00"]


def test_words_are_dragged_over_and_shift_adds_to_them(desk: Desk) -> None:
    id = desk.upload("dragged.pdf", draw_invoice("INV-2003"))
    desk.open(id)
    words = desk.words(id)
    name = [word for word in words if word["text"] in ("Fern", "&", "Pine")]
    hotel = word_of(desk, id, "Hotel")
    desk.field("supplier_name").locator(".field-head").click()
    desk.click_words(1, name)
    expect(desk.field("supplier_name").locator(".field-input")).to_have_value("Fern & Pine")
    desk.page.keyboard.down("Shift")
    desk.click_words(1, [hotel])
    desk.page.keyboard.up("Shift")
    expect(desk.field("supplier_name").locator(".field-input")).to_have_value("Fern & Pine Hotel")
    desk.page.locator(".saving", has_text="Saved").wait_for()
    indices = [word["index"] for word in [*name, hotel]]
    assert desk.feedback(id)["fields"]["supplier_name"] == [{"value": "Fern & Pine Hotel", "words": indices}]


def test_what_is_typed_is_normalised_as_the_document_prints_and_found_on_the_page(desk: Desk) -> None:
    id = desk.upload("typed.pdf", draw_invoice("INV-2004"))
    desk.open(id)
    desk.field("document_date").locator(".field-head").click()
    typed = desk.field("document_date").locator(".field-input")
    typed.fill("13 April 2025")
    expect(desk.field("document_date").locator(".field-note")).to_contain_text("Reads as Apr 13, 2025")
    typed.press("Enter")
    expect(desk.field("document_date")).to_contain_text("Corrected")
    desk.field("document_date").locator(".field-head").click()
    expect(typed).to_have_value("2025-04-13")
    desk.page.locator(".saving", has_text="Saved").wait_for()
    (value,) = desk.feedback(id)["fields"]["document_date"]
    texts = {word["index"]: word["text"] for word in desk.words(id)}
    assert [texts[index] for index in value["words"]] == ["13", "April", "2025"]

    typed.fill("no day at all")
    expect(desk.field("document_date").locator(".field-note.tone-poor")).to_be_visible()


def test_another_candidate_is_chosen_undone_and_a_field_is_not_on_the_document(desk: Desk) -> None:
    id = desk.upload("chosen.pdf", draw_invoice("INV-2005"))
    desk.open(id)
    before = desk.service.document(id)["extraction"]["fields"]["receiver_name"]
    desk.field("receiver_name").locator(".field-head").click()
    desk.field("receiver_name").locator(".candidate").first.click()
    expect(desk.field("receiver_name").locator(".field-input")).to_have_value(before[1]["value"])
    desk.page.keyboard.press("Control+z")
    expect(desk.field("receiver_name").locator(".field-input")).to_have_value(before[0]["value"])
    desk.page.keyboard.press("Control+Delete")
    expect(desk.field("receiver_name")).to_contain_text("Removed")
    desk.page.locator(".saving", has_text="Saved").wait_for()
    assert desk.feedback(id)["fields"] == {"receiver_name": []}

    desk.page.reload()
    expect(desk.field("receiver_name")).to_contain_text("Removed")


def test_a_two_page_document_scrolls_to_the_page_of_the_field(desk: Desk) -> None:
    id = desk.upload("two-pages.pdf", draw_invoice("INV-2006", pages=2))
    desk.open(id)
    expect(desk.page.locator(".thumbnail")).to_have_count(2)
    desk.field("total_incl_vat").locator(".field-head").click()
    expect(
        desk.page.locator('.page[data-page="2"] .mark.active[data-field="total_incl_vat"]')
    ).to_be_in_viewport()
    expect(desk.page.locator('.thumbnail[data-page="2"]')).to_have_attribute("aria-current", "")
    word = word_of(desk, id, "200.00", page=2)
    desk.click_words(2, [word])
    desk.page.locator(".saving", has_text="Saved").wait_for()
    assert desk.feedback(id)["fields"]["total_incl_vat"] == [{"value": "200.00", "words": [word["index"]]}]
    desk.page.get_by_role("button", name="Page 1").click()
    expect(desk.page.locator('.mark[data-field="document_number"]')).to_be_in_viewport()


def test_the_keyboard_alone_is_enough(desk: Desk) -> None:
    id = desk.upload("keys.pdf", draw_invoice("INV-2007"))
    desk.page.locator(f'tr[data-id="{id}"] .row-link').wait_for()
    desk.page.keyboard.press("j")
    focused = desk.page.evaluate("() => document.activeElement.className")
    assert "row-link" in focused
    desk.open(id, "document_number")
    head = desk.field("document_number").locator(".field-head")
    expect(head).to_be_focused()
    desk.page.keyboard.press("Tab")
    expect(desk.field("document_date").locator(".field-head")).to_be_focused()
    desk.page.keyboard.press("Shift+Tab")
    desk.page.keyboard.press("F2")
    expect(desk.field("document_number").locator(".field-input")).to_be_focused()
    desk.page.keyboard.type("INV-9")
    desk.page.keyboard.press("Escape")
    expect(head).to_be_focused()
    assert desk.value("document_number") == "INV-2007"
    desk.page.keyboard.type("INV-9")
    desk.page.keyboard.press("Enter")
    expect(desk.field("document_number")).to_contain_text("Corrected")
    desk.page.keyboard.press("F1")
    expect(desk.page.get_by_role("dialog", name="Keys")).to_be_visible()
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("Control+Enter")
    expect(desk.page.locator("#toasts")).to_contain_text("Confirmed")
    assert desk.feedback(id)["fields"]["document_number"][0]["value"] == "INV-9"
    assert desk.feedback(id)["confirmed"]


def test_lines_are_edited_as_a_table(desk: Desk) -> None:
    id = desk.upload("lines.pdf", draw_invoice("INV-2008"))
    desk.open(id)
    desk.page.keyboard.press("Alt+t")
    cell = desk.page.get_by_label("Quantity, row 1")
    cell.fill("5")
    cell.press("Tab")
    expect(desk.page.locator(".rows tr.failing")).to_have_count(1)  # 5 times 150 is not 600
    desk.page.get_by_label("Unit price, row 1").focus()
    desk.click_words(1, [word_of(desk, id, "10.00")])
    expect(desk.page.get_by_label("Unit price, row 1")).to_have_value("10.00")
    desk.page.get_by_role("button", name="Add a row").click()
    expect(desk.page.locator(".rows tbody tr")).to_have_count(3)
    desk.page.keyboard.type("Delivery")
    desk.page.keyboard.press("Tab")
    desk.page.get_by_role("button", name="Remove row 2").click()
    expect(desk.page.locator(".rows tbody tr")).to_have_count(2)
    desk.page.locator(".saving", has_text="Saved").wait_for()
    first, second = desk.saved_rows(id, "purchase_lines", 2)
    assert first["quantity"] == {"value": "5", "words": None}
    assert first["unit_price"] == {"value": "10.00", "words": [word_of(desk, id, "10.00")["index"]]}
    assert second == {"description": {"value": "Delivery", "words": None}}


def test_why_a_value_was_answered_is_said_and_shown(desk: Desk, invoice: str) -> None:
    desk.open(invoice, "total_incl_vat")
    desk.page.keyboard.press("Alt+w")
    why = desk.field("total_incl_vat").locator(".why")
    expect(why).to_contain_text("The total is the net amount plus the tax")
    expect(desk.page.locator(".hints rect").first).to_be_attached()


def test_pages_are_zoomed_and_rotated_and_words_are_still_where_they_are_seen(desk: Desk) -> None:
    id = desk.upload("turned.pdf", draw_invoice("INV-2009"))
    desk.open(id)
    width = desk.page.locator(".page").evaluate("page => page.clientWidth")
    desk.page.locator(".scroller").focus()
    desk.page.keyboard.press("+")
    assert desk.page.locator(".page").evaluate("page => page.clientWidth") == pytest.approx(
        1.2 * width, abs=2
    )
    desk.page.keyboard.press("0")
    desk.page.keyboard.press("r")
    box = desk.page.locator(".page").bounding_box()
    assert box is not None
    assert box["width"] > box["height"]
    desk.field("total_incl_vat").locator(".field-head").click()
    word = word_of(desk, id, "1,000.00")
    edges = word["box"]
    assert isinstance(edges, dict)
    x = 1 - (edges["y0"] + edges["y1"]) / 2  # a quarter turn to the right
    y = (edges["x0"] + edges["x1"]) / 2
    desk.page.locator(".scroller").evaluate("(node, y) => node.scrollTo(0, y)", y * box["height"] - 300)
    box = desk.page.locator(".page").bounding_box()
    assert box is not None
    desk.page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    expect(desk.field("total_incl_vat").locator(".field-input")).to_have_value("1000.00")
