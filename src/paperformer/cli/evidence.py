"""``paperformer evidence``: what can be observed of a candidate, what it is worth, and who votes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from paperformer.cli.failure import Misuse
from paperformer.cli.options import FilePath, model_option, without_option

if TYPE_CHECKING:
    from paperformer.extraction.predictor import Predictor
    from paperformer.learning.evidence_fit import Observed

HEADINGS = ("evidence", "about", "fields weighed", "what it says")
PROPOSERS = ("proposer", "stage", "what it proposes")
SOURCES = ("source", "votes", "coverage", "overlap", "conflict", "right")
WORTH = ("evidence", "right", "from", "to", "changed", "ms")


@click.command("evidence")
@click.option(
    "--worth", type=FilePath(path_type=Path), metavar="DATASET",
    help="Measure on these labelled documents what each piece is worth.",
)  # fmt: skip
@click.option(
    "--sources", type=FilePath(path_type=Path), metavar="DATASET",
    help="Count on these labelled documents how often the model and each rule vote, and are right.",
)  # fmt: skip
@click.option("--proposers", is_flag=True, help="List what proposes candidates, in place of evidence.")
@without_option
@click.option("--only", multiple=True, metavar="NAME", help="Only this; again for several.")
@click.option(
    "--output", "-o", type=click.Choice(["table", "json"]), default="table", show_default=True,
    help="table for people, json for programs.",
)  # fmt: skip
@model_option
def command(
    worth: Path | None,
    sources: Path | None,
    proposers: bool,
    without: tuple[str, ...],
    only: tuple[str, ...],
    output: Literal["table", "json"],
    model: Path | None,
) -> None:
    """List the evidence by which candidates are weighed, or measure what it is worth.

    With --worth DATASET (JSONL, or a folder of documents with answers beside them) each piece is left out
    once: how many more values are right with it than without it, the interval that holds 95 of 100 draws of
    the documents, how many answers it changes, and how many milliseconds a document it takes.
    Evidence whose interval holds zero on documents that did not suggest it does not pay.

    With --sources DATASET each source of candidates is counted: on which share of the labelled fields it has
    a value (coverage), others have one, too (overlap), or another one (conflict), and how many are right.
    """
    import json
    from dataclasses import asdict

    from paperformer.cli.tables import aligned
    from paperformer.evidence.registry import named
    from paperformer.evidence.weights import load_weights
    from paperformer.extraction.model_path import default_model_path, evidence_of

    if proposers:
        from paperformer.extraction.proposers.registry import Listed, all_proposers

        if worth is not None or sources is not None or only or without:
            raise Misuse("--proposers only lists. Give it alone")
        _list(Listed._fields, PROPOSERS, all_proposers(), output)
        return
    folder = model or default_model_path()
    if sources is not None:
        if worth is not None or only:
            raise Misuse("--sources counts sources, not evidence. Give it without --worth and --only")
        _summarise(sources, folder, without, output)
        return
    weights = load_weights(evidence_of(folder))
    pieces = named(only)
    if without and worth is None:
        raise Misuse("--without says what is switched off while --worth measures. Give both")
    if worth is None:
        rows = [
            (
                piece.name,
                ", ".join(sorted(piece.fields or piece.types)) or "all",
                str(sum(1 for own in weights.fields.values() if piece.name in own)),
                piece.says,
            )
            for piece in pieces
        ]
        _list(("name", "about", "fields", "says"), HEADINGS, rows, output)
        return
    from paperformer.learning.evidence_worth import without as less
    from paperformer.learning.evidence_worth import worth_of

    fitted = {
        name
        for names in (weights.shared, *weights.types.values(), *weights.fields.values())
        for name in names
    }
    for evidence in pieces if only else ():
        if evidence.name not in fitted:
            click.echo(
                f"paperformer: {evidence.name} has no weight in {folder}: fit the model first", err=True
            )
    for name in without:
        weights = less(weights, name)
    with _observed(worth, folder, without) as (observed, predictor):
        found = worth_of(observed, weights, predictor, [piece.name for piece in pieces])
    if output == "json":
        click.echo(json.dumps([asdict(worth) for worth in found], indent=2))
        return
    table = [
        (
            worth.name, f"{worth.right:+d}", f"{worth.lower:+.0f}", f"{worth.upper:+.0f}", str(worth.changed),
            f"{worth.milliseconds:.2f}",
        )
        for worth in found
    ]  # fmt: skip
    click.echo(aligned([WORTH, *table]), nl=False)


@contextmanager
def _observed(
    dataset: Path, folder: Path, without: tuple[str, ...]
) -> Iterator[tuple[list[Observed], Predictor]]:
    """Labelled documents with their candidates, and what read them."""
    from paperformer.cli.progress import progress_bar
    from paperformer.extraction.pipeline import Extractor
    from paperformer.labelled.documents import load_corpus
    from paperformer.learning.evidence_fit import observe

    documents = load_corpus(dataset)
    if not documents:
        raise Misuse(f"{dataset} holds no documents")
    with Extractor(folder, einvoice="ignore", without=without) as extractor, progress_bar(None) as bar:
        yield observe(extractor.predictor, documents, bar.reached), extractor.predictor


def _summarise(dataset: Path, folder: Path, without: tuple[str, ...], output: str) -> None:
    """Print the summary of each source."""
    import json
    from dataclasses import asdict

    from paperformer.cli.tables import aligned
    from paperformer.learning.source_summary import summarise_sources

    with _observed(dataset, folder, without) as (observed, _):
        summaries = summarise_sources(observed)
    if output == "json":
        click.echo(json.dumps([asdict(summary) for summary in summaries], indent=2))
        return
    rows = [
        (
            summary.name, str(summary.votes), f"{summary.coverage:.3f}", f"{summary.overlap:.3f}",
            f"{summary.conflict:.3f}", f"{summary.accuracy:.3f}",
        )
        for summary in summaries
    ]  # fmt: skip
    click.echo(aligned([SOURCES, *rows]), nl=False)


def _list(
    keys: Sequence[str], headings: tuple[str, ...], rows: Sequence[tuple[str, ...]], output: str
) -> None:
    """Print rows as a table under ``headings``, or as JSON objects with ``keys``."""
    import json

    from paperformer.cli.tables import aligned

    if output == "json":
        listed = [dict(zip(keys, row, strict=True)) for row in rows]
        click.echo(json.dumps(listed, indent=2, ensure_ascii=False))
    else:
        click.echo(aligned([headings, *rows]), nl=False)
