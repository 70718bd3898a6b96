"""``paperformer export``: from a training's model to one that reads documents."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from paperformer.cli.options import FilePath
from paperformer.cli.training_extra import training_extra


@click.command("export")
@click.argument("model", metavar="MODEL", type=FilePath(path_type=Path))
@click.argument("out", metavar="OUT", type=FilePath(file_okay=False, path_type=Path))
@click.option(
    "--precision", type=click.Choice(["int8", "float32"]), default="int8", show_default=True,
    help="Of the weights: int8 is faster and a quarter of the size.",
)  # fmt: skip
@click.option(
    "--calibrate", type=FilePath(path_type=Path), metavar="DATASET",
    help="Labelled documents that the training did not see, to make probabilities of the scores.",
)  # fmt: skip
def command(model: Path, out: Path, precision: Literal["int8", "float32"], calibrate: Path | None) -> None:
    """Write the trained MODEL, a folder with weights, to the folder OUT as an ONNX graph.

    The graph is run beside the original, and refused where the two differ. Needs the extra [train].
    """
    with training_extra("export"):
        from paperformer.learning.export.folder import export

    from paperformer.labelled.documents import load_corpus

    held_out = load_corpus(calibrate) if calibrate is not None else ()
    report = export(model, out, precision=precision, held_out=held_out)
    click.echo(
        f"{report.folder}: {report.precision}, {report.bytes / 1e6:.1f} MB; differs from torch by "
        f"{report.agreement.largest:.2g} at most, {report.agreement.mean:.2g} in the mean"
    )
