"""``paperformer evaluate``: how well a model reads labelled documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from paperformer.cli.failure import printable
from paperformer.cli.options import OCR_ENGINES, model_option

if TYPE_CHECKING:
    from paperformer.extraction.evaluate import Evaluation
    from paperformer.extraction.sroie import Score

HEADINGS = ("field", "precision", "recall", "F1", "right", "given", "expected")


@click.command("evaluate")
@click.argument("dataset", metavar="DATASET.jsonl", type=click.Path(path_type=Path))
@model_option
@click.option(
    "--from-image",
    is_flag=True,
    help="Open the documents' files instead of taking the words in the data set.",
)
@click.option(
    "--ocr-engine", type=click.Choice(OCR_ENGINES), default=OCR_ENGINES[0], show_default=True,
    help="What reads pictures, with --from-image.",
)  # fmt: skip
@click.option(
    "--threshold", type=click.FloatRange(0, 1), default=0.5, show_default=True, metavar="P",
    help="Answers that are less probable count as not given.",
)  # fmt: skip
@click.option(
    "--output", "-o", type=click.Choice(["table", "json"]), default="table", show_default=True,
    help="table for people, json for programs.",
)  # fmt: skip
def command(
    dataset: Path,
    model: Path | None,
    from_image: bool,
    ocr_engine: str,
    threshold: float,
    output: Literal["table", "json"],
) -> None:
    """Measure precision, recall and F1 per field on labelled documents.

    DATASET.jsonl holds one document a line (.jsonl.gz is read too); a folder of documents, each with its
    answers in a .json file of the same name, will do as well. Values are equal when they are after
    normalisation. For receipts of SROIE the figures of the official protocol (exact) and those by content
    (content) are given too, over all answers.
    """
    from paperformer.cli.progress import progress_bar
    from paperformer.extraction.evaluate import evaluate

    with progress_bar(None) as bar:
        evaluation = evaluate(
            dataset,
            model=model,
            from_image=from_image,
            ocr_engine=ocr_engine,
            threshold=threshold,
            progress=bar.reached,
        )
    if output == "json":
        import json

        click.echo(json.dumps(evaluation.to_dict(), indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(_tables(evaluation)), nl=False)
    for name, reason in evaluation.failed.items():
        click.echo(f"paperformer: {printable(f'{name}: {reason}')}", err=True)
    if evaluation.failed:
        click.get_current_context().exit(1)


def _tables(evaluation: Evaluation) -> Iterator[str]:
    title = (
        f"{evaluation.dataset}: {evaluation.documents} documents, answers from {evaluation.threshold:g} up"
    )
    yield _table(title, evaluation.fields)
    for protocol, parts in evaluation.sroie.items():
        for part, scores in parts.items():
            yield _table(f"SROIE {protocol}, {part}", scores)


def _table(title: str, scores: Mapping[str, Score]) -> str:
    from paperformer.cli.tables import aligned

    return f"{title}\n{aligned([HEADINGS, *(_row(name, score) for name, score in scores.items())])}"


def _row(name: str, score: Score) -> tuple[str, ...]:
    shares = (f"{share:.4f}" for share in (score.precision, score.recall, score.f1))
    return (name, *shares, str(score.matched), str(score.given), str(score.expected))
