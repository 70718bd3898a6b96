"""``paperformer remember``: what confirmed documents teach about the next ones of their suppliers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperformer.cli.failure import Misuse, printable
from paperformer.cli.options import FilePath

if TYPE_CHECKING:
    from paperformer.labelled.documents import LabelledDocument


@click.command("remember")
@click.argument("datasets", metavar="DATASET...", nargs=-1, required=True, type=FilePath(path_type=Path))
@click.option(
    "--to", "memory", required=True, type=FilePath(dir_okay=False, path_type=Path), metavar="FILE.db",
    help="The memory; made where it is missing.",
)  # fmt: skip
@click.option("--tag", "tags", multiple=True, metavar="TEXT", help="By which `forget` can delete them later.")
def command(datasets: tuple[Path, ...], memory: Path, tags: tuple[str, ...]) -> None:
    """Remember where confirmed documents print their values, for the next ones of the same suppliers.

    A DATASET is documents as JSONL (what `paperformer corrections` gives), or a folder of documents, each
    with its right answers in a .json file of the same name. Give only answers that somebody has checked.

    \b
      paperformer remember checked --to memory.db
      paperformer extract invoice.pdf --memory memory.db

    See docs/memory.md.
    """
    from paperformer.cli.confirmations import confirmation_of
    from paperformer.extraction.supplier_memory.confirmed import lesson_of
    from paperformer.extraction.supplier_memory.store import MemoryFile
    from paperformer.fields.schema import load_schema

    schema, file, now, count = load_schema(), MemoryFile(memory), time.time(), 0
    try:
        for at, labelled in enumerate(_documents(datasets)):
            lesson = lesson_of(confirmation_of(labelled, schema), schema)
            if lesson is None:
                click.echo(
                    f"paperformer: {printable(labelled.key)} has no words or no values: left out", err=True
                )
                continue
            file.add(labelled.key, lesson, now + at * 1e-6, tags)
            count += 1
    finally:
        file.close()
    click.echo(f"paperformer: {count} documents remembered in {printable(str(memory))}", err=True)


def _documents(datasets: tuple[Path, ...]) -> Iterator[LabelledDocument]:
    from paperformer.documents.source import is_folder
    from paperformer.labelled.answers import holds_answers
    from paperformer.labelled.documents import load_corpus

    for path in datasets:
        if not is_folder(path) and holds_answers(path):
            raise Misuse(
                f"{path} holds answers that nobody has checked. Write them with `paperformer extract --out` "
                "and correct them"
            )
        yield from load_corpus(path)
