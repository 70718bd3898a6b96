"""Selected documents of the queue are joined, in an order that is asked for."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from browser import Desk, serious_findings
from playwright.sync_api import expect
from reportlab.pdfgen.canvas import Canvas
from running_service import Running


def page(text: str) -> bytes:
    written = io.BytesIO()
    canvas = Canvas(written, pagesize=(300, 400))
    canvas.drawString(40, 350, text)
    canvas.save()
    return written.getvalue()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_documents_are_joined_in_another_order_by_keyboard_and_parted_again(
    sit_down: Callable[..., Desk], reading: Running, scheme: str
) -> None:
    tag = f"stack-{scheme}"
    ids = [
        reading.post(page(text), name=f"{text}.pdf", tags=tag).json()["id"]
        for text in ("First", "Second", "Third")
    ]
    desk = sit_down(reading, color_scheme=scheme)
    desk.go(f"#/?tab=all&tag={tag}")
    expect(desk.page.locator(".documents tbody tr")).to_have_count(3)  # the list of this tag is drawn
    desk.page.get_by_label("Select all").check()
    desk.page.get_by_role("button", name="Join").press("Enter")
    dialog = desk.page.get_by_role("dialog", name="Join 3 documents")
    rows = dialog.get_by_role("listitem")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("First")
    assert serious_findings(desk) == []
    dialog.get_by_role("button", name="Later: First").press("Enter")
    expect(dialog.get_by_role("button", name="Later: First")).to_be_focused()
    expect(rows.nth(1)).to_contain_text("First")
    dialog.get_by_label("Name").fill("stack.pdf")
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator("#toasts")).to_contain_text("3 documents joined.")
    expect(desk.page.locator(".documents tbody tr")).to_have_count(1)
    (whole,) = reading.client.get("/v1/documents", params={"tag": tag}).json()["items"]
    reading.closed(whole["id"])
    texts = [desk.words(whole["id"], number)[0]["text"] for number in (1, 2, 3)]
    assert texts == ["Second", "First", "Third"]
    desk.page.locator("#toasts").get_by_role("button", name="Undo").press("Enter")
    expect(desk.page.locator(".documents tbody tr")).to_have_count(3)
    assert all(reading.document(id)["joined_in"] is None for id in ids)


def test_a_joined_document_says_where_its_pages_are(desk: Desk, reading: Running) -> None:
    ids = [reading.post(page(text), name=f"{text}.pdf").json()["id"] for text in ("Left", "Right")]
    whole = reading.client.post("/v1/review/join", json={"ids": ids}).json()["id"]
    desk.go(f"#/documents/{ids[0]}")
    link = desk.page.get_by_role("link", name="Joined in another")
    expect(link).to_have_attribute("href", f"#/documents/{whole}")
    reading.closed(whole)
    reading.client.delete(f"/v1/documents/{whole}").raise_for_status()
