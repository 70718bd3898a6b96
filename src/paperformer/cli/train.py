"""``paperformer train``: a model of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from paperformer.cli.options import FilePath
from paperformer.cli.training_extra import training_extra
from paperformer.cli.training_progress import training_progress


@click.command("train")
@click.argument("config", metavar="CONFIG.yaml", type=FilePath(path_type=Path))
def command(config: Path) -> None:
    """Train a model as CONFIG.yaml says.

    All epochs are trained, and the best one is kept. With `training: {patience: N}` it ends after N epochs in
    a row that were not better; `patience: 0`, the default, never ends it early.

    A training that was interrupted goes on from its latest checkpoint when the command is given again. The
    last line is the folder of the model. Needs the extra [train].
    """
    with training_extra("train"):
        from paperformer.learning import finetune

    with training_progress() as report:
        folder = finetune.run(config, report)
    click.echo(folder)
