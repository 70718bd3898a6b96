"""``paperformer fit``: the weights of evidence and the confidences of a model, from labelled documents."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from paperformer.cli.options import FilePath
from paperformer.cli.training_extra import training_extra

if TYPE_CHECKING:
    from paperformer.extraction.labelled.documents import LabelledDocument


@click.command("fit")
@click.argument("model", metavar="MODEL", type=FilePath(exists=True, file_okay=False, path_type=Path))
@click.argument("datasets", metavar="DATASET...", nargs=-1, required=True, type=FilePath(path_type=Path))
@click.option(
    "--generated", type=click.IntRange(min=0), default=100, show_default=True, metavar="N",
    help="Documents of our own generator that are fitted on too, so that no kind is missing; needs the "
    "extra [synthesis].",
)  # fmt: skip
@click.option("--seed", type=int, default=77123, show_default=True, help="Of the generated documents.")
def command(model: Path, datasets: tuple[Path, ...], generated: int, seed: int) -> None:
    """Fit how much each piece of evidence counts, and how sure answers are, on labelled documents.

    Each DATASET is documents as JSONL (what `paperformer corrections` gives will do), or a folder of
    documents with their answers beside them; no training of MODEL should have seen them. MODEL's
    evidence.json and calibration.json are written anew, which takes some minutes. A kind of document that is
    missing here is read worse afterwards: fit on all that you have.
    """
    from paperformer.cli.progress import progress_bar
    from paperformer.extraction.labelled.documents import load_corpus
    from paperformer.learning.evidence_fit import fit_folder

    documents = [one for path in datasets for one in load_corpus(path)]
    beside = generated_documents(generated, seed) if generated else []
    with progress_bar(None) as bar:
        fitted = fit_folder(model, [*documents, *beside], bar.reached)
    click.echo(f"{model}: fitted on {len(documents)} documents and {len(beside)} generated ones")
    click.echo(f"{fitted} weights are not naught")


def generated_documents(count: int, seed: int) -> list[LabelledDocument]:
    """Documents of our own making, and half as many pages that are none of ours."""
    from paperformer.extraction.labelled.documents import load_jsonl

    with training_extra("fit --generated", "synthesis"):
        from paperformer.synthesis.corpus import write_corpus
        from paperformer.synthesis.negatives import write_negatives
    with TemporaryDirectory() as folder:
        return [
            *load_jsonl(write_corpus(Path(folder) / "generated.jsonl", count, seed)),
            *load_jsonl(write_negatives(Path(folder) / "negatives.jsonl", max(count // 2, 1), seed)),
        ]
