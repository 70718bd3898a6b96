"""A list of known parties as a file: JSON lines, or a table."""

from __future__ import annotations

import codecs
import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from paperformer.errors import InvalidConfig, ValueUnreadable
from paperformer.extraction.compare import content
from paperformer.extraction.known_parties.party import KnownParty, Role
from paperformer.extraction.known_parties.table import FORMAT, table_records
from paperformer.fields.limits import MAX_VALUE_CHARACTERS
from paperformer.fields.values.iban import parse_iban

_log = logging.getLogger(__name__)

COLUMNS = {
    "address": "addresses",
    "vat_number": "vat_numbers",
    "organisation_number": "organisation_numbers",
    "iban": "ibans",
    "phone": "phones",
}
"""Keys of one value, as a table's columns are called, and the setting that it is one of."""
MOST_BYTES = 200_000_000
_SETTINGS = {"name": "name", "role": "role", **COLUMNS} | {several: several for several in COLUMNS.values()}
_TABLES = frozenset({".csv", ".tsv"})
_BETWEEN = re.compile(r"[,;|\n]")  # numbers in one text
_BETWEEN_ADDRESSES = re.compile(r"\|")  # an address has commas and lines of its own


def _not_blank(text: str) -> str:
    if not content(text):
        raise ValueError("has neither letters nor digits")
    return " ".join(text.split())


def _parted(between: re.Pattern[str]) -> BeforeValidator:
    def parts(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        return tuple(part for part in between.split(value) if part.strip()) or (value,)

    return BeforeValidator(parts)


def _small(value: Any) -> Any:
    return value.strip().casefold() if isinstance(value, str) else value


_Text = Annotated[str, Field(max_length=MAX_VALUE_CHARACTERS), AfterValidator(_not_blank)]
_Numbers = Annotated[tuple[_Text, ...], _parted(_BETWEEN)]
_Addresses = Annotated[tuple[_Text, ...], _parted(_BETWEEN_ADDRESSES)]


class _Record(BaseModel):
    """One party as it is written."""

    model_config = ConfigDict(extra="forbid")

    name: _Text
    role: Annotated[Role, BeforeValidator(_small)] = "supplier"
    addresses: _Addresses = ()
    vat_numbers: _Numbers = ()
    organisation_numbers: _Numbers = ()
    ibans: _Numbers = ()
    phones: _Numbers = ()


def read_known_parties(path: Path, note: Callable[[str], None] = _log.warning) -> tuple[KnownParty, ...]:
    """The parties of a table (``.csv``, ``.tsv``), or of JSON lines; those of one name and role are one.

    Args:
        path: The file.
        note: Told, in one line each, of accounts that can be none, which are left out, and of what else
            may not be as it is meant.

    Raises:
        InvalidConfig: the file cannot be read, a line is not in the format, or there is no party.
    """
    return parse_known_parties(_text_of(path, note), str(path), path.suffix.lower() in _TABLES, note)


def parse_known_parties(
    text: str, source: str, is_table: bool, note: Callable[[str], None] = _log.warning
) -> tuple[KnownParty, ...]:
    """The parties of a text in the format of such a file.

    Args:
        text: JSON lines, or a table.
        source: What to call it in errors.
        is_table: Which of the two.
        note: As for ``read_known_parties``.

    Raises:
        InvalidConfig: a line is not in the format, or there is no party.
    """
    records = table_records(text, source, _SETTINGS, note) if is_table else _json_records(text, source)
    merged: dict[tuple[str, str], _Record] = {}
    for where, values in records:
        record = _with_accounts(_record(values, where), where, note)
        before = merged.setdefault((record.name, record.role), record)
        if before is not record:
            merged[record.name, record.role] = _both(before, record)
    if not merged:
        raise InvalidConfig(f"{source}: names no party", FORMAT)
    return tuple(KnownParty(**record.model_dump()) for record in merged.values())


def readable_parties(
    text: str, source: str, note: Callable[[str], None] = _log.warning
) -> tuple[KnownParty, ...]:
    """The parties of those JSON lines that can be read; nobody has to mend the others first.

    Args:
        text: JSON lines that a program has written, a party each.
        source: What to call it in warnings.
        note: Told, in one line each, which lines are left out and why, and as for ``read_known_parties``.
    """
    parties = []
    for number, line in enumerate(text.split("\n"), start=1):
        where = f"{source}: line {number}"
        if not line.strip():
            continue
        try:
            record = _with_accounts(_record(_json_object(line, where), where), where, note)
        except InvalidConfig as error:
            note(f"{error.message}; the line is left out")
        else:
            parties.append(KnownParty(**record.model_dump()))
    return tuple(parties)


def json_lines(parties: Iterable[KnownParty]) -> Iterator[str]:
    """The parties as lines of JSON, without what is not known."""
    for party in parties:
        values = {name: getattr(party, name) for name in ("name", "role", *COLUMNS.values())}
        yield json.dumps({name: value for name, value in values.items() if value}, ensure_ascii=False)


def _text_of(path: Path, note: Callable[[str], None]) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InvalidConfig(f"{path}: is larger than {MOST_BYTES // 1_000_000} MB", "Give a shorter list")
        return _decoded(path.read_bytes(), path, note)
    except OSError as error:
        raise InvalidConfig(
            f"{path}: cannot be read: {error.strerror}", "Name a file of known parties"
        ) from error
    except UnicodeDecodeError as error:
        raise InvalidConfig(f"{path}: is no text", "Save it as UTF-8") from error
    except ValueError as error:  # a path that can be none
        raise InvalidConfig(f"{str(path)!r}: is no file's name", "Name a file of known parties") from error


def _decoded(data: bytes, path: Path, note: Callable[[str], None]) -> str:
    """The text of ``data`` in UTF-8, in what its byte order mark says, or in Windows' western alphabet."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252")
    note(f"{path}: is no UTF-8, read as Windows-1252; save it as UTF-8 if names look wrong")
    return text


def _json_records(text: str, source: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            where = f"{source}: line {number}"
            yield where, _json_object(line, where)


def _json_object(line: str, where: str) -> dict[str, Any]:
    try:
        values = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidConfig(f"{where} is not valid JSON", FORMAT) from error
    if not isinstance(values, dict):
        raise InvalidConfig(f"{where} is no object", FORMAT)
    return values


def _record(values: Mapping[str, Any], where: str) -> _Record:
    both = next(
        (column for column, several in COLUMNS.items() if column in values and several in values), None
    )
    if both is not None:
        raise InvalidConfig(f"{where}: has {both} and {COLUMNS[both]}", "Give one of them")
    try:
        return _Record.model_validate({COLUMNS.get(name, name): value for name, value in values.items()})
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise InvalidConfig(f"{where}: {place}: {first['msg']}", FORMAT) from error


def _with_accounts(record: _Record, where: str, note: Callable[[str], None]) -> _Record:
    """``record`` with its IBANs as they are compared; beside a mistyped one the right one looks forged."""
    accounts = []
    for text in record.ibans:
        try:
            parsed = parse_iban(text)
        except ValueUnreadable:
            note(f"{where}: iban: {text} is no IBAN; not used for {record.name}")
            continue
        if parsed.checked:
            accounts.append(parsed.value)
        else:
            note(f"{where}: iban: {text} has wrong check digits; not used for {record.name}")
    return record.model_copy(update={"ibans": tuple(dict.fromkeys(accounts))})


def _both(record: _Record, other: _Record) -> _Record:
    lists = {
        name: tuple(dict.fromkeys((*getattr(record, name), *getattr(other, name))))
        for name in COLUMNS.values()
    }
    return record.model_copy(update=lists)
