"""The page has documents read again: with a password, turned, by other OCR, as several documents."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from browser import Desk, serious_findings
from invoices import draw_invoice
from playwright.sync_api import Locator, expect
from pypdf import PdfReader, PdfWriter
from running_service import Running


def locked(number: str, password: str) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(draw_invoice(number))))
    writer.encrypt(password, algorithm="AES-256")
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def joined(*numbers: str) -> bytes:
    """One file of several invoices, as a scanner makes it."""
    writer = PdfWriter()
    for number in numbers:
        writer.append(PdfReader(io.BytesIO(draw_invoice(number))))
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def choose(desk: Desk, item: str) -> Locator:
    """Open a dialog from the menu of the document, by keyboard."""
    desk.page.get_by_role("button", name="More").press("Enter")
    desk.page.get_by_role("button", name=item).press("Enter")
    dialog = desk.page.get_by_role("dialog")
    dialog.wait_for()
    return dialog


def choice(desk: Desk, id: str) -> str:
    """The options that the database keeps of a document."""
    found = desk.service.service.documents.get(id)
    assert found is not None
    return str(found[0]["options"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_locked_pdf_asks_for_its_password_until_it_is_right(
    sit_down: Callable[..., Desk], reading: Running, scheme: str
) -> None:
    desk = sit_down(reading, color_scheme=scheme)
    id = desk.upload(f"locked-{scheme}.pdf", locked(f"INV-41{scheme}", "sesame"))
    desk.go(f"#/documents/{id}")
    desk.page.get_by_role("button", name="Give its password").click()
    dialog = desk.page.get_by_role("dialog", name="Read again")
    expect(dialog.get_by_label("Password")).to_be_focused()
    assert serious_findings(desk) == []
    desk.page.keyboard.type("open")
    desk.page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("asks for another password. Check it")
    assert serious_findings(desk) == []
    dialog.get_by_label("Password").fill("sesame")
    desk.page.keyboard.press("Enter")
    desk.page.locator(".page.loaded").wait_for()
    assert desk.value("document_number") == f"INV-41{scheme}"


def test_pages_that_are_turned_in_view_are_read_so(desk: Desk) -> None:
    id = desk.upload("lying.pdf", draw_invoice("INV-4200", pages=2))
    desk.open(id)
    desk.page.keyboard.press("Alt+r")
    desk.page.get_by_role("button", name="Read it so").click()
    dialog = desk.page.get_by_role("dialog", name="Read again")
    expect(dialog.get_by_label("Turn the pages")).to_have_value("90")
    dialog.get_by_label("Which pages").select_option("Page 2")
    dialog.get_by_role("button", name="Read again").click()
    dialog.wait_for(state="detached")
    desk.service.closed(id)
    desk.page.locator(".page.loaded").first.wait_for()
    sizes = [(page["width"], page["height"]) for page in desk.service.document(id)["extraction"]["pages"]]
    assert sizes[0][0] < sizes[0][1]
    assert sizes[1][0] > sizes[1][1]
    shown = desk.page.locator(".page").nth(1).bounding_box()
    assert shown is not None
    assert shown["width"] > shown["height"]
    assert "version=" in str(desk.page.locator(".page img").first.get_attribute("src"))


def test_other_ocr_is_chosen_by_keyboard_and_corrections_are_only_lost_knowingly(desk: Desk) -> None:
    id = desk.upload("other.pdf", draw_invoice("INV-4300"))
    desk.open(id, "supplier_name")
    desk.page.keyboard.type("Other Ltd")
    desk.page.keyboard.press("Enter")
    desk.page.locator(".saving", has_text="Saved").wait_for()
    dialog = choose(desk, "Read again")
    dialog.get_by_label("Pages that are read as pictures").select_option("All of them")
    dialog.get_by_label("Text recognition").select_option("Fast, less accurate")
    dialog.get_by_role("button", name="Read again").press("Enter")
    expect(dialog).to_be_visible()  # the box about the corrections is not ticked
    dialog.get_by_label("What was corrected here is lost").press("Space")
    dialog.get_by_role("button", name="Read again").press("Enter")
    dialog.wait_for(state="detached")
    desk.service.closed(id, 60)
    expect(desk.field("supplier_name")).not_to_contain_text("Corrected")
    assert desk.value("supplier_name") == "Ashdown Joinery Ltd"
    assert desk.service.document(id)["extraction"]["pages"][0]["reading"] == "ocr"
    assert '"ocr": "always", "ocr_engine": "fast"' in choice(desk, id)


def test_a_scanned_stack_is_split_and_put_together_again(desk: Desk) -> None:
    id = desk.upload("stack.pdf", joined("INV-4401", "INV-4402", "INV-4403"))
    desk.open(id)
    dialog = choose(desk, "Split")
    expect(dialog.get_by_label("Page 1")).to_be_disabled()
    expect(dialog.get_by_role("status")).to_have_text("One document.")
    for page in ("Page 2", "Page 3"):
        dialog.get_by_label(page).press("Space")
    expect(dialog.get_by_role("status")).to_have_text("3 documents.")
    assert serious_findings(desk) == []
    dialog.get_by_role("button", name="Split").press("Enter")
    dialog.wait_for(state="detached")
    desk.page.locator(".page.loaded").wait_for()
    expect(desk.page.locator(".page")).to_have_count(1)
    parts = desk.service.document(id)["parts"]
    numbers = []
    for part in (id, *parts):
        desk.open(part)
        numbers.append(desk.value("document_number"))
    assert numbers == ["INV-4401", "INV-4402", "INV-4403"]

    dialog = choose(desk, "Split")  # of the last part: the file is shown as a whole
    expect(dialog.get_by_label("Page 2")).to_be_checked()
    for page in ("Page 2", "Page 3"):
        dialog.get_by_label(page).press("Space")
    dialog.get_by_role("button", name="Split").press("Enter")
    dialog.wait_for(state="detached")
    expect(desk.page.locator(".page")).to_have_count(3)
    assert desk.service.document(id)["parts"] == []


def test_who_may_only_look_has_no_such_buttons(sit_down: Callable[..., Desk], reading: Running) -> None:
    id = reading.post(joined("INV-4501", "INV-4502"), name="looked.pdf").json()["id"]
    _, key = reading.service.keys.create("looks", "read")
    desk = sit_down(Running(reading.service, reading.url, key, reading.client, reading.anonymous))
    desk.open(id)
    desk.page.get_by_role("button", name="More").click()
    expect(desk.page.get_by_role("button", name="Read again")).to_have_count(0)
    expect(desk.page.get_by_role("button", name="Split")).to_have_count(0)
