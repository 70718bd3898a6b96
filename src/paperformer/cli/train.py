"""``paperformer train``: a model of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from paperformer.cli.training_extra import training_extra


@click.command("train")
@click.argument("config", metavar="CONFIG.yaml", type=click.Path(path_type=Path))
def command(config: Path) -> None:
    """Train a model as CONFIG.yaml says.

    A training that was interrupted goes on from its latest checkpoint when the command is given again. The
    last line is the folder of the model. Needs the extra [train].
    """
    with training_extra("train"):
        from paperformer.learning import finetune

    click.echo(finetune.run(config, _report))


def _report(figures: Mapping[str, float]) -> None:
    click.echo("  ".join(f"{name} {_short(value)}" for name, value in figures.items()), err=True)


def _short(value: float) -> str:
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.4g}"
