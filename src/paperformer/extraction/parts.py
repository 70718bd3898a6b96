"""Files of several documents: each read as a file of its own, its pages numbered as in the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import TypeVar

from paperformer.documents.frames import Frame
from paperformer.documents.model import Box, Document, Page
from paperformer.extraction.result import Candidate, Cell, Extraction, PageBox, Row
from paperformer.fields.copies import find_copies
from paperformer.fields.page_regions import Region

Placed = TypeVar("Placed", Candidate, Cell, Row)

_MOST_PAGES = 5  # that a warning names


def several(
    beginnings: Sequence[int], regions: Mapping[int, Sequence[Region]] = MappingProxyType({})
) -> list[str]:
    """Warnings that a file seems to hold several documents, where it does.

    Args:
        beginnings: Numbers of the pages on which a document begins, ascending.
        regions: The receipts on each page that holds several, by its number.
    """
    told = [
        f"page {number} seems to hold {len(found)} receipts: --split answers for each by itself"
        for number, found in regions.items()
    ]
    others = [str(number) for number in beginnings[1:]]
    if not others:
        return told
    pages = ", ".join(others[:_MOST_PAGES]) + (" ..." if len(others) > _MOST_PAGES else "")
    begin = f"page {pages} seems to begin another document"
    if len(others) > 1:
        begin = f"pages {pages} seem to begin other documents"
    return [*told, f"{begin}: --split answers for each by itself"]


def read_once(document: Document) -> tuple[Document, list[str]]:
    """``document`` without the second prints of a receipt, and a warning for each page that has one."""
    copies = find_copies(document)
    if not copies.words:
        return document, []
    first, pages = 0, []
    for page in document.pages:
        kept = [word for at, word in enumerate(page.words, first) if at not in copies.words]
        pages.append(replace(page, words=tuple(kept)))
        first += len(page.words)
    warnings = [f"page {number} prints the same receipt twice: read once" for number in copies.halves]
    warnings += [f"page {number} prints a page before it again: read once" for number in copies.pages]
    return replace(document, pages=tuple(pages)), warnings


def set_apart(beginnings: Sequence[int], regions: Mapping[int, Sequence[Region]], pages: int) -> list[int]:
    """``beginnings`` with each page of several receipts apart from those around it.

    Args:
        beginnings: Numbers of the pages on which a document begins, ascending.
        regions: The receipts on each page that holds several, by its number.
        pages: How many the file has.
    """
    around = {number for page in regions for number in (page, page + 1) if number <= pages}
    return sorted({*beginnings, *around})


def parts_of(document: Document, beginnings: Sequence[int]) -> Iterator[tuple[int, Document]]:
    """Each document of the file as one of its own, and how many pages stand before it.

    What belongs to the file as a whole (warnings of the reader, a damaged e-invoice) stays with the first.

    Args:
        document: The file.
        beginnings: Numbers of the pages on which a document begins, ascending.
    """
    bounds = [*(number - 1 for number in beginnings), len(document.pages)]
    for part, (begin, end) in enumerate(pairwise(bounds)):
        pages = tuple(_renumbered(page, -begin) for page in document.pages[begin:end])
        cut = replace(document, pages=pages)
        yield begin, replace(cut, warnings=(), einvoice=None) if part else cut


def in_file(extraction: Extraction, before: int) -> Extraction:
    """The answer to a part with the file's page numbers, ``before`` pages of which stand before the part."""
    fields = {
        name: [_moved(candidate, before) for candidate in candidates]
        for name, candidates in extraction.fields.items()
    }
    rows = {
        name: [
            _moved(row, before).model_copy(
                update={"cells": {cell: _moved(found, before) for cell, found in row.cells.items()}}
            )
            for row in found
        ]
        for name, found in extraction.rows.items()
    }
    pages = [page.model_copy(update={"number": page.number + before}) for page in extraction.pages]
    placed = {"fields": fields, "rows": rows, "pages": pages, "first_page": before + 1}
    return extraction.model_copy(update=placed)


def documents_of(part: Document, regions: Sequence[Region]) -> Iterator[Document]:
    """Each receipt on the one page of ``part`` as a document; warnings stay with the first."""
    for index, region in enumerate(regions):
        cut = replace(part, pages=(_renumbered(region.page, 1 - region.page.number),))
        yield replace(cut, warnings=(), einvoice=None) if index else cut


def on_page(extraction: Extraction, page: Page, frame: Frame) -> Extraction:
    """The answer to one of the receipts on ``page``, with places on the whole page.

    Args:
        extraction: Its places are those in ``frame``.
        page: The whole page.
        frame: Where the receipt is on it.
    """
    fields = {name: [_on_page(one, frame) for one in found] for name, found in extraction.fields.items()}
    rows = {
        name: [
            _on_page(row, frame).model_copy(
                update={"cells": {cell: _on_page(found, frame) for cell, found in row.cells.items()}}
            )
            for row in found
        ]
        for name, found in extraction.rows.items()
    }
    pages = [one.model_copy(update={"width": page.width, "height": page.height}) for one in extraction.pages]
    placed = {"fields": fields, "rows": rows, "pages": pages, "region": _page_box(frame.box)}
    return extraction.model_copy(update=placed)


def _on_page(found: Placed, frame: Frame) -> Placed:
    if found.box is None:
        return found
    box = Box(found.box.x0, found.box.y0, found.box.x1, found.box.y1)
    return found.model_copy(update={"box": _page_box(frame.on_page(box))})


def _page_box(box: Box) -> PageBox:
    return PageBox(x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1)


def _renumbered(page: Page, by: int) -> Page:
    words = tuple(replace(word, page=word.page + by) for word in page.words)
    return replace(page, number=page.number + by, words=words)


def _moved(found: Placed, by: int) -> Placed:
    return found if found.page is None else found.model_copy(update={"page": found.page + by})
