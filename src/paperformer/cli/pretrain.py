"""``paperformer pretrain``: a language model of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from paperformer.cli.options import FilePath
from paperformer.cli.training_extra import training_extra
from paperformer.cli.training_progress import training_progress


@click.command("pretrain")
@click.argument("config", metavar="CONFIG.yaml", type=FilePath(path_type=Path))
def command(config: Path) -> None:
    """Train a language model on texts or documents as CONFIG.yaml says.

    A causal model learns to write on and is for `paperformer generate`; a masked one learns to fill gaps, in
    plain text or in documents with boxes, and is a start for `paperformer train`. A training that was
    interrupted goes on from its latest checkpoint when the command is given again. The last line is the
    folder of the model. Needs the extra [train].
    """
    with training_extra("pretrain"):
        from paperformer.learning.language import pretrain
        from paperformer.learning.processes import Processes

    with training_progress() as report:
        folder = pretrain.run(config, report)
    if Processes.is_first_rank():
        click.echo(folder)
