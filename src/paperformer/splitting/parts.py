"""Documents of one file, each as a file of its own: its pages are numbered from one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from paperformer.documents.model import Document, Page
from paperformer.splitting.regions import Region

_MOST_PAGES = 5  # that a warning names


def several(beginnings: Sequence[int], regions: Mapping[int, Sequence[Region]]) -> list[str]:
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


def documents_of(part: Document, regions: Sequence[Region]) -> Iterator[Document]:
    """Each receipt on the one page of ``part`` as a document; warnings stay with the first."""
    for index, region in enumerate(regions):
        cut = replace(part, pages=(_renumbered(region.page, 1 - region.page.number),))
        yield replace(cut, warnings=(), einvoice=None) if index else cut


def _renumbered(page: Page, by: int) -> Page:
    words = tuple(replace(word, page=word.page + by) for word in page.words)
    return replace(page, number=page.number + by, words=words)
