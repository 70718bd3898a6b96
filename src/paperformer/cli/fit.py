"""``paperformer fit``: the weights of evidence and the confidences of a model, from labelled documents."""

from __future__ import annotations

from pathlib import Path

import click

from paperformer.cli.options import FilePath


@click.command("fit")
@click.argument("model", metavar="MODEL", type=FilePath(exists=True, file_okay=False, path_type=Path))
@click.argument("datasets", metavar="DATASET...", nargs=-1, required=True, type=FilePath(path_type=Path))
def command(model: Path, datasets: tuple[Path, ...]) -> None:
    """Fit how much each piece of evidence counts, and how sure answers are, on labelled documents.

    Each DATASET is documents as JSONL (what `paperformer corrections` gives will do), or a folder of
    documents with their answers beside them; no training of MODEL should have seen them. The fit goes on from
    MODEL's weights, so that ten documents are enough to gain from; confidences are fitted from 50 documents
    on. MODEL's evidence.json and calibration.json are written anew.
    """
    from paperformer.cli.progress import progress_bar
    from paperformer.extraction.labelled.documents import load_corpus
    from paperformer.learning.evidence_fit import ENOUGH_TO_CALIBRATE, ENOUGH_TO_FIT, fit_folder

    documents = [one for path in datasets for one in load_corpus(path)]
    if len(documents) < ENOUGH_TO_FIT:
        click.echo(f"paperformer: {len(documents)} documents may be too few: use {ENOUGH_TO_FIT}", err=True)
    with progress_bar(None) as bar:
        calibrated = fit_folder(model, documents, bar.reached)
    click.echo(f"{model}: evidence is fitted on {len(documents)} documents")
    if calibrated:
        click.echo("confidences are fitted too")
    else:
        click.echo(f"confidences stay as they were: {ENOUGH_TO_CALIBRATE} documents are needed to fit them")
