"""The file of a corpus: one JSON object per line, packed where its name says so."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from paperformer.errors import InvalidConfig


def as_line(record: Mapping[str, Any]) -> str:
    """A record as a line of the file."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def write_records(path: Path, records: Iterable[Mapping[str, Any]]) -> Path:
    """Write ``records``; the same ones write the same bytes.

    Args:
        path: A ``.jsonl`` or ``.jsonl.gz`` file.
        records: Of the corpus format.

    Returns:
        ``path``.

    Raises:
        InvalidConfig: when ``path`` has another ending.
    """
    if not path.name.endswith((".jsonl", ".jsonl.gz")):
        raise InvalidConfig(f"{path} is no corpus file", "Name it something.jsonl or something.jsonl.gz")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as stream:
        # No name and no time inside: these would make equal corpora unequal files.
        packed = (
            gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0) if path.suffix == ".gz" else stream
        )
        with io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as lines:
            for record in records:
                lines.write(as_line(record))
    return path
