"""Damaged files give a document or a named error, in time; nothing else ever comes out.

``PAPERFORMER_FUZZ`` is how many damaged copies of every sample are tried (25 where it is not set).
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator

import pytest
from mutations import mutated
from samples import samples

from paperformer.documents import DocumentReader, Limits
from paperformer.documents.einvoice import read_einvoice
from paperformer.documents.model import Document
from paperformer.errors import PaperformerError

pytestmark = pytest.mark.slow

COPIES = int(os.environ.get("PAPERFORMER_FUZZ", "25"))
LIMITS = Limits(
    file_bytes=10_000_000,
    pages=20,
    pixels_per_page=4_000_000,
    render_pixels=500_000,
    seconds_per_page=5.0,
    seconds_per_document=8.0,
    worker_megabytes=700,
)
# What comes on top of the limit: ending a process and starting another on a busy machine
GRACE = 6.0


@pytest.fixture(scope="module")
def reader() -> Iterator[DocumentReader]:
    with DocumentReader(LIMITS) as reader:
        yield reader


@pytest.mark.parametrize("kind", list(samples()))
def test_the_sound_samples_are_read(kind: str, reader: DocumentReader) -> None:
    document = reader.read(samples()[kind], ocr="never")
    check(document)
    assert (document.einvoice is not None) == (kind in ("xml", "pdf with an e-invoice"))
    assert len(document.pages) == (
        0 if kind == "xml" else 2 if kind[:4] in ("pdf", "pdf,", "pdf ", "tiff") else 1
    )
    if document.pages:
        assert reader.render(samples()[kind], 1, width=100).width == 100


@pytest.mark.parametrize("kind", list(samples()))
def test_damaged_copies_give_a_document_or_a_named_error_in_time(kind: str, reader: DocumentReader) -> None:
    read = 0
    for number in range(COPIES):
        seed = f"{kind} {number}"
        read += outcome(mutated(samples()[kind], seed), seed, reader)
    # Otherwise the damage never gets past the front door, and this test says nothing
    assert read < COPIES or COPIES < 10
    assert read > 0 or COPIES < 10 or kind in BREAKS_ANYWHERE


# Without OCR pictures are decoded too, to look for codes; no damaged copy of these can be decoded.
BREAKS_ANYWHERE = frozenset({"tiff, LZW"})


def outcome(data: bytes, seed: str, reader: DocumentReader) -> bool:
    """Whether it was read; fails where anything but a document or one clear line comes out."""
    started = time.monotonic()
    complaint = read_and_draw(data, seed, reader)
    spent = time.monotonic() - started
    assert spent < 2 * (LIMITS.seconds_per_document + GRACE), (seed, spent)
    if complaint is not None:
        assert complaint.remedy, seed
        assert "\n" not in str(complaint), seed
        assert len(str(complaint)) < 500, seed
    return complaint is None


def read_and_draw(data: bytes, seed: str, reader: DocumentReader) -> PaperformerError | None:
    """The named error that reading the file and drawing its last page gives, None where it gives none."""
    try:
        document = reader.read(data, name=seed, ocr="never")
        check(document)
        if document.pages:
            reader.render(data, document.pages[-1], width=200, name=seed)
    except PaperformerError as error:
        return error
    return None


def check(document: Document) -> None:
    """The document keeps the promises of ``documents.model``."""
    for number, page in enumerate(document.pages, start=1):
        assert page.number == number
        assert page.rotation in (0, 90, 180, 270)
        assert math.isfinite(page.width * page.height)
        for word in page.words:
            assert word.text
            assert not any(character.isspace() for character in word.text)
            box = word.box
            assert 0 <= box.x0 <= box.x1 <= 1, (word, page.width)
            assert 0 <= box.y0 <= box.y1 <= 1, (word, page.height)
    if document.einvoice is not None:
        assert read_einvoice(document.einvoice).fields
