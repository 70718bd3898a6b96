"""Mails that are a bill themselves: their text becomes pages, in whatever form and script it is written."""

from __future__ import annotations

import zipfile
from email.message import EmailMessage
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from outlook_writing import message as outlook_message
from pdf_writing import one_page, text_at
from PIL import Image

from paperformer.documents import DocumentReader, Limits
from paperformer.documents.containers.html_text import text_of_html
from paperformer.documents.containers.mail_text import says_amount
from paperformer.documents.model import Document, Joined
from paperformer.documents.reading import InProcessReader, ReadOptions
from paperformer.errors import DocumentTooLarge, UnreadableDocument

BILL = """Dear customer,

thank you for your order no. 4711.

Hosting, March 2025      1     20.00
Domain example.org       2     11.60

Total EUR                      43.20
"""


def mail(text: str, **parts: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"] = "Quince Hosting <bills@quince.example>", "me@example.org"
    message["Date"], message["Subject"] = "Fri, 14 Mar 2025 09:12:00 +0100", "Rechnung für März"
    message.set_content(text)
    for subtype, said in parts.items():
        message.add_alternative(said, subtype=subtype)
    return message


def read(data: bytes, name: str = "bill.eml", ocr: str = "auto", **limits: int) -> Document:
    return InProcessReader().read(data, ReadOptions(name=name, ocr=ocr, limits=Limits(**limits)))  # type: ignore[arg-type]


def lines(document: Document) -> list[str]:
    """The text of each row of all pages."""
    rows: dict[tuple[int, float], list[str]] = {}
    for word in document.words:
        rows.setdefault((word.page, round(word.box.y0, 4)), []).append(word.text)
    return [" ".join(words) for _, words in sorted(rows.items())]


def test_the_text_is_a_page_below_sender_day_and_subject() -> None:
    document = read(mail(BILL).as_bytes())
    (page,) = document.pages
    assert (page.reading, document.contained) == ("text_layer", ())
    assert lines(document) == [
        "From: Quince Hosting bills@quince.example",
        "To: me@example.org",
        "Date: Fri, 14 Mar 2025",
        "Subject: Rechnung für März",
        "Dear customer,",
        "thank you for your order no. 4711.",
        "Hosting, March 2025 1 20.00",
        "Domain example.org 2 11.60",
        "Total EUR 43.20",
    ]


@pytest.mark.parametrize(
    "sent",
    [
        "Fri, 14 Mar 2025 14:32:00 +0100",
        "Fri, 14 Mar 2025 14:32 +0100 (CET)",
        "14 Mar 2025 2:32:07 PM GMT",
        "Fri Mar 14 14:32:07 CET 2025",
    ],
)
def test_the_time_at_which_a_mail_was_sent_is_not_shown_as_it_is_none_of_a_purchase(sent: str) -> None:
    message = mail(BILL)
    message.replace_header("Date", sent)
    (day,) = (line for line in lines(read(message.as_bytes())) if line.startswith("Date:"))
    assert "32" not in day
    assert "CET" not in day
    assert {"14", "Mar", "2025"} <= set(day.split())


def test_a_time_in_the_text_of_a_mail_stays() -> None:
    assert "Paid at 14:32" in lines(read(mail(f"{BILL}\nPaid at 14:32\n").as_bytes()))


def test_columns_of_a_table_stay_below_each_other() -> None:
    words = {word.text: word for word in read(mail(BILL).as_bytes()).words}
    assert words["20.00"].box.x1 == words["11.60"].box.x1 == words["43.20"].box.x1
    assert words["Hosting,"].line != words["20.00"].line  # a cell of its own


def test_the_picture_shows_each_word_where_its_box_is() -> None:
    data = mail(BILL).as_bytes()
    document = read(data)
    with DocumentReader() as reader:
        picture = reader.render(data, document.pages[0], width=1200, name="bill.eml").convert("L")
    for word in document.words:
        box = (word.box.x0 * picture.width, word.box.y0 * picture.height,
               word.box.x1 * picture.width, word.box.y1 * picture.height)  # fmt: skip
        assert picture.crop(tuple(map(round, box))).getextrema()[0] < 128, word.text
    assert picture.crop((0, round(picture.height * 0.6), picture.width, picture.height)).getextrema() == (
        255,
        255,
    )


@pytest.mark.parametrize(
    "text",
    ["Счёт № 17, итого 1 200,00 руб.", "請求書 合計 12,000円", "חשבונית 17 סך הכל 120.00", "Σύνολο 12,00 €"],
)
def test_every_script_is_read_as_it_is_written(text: str) -> None:
    said = " ".join(word.text for word in read(mail(text).as_bytes()).words)
    assert said.endswith(text)


HTML = """<html><head><title>x</title><style>td {color: red}</style></head><body>
<div style="display: none">Preheader 99.00</div>
<table><tr><td>Hosting,&nbsp;March</td><td>20.00</td></tr>
<tr><td>Total <b>EUR</b></td><td>43.20</td></tr></table>
<p>Pay to GB05&#8239;NVSK</p><p hidden>Total 1.00</p><img src="x" alt="logo"><ul><li>one<li>two</ul>
<script>document.write("Total 7.00")</script></body></html>"""


def test_html_is_read_as_it_is_seen() -> None:
    said = ["Hosting, March   20.00", "Total EUR   43.20", "", "Pay to GB05 NVSK", "", "- one", "- two"]
    assert text_of_html(HTML).splitlines() == said
    message = EmailMessage()
    message["From"], message["Subject"] = "a@b.example", "Bill"
    message.set_content(HTML, subtype="html")
    assert lines(read(message.as_bytes()))[2:4] == ["Hosting, March 20.00", "Total EUR 43.20"]


@pytest.mark.parametrize(
    ("plain", "is_plain"), [(BILL, True), ("Please open this mail in a browser.", False), (" ", False)]
)
def test_of_two_forms_the_plain_one_is_read_unless_it_says_much_less(plain: str, is_plain: bool) -> None:
    html = f"<p>{'As HTML. ' * 10}</p><p>Total 43.20</p>"
    said = lines(read(mail(plain, html=html).as_bytes()))
    assert ("Total EUR 43.20" in said, "Total 43.20" in said) == (is_plain, not is_plain)


def test_lines_that_flow_are_one_and_long_ones_are_cut_between_words() -> None:
    flowed = b"From: a@b.example\nSubject: x\nContent-Type: text/plain; format=flowed\n\nTotal \nEUR 43.20\n"
    assert lines(read(flowed))[-1] == "Total EUR 43.20"
    long = lines(read(mail("word " * 40 + "\n" + "x" * 250).as_bytes()))
    assert [len(line) for line in long[4:]] == [84, 84, 29, 88, 88, 74]


def test_a_charset_that_lies_or_is_unknown_does_not_stop_anybody() -> None:
    head = b"From: a@b.example\nSubject: x\nContent-Type: text/plain; charset=%s\n\n"
    for charset in (b"utf-8", b"us-ascii", b"no-such-thing"):
        assert lines(read(head % charset + "Gebühr 12,00 €".encode("cp1252")))[-1] == "Gebühr 12,00 €"


def test_a_forwarded_mail_is_read_below_its_own_fields() -> None:
    outer = EmailMessage()
    outer["From"], outer["Subject"] = "me@example.org", "Fwd"
    outer.set_content("See below.")
    outer.add_attachment(mail(BILL))
    said = lines(read(outer.as_bytes()))
    assert said.index("See below.") < said.index("Subject: Rechnung für März") < said.index("Total EUR 43.20")


PDF = one_page(text_at("Invoice 4711", 70, 700))


def picture() -> bytes:
    file = BytesIO()
    Image.new("L", (40, 40)).save(file, "PNG")
    return file.getvalue()


def with_logo(text: str) -> bytes:
    message = mail(text)
    message.add_related(picture(), "image", "png", cid="<logo>")
    return message.as_bytes()


def with_file(text: str, name: str, data: bytes) -> bytes:
    message = mail(text)
    message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def test_beside_an_attached_document_the_text_is_read_where_it_names_a_sum() -> None:
    document = read(with_file(BILL, "invoice.pdf", PDF))
    assert ("Total EUR 43.20" in lines(document), document.is_message) == (True, True)
    assert [file.name for file in document.contained] == ["invoice.pdf"]
    assert read(with_file("The invoice is attached.", "invoice.pdf", PDF)).pages == ()


def test_beside_a_logo_or_an_unreadable_file_the_text_is_read_where_it_names_a_sum() -> None:
    document = read(with_logo(BILL))
    assert ("Total EUR 43.20" in lines(document), len(document.contained)) == (True, 1)
    assert read(with_logo("Sent from my telephone")).pages == ()
    document = read(with_file(BILL, "event.ics", b"BEGIN:VCALENDAR"))
    assert ("Total EUR 43.20" in lines(document), document.passed_over[0].name) == (True, "event.ics")
    with pytest.raises(UnreadableDocument, match=r"event\.ics is a text file"):
        read(with_file("See you there.", "event.ics", b"BEGIN:VCALENDAR"))


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("Total 43.20", True),
        ("1.234,50 EUR", True),
        ("1 234,50", True),
        ("on 12.03.2025", False),
        ("at 9:30", False),
    ],
)
def test_a_sum_is_told_from_days_and_times(text: str, is_so: bool) -> None:
    assert says_amount(text) is is_so


