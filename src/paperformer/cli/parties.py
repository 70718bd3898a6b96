"""``paperformer parties``: the parties of labelled documents, as a list of known ones."""

from __future__ import annotations

from pathlib import Path

import click

from paperformer.cli.options import FilePath


@click.command("parties")
@click.argument("datasets", metavar="DATASET...", nargs=-1, required=True, type=FilePath(path_type=Path))
def command(datasets: tuple[Path, ...]) -> None:
    """List the suppliers and customers that labelled documents name, one JSON object a line.

    A DATASET is documents as JSONL, or a folder of documents, each with its answers in a .json file of the
    same name: what `paperformer extract` answered and somebody corrected will do. The list is what
    `--known-parties` takes:

    \b
      paperformer parties corrected > parties.jsonl
      paperformer extract invoice.pdf --known-parties parties.jsonl
    """
    from paperformer.extraction.known_parties.file import json_lines
    from paperformer.extraction.known_parties.learn import answers_of, learn_parties

    for line in json_lines(learn_parties(answer for path in datasets for answer in answers_of(path))):
        click.echo(line)
