"""Files of several documents: each read as a file of its own, its pages numbered as in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, cast

from paperformer.documents.frames import Frame
from paperformer.documents.model import Box, Document, Page
from paperformer.extraction.copies import find_copies
from paperformer.extraction.page_regions import Region
from paperformer.extraction.result import Candidate, Cell, CodeInfo, Extraction, PageBox, Row

Placed = TypeVar("Placed", Candidate, Cell, CodeInfo, Row)
Worded = TypeVar("Worded", Candidate, Cell)

_MOST_PAGES = 5  # that a warning names


def several(
    beginnings: Sequence[int], regions: Mapping[int, Sequence[Region]] = MappingProxyType({})
) -> list[str]:
    """Warnings that a file seems to hold several documents, where it does.

    Args:
        beginnings: Numbers of the pages on which a document begins, ascending.
        regions: The receipts on each page that holds several, by its number.
    """
    seeming = [
        f"page {number} seems to hold {len(found)} receipts: --split answers for each by itself"
        for number, found in regions.items()
    ]
    others = [str(number) for number in beginnings[1:]]
    if not others:
        return seeming
    pages = ", ".join(others[:_MOST_PAGES]) + (" ..." if len(others) > _MOST_PAGES else "")
    begin = f"page {pages} seems to begin another document"
    if len(others) > 1:
        begin = f"pages {pages} seem to begin other documents"
    return [*seeming, f"{begin}: --split answers for each by itself"]


class ReadOnce(NamedTuple):
    """A document without second prints of a receipt.

    Args:
        document: Without them.
        kept: Indices into the words of the whole document; None where nothing was left out.
        warnings: One for each page that prints something again.
    """

    document: Document
    kept: Sequence[int] | None = None
    warnings: Sequence[str] = ()


def read_once(document: Document) -> ReadOnce:
    """``document`` without the second prints of a receipt."""
    copies = find_copies(document)
    if not copies.words:
        return ReadOnce(document)
    first, pages = 0, []
    for page in document.pages:
        kept = [word for at, word in enumerate(page.words, first) if at not in copies.words]
        pages.append(replace(page, words=tuple(kept)))
        first += len(page.words)
    warnings = [f"page {number} prints the same receipt twice: read once" for number in copies.halves]
    warnings += [f"page {number} prints a page before it again: read once" for number in copies.pages]
    indices = [at for at in range(first) if at not in copies.words]
    return ReadOnce(replace(document, pages=tuple(pages)), indices, warnings)


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


def in_file(extraction: Extraction, before: int, words_before: int = 0) -> Extraction:
    """The answer to a part with the file's numbers of pages and words.

    Args:
        extraction: The answer.
        before: How many pages of the file stand before the part.
        words_before: How many words do.
    """
    fields, rows = relocated(
        extraction.fields,
        extraction.rows,
        lambda found: _moved(found, before),
        lambda word: word + words_before,
    )
    pages = [page.model_copy(update={"number": page.number + before}) for page in extraction.pages]
    codes = [code.model_copy(update={"page": code.page + before}) for code in extraction.codes]
    placed = {"fields": fields, "rows": rows, "codes": codes, "pages": pages, "first_page": before + 1}
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
    fields, rows = relocated(
        extraction.fields,
        extraction.rows,
        lambda found: _on_page(found, frame),
        lambda word: frame.words[word],
    )
    pages = [one.model_copy(update={"width": page.width, "height": page.height}) for one in extraction.pages]
    codes = [_on_page(code, frame) for code in extraction.codes]
    placed = {
        "fields": fields, "rows": rows, "codes": codes, "pages": pages, "region": _page_box(frame.box),
    }  # fmt: skip
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


def relocated(
    fields: Mapping[str, Sequence[Candidate]],
    rows: Mapping[str, Sequence[Row]],
    place: Callable[[Any], Any],
    word: Callable[[int], int],
) -> tuple[dict[str, list[Candidate]], dict[str, list[Row]]]:
    """Candidates and rows with other places.

    Args:
        fields: Candidates by field.
        rows: Rows by field.
        place: From a candidate, cell or row to the same with its box and page elsewhere.
        word: From the index of a word to its other one.
    """

    def moved(found: Worded) -> Worded:
        indices = {"words": [word(index) for index in found.words]}
        return cast(Worded, place(found).model_copy(update=indices))

    def with_cells(row: Row) -> Row:
        cells = {name: moved(cell) for name, cell in row.cells.items()}
        return cast(Row, place(row).model_copy(update={"cells": cells}))

    return (
        {name: [moved(candidate) for candidate in found] for name, found in fields.items()},
        {name: [with_cells(row) for row in found] for name, found in rows.items()},
    )
