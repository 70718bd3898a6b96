"""Other readers of documents beside ours, on the same sixty documents: values, lines, seconds, memory, sizes.

    PAPERFORMER_DATA=... python benchmarks/peers_extraction --cases FOLDER [--only NAME]... [--fields]
    PAPERFORMER_DATA=... python benchmarks/peers_extraction --cases FOLDER --choose  # writes documents.tsv

Each reader has an environment of its own below ``build/peers_extraction``, made when it is first needed (6
GB together), one thread, and 120 seconds for a document. A reader that cannot be opened is named, with why.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from peers_extraction.documents import (
    LIST,
    RECEIPTS,
    WORLD,
    DocumentMissing,
    Truth,
    choose,
    listed,
    write_list,
)
from peers_extraction.readers import READERS, PeerReader, install, megabytes
from peers_extraction.report import HEADING, by_field, row
from peers_extraction.running import ReaderMissing, read_all

DEADLINE = 120.0


def main() -> None:
    """Install, read, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=Path, required=True, help="folder with cases.jsonl: drawn documents")
    parser.add_argument("--only", action="append", choices=[reader.name for reader in READERS])
    parser.add_argument("--fields", action="store_true", help="right values by field, too")
    parser.add_argument(
        "--choose", action="store_true", help="choose the documents by the rule, and list them"
    )
    parser.add_argument("--environments", type=Path, default=Path("build/peers_extraction"))
    options = parser.parse_args()
    data = Path(os.environ.get("PAPERFORMER_DATA") or "/nowhere")
    for needed in (data / WORLD, data / RECEIPTS, options.cases / "cases.jsonl"):
        if not needed.is_file():
            print(f"Skipped: {needed} is missing; set PAPERFORMER_DATA and --cases", file=sys.stderr)
            return
    if options.choose:
        write_list(choose(data, options.cases), LIST)
        return
    try:
        truths = listed(data, options.cases, LIST)
    except DocumentMissing as error:
        print(f"Skipped: {error}", file=sys.stderr)
        return
    print(HEADING)
    print("|---" * HEADING.count(" |") + "|")
    for reader in READERS:
        if not options.only or reader.name in options.only:
            print(measure(reader, truths, options.environments, fields=options.fields), flush=True)
    print("\n" + "\n".join(f"- {reader.label}: `{reader.command}`" for reader in READERS))


def measure(reader: PeerReader, truths: list[Truth], environments: Path, *, fields: bool) -> str:
    """The row of a reader, or why it has none."""
    install(reader, environments)
    files = [truth.file for truth in truths]
    try:
        readings = list(read_all(reader.python(environments), reader.name, files, DEADLINE))
    except ReaderMissing as error:
        return (
            f"{reader.label} cannot be opened here: {error} It needs {reader.needs or 'its packages alone'}."
        )
    errors = [reading.error for reading in readings if reading.error]
    if len(errors) == len(readings):
        return f"{reader.label} fails on every document here: {errors[0]}"
    if errors:
        print(f"{reader.label}: {len(errors)} documents failed, the first: {errors[0]}", file=sys.stderr)
    size = megabytes(reader.folder(environments))
    lines = [row(reader.label, reader.version(environments), truths, readings, size)]
    if fields:
        shares = by_field(truths, readings)
        lines += [f"    {name} {right} of {printed}" for name, (right, printed) in shares.items()]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
