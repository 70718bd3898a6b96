"""``paperformer translate train``: a translator of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from paperformer.cli.options import FilePath
from paperformer.cli.training_extra import training_extra
from paperformer.cli.training_progress import training_progress


@click.command("train")
@click.argument("config", metavar="CONFIG.yaml", type=FilePath(path_type=Path))
@click.option("--seed", metavar="N", type=click.IntRange(0, 2**63 - 1), help="Seed, instead of the file's.")
@click.option(
    "--output",
    metavar="FOLDER",
    type=FilePath(path_type=Path),
    help="Output folder, instead of the file's.",
)
def command(config: Path, seed: int | None, output: Path | None) -> None:
    """Train a translator as CONFIG.yaml says.

    Settings that the file leaves open are set to suit the size of the corpus. At the end it says how well
    the test texts are translated, if there are some, and whether the model has learned.

    A training that was interrupted goes on from its latest checkpoint when the command is given again. The
    last line is the folder of the model. In several processes: `torchrun --nproc-per-node=2 -m
    paperformer.cli translate train CONFIG.yaml`. With `--seed` and `--output` one file gives several
    models, whose scores show how much chance has in them.
    """
    with training_extra("translate", "translate"):
        from paperformer.learning.processes import Processes
        from paperformer.translation import train

    with training_progress() as report:
        folder = train.run(config, report, notice=_say, seed=seed, output=output)
    if Processes.is_first_rank():
        click.echo(folder)


def _say(line: str) -> None:
    click.echo(line, err=True)
