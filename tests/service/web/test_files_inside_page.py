"""What is inside of an archive, on the page: each file is opened, taken out, or split from the others."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage

import pytest
from browser import Desk, serious_findings
from invoices import draw_invoice
from packed_files import archive
from playwright.sync_api import expect
from running_service import Running


def post(service: Running, data: bytes, name: str) -> str:
    return str(service.post(data, name=name).raise_for_status().json()["id"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_file_inside_is_read_as_a_document_and_opened_by_keyboard(
    sit_down: Callable[..., Desk], reading: Running, scheme: str
) -> None:
    numbers = f"{scheme}-1", f"{scheme}-2"
    files = archive(a_pdf=draw_invoice(numbers[0]), b_pdf=draw_invoice(numbers[1]), c_txt=b"hello there")
    id = post(reading, files, f"{scheme}.zip")
    desk = sit_down(reading, color_scheme=scheme)
    desk.open(id)
    inside = desk.page.locator("details.inside")
    expect(inside.locator("summary")).to_have_text("3 files inside")
    rows = inside.get_by_role("listitem")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("a.pdfPDF, 1 pageShown here")
    expect(rows.nth(1)).to_contain_text("Left out: a.pdf answers")
    expect(rows.nth(2)).to_contain_text("Left out: It is of a kind that is not read.")
    expect(rows.nth(2).get_by_role("button")).to_have_count(0)
    assert serious_findings(desk) == []
    desk.page.get_by_role("button", name="3 files inside").press("Enter")
    expect(inside.locator("summary")).to_be_focused()
    expect(rows.nth(2)).to_be_in_viewport()
    rows.nth(1).get_by_role("button", name="Read as a document b.pdf").press("Enter")
    link = rows.nth(1).get_by_role("link", name="Open its document b.pdf")
    expect(link).to_be_focused()
    expect(desk.page.locator("#toasts")).to_contain_text("b.pdf is read as a document of its own.")
    taken = reading.document(id)["contents"][1]["document"]
    reading.closed(taken, 60)
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator(f'.with-alerts[data-id="{taken}"]')).to_be_visible()
    assert reading.document(taken)["document_number"] == numbers[1]
    back = desk.page.get_by_role("link", name="From another file")
    expect(back).to_have_attribute("href", f"#/documents/{id}")


def test_why_a_file_was_left_out_is_said_in_the_readers_language(
    sit_down: Callable[..., Desk], reading: Running
) -> None:
    files = archive(a_pdf=draw_invoice("de-1"), b_pdf=draw_invoice("de-2"), c_txt=b"hello there")
    desk = sit_down(reading, locale="de-DE")
    desk.open(post(reading, files, "de.zip"))
    rows = desk.page.locator("details.inside").get_by_role("listitem")
    expect(rows.nth(1)).to_contain_text("Ausgelassen: a.pdf antwortet.")
    expect(rows.nth(2)).to_contain_text("Dateien dieser Art werden nicht gelesen.")


def test_an_archive_is_split_into_its_files_after_saying_what_will_happen(
    sit_down: Callable[..., Desk], reading: Running
) -> None:
    files = archive(a_pdf=draw_invoice("SP-1"), b_pdf=draw_invoice("SP-2"), c_txt=b"hello there")
    id = post(reading, files, "split.zip")
    desk = sit_down(reading)
    desk.open(id)
    desk.page.get_by_role("button", name="More").click()
    desk.page.get_by_role("button", name="Split into its files").press("Enter")
    dialog = desk.page.get_by_role("dialog", name="Split into its files")
    expect(dialog.get_by_role("listitem")).to_have_text(["a.pdf", "b.pdf"])
    expect(dialog).to_contain_text("Not readable, and left out: 1 file.")
    assert serious_findings(desk) == []
    dialog.get_by_role("button", name="Split").press("Enter")
    expect(dialog).to_have_count(0)
    reading.closed(id, 60)  # both are read, before the page is asked
    other = desk.page.get_by_role("link", name="Open its document b.pdf")
    expect(other).to_be_visible()
    (part,) = reading.document(id)["parts"]
    expect(other).to_have_attribute("href", f"#/documents/{part}")
    desk.page.get_by_role("button", name="More").click()
    expect(desk.page.get_by_role("button", name="Split into its files")).to_have_count(0)  # it is
    desk.open(part)
    first = desk.page.get_by_role("link", name="Part of a file")
    expect(first).to_have_attribute("href", f"#/documents/{id}")


def test_who_only_looks_sees_what_is_inside_and_takes_nothing_out(
    sit_down: Callable[..., Desk], reading: Running
) -> None:
    id = post(reading, archive(a_pdf=draw_invoice("LK-1"), b_pdf=draw_invoice("LK-2")), "looked.zip")
    _, key = reading.service.keys.create("looks at files", "read")
    desk = sit_down(Running(reading.service, reading.url, key, reading.client, reading.anonymous))
    desk.open(id)
    inside = desk.page.locator("details.inside")
    expect(inside.get_by_role("listitem")).to_have_count(2)
    expect(inside.get_by_role("button")).to_have_count(0)


def test_a_document_without_files_inside_has_no_such_list(desk: Desk, invoice: str) -> None:
    desk.open(invoice)
    expect(desk.page.locator("details.inside")).to_have_count(0)


def test_the_text_of_a_mail_is_shown_under_its_boxes(desk: Desk) -> None:
    message = EmailMessage()
    message["From"], message["Subject"] = "Quince Hosting Ltd <bills@quince.example>", "Your invoice"
    message.set_content(
        "Quince Hosting Ltd\nInvoice number: TM-42\nInvoice date: 14 March 2025\n\n"
        "Hosting       1   20.00   20.00\nDomain        2    8.00   16.00\n\n"
        "Net total                 36.00\nVAT 20%                    7.20\nTotal EUR                 43.20\n"
    )
    id = desk.upload("bill.eml", message.as_bytes(), "message/rfc822")
    desk.open(id, "document_number")
    expect(desk.page.locator('.mark.active[data-field="document_number"]')).to_be_in_viewport()
    assert desk.value("document_number") == "TM-42"
    expect(desk.page.locator("details.inside")).to_have_count(0)
