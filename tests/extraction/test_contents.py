"""Files inside files: which document answers, and what is said of the others."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from paperformer.errors import EncryptedDocument, UnreadableDocument
from paperformer.extraction.batch import Task, TaskReader
from paperformer.extraction.contents import SEEMS_INVOICE, AnsweredDocument
from paperformer.extraction.options import ReadingOptions
from paperformer.extraction.pipeline import Extractor
from toy_einvoice import ubl

LETTERS = {
    "short": ("Nordlicht Werkzeuge GmbH", "Sehr geehrte Damen und Herren,", "anbei die Rechnung RE-2024-7."),
    "one that names all that counts": (
        "Nordlicht Werkzeuge GmbH", "Hafenstr. 1, 20457 Hamburg", "", "Muster AG, Marktplatz 5",
        "80331 München", "", "Hamburg, 12.03.2024", "", "Unsere Rechnung RE-2024-0815", "",
        "Sehr geehrte Damen und Herren,",
        "anbei erhalten Sie unsere Rechnung RE-2024-0815 vom 12.03.2024 über 1.190,00 EUR.",
        "Bitte überweisen Sie den Betrag bis zum 26.03.2024 auf DE89370400440532013000.",
        "Mit freundlichen Grüßen", "Nordlicht Werkzeuge GmbH",
    ),
    "an English one": (
        "Acme Ltd", "1 High Street, London W1A 1AA", "", "12 March 2024", "", "Dear Sir or Madam,",
        "please find attached our invoice INV-2024-0815 for 1,190.00 GBP.", "It is payable within 14 days.",
        "Yours faithfully", "Acme Ltd",
    ),
    "the cover of a portfolio": ("For the best experience, open this PDF portfolio in a newer reader.",),
}  # fmt: skip
TERMS = (
    "General Terms and Conditions", "1. Scope. These terms apply to all deliveries of Acme Ltd.",
    "2. Prices are exclusive of VAT. 3. Payment is due within 30 days.", "4. Retention of title.",
)  # fmt: skip


def page(lines: Sequence[str], **options: object) -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file, **options)
    for row, line in enumerate(lines):
        for part, x in zip(line.split("|"), (70, 300, 380, 460), strict=False):
            canvas.drawString(x, 780 - 18 * row, part)
    canvas.save()
    return file.getvalue()


def invoice(number: str, price: int = 500) -> bytes:
    net, tax = 2 * price, price * 38 // 100
    return page([
        "Nordlicht Werkzeuge GmbH", "Hafenstr. 1, 20457 Hamburg", "", "Muster AG", "Marktplatz 5",
        "80331 München", "", f"Rechnungsnummer: {number}", "Rechnungsdatum: 12.03.2024", "", "Rechnung", "",
        "Bezeichnung|Menge|Preis|Betrag", f"Akkubohrer 18 V|2|{price},00|{net},00", "",
        f"Zwischensumme netto|||{net},00", f"MwSt. 19 %|||{tax},00", f"Gesamtbetrag EUR|||{net + tax},00",
    ])  # fmt: skip


def attached(outer: bytes, files: dict[str, bytes]) -> bytes:
    """A PDF with files attached, by pdfium."""
    pdf = pypdfium2.PdfDocument(outer)
    for name, data in files.items():
        pdf.new_attachment(name).set_data(data)
    file = io.BytesIO()
    pdf.save(file)
    pdf.close()
    return file.getvalue()


def mail(files: dict[str, bytes], says: str = "Please find attached.") -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.com", "b@example.org", "Invoice"
    message.set_content(says)
    for name, data in files.items():
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def stored(files: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return file.getvalue()


@pytest.fixture(scope="module")
def extractor() -> Iterator[Extractor]:
    with Extractor() as extractor:
        yield extractor


def number(reading: AnsweredDocument) -> str | None:
    found = reading.extraction.fields.get("document_number")
    return found[0].value if found and found[0].confidence >= 0.5 else None


@pytest.mark.parametrize("what", LETTERS)
def test_a_letter_gives_the_invoice_attached_to_it_and_says_so(what: str, extractor: Extractor) -> None:
    reading = extractor.read(
        attached(page(LETTERS[what]), {"RE-1.pdf": invoice("RE-2024-0815")}), name="a.pdf"
    )
    assert reading.extraction.file == "a.pdf/RE-1.pdf"
    assert number(reading) == "RE-2024-0815"
    assert reading.extraction.warnings == [
        "its own pages are no invoice: this is the answer of RE-1.pdf, which is attached"
    ]


def test_an_invoice_answers_from_its_own_pages_whatever_is_attached(extractor: Extractor) -> None:
    own = invoice("RE-2024-0001")
    harmless = {"terms.pdf": page(TERMS), "rows.csv": b"a,b\n1,2\n"}
    reading = extractor.read(attached(own, harmless), name="a.pdf")
    assert (reading.extraction.file, number(reading)) == ("a.pdf", "RE-2024-0001")
    assert reading.extraction.warnings == []
    reading = extractor.read(attached(own, harmless | {"other.pdf": invoice("RE-2024-0002")}), name="a.pdf")
    assert (reading.extraction.file, number(reading)) == ("a.pdf", "RE-2024-0001")
    assert reading.extraction.warnings == [
        "other.pdf seems to be another invoice or receipt: --split answers for each by itself"
    ]


@pytest.mark.parametrize("pack", [mail, stored])
def test_of_a_mail_or_archive_the_invoice_answers_and_the_others_are_named(
    pack: object, extractor: Extractor
) -> None:
    files = {"terms.pdf": page(TERMS), "RE.pdf": invoice("RE-2024-0815"), "rows.csv": b"a,b\n1,2\n"}
    reading = extractor.read(pack(files), name="x")  # type: ignore[operator]
    assert (reading.extraction.file, number(reading)) == ("x/RE.pdf", "RE-2024-0815")
    assert reading.extraction.warnings == [
        "terms.pdf is left out: --split answers for each by itself",
        "not read: rows.csv is a text file",
    ]
    assert [info.number for info in reading.extraction.pages] == [1]


BOOKING = """Dear Ada Moss,