def test_an_outlook_message_is_read_the_same_way() -> None:
    pytest.importorskip("olefile")
    texts = {"0037001F": "Your bill".encode("utf-16-le"), "1000001F": BILL.encode("utf-16-le")}
    said = lines(read(outlook_message({}, texts=texts), name="bill.msg"))
    assert (said[0], said[-1]) == ("Subject: Your bill", "Total EUR 43.20")
    as_html = {"10130102": HTML.encode()}
    assert lines(read(outlook_message({}, texts=as_html), name="bill.msg"))[1] == "Total EUR 43.20"


def test_a_text_mail_in_an_archive_has_its_page() -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("bill.eml", mail(BILL).as_bytes())
    (inner,) = read(packed.getvalue(), name="papers.zip").contained
    assert len(read(inner.data).pages) == 1


def test_its_pages_can_be_joined_with_others_and_keep_their_text() -> None:
    files = [
        Joined(name="bill.eml", data=mail(BILL).as_bytes(), first=1, count=1),
        Joined(name="a.pdf", data=PDF, first=1, count=1),
    ]
    with DocumentReader() as reader:
        whole, _ = reader.join(files, name="whole.pdf")
    document = read(whole, name="whole.pdf")
    assert [page.words[0].text for page in document.pages] == ["From:", "Invoice"]


