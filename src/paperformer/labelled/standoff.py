"""Labels that are kept apart from their documents (stand-off annotation): which words print which field.

For documents that may be read but not handed on, or that others label: a JSONL file with one line a
document, ``{"id", "fields": {name: [[word number, ...], ...]}, "unread": [name, ...]}``. Word numbers count
from 0 in the ``words`` of the documents' own file; each list is one place where the value is printed. A field
that any line has is absent from the documents whose line lacks it; one of ``unread`` is printed and cannot be
made out, so nothing is said of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from paperformer.errors import InvalidConfig
from paperformer.labelled.record import Record, first_fault, stream_lines

FORMAT = 'Write {"id", "fields": {name: [[word numbers of a place], ...]}, "unread": [names]} on each line'

WordNumber = Annotated[int, Field(ge=0, strict=True)]
Place = Annotated[tuple[WordNumber, ...], Field(min_length=1)]


class StandoffRecord(BaseModel):
    """The labels of one document.

    Args:
        id: The document's.
        fields: Field -> the places that print it, each as numbers of words.
        unread: Fields that are printed but cannot be made out.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str | int
    fields: dict[str, tuple[Place, ...]] = Field(default_factory=dict)
    unread: frozenset[str] = frozenset()

    @model_validator(mode="after")
    def _nothing_is_both(self) -> Self:
        both = self.unread & self.fields.keys()
        if both:
            raise ValueError(f"{min(both)} has a place and is unread")
        return self


def read_standoff(path: Path) -> dict[str, StandoffRecord]:
    """The labels of a file, by the document's ``id``.

    Raises:
        InvalidConfig: the file cannot be read, a line is not in the format, or two are of one document.
    """
    found: dict[str, StandoffRecord] = {}
    for where, value in stream_lines(path):
        try:
            record = StandoffRecord.model_validate(value)
        except ValidationError as error:
            raise InvalidConfig(f"{where}: {first_fault(error)}", FORMAT) from error
        if found.setdefault(str(record.id), record) is not record:
            raise InvalidConfig(f"{where}: {record.id} has labels already", "Keep one line per document")
    return found


def labelled_apart(
    records: Iterable[tuple[Record, Mapping[str, Any]]], path: Path
) -> list[tuple[Record, Mapping[str, Any]]]:
    """Those of ``records`` that the file at ``path`` labels, with its labels in place of their own.

    Raises:
        InvalidConfig: as ``read_standoff``; no labels at all, a document that is not there or is there twice,
            or a word that it does not have.
    """
    labels = read_standoff(path)
    if not labels:
        raise InvalidConfig(f"{path}: labels no document", FORMAT)
    known = frozenset(name for standoff in labels.values() for name in standoff.fields)
    chosen: dict[str, tuple[Record, Mapping[str, Any]]] = {}
    for record, value in records:
        key = str(record.id)
        if key in chosen:
            raise InvalidConfig(
                f"{path}: two documents are called {key}", "Give each document an id of its own"
            )
        if key in labels:
            chosen[key] = (_laid_over(record, labels[key], known, path), value)
    if missing := labels.keys() - chosen.keys():
        raise InvalidConfig(
            f"{path}: labels {min(missing)}, which is not among the documents",
            "Give the file of documents that it was made for",
        )
    return list(chosen.values())


def _laid_over(record: Record, labels: StandoffRecord, known: frozenset[str], path: Path) -> Record:
    printed: dict[int, tuple[str, ...]] = {}
    for name, places in labels.fields.items():
        for number in {number for place in places for number in place}:
            if number >= len(record.words):
                raise InvalidConfig(
                    f"{path}: {record.id} has no word {number}", "Label the same version of the documents"
                )
            printed[number] = (*printed.get(number, ()), name)
    words = tuple(
        word.model_copy(update={"label": None, "labels": printed.get(number, ())})
        for number, word in enumerate(record.words)
    )
    fields = {name: _texts(record, places) for name, places in labels.fields.items()}
    return record.model_copy(update={"words": words, "fields": fields, "known": known - labels.unread})


def _texts(record: Record, places: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """What each place prints; equal ones once."""
    texts = (" ".join(record.words[number].text for number in place) for place in places)
    return tuple(dict.fromkeys(texts))
