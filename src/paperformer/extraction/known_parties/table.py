"""A list of known parties as a table: CSV as bookkeeping programs and spreadsheets write it."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from paperformer.errors import InvalidConfig

FORMAT = "See docs/known-parties.md for the format"
_DELIMITERS = ",;\t"  # of equally many the first
_NEAR = 0.75  # from which likeness on another heading may be meant for a column
_ONE = ("name", "role")  # columns of one value


def table_records(
    text: str, path: str, columns: Mapping[str, str], note: Callable[[str], None]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each row's place, and its values by setting; a column that is there twice has several.

    Args:
        text: Of the file.
        path: The file, as it is to be named.
        columns: The setting that a column gives, by its name.
        note: Told of columns that are not used though they may be meant.

    Raises:
        InvalidConfig: it has no column of names, or is no CSV.
    """
    head = text.partition("\n")[0]
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=max(_DELIMITERS, key=head.count))
    begun = 1
    try:
        heading = next(rows, [])
        settings = [columns.get(_plain(cell)) for cell in heading]
        if "name" not in settings:
            raise InvalidConfig(f"{path}: its first line names no column `name`", FORMAT)
        _note_near(heading, path, columns, note)
        begun = rows.line_num + 1
        for row in rows:
            if any(cell.strip() for cell in row):
                yield f"{path}: line {begun}", _values(settings, row)
            begun = rows.line_num + 1
    except csv.Error as error:
        raise InvalidConfig(f"{path}: line {begun} is no CSV: {error}", FORMAT) from error


def _values(settings: Sequence[str | None], row: Sequence[str]) -> dict[str, Any]:
    """The row's texts by setting; other columns, and what is beyond the heading, are passed over."""
    values: dict[str, Any] = {}
    for setting, cell in zip(settings, row, strict=False):
        if setting is None or not cell.strip():
            continue
        if setting in _ONE:
            values.setdefault(setting, cell)
        else:
            values[setting] = f"{values[setting]}|{cell}" if setting in values else cell
    return values


def _plain(heading: str) -> str:
    """A column's name as the format has it: "VAT number " is ``vat_number``."""
    return "_".join(heading.replace("-", " ").split()).casefold()


def _note_near(
    heading: Sequence[str], path: str, columns: Mapping[str, str], note: Callable[[str], None]
) -> None:
    for cell in heading:
        if (name := _plain(cell)) in columns:
            continue
        first = name.partition("_")[0]
        near = get_close_matches(name, columns, n=1, cutoff=_NEAR) or [
            column for column in columns if column not in _ONE and column.partition("_")[0] == first
        ]
        if near:
            note(f"{path}: column {cell.strip()} is not used; if it is meant, call it {near[0]}")
