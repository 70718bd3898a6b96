"""``paperformer evaluate``: how well a model reads labelled documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from paperformer.cli.failure import ExitCode, Misuse, printable
from paperformer.cli.inspection_extra import inspection_extra
from paperformer.cli.mistakes import check_mistakes, write_mistakes
from paperformer.cli.options import (
    OCR_ENGINES,
    FilePath,
    fields_option,
    known_parties_option,
    label_confidence_option,
    model_option,
    without_option,
)
from paperformer.cli.schema import known_fields

if TYPE_CHECKING:
    from paperformer.evaluation.evaluate import Evaluation
    from paperformer.evaluation.reliability import Reliability
    from paperformer.extraction.known_parties.party import KnownParty


@click.command("evaluate")
@click.argument("dataset", metavar="DATASET.jsonl|FOLDER", type=FilePath(path_type=Path))
@model_option
@click.option(
    "--against", type=FilePath(exists=True, file_okay=False, path_type=Path), metavar="DIR", multiple=True,
    help="Measure this model too, on the fields that both know, and show F1 side by side. Can be repeated.",
)  # fmt: skip
@fields_option
@click.option(
    "--by-source", is_flag=True,
    help="Measure the model without the rules too, and the rules without the model.",
)  # fmt: skip
@click.option(
    "--mistakes", type=FilePath(path_type=Path), metavar="DIR|FILE.csv|jsonl",
    help="List what was wrong; into a folder with the pages drawn: answers red, right values green.",
)  # fmt: skip
@known_parties_option
@without_option
@label_confidence_option("Where DATASET is what extract answered: answers that are less sure are no labels.")
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
    against: tuple[Path, ...],
    fields: str | None,
    by_source: bool,
    mistakes: Path | None,
    known_parties: tuple[KnownParty, ...] | None,
    without: tuple[str, ...],
    label_confidence: float,
    from_image: bool,
    ocr_engine: str,
    threshold: float,
    output: Literal["table", "json"],
    calibration: bool,
    plot: Path | None,
) -> None:
    """Measure precision, recall and F1 per field on labelled documents.

    DATASET.jsonl holds one document a line (.jsonl.gz is read too); a folder of documents, each with its
    answers in a .json file of the same name, will do as well, and so does what `extract` wrote with --out or
    --output jsonl: the figures then say how far two models agree. True values may be written as they are
    printed: they are equal when they are after normalisation. For receipts of SROIE the figures of the
    official protocol (exact) and those by content (content) are given too, over all answers.

    --calibration takes the best answer of every field, at any confidence. ECE is the expected calibration
    error over ten bins of equal width; few answers make an error by themselves, and `by chance` is what it
    comes to when every confidence is exactly true. `coverage` is the largest share of answers, `from` some
    confidence up, of which at most 1 % are wrong, `documents` how many stand behind it.
    """
    draw = _drawing(plot, calibration)
    if mistakes is not None:
        check_mistakes(mistakes)
    from paperformer.cli.progress import progress_bar
    from paperformer.evaluation.evaluate import evaluate

    models = {_called(path): path for path in (model, *against)}
    if len(models) <= len(against):
        raise Misuse("--against names a model twice. Give each once")
    measured = _measured(models, fields)
    evaluations: dict[str, Evaluation] = {}
    for name, folder in models.items():
        is_first = not evaluations
        with progress_bar(None) as bar:
            evaluations[name] = evaluate(
                dataset,
                model=folder,
                from_image=from_image,
                ocr_engine=ocr_engine,
                threshold=threshold,
                calibration=calibration and is_first,
                fields=measured,
                by_source=by_source and is_first,
                mistakes=mistakes is not None and is_first,
                label_confidence=label_confidence,
                known_parties=known_parties,
                without=without,
                progress=bar.reached,
            )
    evaluation = next(iter(evaluations.values()))
    if draw is not None:
        draw(evaluation.calibration)
    if mistakes is not None:
        write_mistakes(evaluation.mistakes, mistakes)
    if output == "json":
        import json

        found = {name: evaluation.to_dict() for name, evaluation in evaluations.items()}
        click.echo(json.dumps(found if against else evaluation.to_dict(), indent=2, ensure_ascii=False))
    else:
        from paperformer.cli.evaluation_tables import comparison, evaluation_tables

        shown = [comparison(evaluations)] if against else []
        click.echo("\n".join([*shown, *evaluation_tables(evaluation)]), nl=False)
    if evaluation.own_labels:
        own = f"{evaluation.own_labels} of {evaluation.documents} documents have labels that this model wrote"
        said = f"{dataset}: {own}: where nobody corrected them, it is compared with itself"
        click.echo(f"paperformer: {printable(said)}", err=True)
    for reason in evaluation.unmeasured.values():
        click.echo(f"paperformer: {printable(f'{dataset}: not measured: {reason}')}", err=True)
    for reason in evaluation.unreadable.values():
        click.echo(f"paperformer: {printable(f'{dataset}: {reason}')}", err=True)
    for name, reason in evaluation.failed.items():
        click.echo(f"paperformer: {printable(f'{name}: {reason}')}", err=True)
    nothing = bool(evaluation.unmeasured) and not evaluation.fields["all"].expected
    if evaluation.failed or nothing:
        click.get_current_context().exit(ExitCode.FAILED)


def _called(model: Path | None) -> str:
    return "default" if model is None else str(model)


def _measured(models: Mapping[str, Path | None], fields: str | None) -> tuple[str, ...] | None:
    """The fields to measure: those asked for; of several models those that all of them know, which is said.

    Raises:
        UnknownField: a field was asked for that a model does not know.
    """
    if fields is not None or len(models) == 1:
        asked = [known_fields(fields, model) for model in models.values()]
        return asked[0]
    from paperformer.cli.schema import schema_of

    known = {name: schema_of(model).names for name, model in models.items()}
    shared = [name for name in next(iter(known.values())) if all(name in names for names in known.values())]
    for model, names in known.items():
        if others := [name for name in names if name not in shared]:
            said = f"not compared, for {model} alone knows them: {', '.join(others)}"
            click.echo(f"paperformer: {printable(said)}", err=True)
    return tuple(shared)


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
