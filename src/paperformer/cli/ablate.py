"""``paperformer ablate``: what each part of a model is good for."""

from __future__ import annotations

from pathlib import Path

import click

from paperformer.cli.ablation_progress import ablation_progress
from paperformer.cli.inspection_extra import inspection_extra
from paperformer.cli.options import FilePath


@click.command("ablate")
@click.argument("config", metavar="CONFIG.yaml", type=FilePath(path_type=Path))
def command(config: Path) -> None:
    """Train a model without each of its parts in turn, as CONFIG.yaml says, and print the table.

    While it works it shows the table so far and about how long the rest will take. Results, table and plot
    go to its output folder; an ablation that was interrupted goes on. Needs the extras [train] and [inspect].
    """
    with inspection_extra("ablate"):
        from paperformer.inspection import ablate, ablation_plot  # noqa: F401

    with ablation_progress() as (report, watch):
        table, folder = ablate.run(config, report, watch)
    click.echo(table, nl=False)
    click.echo(f"{folder / ablate.PLOT}", err=True)
