"""The texts that stand behind the labels of a field, whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from paperformer.fields.page.anchors import Anchor, Labelled
from paperformer.fields.page.cells import Cell

if TYPE_CHECKING:
    from paperformer.extraction.result import Extraction


def behind_labels(labelled: Labelled, field: str, *, captioned: bool = True) -> Iterator[Cell]:
    """What stands on the row behind each label of a field: on its line, or on the next one to the right.

    Args:
        labelled: The labels of a document.
        field: Whose labels; those that mean it in some places alone do not count.
        captioned: Whether labels with a colon, or apart from the text, are meant; else those of a sentence.
    """
    for anchor in labelled.anchors:
        if not _is_of(anchor, field):
            continue
        behind = anchor.line.text[anchor.end :]
        start = anchor.end + len(behind) - len(behind.lstrip(" :.#"))
        if anchor.is_captioned is captioned and anchor.line.text[start:].strip():
            yield Cell(anchor.line, start, _end_of(anchor, labelled, field))
        elif captioned and anchor.alone and not labelled.heads_table(anchor.line):
            right = next(labelled.layout.right_of(anchor.line), None)
            if right is not None and not labelled.is_caption(right):
                yield Cell(right, 0, len(right.text))


def words_of_answers(answer: Extraction) -> set[int]:
    """The words of fields and of rows: a day that is due, an account."""
    fields = {
        index
        for candidates in answer.fields.values()
        for candidate in candidates[:1]
        for index in candidate.words
    }
    cells = (cell for rows in answer.rows.values() for row in rows for cell in row.cells.values())
    return fields | {index for cell in cells for index in cell.words}


def _is_of(anchor: Anchor, field: str) -> bool:
    return anchor.opens and any(
        meaning.kind == "field" and meaning.name == field and meaning.strength == "plain"
        for meaning in anchor.hit.meanings
    )


def _end_of(anchor: Anchor, labelled: Labelled, field: str) -> int:
    """Where the text behind a label ends: before the label of another field, with its colon."""
    for other in labelled.by_line[anchor.line.index]:
        named = any(meaning.kind == "field" and meaning.name != field for meaning in other.hit.meanings)
        if other.start > anchor.end and other.is_captioned and named:
            return other.start
    return len(anchor.line.text)
