"""What can be seen on a PDF page is a word of it, what cannot is none."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pdf_writing import PageSpec, PdfSpec, grey_picture, stream, text_at, write_pdf

from paperformer.documents.model import Document
from paperformer.documents.reading import InProcessReader, ReadOptions

SHOWN = "Total 10.00"
SECRET = "DE44500105175407324931"
X, Y, SIZE = 100, 500, 12
WIDE = 200

# Objects 10 to 17 of every page drawn here.
OBJECTS = [
    b"<< /Type /ExtGState /ca 0 /CA 0 >>",
    b"<< /Type /ExtGState /ca 0.02 /CA 0.02 >>",
    b"<< /Type /ExtGState /ca 0.5 /CA 0.5 >>",
    b"<< /Type /ExtGState /SMask << /Type /Mask /S /Luminosity /G 14 0 R >> >>",
    stream(
        b"0 g 0 0 600 850 re f",
        b"/Type /XObject /Subtype /Form /BBox [0 0 600 850] /Group << /S /Transparency /CS /DeviceGray >>",
    ),
    grey_picture(8, 8),
    stream(b"1 g 0 0 400 100 re f", b"/Type /XObject /Subtype /Form /BBox [0 0 400 100]"),
    b"<< /Type /OCG /Name (secret) >>",
]
RESOURCES = (
    b"/ExtGState << /Clear 10 0 R /Faint 11 0 R /Half 12 0 R /Masked 13 0 R >> "
    b"/XObject << /White 15 0 R /Lid 16 0 R >> /Properties << /Layer 17 0 R >> "
)
CATALOGUE = b"/OCProperties << /OCGs [17 0 R] /D << /BaseState /ON /OFF [17 0 R] >> >> "


def text(printed: str = SECRET, x: float = X, y: float = Y, size: float = SIZE, mode: int = 0) -> bytes:
    return text_at(printed, x, y, size=size, mode=mode)


def grey(shade: float, content: bytes) -> bytes:
    return b"%.4f g " % shade + content + b"0 g "


def bar(shade: float, x: float = X - 5, y: float = Y - 6, width: float = WIDE, height: float = 24) -> bytes:
    return grey(shade, b"%.2f %.2f %.2f %.2f re f " % (x, y, width, height))


def within(state: bytes, content: bytes) -> bytes:
    return b"q " + state + b" " + content + b"Q "


def document(content: bytes, page: Mapping[str, object] | None = None) -> Document:
    """A page that also prints ``SHOWN``."""
    whole = text(SHOWN, x=120, y=700) + content
    spec = PageSpec(whole, resources=RESOURCES, **(page or {}))  # type: ignore[arg-type]
    data = write_pdf(PdfSpec([spec], objects=OBJECTS, catalogue=CATALOGUE))
    return InProcessReader().read(data, ReadOptions(name="test.pdf", ocr="never"))


def words(content: bytes, page: Mapping[str, object] | None = None) -> list[str]:
    """The words beside those of ``SHOWN``."""
    found = [word.text for word in document(content, page).words]
    assert set(SHOWN.split()) <= set(found)
    return [word for word in found if word not in SHOWN.split()]


HIDDEN = {
    "white": grey(1, text()),
    "all but white": grey(0.97, text()),
    "white by a colour": b"1 1 1 rg " + text() + b"0 g ",
    "white without ink of CMYK": b"0 0 0 0 k " + text() + b"0 g ",
    "white and outlined in white": b"1 g 1 G " + text(mode=2) + b"0 g 0 G ",
    "black on black": bar(0) + text(),
    "grey on the same grey": bar(0.5) + grey(0.5, text()),
    "red on red": b"1 0 0 rg " + bar(0)[7:-4] + text() + b"0 g ",
    "under a white rectangle": text() + bar(1),
    "under a black rectangle": text() + bar(0),
    "under a picture": text() + within(b"300 0 0 40 90 485 cm", b"/White Do "),
    "under a form": text() + within(b"1 0 0 1 90 480 cm", b"/Lid Do "),
    "under a rectangle with other text on it": text() + bar(1) + text("RE-2024-08159", y=Y + 1),
    "white below black text": grey(1, text()) + text("Another-line-of-text"),
    "outside the clip": within(b"0 0 90 850 re W n", text()),
    "clipped to nothing": within(b"100 500 0 0 re W n", text()),
    "clipped to a sliver": within(b"90 507 400 1 re W n", text()),
    "left of the page": text(x=-400),
    "above the page": text(y=900),
    "of half a point": text(size=0.5),
    "of a point": text(size=1),
    "of a point by its matrix": within(b"0.1 0 0 0.1 90 450 cm", text(size=10)),
    "squeezed to a stroke": within(b"0.01 0 0 1 90 0 cm", text()),
    "transparent": within(b"/Clear gs", text()),
    "all but transparent": within(b"/Faint gs", text()),
    "masked": within(b"/Masked gs", text()),
    "without ink": text(mode=3),
    "as a clip": within(b"", text(mode=7)),
    "in a layer that is off": b"/OC /Layer BDC " + text() + b"EMC ",
}

SEEN = {
    "black": text(),
    "light grey": grey(0.8, text()),
    "yellow": b"1 1 0 rg " + text() + b"0 g ",
    "white on a black bar": bar(0) + grey(1, text()),
    "white on a blue bar": b"0 0 1 rg 95 494 200 24 re f " + grey(1, text()),
    "black on a picture": within(b"300 0 0 40 90 485 cm", b"/White Do ") + text(),
    "on a form": within(b"1 0 0 1 90 480 cm", b"/Lid Do ") + text(),
    "after a rectangle": bar(1) + text(),
    "under a half transparent bar": text() + within(b"/Half gs", bar(0.2)),
    "half transparent": within(b"/Half gs", text()),
    "struck through": text() + b"1 w 95 504 m 330 504 l S ",
    "in a box": text() + b"95 494 300 24 re S ",
    "outlined": text(mode=1),
    "small print": text(size=3.5),
    "within a wide clip": within(b"90 450 300 200 re W n", text()),
    "printed twice to look bold": text() + text(x=X + 0.3),
    "black on white of the same": grey(1, text(x=X + 0.3)) + text(),
    "letter by letter": b"".join(text(letter, x=X + 8 * at) for at, letter in enumerate(SECRET)),
}


@pytest.mark.parametrize("way", HIDDEN)
def test_what_cannot_be_seen_is_no_word(way: str) -> None:
    assert SECRET not in "".join(words(HIDDEN[way]))


@pytest.mark.parametrize("way", SEEN)
def test_what_can_be_seen_is_one(way: str) -> None:
    assert "".join(words(SEEN[way])) == SECRET


def test_text_outside_the_crop_box_is_no_word() -> None:
    assert words(text(x=20, y=30), {"crop": (100, 100, 500, 800)}) == []


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (50, 60, 560, 800)])
def test_pages_turned_and_cropped_hide_and_show_the_same(rotate: int, crop: tuple[int, ...] | None) -> None:
    page = {"rotate": rotate, "crop": crop}
    assert words(grey(1, text()), page) == []
    assert words(text("shown"), page) == ["shown"]
    assert words(bar(0) + grey(1, text("shown")), page) == ["shown"]


@pytest.mark.parametrize("scale", [0.2, 1, 4, 12])
def test_pages_of_any_size_hide_and_show_the_same(scale: float) -> None:
    spec = PageSpec(
        within(b"%g 0 0 %g 0 0 cm" % (scale, scale), text("shown", size=40) + grey(1, text(y=300))),
        media=(0, 0, 595 * scale, 842 * scale),
    )
    read = InProcessReader().read(write_pdf(PdfSpec([spec])), ReadOptions(name="test.pdf", ocr="never"))
    assert [word.text for word in read.words] == ["shown"]


def test_digits_that_are_hidden_within_a_number_are_left_out_of_it() -> None:
    assert words(grey(1, text("9", x=X - 6.7)) + text("1190.00")) == ["1190.00"]
    assert words(text("91190.00") + bar(1, x=X - 1, width=7.5)) == ["1190.00"]
    assert words(within(b"90 400 52.8 300 re W n", text("1190.0099"))) == ["1190.00"]


def test_a_name_that_its_cell_cuts_off_is_read_as_the_file_has_it() -> None:
    assert words(within(b"90 400 50 300 re W n", text("Washington"))) == ["Washington"]
    assert words(within(b"90 400 25 300 re W n", text("Washington"))) == ["Wa"]


@settings(max_examples=60, deadline=None)
@given(paper=st.integers(0, 255), ink=st.integers(0, 255), size=st.integers(5, 30))
def test_ink_is_seen_when_it_differs_from_the_paper(paper: int, ink: int, size: int) -> None:
    content = bar(paper / 255, x=0, y=400, width=595, height=200) + grey(ink / 255, text("8880", size=size))
    if abs(paper - ink) >= 24:
        assert words(content) == ["8880"]
    elif abs(paper - ink) <= 12:
        assert words(content) == []


@settings(max_examples=40, deadline=None)
@given(
    left=st.floats(-30, 5),
    below=st.floats(-30, 3),
    width=st.floats(0, 60),
    height=st.floats(0, 60),
    shade=st.floats(0, 1),
)
def test_a_number_is_seen_where_no_cover_reaches_it(
    left: float, below: float, width: float, height: float, shade: float
) -> None:
    printed = text("3888", size=20)  # 44.5 points wide and 14 high
    cover = bar(shade, x=X + left, y=Y + below, width=width, height=height)
    covers_all = left < -1 and left + width > 47 and below < -2 and below + height > 17
    misses_it = left + width < 0 or below + height < -1
    if covers_all:
        assert words(printed + cover) == []
        assert words(cover + grey(1 if shade < 0.5 else 0, printed)) == ["3888"]
    elif misses_it:
        assert words(printed + cover) == ["3888"]


def test_a_pile_of_texts_shows_none_that_lies_below() -> None:
    pile = b"".join(text(f"4711{number}", size=10) + bar(1) for number in range(60))
    assert words(pile + text("0862", size=10)) in (["0862"], [])


def test_a_page_of_nothing_but_texts_on_top_of_one_another_is_illegible() -> None:
    page = PageSpec(b"".join(text(f"{number}") for number in range(1000)))
    read = InProcessReader().read(write_pdf(PdfSpec([page])), ReadOptions(name="test.pdf", ocr="never"))
    assert read.words == ()


def test_letters_that_we_have_no_font_for_are_still_words() -> None:
    font = (
        b"<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts "
        b"[<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) "
        b"/Ordering (GB1) /Supplement 0 >> /DW 1000 /FontDescriptor << /Type /FontDescriptor "
        b"/FontName /STSong-Light /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 "
        b"/Descent -200 /CapHeight 700 /StemV 80 >> >>] >>"
    )
    printed = b"BT /F2 12 Tf 100 500 Td <%s> Tj ET " % "发票".encode("utf-16-be").hex().encode()
    spec = PageSpec(printed, resources=b"/Font << /F2 10 0 R >> ")
    read = InProcessReader().read(
        write_pdf(PdfSpec([spec], objects=[font])), ReadOptions(name="test.pdf", ocr="never")
    )
    assert [word.text for word in read.words] == ["发票"]


def test_a_hidden_iban_is_named_in_a_warning() -> None:
    (warning,) = document(text("GB82WEST12345698765432", y=600) + grey(1, text())).warnings
    assert warning == f"hidden text on page 1 names another IBAN, {SECRET}: it was left out"
    (warning,) = document(grey(1, text("DE44 5001 0517 5407 3249 31"))).warnings
    assert warning == f"hidden text on page 1 names an IBAN, {SECRET}: it was left out"


def test_other_hidden_text_is_quoted_in_a_warning() -> None:
    (warning,) = document(grey(1, text("Total due 99999.00"))).warnings
    assert warning == "page 1 holds hidden text, which was left out: due 99999.00"


@pytest.mark.parametrize("harmless", [grey(1, text(SHOWN)), grey(1, text("Draft")), text()])
def test_hidden_text_that_says_nothing_of_weight_is_no_matter(harmless: bytes) -> None:
    assert document(harmless).warnings == ()
