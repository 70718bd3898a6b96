"""Writes what a model got wrong: a table, and pages with the answers and the right values drawn."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from paperformer.cli.failure import Misuse
from paperformer.cli.pictures import PictureNames, check_folder

if TYPE_CHECKING:
    from paperformer.evaluation.mistakes import Mistake

COLUMNS = (
    "document", "field", "mistake", "expected", "answered", "confidence", "source", "page", "printed",
    "picture",
)  # fmt: skip
TABLE = "mistakes.csv"
_FILES = (".csv", ".jsonl")


def check_mistakes(to: Path) -> None:
    """Refuse a place that cannot be written, before anything is read.

    Raises:
        Misuse: it cannot.
    """
    if to.suffix.lower() in _FILES:
        check_folder(to.parent, "--mistakes")
    elif to.is_file():
        raise Misuse(f"{to} is a file. Give --mistakes a folder, or a file called .csv or .jsonl")
    else:
        check_folder(to, "--mistakes")


def write_mistakes(mistakes: Sequence[Mistake], to: Path) -> None:
    """Write the table; into a folder with the pages drawn.

    Args:
        mistakes: Those of one document stand together.
        to: A file called ``.csv`` or ``.jsonl``, or a folder.
    """
    if to.suffix.lower() in _FILES:
        _write_table(mistakes, to, {})
        return
    from paperformer.documents import DocumentReader
    from paperformer.evaluation.mistake_pictures import draw_mistakes
    from paperformer.extraction.overlay import save_picture

    names = PictureNames()
    pictures: dict[tuple[str, int], str] = {}
    with DocumentReader() as reader:
        for key, group in groupby(mistakes, key=lambda mistake: mistake.answer.labelled.key):
            stem = names.stem(key)
            for page, image in draw_mistakes(list(group), reader):
                path = to / f"{stem}.page-{page}.png"
                save_picture(image, path)
                pictures[key, page] = path.name
    _write_table(mistakes, to / TABLE, pictures)


def _write_table(mistakes: Sequence[Mistake], path: Path, pictures: dict[tuple[str, int], str]) -> None:
    rows = [
        {**mistake.to_row(), "picture": pictures.get((mistake.answer.labelled.key, mistake.page or 0))}
        for mistake in mistakes
    ]
    try:
        with path.open("w", encoding="utf-8", newline="") as stream:
            if path.suffix.lower() == ".jsonl":
                stream.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
                return
            from paperformer.extraction.spreadsheet import csv_row

            table = csv.writer(stream, lineterminator="\n")
            table.writerow(COLUMNS)
            table.writerows(csv_row(row[name] for name in COLUMNS) for row in rows)
    except OSError as error:
        raise Misuse(f"{path} cannot be written ({error.strerror}). Choose another --mistakes") from error
