"""Words from the YAML files beside this module: group, then language or country, then entries."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any

from paperformer.errors import InvalidConfig

Entries = tuple[str, ...]
Rows = tuple[Entries, ...]  # the entries of each line
Words = Mapping[str, Mapping[str, Rows]]  # group -> code of a language, a country or a currency -> entries

_APART = re.compile(r",\s+")  # between two entries of a line
_SHAPE = "Write `group:`, below it `en: |`, and below that the entries, apart by commas or lines"


@cache
def words(subject: str) -> Words:
    """All groups of the file ``subject``.yaml, in its order; the file is read once.

    Raises:
        InvalidConfig: when the file is not of the form that it describes.
    """
    name = f"{subject}.yaml"
    return read_words(packaged_yaml("paperformer.fields.words", name), name)


def packaged_yaml(package: str, name: str) -> Any:
    """The content of a YAML file that lies in ``package``."""
    import yaml  # slow to import, and each file is read once

    text = files(package).joinpath(name).read_text("utf-8")
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def rows_by_code(subject: str, group: str) -> Mapping[str, Rows]:
    """The entries of ``group`` in the file ``subject``.yaml, line by line, by what its keys name.

    Raises:
        InvalidConfig: when the file is not of the form that it describes, or has no such group.
    """
    try:
        return words(subject)[group]
    except KeyError:
        raise InvalidConfig(f"{subject}.yaml has no group {group}", _SHAPE) from None


@cache
def words_by_code(subject: str, group: str) -> Mapping[str, Entries]:
    """The entries of ``group`` in the file ``subject``.yaml by language, or by what else its keys name.

    Raises:
        InvalidConfig: when the file is not of the form that it describes, or has no such group.
    """
    return {code: tuple(chain.from_iterable(rows)) for code, rows in rows_by_code(subject, group).items()}


@cache
def all_words(subject: str, group: str) -> Entries:
    """The different entries of ``group`` in the file ``subject``.yaml, of all languages, in its order.

    Raises:
        InvalidConfig: when the file is not of the form that it describes, or has no such group.
    """
    return tuple(dict.fromkeys(chain.from_iterable(words_by_code(subject, group).values())))


def read_words(content: object, name: str) -> Words:
    """Groups of entries, from the content of a file of words.

    Args:
        content: As YAML gives it.
        name: The file's, for messages.

    Raises:
        InvalidConfig: when it is not of the form that the file describes.
    """
    if not isinstance(content, dict):
        raise InvalidConfig(f"{name} is no mapping of groups", _SHAPE)
    return {_code(group, name): _group(codes, f"{name}: {group}") for group, codes in content.items()}


def _group(by_code: object, where: str) -> Mapping[str, Rows]:
    if not isinstance(by_code, dict):
        raise InvalidConfig(f"{where} has no languages", _SHAPE)
    return {_code(code, where): _rows(text, f"{where}: {code}") for code, text in by_code.items()}


def _code(code: object, where: str) -> str:
    if not isinstance(code, str):
        raise InvalidConfig(f"{where}: {code!r} is no code", "Put codes like 'no' in quotes")
    return code


def _rows(text: object, where: str) -> Rows:
    if not isinstance(text, str) or not text.strip():
        raise InvalidConfig(f"{where} has no entries that are text", _SHAPE)
    rows = tuple(tuple(_APART.split(line.strip().removesuffix(","))) for line in text.strip().splitlines())
    entries = list(chain.from_iterable(rows))
    if "" in entries:
        raise InvalidConfig(f"{where} has an empty entry", "Take out the comma or line too many")
    if len(set(entries)) < len(entries):
        twice = next(entry for entry in entries if entries.count(entry) > 1)
        raise InvalidConfig(f"{where} has {twice!r} twice", "Take one of them out")
    return rows
