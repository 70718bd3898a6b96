"""A part as Parquet: one row an answer, with the same columns in every part."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperformer.errors import InvalidConfig

if TYPE_CHECKING:
    import pyarrow as pa

_ROWS_AT_ONCE = 500


def check_parquet() -> None:
    """See whether Parquet can be written, before hours of reading.

    Raises:
        InvalidConfig: pyarrow is not installed.
    """
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        remedy = "Install it with: pip install 'paperformer[batch]', or give --output jsonl"
        raise InvalidConfig("Parquet needs the package pyarrow", remedy) from error


def write_parquet(lines: Path, to: Path) -> None:
    """Write a part of JSON lines as Parquet, a few rows at a time."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = _schema()
    with pq.ParquetWriter(to, schema, compression="zstd") as writer, lines.open(encoding="utf-8") as stream:
        while rows := [_row(line) for line in islice(stream, _ROWS_AT_ONCE)]:
            writer.write_table(pa.Table.from_pylist(rows, schema=schema))


def keys_of_parquet(path: Path) -> Iterator[str]:
    """The keys of the answers in a part.

    Raises:
        InvalidConfig: it is damaged.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        yield from (str(key) for key in pq.read_table(path, columns=["key"]).column("key").to_pylist())
    except (pa.ArrowException, OSError) as error:
        raise InvalidConfig(f"{path} is damaged", "Remove it") from error


def _schema() -> pa.Schema:
    import pyarrow as pa

    return pa.schema(
        [
            ("key", pa.string()),
            ("file", pa.string()),
            ("first_page", pa.int32()),
            ("pages", pa.int32()),
            ("model", pa.string()),
            ("values", pa.map_(pa.string(), pa.string())),
            ("confidences", pa.map_(pa.string(), pa.float64())),
            ("warnings", pa.list_(pa.string())),
            ("answer", pa.string()),
        ]
    )


def _row(line: str) -> dict[str, Any]:
    answer = json.loads(line)
    best = {name: candidates[0] for name, candidates in answer["fields"].items()}
    return {
        "key": answer.pop("key"),
        "file": answer["file"],
        "first_page": answer["first_page"],
        "pages": len(answer["pages"]),
        "model": f"{answer['model']['name']} {answer['model']['version']}",
        "values": [(name, candidate["value"]) for name, candidate in best.items()],
        "confidences": [(name, candidate["confidence"]) for name, candidate in best.items()],
        "warnings": answer["warnings"],
        "answer": json.dumps(answer, ensure_ascii=False, separators=(",", ":")),
    }
