"""``paperformer fit``: the weights of evidence and the confidences of a model, from labelled documents."""

from __future__ import annotations

from pathlib import Path

import click

from paperformer.cli.failure import Failure, Misuse
from paperformer.cli.options import FilePath

FITTED = "+fitted"  # behind the version of a model whose evidence was fitted anew


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
    from paperformer.labelled.documents import load_corpus
    from paperformer.learning.evidence_fit import ENOUGH_TO_CALIBRATE, ENOUGH_TO_FIT, fit_folder

    documents = [one for path in datasets for one in load_corpus(path)]
    if not documents:
        raise Misuse("there are no documents in what was given")
    if len(documents) < ENOUGH_TO_FIT:
        click.echo(f"paperformer: {len(documents)} documents may be too few: use {ENOUGH_TO_FIT}", err=True)
    wrote = sum(bool(one.flags.get("model")) for one in documents)
    if wrote:
        believed = "where nobody corrected them, it learns to believe itself"
        click.echo(
            f"paperformer: {wrote} of {len(documents)} documents have labels of a model: {believed}", err=True
        )
    folder = model if out is None else _copied(model, out)
    with progress_bar(None) as bar:
        calibrated = fit_folder(folder, documents, bar.reached)
    click.echo(f"{folder}: evidence is fitted on {len(documents)} documents")
    if calibrated:
        click.echo("confidences are fitted too")
    else:
        click.echo(f"confidences stay as they were: {ENOUGH_TO_CALIBRATE} documents are needed to fit them")


def _copied(model: Path, out: Path) -> Path:
    """A copy of the model in a new folder, whose version says that it was fitted.

    Raises:
        Misuse: the folder is there and holds something.
        Failure: it cannot be written.
    """
    import shutil

    from paperformer.extraction.model_folder import MANIFEST, read_manifest

    manifest = read_manifest(model)
    version = manifest.version.removesuffix(FITTED) + FITTED
    if out.exists() and any(out.iterdir()):
        raise Misuse(f"{out} is not empty. Give a new folder")
    try:
        shutil.copytree(model, out, dirs_exist_ok=True)
        named = manifest.model_copy(update={"version": version}).model_dump_json(indent=1)
        (out / MANIFEST).write_text(named + "\n", encoding="utf-8")
        return out
    except OSError as error:
        raise Failure(f"{out} cannot be written ({error.strerror or error}). Give another folder") from error
