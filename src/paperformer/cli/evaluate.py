"""``paperformer evaluate``: how well a model reads labelled documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from paperformer.cli.failure import ExitCode, Misuse, printable
from paperformer.cli.inspection_extra import inspection_extra
from paperformer.cli.options import OCR_ENGINES, FilePath, known_parties_option, model_option

if TYPE_CHECKING:
    from paperformer.extraction.evaluation.evaluate import Evaluation
    from paperformer.extraction.evaluation.reliability import Reliability
    from paperformer.extraction.evaluation.sroie import Score
    from paperformer.extraction.known_parties.party import KnownParty

HEADINGS = ("field", "precision", "recall", "F1", "right", "given", "expected")
TRUST_HEADINGS = ("field", "answers", "right", "ECE", "by chance", "Brier", "coverage", "from", "documents")
BIN_HEADINGS = ("confidence", "mean", "right", "answers")


@click.command("evaluate")
@click.argument("dataset", metavar="DATASET.jsonl|FOLDER", type=FilePath(path_type=Path))
@model_option
@known_parties_option
@click.option(
    "--from-image",
    is_flag=True,
    help="Open the documents' files instead of taking the words in the data set.",
)
@click.option(
    "--ocr-engine", type=click.Choice(OCR_ENGINES), default=OCR_ENGINES[0], show_default=True,
    help="The OCR engine, with --from-image.",
)  # fmt: skip
@click.option(
    "--threshold", type=click.FloatRange(0, 1), default=0.5, show_default=True, metavar="P",
    help="Answers that are less probable count as not given.",
)  # fmt: skip
@click.option(
    "--output", "-o", type=click.Choice(["table", "json"]), default="table", show_default=True,
    help="table for people, json for programs.",
)  # fmt: skip
@click.option(
    "--calibration", is_flag=True, help="Measure too how far the confidences can be trusted, per field."
)
@click.option(
    "--plot", type=FilePath(path_type=Path, dir_okay=False), metavar="FILE.png|svg",
    help="Draw the reliability curves, with --calibration.",
)  # fmt: skip
def command(
    dataset: Path,
    model: Path | None,
    known_parties: tuple[KnownParty, ...] | None,
    from_image: bool,
    ocr_engine: str,
    threshold: float,
    output: Literal["table", "json"],
    calibration: bool,
    plot: Path | None,
) -> None:
    """Measure precision, recall and F1 per field on labelled documents.

    DATASET.jsonl holds one document a line (.jsonl.gz is read too); a folder of documents, each with its
    answers in a .json file of the same name, will do as well. True values may be written as they are
    printed: they are equal when they are after normalisation. For receipts of SROIE the figures of the
    official protocol (exact) and those by content (content) are given too, over all answers.

    --calibration takes the best answer of every field, at any confidence. ECE is the expected calibration
    error over ten bins of equal width; few answers make an error by themselves, and `by chance` is what it
    comes to when every confidence is exactly true. `coverage` is the largest share of answers, `from` some
    confidence up, of which at most 1 % are wrong, `documents` how many stand behind it.
    """
    draw = _drawing(plot, calibration)
    from paperformer.cli.progress import progress_bar
    from paperformer.extraction.evaluation.evaluate import evaluate

    with progress_bar(None) as bar:
        evaluation = evaluate(
            dataset,
            model=model,
            from_image=from_image,
            ocr_engine=ocr_engine,
            threshold=threshold,
            calibration=calibration,
            known_parties=known_parties,
            progress=bar.reached,
        )
    if draw is not None:
        draw(evaluation.calibration)
    if output == "json":
        import json

        click.echo(json.dumps(evaluation.to_dict(), indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(_tables(evaluation)), nl=False)
    for reason in evaluation.unmeasured.values():
        click.echo(f"paperformer: {printable(f'{dataset}: not measured: {reason}')}", err=True)
    for reason in evaluation.unreadable.values():
        click.echo(f"paperformer: {printable(f'{dataset}: {reason}')}", err=True)
    for name, reason in evaluation.failed.items():
        click.echo(f"paperformer: {printable(f'{name}: {reason}')}", err=True)
    nothing = bool(evaluation.unmeasured) and not evaluation.fields["all"].expected
    if evaluation.failed or nothing:
        click.get_current_context().exit(ExitCode.FAILED)


def _drawing(plot: Path | None, calibration: bool) -> Callable[[Mapping[str, Reliability]], None] | None:
    """What draws the curves; asked for before anything is read, so that misuse is told at once."""
    if plot is None:
        return None
    if not calibration:
        raise Misuse("--plot draws what --calibration measures. Give both")
    if plot.suffix.lower() not in (".png", ".svg"):
        raise Misuse(f"{plot}: no picture of that kind is drawn. Name it something.png or something.svg")
    with inspection_extra("evaluate --plot"):
        from paperformer.inspection.reliability_plot import plot_reliability
    return lambda found: plot_reliability(found, plot)


def _tables(evaluation: Evaluation) -> Iterator[str]:
    title = (
        f"{evaluation.dataset}: {evaluation.documents} documents, answers from {evaluation.threshold:g} up"
    )
    yield _table(title, evaluation.fields)
    for protocol, parts in evaluation.sroie.items():
        for part, scores in parts.items():
            yield _table(f"SROIE {protocol}, {part}", scores)
    if evaluation.calibration:
        yield from _trust_tables(evaluation.calibration)


def _trust_tables(calibration: Mapping[str, Reliability]) -> Iterator[str]:
    from paperformer.cli.tables import aligned

    rows = [_trust_row(name, found) for name, found in calibration.items()]
    yield f"calibration, coverage at 1 % error\n{aligned([TRUST_HEADINGS, *rows])}"
    bins = [
        (f"{b.lower:.1f} to {b.upper:.1f}", f"{b.confidence:.4f}", f"{b.accuracy:.4f}", str(b.count))
        for b in calibration["all"].bins
    ]
    yield f"reliability, all fields\n{aligned([BIN_HEADINGS, *bins])}"


def _trust_row(name: str, found: Reliability) -> tuple[str, ...]:
    coverage = found.coverage
    return (
        name, str(found.answers), str(found.right),
        f"{found.ece:.4f}", f"{found.ece_by_chance:.4f}", f"{found.brier:.4f}",
        f"{coverage.share:.4f}", "none" if coverage.threshold is None else f"{coverage.threshold:.4f}",
        str(coverage.documents),
    )  # fmt: skip


def _table(title: str, scores: Mapping[str, Score]) -> str:
    from paperformer.cli.tables import aligned

    return f"{title}\n{aligned([HEADINGS, *(_row(name, score) for name, score in scores.items())])}"


def _row(name: str, score: Score) -> tuple[str, ...]:
    shares = (f"{share:.4f}" for share in (score.precision, score.recall, score.f1))
    return (name, *shares, str(score.matched), str(score.given), str(score.expected))
