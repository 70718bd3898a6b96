"""One line of a JSONL file of labelled documents, checked as it is read.

``id``; ``pages`` (number, width, height); ``words`` (text, box, page and, where known, the label or labels);
``fields`` ({name: [accepted value, ...]}). Other keys are facts about the document that nobody has to know.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TextIO

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Field,
    FiniteFloat,
    ValidationError,
    model_validator,
)

from paperformer.errors import InvalidConfig

FORMAT = "See docs/training.md for the format"


def _in_order(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = box
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _listed(value: Any) -> Any:
    """One value is a list of one; none an empty one."""
    if value is None or value == "":
        return ()
    return (value,) if isinstance(value, str) else value


Accepted = Annotated[tuple[str, ...], BeforeValidator(_listed)]
BoxRecord = Annotated[tuple[FiniteFloat, FiniteFloat, FiniteFloat, FiniteFloat], AfterValidator(_in_order)]


class PageRecord(BaseModel):
    """A page's number and its size, in the unit of the words' boxes.

    Args:
        number: From 1.
        width, height: Of the page on which the boxes stand.
        rotation: How far the file's page was turned clockwise for that: 0, 90, 180 or 270.
        skew: What was straightened besides, in degrees clockwise.
    """

    number: int = Field(ge=1)
    width: FiniteFloat = Field(gt=0)
    height: FiniteFloat = Field(gt=0)
    rotation: Literal[0, 90, 180, 270] = 0
    skew: FiniteFloat = Field(default=0.0, gt=-90, lt=90)


class WordRecord(BaseModel):
    """A word or a line of print, and the fields it belongs to where the source says so word by word."""

    text: str
    box: BoxRecord
    page: int
    label: str | None = None
    labels: tuple[str, ...] = ()

    @property
    def fields(self) -> tuple[str, ...]:
        """All fields it prints."""
        return self.labels or ((self.label,) if self.label else ())


class Record(BaseModel):
    """A labelled document as it is written.

    Args:
        id: Identifier within its set.
        pages: In order.
        words: In any order.
        fields: Field -> accepted values.
        known: Fields that were looked for; None is every field that any document of the file labels.
        not_printed: Fields whose value the page does not show.
        raw: The source's own labels.
        file: The picture or PDF it was read from, relative to the JSONL file.
        model: Name and version of the model that wrote the values; None where people did.
    """

    id: str | int
    pages: tuple[PageRecord, ...]
    words: tuple[WordRecord, ...]
    fields: dict[str, Accepted] = Field(default_factory=dict)
    known: frozenset[str] | None = None
    not_printed: dict[str, Any] | tuple[str, ...] = ()
    raw: dict[str, Any] | None = None
    file: str | None = None
    model: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _words_stand_on_pages(self) -> Self:
        numbers = {page.number for page in self.pages}
        if len(numbers) != len(self.pages):
            raise ValueError("two pages have the same number")
        for word in self.words:
            if word.page not in numbers:
                raise ValueError(f"a word stands on page {word.page}, which is not there")
        return self


def read_records(path: Path) -> list[tuple[Record, Mapping[str, Any]]]:
    """Every line of a ``.jsonl`` or ``.jsonl.gz`` file, checked, with the object as it was written.

    Raises:
        InvalidConfig: the file cannot be read, or a line is not in the format.
    """
    return list(stream_records(path))


def stream_records(path: Path) -> Iterator[tuple[Record, Mapping[str, Any]]]:
    """The same one by one, for files that are larger than the memory.

    Raises:
        InvalidConfig: as ``read_records``, once the faulty line is reached.
    """
    for where, value in stream_lines(path):
        yield record_of(value, where), value


def stream_lines(path: Path) -> Iterator[tuple[str, Any]]:
    """The JSON of each line of a ``.jsonl`` or ``.jsonl.gz`` file, with the place to name in an error.

    Raises:
        InvalidConfig: the file cannot be read, or a line is not valid JSON, once it is reached.
    """
    for number, line in enumerate(_lines(path), start=1):
        if line.strip():
            where = f"{path}: line {number}"
            yield where, _parsed(line, where)


def _lines(path: Path) -> Iterator[str]:
    """Lines that end at a line feed and at nothing else that Unicode may take for one."""
    try:
        with _opened(path) as file:
            yield from file
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        if isinstance(error, UnicodeDecodeError):
            reason = "it is no text"
        raise InvalidConfig(
            f"{path}: cannot be read ({reason})", "Give a JSONL file, plain or gzipped, or a folder"
        ) from error


def _opened(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8", newline="\n")
    return path.open(encoding="utf-8", newline="\n")


def _parsed(line: str, where: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:  # also a number of more digits than Python reads
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise InvalidConfig(f"{where} is not valid JSON ({reason})", "Write one object per line") from error


def record_of(value: Any, where: str) -> Record:
    """The object, checked.

    Raises:
        InvalidConfig: it is not in the format; the message begins with ``where``.
    """
    try:
        return Record.model_validate(value)
    except ValidationError as error:
        raise InvalidConfig(f"{where}: {first_fault(error)}", FORMAT) from error


def first_fault(error: ValidationError) -> str:
    """Where a line is not in its format, and how."""
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place + ': ' if place else ''}{first['msg']}"
