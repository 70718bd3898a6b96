"""Which reading of a page is believed: a scanner's words, a page's own, OCR's, or two of them together."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from eyes import Eyes, layer_of
from pdf_writing import PageSpec, PdfSpec, grey_picture, one_page, text_at, write_pdf
from renamed_letters import LINES, Naming, page_of, permuted, shifted, true_name

from paperformer.documents.limits import Limits
from paperformer.documents.model import Document, Page
from paperformer.documents.reading import InProcessReader, OcrMode, ReadOptions
from paperformer.documents.spelling import STRANGE, spelling

FULL_PAGE = b"q 595 0 0 842 0 0 cm /Im1 Do Q\n"
CONFUSED = str.maketrans("0158B", "OlSB8")
TRUE = layer_of(page_of(true_name))
SHOWN = [word.text for word in TRUE.words]


def typed(lines: list[str], mode: int = 0) -> bytes:
    return b"".join(text_at(line, 60, 780 - 20 * row, size=10, mode=mode) for row, line in enumerate(lines))


def scan(layer: bytes, *, ink: bool = True, below: bool = False) -> bytes:
    """A page that is one picture, with what looks like writing on it, and a layer over or below it."""
    rows = bytes(
        0 if ink and 100 < row < 740 and row % 20 < 8 and 60 < column < 400 and column % 6 < 3 else 255
        for row in range(842)
        for column in range(595)
    )
    page = PageSpec(
        layer + FULL_PAGE if below else FULL_PAGE + layer, resources=b"/XObject << /Im1 10 0 R >> "
    )
    return write_pdf(PdfSpec([page], objects=[grey_picture(595, 842, rows)]))


def garbage(seed: int) -> list[str]:
    chance = random.Random(seed)
    return ["".join(chance.choice("aeilr.,;:|~/\\w$ ") for _ in line) for line in LINES]


def document_of(
    data: bytes, ocr: OcrMode = "auto", *, eyes: Eyes | None = None, **options: object
) -> Document:
    wanted = replace(ReadOptions(name="scan.pdf", ocr=ocr), **options)  # type: ignore[arg-type]
    return InProcessReader(lambda _: eyes or Eyes(TRUE)).read(data, wanted)


LAYERS = {
    "right": list(LINES),
    "letters for figures": [line.translate(CONFUSED) for line in LINES],
    "garbage": garbage(1),
    "other garbage": garbage(2),
    "half of it": list(LINES[:6]),
    "a stamp": ["Eingegangen 15.03.2024"],
    "another page's": ["Lieferschein 99 vom 01.01.2020 an Herrn Muster in Berlin"] * 8,
    "torn words": [re.sub(r"(\w\w)(?=\w)", r"\1 ", line) for line in LINES],
}


@pytest.mark.parametrize("layer", LAYERS)
def test_a_scan_is_read_from_its_picture_whatever_its_scanner_wrote(layer: str) -> None:
    document = document_of(scan(typed(LAYERS[layer], mode=3)))
    (page,) = document.pages
    assert page.reading == "ocr"
    assert [word.text for word in page.words] == SHOWN
    assert not any("scanner" in warning for warning in document.warnings)


@pytest.mark.parametrize("layer", LAYERS)
def test_a_scanners_words_under_its_picture_are_not_used_either(layer: str) -> None:
    (page,) = document_of(scan(typed(LAYERS[layer]), below=True)).pages
    assert page.reading == "ocr"
    assert [word.text for word in page.words] == SHOWN


def test_a_scanners_words_stand_in_where_ocr_is_off_and_a_warning_says_so() -> None:
    document = document_of(scan(typed(LAYERS["letters for figures"], mode=3)), "never")
    assert document.pages[0].reading == "scanner_layer"
    assert [word.text for word in document.pages[0].words] == " ".join(LAYERS["letters for figures"]).split()
    assert document.warnings == (
        "page 1: read from the scanner's own text, which is often wrong: OCR is off",
    )


def test_a_scanners_words_stand_in_where_ocr_of_a_long_document_would_take_too_long() -> None:
    eyes = Eyes(TRUE)
    document = document_of(
        scan(typed(list(LINES), mode=3)), eyes=eyes, limits=Limits(seconds_per_document=1e-9)
    )
    assert document.pages[0].reading == "scanner_layer"
    assert "OCR of the pages before took its time" in document.warnings[0]
    assert not eyes.seen
    # Without a layer there is nothing to fall back on.
    bare = document_of(scan(b""), eyes=eyes, limits=Limits(seconds_per_document=1e-9))
    assert bare.pages[0].reading == "ocr"


def test_text_on_an_empty_picture_is_believed() -> None:
    eyes = Eyes(TRUE)
    assert document_of(scan(typed(list(LINES)), ink=False), eyes=eyes).pages[0].reading == "text_layer"
    assert not eyes.seen


def test_a_picture_that_shows_more_than_its_visible_text_is_read_too() -> None:
    (page,) = document_of(scan(typed(["", "", "", *LINES[3:]]))).pages
    assert page.reading == "both"
    assert sorted(word.text for word in page.words) == sorted(SHOWN)
    assert all(word.confidence == (0.95 if word.box.y0 < 0.12 else 1.0) for word in page.words)


@pytest.mark.parametrize("seed", range(3))
def test_visible_text_that_is_not_what_the_picture_shows_is_not_believed(seed: int) -> None:
    words = [f"Lieferschein{seed} Artikel Menge Preis Summe {row}" for row in range(12)]
    (page,) = document_of(scan(typed(words))).pages
    assert page.reading == "ocr"
    assert [word.text for word in page.words] == SHOWN


OUTLINES = b"".join(
    b"%d %d 2 8 re f\n" % (60 + 6 * column, 780 - 20 * row) for row in range(12) for column in range(50)
)
FOOTER = text_at("Bergmann & Sohn Maschinenbau KG, Registergericht Stuttgart, HRA 4711", 60, 40, size=8)


def test_a_layer_that_gave_no_answer_is_completed_where_the_page_draws_more_than_it_says() -> None:
    data, eyes = one_page(OUTLINES, FOOTER), Eyes(TRUE)
    assert document_of(data, eyes=eyes).pages[0].reading == "text_layer"
    assert not eyes.seen
    (page,) = document_of(data, eyes=Eyes(_with_footer(data)), doubted=True).pages
    assert page.reading == "both"
    assert {"133,40", "Registergericht"} <= {word.text for word in page.words}


def _with_footer(data: bytes) -> Page:
    return replace(TRUE, words=TRUE.words + layer_of(data).words)


@pytest.mark.parametrize("lines", [LINES, LINES[:4], ("Sehr geehrte Damen und Herren",) * 5])
def test_a_layer_that_gave_no_answer_is_kept_where_it_says_all_that_is_drawn(lines: tuple[str, ...]) -> None:
    eyes = Eyes(TRUE)
    document = document_of(page_of(true_name, lines=lines), eyes=eyes, doubted=True)
    assert document.pages[0].reading == "text_layer"
    assert not eyes.seen


@pytest.mark.parametrize("by", [0x500, 0x1400, 0x4E00])
def test_where_outlines_say_nothing_the_better_spelled_reading_counts(by: int) -> None:
    data = page_of(shifted(by))
    assert document_of(data).pages[0].reading == "ocr"
    noise = Eyes(replace(TRUE, words=tuple(replace(word, text="xqz") for word in TRUE.words)))
    assert document_of(data, eyes=noise).pages[0].reading == "text_layer"


def test_documents_are_spelled_more_like_documents_than_ciphers_are() -> None:
    words = [word for line in LINES for word in line.split()]
    shift = shifted(1, only_letters=True)
    cipher = ["".join(map(shift, word)) for word in words]
    assert spelling(words) > STRANGE > spelling(cipher)


@pytest.mark.parametrize("naming", [permuted(7), shifted(6)])
def test_ocr_reads_what_a_page_with_other_names_shows(naming: Naming) -> None:
    (page,) = InProcessReader().read(page_of(naming), ReadOptions(name="test.pdf", ocr_engine="fast")).pages
    assert page.reading == "ocr"
    assert {"2023-11842", "17.11.2023", "Stuttgart", "133,40", "EUR"} <= {word.text for word in page.words}
