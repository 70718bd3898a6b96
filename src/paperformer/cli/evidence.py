"""``paperformer evidence``: what can be observed of a candidate, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import click

from paperformer.cli.failure import Misuse
from paperformer.cli.options import FilePath, model_option, without_option

HEADINGS = ("evidence", "about", "fields weighed", "what it says")
PROPOSERS = ("proposer", "stage", "what it proposes")
WORTH = ("evidence", "right", "from", "to", "changed", "ms")


@click.command("evidence")
@click.option(
    "--worth", type=FilePath(path_type=Path), metavar="DATASET",
    help="Measure on these labelled documents what each piece is worth.",
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
    """
    import json
    from dataclasses import asdict

    from paperformer.cli.tables import aligned
    from paperformer.evidence.registry import named
    from paperformer.evidence.weights import load_weights
    from paperformer.extraction.model_path import default_model_path, evidence_of

    if proposers:
        from paperformer.extraction.proposers.registry import Listed, all_proposers

        if worth is not None or only or without:
            raise Misuse("--proposers only lists. Give it alone")
        _list(Listed._fields, PROPOSERS, all_proposers(), output)
        return
    folder = model or default_model_path()
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
    from paperformer.cli.progress import progress_bar
    from paperformer.extraction.pipeline import Extractor
    from paperformer.labelled.documents import load_corpus
    from paperformer.learning.evidence_fit import observe
    from paperformer.learning.evidence_worth import without as less
    from paperformer.learning.evidence_worth import worth_of

    documents = load_corpus(worth)
    if not documents:
        raise Misuse(f"{worth} holds no documents")
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
    with Extractor(folder, einvoice="ignore", without=without) as extractor, progress_bar(None) as bar:
        observed = observe(extractor.predictor, documents, bar.reached)
        found = worth_of(observed, weights, extractor.predictor, [piece.name for piece in pieces])
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
