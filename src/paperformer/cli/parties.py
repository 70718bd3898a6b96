"""``paperformer parties``: the parties of labelled documents, as a list of known ones."""

from __future__ import annotations

from pathlib import Path

import click

from paperformer.cli.options import FilePath, label_confidence_option


@click.command("parties")
@click.argument("datasets", metavar="DATASET...", nargs=-1, required=True, type=FilePath(path_type=Path))
@label_confidence_option("Where DATASET is what extract answered: leave out answers that are less sure.")
def command(datasets: tuple[Path, ...], label_confidence: float) -> None:
    """List the suppliers and customers that labelled documents name, one JSON object per line.

    A DATASET is documents as JSONL, or a folder of documents, each with its answers in a .json file of the
    same name, or what `paperformer extract` wrote: a folder of --out, which somebody may have corrected, or
    the file of --output jsonl. The list is what `--known-parties` takes:

    \b
      paperformer extract invoices --out labelled
      paperformer parties labelled > parties.jsonl
      paperformer extract invoice.pdf --known-parties parties.jsonl
    """
    from paperformer.extraction.known_parties.file import json_lines
    from paperformer.extraction.known_parties.learn import learn_parties
    from paperformer.labelled.values import answers_of

    for line in json_lines(
        learn_parties(answer for path in datasets for answer in answers_of(path, label_confidence))
    ):
        click.echo(line)
