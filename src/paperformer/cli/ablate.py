"""``paperformer ablate``: what each part of a model is good for."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from paperformer.cli.inspection_extra import inspection_extra
from paperformer.cli.options import FilePath
from paperformer.cli.training_progress import training_progress


@click.command("ablate")
@click.argument("config", metavar="CONFIG.yaml", type=FilePath(path_type=Path))
def command(config: Path) -> None:
    """Train a model without each of its parts in turn, as CONFIG.yaml says, and print the table.

    Results, table and plot go to its output folder; an ablation that was interrupted goes on. Needs the
    extras [train] and [inspect].
    """
    with inspection_extra("ablate"):
        from paperformer.inspection import ablate, ablation_plot  # noqa: F401

    with training_progress() as watch:
        table, folder = ablate.run(config, _report, watch if sys.stderr.isatty() else None)
    click.echo(table, nl=False)
    click.echo(f"{folder / ablate.PLOT}", err=True)


def _report(name: str, figures: Mapping[str, float]) -> None:
    said = "  ".join(f"{figure} {value:.4g}" for figure, value in figures.items()) or "failed"
    click.echo(f"{name}: {said}", err=True)
