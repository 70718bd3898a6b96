"""Where the answer to a part of a file stands in the whole: pages, words and boxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

from paperformer.documents.model import Box, Page
from paperformer.extraction.result import Candidate, Cell, CodeInfo, Extraction, PageBox, Row
from paperformer.splitting.frames import Frame

Placed = TypeVar("Placed", Candidate, Cell, CodeInfo, Row)
Worded = TypeVar("Worded", Candidate, Cell)


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
    pages = [
        info.model_copy(update={"width": page.width, "height": page.height}) for info in extraction.pages
    ]
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
        {name: [moved(candidate) for candidate in candidates] for name, candidates in fields.items()},
        {name: [with_cells(row) for row in found] for name, found in rows.items()},
    )
