"""The page that answers is the page that is shown: files inside of mails, archives and portfolios."""

from __future__ import annotations

import io
from email.message import EmailMessage
from typing import Any

import pypdfium2
import pytest
from browser import Desk
from invoices import draw_invoice
from packed_files import archive
from playwright.sync_api import expect
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from running_service import Running


def mail(data: bytes) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.org", "b@example.org", "Your invoice"
    message.set_content("Please find our invoice attached.")
    message.add_attachment(data, maintype="application", subtype="pdf", filename="invoice.pdf")
    return message.as_bytes()


def portfolio(data: bytes) -> bytes:
    """A covering letter with a file attached to it."""
    drawn = io.BytesIO()
    canvas = Canvas(drawn, pagesize=A4, invariant=1)
    canvas.drawString(72, 700, "Dear reader, this letter encloses a document. Kind regards")
    canvas.save()
    pdf = pypdfium2.PdfDocument(drawn.getvalue())
    pdf.new_attachment("invoice.pdf").set_data(data)
    written = io.BytesIO()
    pdf.save(written)
    pdf.close()
    return written.getvalue()


def words(service: Running, id: str) -> list[str]:
    page: dict[str, Any] = service.client.get(f"/v1/documents/{id}/pages/1/words").raise_for_status().json()
    return [word["text"] for word in page["words"]]


def kept_files(service: Running) -> set[str]:
    return {path.name for path in (service.service.config.data / "files").glob("??/*")}


@pytest.mark.parametrize(
    ("name", "around"),
    [("letter.eml", mail), ("papers.zip", lambda data: archive(invoice_pdf=data)), ("cover.pdf", portfolio)],
)
def test_the_pages_of_the_file_inside_are_shown_under_their_boxes(
    name: str, around: Any, desk: Desk, reading: Running
) -> None:
    invoice = draw_invoice(f"INV-{len(name)}4", supplier=f"Supplier of {name}")
    before = kept_files(reading)
    outer = around(invoice)
    id = desk.upload(name, outer, "application/octet-stream")
    document = reading.document(id)
    assert document["inner_name"] == "invoice.pdf"
    number = document["extraction"]["fields"]["document_number"][0]
    shown = words(reading, id)
    assert [shown[index] for index in number["words"]] == [number["value"]] == [f"INV-{len(name)}4"]
    assert reading.client.get(f"/v1/documents/{id}/file").content == outer
    assert reading.client.get(f"/v1/documents/{id}/file", params={"inner": True}).content == invoice
    desk.open(id, "document_number")
    expect(desk.page.locator('.mark.active[data-field="document_number"]')).to_be_in_viewport()
    expect(desk.page.locator(".titles")).to_contain_text(f"invoice.pdf in {name}")

    reading.client.delete(f"/v1/documents/{id}").raise_for_status()
    assert kept_files(reading) == before


def test_each_invoice_of_an_archive_has_its_own_pages(reading: Running) -> None:
    packed = archive(
        first_pdf=draw_invoice("INV-71"), second_pdf=draw_invoice("INV-72", supplier="Quince Ltd")
    )
    answer = reading.post(packed, name="both.zip", split=True).raise_for_status().json()
    parts = [reading.document(id) for id in (answer["id"], *answer["parts"])]
    assert [part["inner_name"] for part in parts] == ["first.pdf", "second.pdf"]
    for part, number in zip(parts, ("INV-71", "INV-72"), strict=True):
        best = part["extraction"]["fields"]["document_number"][0]
        shown = words(reading, part["id"])
        assert best["value"] == number
        assert [shown[index] for index in best["words"]] == [number]
    own = reading.client.get(f"/v1/documents/{answer['id']}/file").content
    assert own == reading.client.get(f"/v1/documents/{parts[1]['id']}/file").content == packed


def test_a_file_without_another_inside_has_no_inner_file(reading: Running, invoice: str) -> None:
    assert reading.document(invoice)["inner_name"] is None
    assert reading.client.get(f"/v1/documents/{invoice}/file", params={"inner": True}).status_code == 404
