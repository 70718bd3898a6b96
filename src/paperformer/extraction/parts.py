"""Files of several documents: each read as a file of its own, its pages numbered as in the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from paperformer.documents.model import Document, Page
from paperformer.extraction.result import Candidate, Cell, Extraction, Row

Placed = TypeVar("Placed", Candidate, Cell, Row)
Worded = TypeVar("Worded", Candidate, Cell)

_MOST_PAGES = 5  # that a warning names


def several(beginnings: Sequence[int]) -> list[str]:
    """A warning that a file seems to hold several documents, where it does."""
    others = [str(number) for number in beginnings[1:]]
    if not others:
        return []
    pages = ", ".join(others[:_MOST_PAGES]) + (" ..." if len(others) > _MOST_PAGES else "")
    begin = f"page {pages} seems to begin another document"
    if len(others) > 1:
        begin = f"pages {pages} seem to begin other documents"
    return [f"{begin}: --split answers for each by itself"]


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
    fields = {
        name: [_with_words(_moved(candidate, before), words_before) for candidate in candidates]
        for name, candidates in extraction.fields.items()
    }
    rows = {
        name: [
            _moved(row, before).model_copy(
                update={
                    "cells": {
                        cell: _with_words(_moved(found, before), words_before)
                        for cell, found in row.cells.items()
                    }
                }
            )
            for row in found
        ]
        for name, found in extraction.rows.items()
    }
    pages = [page.model_copy(update={"number": page.number + before}) for page in extraction.pages]
    placed = {"fields": fields, "rows": rows, "pages": pages, "first_page": before + 1}
    return extraction.model_copy(update=placed)


def _renumbered(page: Page, by: int) -> Page:
    words = tuple(replace(word, page=word.page + by) for word in page.words)
    return replace(page, number=page.number + by, words=words)


def _moved(found: Placed, by: int) -> Placed:
    return found if found.page is None else found.model_copy(update={"page": found.page + by})


def _with_words(found: Worded, by: int) -> Worded:
    return found.model_copy(update={"words": [word + by for word in found.words]}) if by else found