Northern Ferries Ltd, 3 Quay Street, Hull HU1 1AB
VAT number: GB980780684

Receipt No. NF-20931            Date: 12 March 2024

1 x Passage, foot passenger     GBP 55.00
1 x Cabin                       GBP 12.50
Total paid                      GBP 67.50
VAT 0 %                         GBP 0.00
Paid by card ending 4471
"""
TICKET = ("e-Ticket", "Ada Moss", "Departure 17 April 2024 21:30", "Berth 12 B", "Be at the gate at 20:45.")


def test_the_text_of_a_mail_answers_where_nothing_attached_is_an_invoice(extractor: Extractor) -> None:
    found = extractor.read(mail({"ticket.pdf": page(TICKET)}, BOOKING), name="booking.eml")
    assert found.document.name == "booking.eml"
    assert number(found) == "NF-20931"
    assert found.extraction.fields["total_incl_vat"][0].value == "67.50"
    assert found.extraction.fields["supplier_vat_number"][0].confidence > 0.5  # no block of "To:"
    (only,) = [
        one
        for one in extractor.read_each(mail({"ticket.pdf": page(TICKET)}, BOOKING), name="booking.eml")
        if one.evidence >= SEEMS_INVOICE
    ]
    assert number(only) == "NF-20931"
    inside = extractor.read(
        stored({"booking.eml": mail({"ticket.pdf": page(TICKET)}, BOOKING)}), name="a.zip"
    )
    assert number(inside) == "NF-20931"


def test_with_split_the_text_that_answers_comes_before_a_ticket_that_says_what_it_is(
    extractor: Extractor,
) -> None:
    booking = mail({"ticket.pdf": page(TICKET)}, BOOKING)
    answer, empty = extractor.read_each(booking, name="booking.eml")
    assert (answer.extraction.file, number(answer)) == ("booking.eml", "NF-20931")
    assert (empty.extraction.file, dict(empty.extraction.fields)) == ("booking.eml/ticket.pdf", {})
    assert empty.extraction.warnings == [
        "no field was found: it seems to be no invoice or receipt; check that it is the right file"
    ]


def test_an_invoice_answers_and_not_the_mail_that_it_is_attached_to(extractor: Extractor) -> None:
    says = "Dear Sirs, the invoice RE-1 of 12.03.2024 over EUR 1.190,00 is attached. Acme Ltd"
    sent = mail({"RE-1.pdf": invoice("RE-1")}, says)
    found = extractor.read(sent, name="bill.eml")
    assert (found.document.name, number(found)) == ("bill.eml/RE-1.pdf", "RE-1")
    assert not found.extraction.warnings
    assert [number(one) for one in extractor.read_each(sent, name="bill.eml")] == ["RE-1"]


def test_two_invoices_stored_in_an_archive_are_two_answers(extractor: Extractor) -> None:
    data = stored({"1.pdf": invoice("RE-2024-0001"), "2.pdf": invoice("RE-2024-0002", 400)})
    reading = extractor.read(data, name="x.pdf")
    assert number(reading) in ("RE-2024-0001", "RE-2024-0002")
    (warning,) = reading.extraction.warnings
    assert warning.endswith("seems to be another invoice or receipt: --split answers for each by itself")
    each = list(extractor.read_each(data, name="x.pdf"))
    assert [(one.extraction.file, number(one)) for one in each] == [
        ("x.pdf/1.pdf", "RE-2024-0001"), ("x.pdf/2.pdf", "RE-2024-0002"),
    ]  # fmt: skip


def test_split_answers_for_pages_and_attachments_but_not_for_a_cover(extractor: Extractor) -> None:
    files = {"1.pdf": invoice("RE-2024-0001"), "2.pdf": invoice("RE-2024-0002")}
    cover = page(LETTERS["the cover of a portfolio"])
    assert [number(one) for one in extractor.read_each(attached(cover, files))] == [
        "RE-2024-0001",
        "RE-2024-0002",
    ]
    own = invoice("RE-2024-0003")
    assert [number(one) for one in extractor.read_each(attached(own, files))] == [
        "RE-2024-0003", "RE-2024-0001", "RE-2024-0002",
    ]  # fmt: skip


def test_a_file_that_cannot_be_read_costs_no_other_and_is_named(extractor: Extractor) -> None:
    locked = page(["secret"], encrypt=StandardEncryption("x", "y"))
    data = mail({"locked.pdf": locked, "RE.pdf": invoice("RE-2024-0815")})
    assert extractor.read(data, name="m").extraction.warnings == ["not read: locked.pdf asks for a password"]
    each = extractor.read_each(data, name="m")
    assert number(next(each)) == "RE-2024-0815"
    with pytest.raises(EncryptedDocument, match=r"m/locked\.pdf asks for a password"):
        next(each)
    with pytest.raises(EncryptedDocument, match=r"m/locked\.pdf asks for a password"):
        extractor.read(mail({"locked.pdf": locked}), name="m")
    with pytest.raises(
        UnreadableDocument, match=r"1\.pdf asks for a password; 2\.pdf is a damaged"
    ) as caught:
        extractor.read(mail({"1.pdf": locked, "2.pdf": b"%PDF-1.7"}), name="m")
    assert caught.value.message == "m holds files that cannot be read"


def test_the_password_opens_what_is_inside_too() -> None:
    locked = page(["Rechnungsnummer: RE-2024-0815"], encrypt=StandardEncryption("x", "y"))
    with Extractor(password="x") as extractor:
        assert extractor.read(mail({"locked.pdf": locked})).document.words[-1].text == "RE-2024-0815"


def test_an_e_invoice_answers_for_its_pdf_and_what_is_attached_is_part_of_it(extractor: Extractor) -> None:
    data = attached(
        invoice("RE-2024-0001"), {"factur-x.xml": ubl(7).encode(), "sheet.pdf": invoice("RE-2024-0002")}
    )
    (reading,) = extractor.read_each(data, name="a.pdf")
    assert reading.extraction.file == "a.pdf"
    assert reading.extraction.fields["document_number"][0].source == "einvoice"
    assert extractor.read(data, name="a.pdf").extraction.warnings == reading.extraction.warnings


def test_overlays_show_the_page_of_the_file_inside(tmp_path: Path) -> None:
    files = {"../1.pdf": invoice("RE-2024-0001"), "2.pdf": invoice("RE-2024-0002")}
    with TaskReader(ReadingOptions(split=True)) as reader:
        outcome = reader.read(Task("m.eml", mail(files), tmp_path / "m"))
    assert [picture.name for answer in outcome.answers for picture in answer.pictures] == [
        "m.file-1.page-1.png", "m.file-2.page-1.png",
    ]  # fmt: skip
    for picture in tmp_path.iterdir():
        with Image.open(picture) as image:
            assert image.width == 1240
