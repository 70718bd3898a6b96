"""A list of known parties as a file: JSON lines, or CSV as bookkeeping programs write it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from paperformer.errors import InvalidConfig
from paperformer.extraction.known_parties.party import KnownParty, Role

COLUMNS = {
    "address": "addresses",
    "vat_number": "vat_numbers",
    "organisation_number": "organisation_numbers",
    "iban": "ibans",
    "phone": "phones",
}
"""Keys of one value, as a CSV file's columns are called, and the setting that it is one of."""
MOST_BYTES = 200_000_000
_FORMAT = "See docs/known-parties.md for the format"


def _not_blank(text: str) -> str:
    if not any(map(str.isalnum, text)):
        raise ValueError("has neither letters nor digits")
    return " ".join(text.split())


def _several(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


_Text = Annotated[str, Field(max_length=1000), AfterValidator(_not_blank)]
_Texts = Annotated[tuple[_Text, ...], BeforeValidator(_several)]


class _Record(BaseModel):
    """One party as it is written."""

    model_config = ConfigDict(extra="forbid")

    name: _Text
    role: Role = "supplier"
    addresses: _Texts = ()
    vat_numbers: _Texts = ()
    organisation_numbers: _Texts = ()
    ibans: _Texts = ()
    phones: _Texts = ()


def read_known_parties(path: Path) -> tuple[KnownParty, ...]:
    """The parties of a ``.csv`` file with a heading, or of JSON lines; those of one name and role are one.

    Raises:
        InvalidConfig: the file cannot be read, or a line is not in the format.
    """
    text = _text_of(path)
    records = _csv_records(text, path) if path.suffix.lower() == ".csv" else _json_records(text, path)
    merged: dict[tuple[str, str], _Record] = {}
    for where, values in records:
        record = _record(values, where)
        before = merged.setdefault((record.name, record.role), record)
        if before is not record:
            merged[record.name, record.role] = _both(before, record)
    return tuple(KnownParty(**record.model_dump()) for record in merged.values())


def json_lines(parties: Iterable[KnownParty]) -> Iterator[str]:
    """The parties as lines of JSON, without what is not known."""
    for party in parties:
        values = {name: getattr(party, name) for name in ("name", "role", *COLUMNS.values())}
        yield json.dumps({name: value for name, value in values.items() if value}, ensure_ascii=False)


def _text_of(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InvalidConfig(f"{path}: is larger than {MOST_BYTES // 1_000_000} MB", "Give a shorter list")
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InvalidConfig(
            f"{path}: cannot be read: {error.strerror}", "Name a file of known parties"
        ) from error
    except UnicodeDecodeError as error:
        raise InvalidConfig(f"{path}: is no UTF-8", "Save it as UTF-8") from error
    except ValueError as error:  # a path that can be none
        raise InvalidConfig(f"{str(path)!r}: is no file's name", "Name a file of known parties") from error


def _json_records(text: str, path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            where = f"{path}: line {number}"
            try:
                values = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise InvalidConfig(f"{where} is no JSON", _FORMAT) from error
            if not isinstance(values, dict):
                raise InvalidConfig(f"{where} is no object", _FORMAT)
            yield where, values


def _csv_records(text: str, path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    head = text.partition("\n")[0]
    rows = csv.DictReader(io.StringIO(text), delimiter=";" if head.count(";") > head.count(",") else ",")
    known = {"name", "role", *COLUMNS}
    try:
        if "name" not in (rows.fieldnames or ()):
            raise InvalidConfig(f"{path}: its first line names no column `name`", _FORMAT)
        for row in rows:
            # Columns of other names are the bookkeeping's own; None holds what is beyond the heading.
            yield (
                f"{path}: line {rows.line_num}",
                {name: text for name, text in row.items() if name in known and (text or "").strip()},
            )
    except csv.Error as error:
        raise InvalidConfig(f"{path}: line {rows.line_num} is no CSV: {error}", _FORMAT) from error


def _record(values: Mapping[str, Any], where: str) -> _Record:
    both = next((one for one, several in COLUMNS.items() if one in values and several in values), None)
    if both is not None:
        raise InvalidConfig(f"{where}: has {both} and {COLUMNS[both]}", "Give one of them")
    try:
        return _Record.model_validate({COLUMNS.get(name, name): value for name, value in values.items()})
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise InvalidConfig(f"{where}: {place}: {first['msg']}", _FORMAT) from error


def _both(one: _Record, other: _Record) -> _Record:
    lists = {
        name: tuple(dict.fromkeys((*getattr(one, name), *getattr(other, name)))) for name in COLUMNS.values()
    }
    return one.model_copy(update=lists)
