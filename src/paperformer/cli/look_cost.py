"""``paperformer look cost``: time and memory of each attention against the length of its input."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperformer.cli.failure import Misuse
from paperformer.cli.inspection_extra import inspection_extra
from paperformer.cli.picture_options import OutputName, check_picture, numbers_option, picture_option, show

if TYPE_CHECKING:
    from paperformer.inspection.look.cost import Measured


@click.command("cost")
@picture_option
@click.option(
    "--lengths",
    metavar="N,N,...",
    default="256,512,1024,2048,4096",
    show_default=True,
    help="Tokens of the inputs.",
)
@click.option("--mechanisms", metavar="A,B", help="Only these.  [default: all]")
@click.option(
    "--repeats",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    metavar="N",
    help="The least time counts.",
)
@numbers_option
def command(out: Path | None, lengths: str, mechanisms: str | None, repeats: int, output: OutputName) -> None:
    """Measure here what each attention costs at each length, and fit the curves.

    `softmax-matrix` is softmax attention that holds the matrix of queries by keys, and is measured up to
    2,048 tokens; `softmax` is the same in a fused kernel that never holds it. `h n^2 numbers` is what the
    matrices of all heads take by the formula.

    Forward, between the projections, one thread, processor time; memory is the most that tensors hold at
    once. The exponent is that of the power of the length that fits the three longest inputs: 1 is linear, 2
    quadratic. Half a minute on one core.
    """
    check_picture(out)
    try:
        tokens = [int(number) for number in lengths.split(",")]
    except ValueError as error:
        raise Misuse(f"--lengths {lengths} are no whole numbers. Write 256,512,1024") from error
    with inspection_extra("look cost"):
        from paperformer.inspection.look.cost import ALL, as_json, draw_cost, measure, plan

    from paperformer.cli.progress import progress_bar

    names = mechanisms.split(",") if mechanisms else list(ALL)
    total = len(plan(tokens, names)) if len(set(tokens)) > 1 else 1
    with progress_bar(total, "measuring") as bar:
        found = measure(tokens, names, repeats=repeats, report=lambda done: bar.reached(done, total))
    show(
        out,
        output,
        figure=lambda: draw_cost(found),
        table=lambda: _table(found),
        values=lambda: as_json(found),
    )


def _table(found: list[Measured]) -> str:
    from paperformer.cli.tables import aligned
    from paperformer.inspection.look.cost import curves, matrix_bytes

    lengths = sorted({measured.length for measured in found})
    rows: list[tuple[str, ...]] = []
    for what, unit, scale in (("seconds", "ms", 1e3), ("bytes", "MB", 1e-6)):
        rows.append((unit, *(f"{length:,}" for length in lengths), "exponent"))
        for name, curve in curves(found, what).items():
            values = {
                measured.length: scale * getattr(measured, what)
                for measured in found
                if measured.mechanism == name
            }
            cells = (f"{values[length]:.1f}" if length in values else "" for length in lengths)
            rows.append((name, *cells, f"{curve.exponent:.2f}"))
    formula = (f"{1e-6 * matrix_bytes(length):.1f}" for length in lengths)
    rows.append(("h n^2 numbers", *formula, "2.00"))
    return aligned(rows)