def test_a_text_of_more_pages_than_allowed_is_refused() -> None:
    long = mail("line\n" * 200).as_bytes()
    assert len(read(long, pages=4).pages) == 4
    with pytest.raises(DocumentTooLarge, match="has more than 3 pages"):
        read(long, pages=3)
    with pytest.raises(DocumentTooLarge, match="has more than 500 pages"):
        read(mail("x" * 4_000_000).as_bytes())  # one line


def nested(depth: int) -> bytes:
    """A mail whose text lies in so many parts."""
    head = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(depth))
    return b"From: a@b.example\nSubject: x\n" + head + b"Content-Type: text/plain\n\nTotal 43.20\n"


def test_parts_nested_without_end_are_read_to_a_depth() -> None:
    assert lines(read(nested(19)))[-1] == "Total 43.20"
    for depth in (40, 3_000):
        with pytest.raises(UnreadableDocument, match=r"^bill\.eml is a mail [^\n]+$"):
            read(nested(depth))


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="<>/=\"' ptdrivhe1.0&#;\n", max_size=200))
def test_any_html_is_text_or_nothing(html: str) -> None:
    assert "\x00" not in text_of_html(html)


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=300).filter(str.strip))
def test_any_text_is_read_within_its_page(text: str) -> None:
    head = b"From: a@b.example\nSubject: x\nContent-Type: text/plain; charset=utf-8\n\n"
    document = read(head + b"Hello\n" + text.encode("utf-8", errors="replace"), ocr="never")
    assert all(0 <= word.box.x0 < word.box.x1 <= 1 for word in document.words)
