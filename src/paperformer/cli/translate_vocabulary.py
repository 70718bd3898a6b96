"""``paperformer translate vocabulary``: the subwords of a parallel corpus."""

from __future__ import annotations

from pathlib import Path

import click

from paperformer.cli.options import FilePath
from paperformer.cli.training_extra import training_extra


@click.command("vocabulary")
@click.argument("config", metavar="CONFIG.yaml", type=FilePath(path_type=Path))
def command(config: Path) -> None:
    """Clean the corpus of CONFIG.yaml and learn its subwords, without training a model.

    `train` does the same first; this shows what was dropped, and writes the subwords to the output folder,
    which another configuration can name as its `subwords`.
    """
    with training_extra("translate", "translate"):
        from paperformer.translation import train

    folder, subwords, report = train.learn_vocabulary(config)
    click.echo(str(report), err=True)
    sizes = {len(vocabulary) for vocabulary in subwords}
    click.echo(f"{' and '.join(map(str, sorted(sizes)))} subwords in {folder}")
