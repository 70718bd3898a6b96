"""What the commands that draw share: where the picture goes, and the same as numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from paperformer.cli.failure import Misuse, printable
from paperformer.cli.options import FilePath

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OutputName = Literal["table", "json"]

picture_option = click.option(
    "--out", type=FilePath(path_type=Path, dir_okay=False), metavar="FILE.png|svg",
    help="Draw it into this file; its ending says how.",
)  # fmt: skip
picture_or_page_option = click.option(
    "--out", type=FilePath(path_type=Path, dir_okay=False), metavar="FILE.png|svg|html",
    help="Draw it into this file; its ending says how. HTML has layer, heads, token and threshold to choose.",
)  # fmt: skip
numbers_option = click.option(
    "--output", "-o", type=click.Choice(["table", "json"]), default="table", show_default=True,
    help="table for people, json for programs.",
)  # fmt: skip


def check_picture(out: Path | None, *, page: bool = False) -> None:
    """Refuse a name that says nothing of the kind: before anything is computed.

    Raises:
        Misuse: its ending is none that is drawn.
    """
    endings = (".png", ".svg", ".html") if page else (".png", ".svg")
    if out is not None and out.suffix.lower() not in endings:
        names = ", ".join(f"something{ending}" for ending in endings)
        raise Misuse(f"{out}: no picture of that kind is drawn. Name it {names}")


def show(
    out: Path | None,
    output: OutputName,
    *,
    figure: Callable[[], Figure],
    table: Callable[[], str],
    values: Any,
) -> None:
    """Write the picture where one is wanted, and the numbers to standard output."""
    if out is not None:
        from paperformer.inspection.look.style import save

        save(figure(), out)
        click.echo(printable(str(out)), err=True)
    if output == "json":
        import json

        click.echo(json.dumps(values(), ensure_ascii=False, indent=2))
    elif out is None:
        click.echo(table(), nl=False)
