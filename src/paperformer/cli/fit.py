"""``paperformer fit``: the weights of evidence and the confidences of a model, from labelled documents."""

from __future__ import annotations

from pathlib import Path

import click

from paperformer.cli.failure import Misuse
from paperformer.cli.options import FilePath


@click.command("fit")
@click.argument("model", metavar="MODEL", type=FilePath(exists=True, file_okay=False, path_type=Path))
@click.argument("datasets", metavar="DATASET...", nargs=-1, required=True, type=FilePath(path_type=Path))
@click.option(
    "--out", type=FilePath(file_okay=False, path_type=Path), metavar="DIR",
    help="Copy MODEL to this new folder and fit it there; without it, MODEL itself is changed.",
)  # fmt: skip
def command(model: Path, datasets: tuple[Path, ...], out: Path | None) -> None:
    """Fit how much each piece of evidence counts, and how sure answers are, on labelled documents.

    Each DATASET is documents as JSONL (what `paperformer corrections` gives will do), or a folder of
    documents with their answers beside them; no training of MODEL should have seen them. The fit goes on from
    MODEL's weights, so that ten documents are enough to gain from; confidences are fitted from 50 documents
    on. It takes seconds and writes evidence.json and calibration.json.
    """
    from paperformer.cli.progress import progress_bar
    from paperformer.extraction.model_folder import read_manifest
    from paperformer.improving.model_card import write_card
    from paperformer.improving.model_copy import copy_model, name_fitted
    from paperformer.labelled.documents import load_corpus
    from paperformer.learning.evidence_fit import ENOUGH_TO_CALIBRATE, ENOUGH_TO_FIT, fit_folder

    documents = [document for path in datasets for document in load_corpus(path)]
    if not documents:
        raise Misuse("there are no documents in what was given")
    if len(documents) < ENOUGH_TO_FIT:
        click.echo(f"paperformer: {len(documents)} documents may be too few: use {ENOUGH_TO_FIT}", err=True)
    wrote = sum(bool(document.flags.get("model")) for document in documents)
    if wrote:
        believed = "where nobody corrected them, it learns to believe itself"
        click.echo(
            f"paperformer: {wrote} of {len(documents)} documents have labels of a model: {believed}", err=True
        )
    folder = model if out is None else copy_model(model, out)
    with progress_bar(None) as bar:
        calibrated = fit_folder(folder, documents, bar.reached)
    click.echo(f"{folder}: evidence is fitted on {len(documents)} documents")
    if out is not None:
        named = name_fitted(folder)
        write_card(folder, read_manifest(model), named, len(documents))
        click.echo(f"the new model is {named.name} {named.version}")
    if calibrated:
        click.echo("confidences are fitted too")
    else:
        click.echo(f"confidences stay as they were: {ENOUGH_TO_CALIBRATE} documents are needed to fit them")
