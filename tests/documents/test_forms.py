"""Forms: what is filled in is read with the page; a form that only Adobe's programs can show is named."""

from __future__ import annotations

import pytest
from pdf_writing import PageSpec, PdfSpec, stream, text_at, write_pdf

from paperformer.documents.model import Document
from paperformer.documents.reading import InProcessReader, ReadOptions

PAGE = PageSpec(text_at("Invoice number", 70, 750) + text_at("Total", 70, 700))
WIDGET = b"/Type /Annot /Subtype /Widget /Rect [200 740 350 760] /F 4 "
TEXT = b"/FT /Tx /T (n) /V (INV-4711) "
LOOK = b"/DA (/Helv 10 Tf 0 g) "


def form(
    *objects: bytes, fields: bytes = b"[10 0 R]", annotations: bytes = b"[10 0 R]", more: bytes = b""
) -> Document:
    """What is read of a page with a form; its objects are numbered from 10."""
    data = write_pdf(PdfSpec([PAGE], objects=list(objects)))
    data = data.replace(b"/Contents", b"/Annots %b /Contents" % annotations, 1)
    catalogue = b"/AcroForm << /Fields %b /DR << /Font << /Helv 3 0 R >> >> %b >> " % (fields, more)
    data = data.replace(b"/Pages 2 0 R", catalogue + b"/Pages 2 0 R", 1)
    return InProcessReader().read(data, ReadOptions(name="form.pdf", ocr="never"))


EMPTY_LOOK = stream(b"", b"/Type /XObject /Subtype /Form /BBox [0 0 150 20]")
FILLED: dict[str, tuple[tuple[bytes, ...], dict[str, bytes]]] = {
    "a text field without appearance": ((b"<< " + WIDGET + TEXT + LOOK + b">>",), {}),
    "its size of type chosen by the viewer": ((b"<< " + WIDGET + TEXT + b"/DA (/Helv 0 Tf 0 g) >>",), {}),
    "its look that of the form": ((b"<< " + WIDGET + TEXT + b">>",), {"more": LOOK}),
    "a choice": (
        (b"<< " + WIDGET + LOOK + b"/FT /Ch /Ff 131072 /T (n) /V (INV-4711) /Opt [(INV-4711) (b)] >>",),
        {},
    ),
    "a value in UTF-16": (
        (b"<< " + WIDGET + LOOK + b"/FT /Tx /T (n) /V <FEFF0049004E0056002D0034003700310031> >>",),
        {},
    ),
    "a value that the parent holds": (
        (b"<< " + TEXT + b"/Kids [11 0 R] >>", b"<< " + WIDGET + LOOK + b"/Parent 10 0 R >>"),
        {"annotations": b"[11 0 R]"},
    ),
    "an old appearance that viewers are to draw anew": (
        (b"<< " + WIDGET + TEXT + LOOK + b"/AP << /N 11 0 R >> >>", EMPTY_LOOK),
        {"more": b"/NeedAppearances true"},
    ),
    "a field that the form does not list": ((b"<< " + WIDGET + TEXT + LOOK + b">>",), {"fields": b"[]"}),
}


@pytest.mark.parametrize("what", FILLED)
def test_values_of_fields_are_words_where_they_stand(what: str) -> None:
    objects, named = FILLED[what]
    document = form(*objects, **named)
    assert [word.text for word in document.words] == ["Invoice", "number", "INV-4711", "Total"]
    box = document.words[2].box
    assert 200 / 595 <= box.x0 < box.x1 <= 350 / 595
    assert 1 - 760 / 842 <= box.y0 < box.y1 <= 1 - 740 / 842
    assert document.warnings == ()


def test_hidden_fields_are_no_words() -> None:
    hidden = WIDGET.replace(b"/F 4", b"/F 2")
    assert "INV-4711" not in [word.text for word in form(b"<< " + hidden + TEXT + LOOK + b">>").words]


def xfa(catalogue: bytes, annotations: bytes = b"") -> tuple[str, ...]:
    objects = [stream(b"<xdp:xdp/>"), b"<< " + WIDGET + TEXT + LOOK + b">>"]
    wait = PageSpec(text_at("Please wait... If this message is not eventually replaced", 70, 700))
    data = write_pdf(PdfSpec([wait], objects=objects))
    data = data.replace(b"/Contents", annotations + b" /Contents", 1)
    data = data.replace(
        b"/Pages 2 0 R", b"/AcroForm << /XFA 10 0 R /Fields [] >> " + catalogue + b"/Pages 2 0 R", 1
    )
    return InProcessReader().read(data, ReadOptions(name="form.pdf", ocr="never")).warnings


@pytest.mark.parametrize("catalogue", [b"/NeedsRendering true ", b""])
def test_a_form_without_pages_of_its_own_is_named_and_what_to_do(catalogue: bytes) -> None:
    assert xfa(catalogue) == (
        "it is an XFA form, whose pages cannot be read: open it in Adobe Reader and print it to PDF",
    )


def test_a_form_whose_page_is_there_is_read_without_a_word() -> None:
    assert xfa(b"", b"/Annots [11 0 R]") == ()
