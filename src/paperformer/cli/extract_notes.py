"""Notes of ``paperformer extract`` on stderr, beside the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from paperformer.cli.failure import printable

_NAMED = 3  # files that are passed over, of each kind


def tell_passed_over(passed: Mapping[str, Sequence[str]]) -> None:
    """Say which files of the folders may be documents and are of a kind that is not read, by kind."""
    for kind, names in passed.items():
        some = ", ".join(names[:_NAMED]) + (", ..." if len(names) > _NAMED else "")
        click.echo(f"paperformer: {printable(some)}: passed over, no {kind} files are read", err=True)


def tell_labels(out: Path, count: int) -> None:
    """Say how many documents were written with their answers, and what they are good for."""
    use = "correct them, then give the folder to `paperformer train`, `evaluate` or `parties`"
    documents = f"{count} document{'' if count == 1 else 's'}"
    click.echo(f"paperformer: {documents} with answers in {printable(str(out))}: {use}", err=True)


def tell_uncalibrated(model: Path | None) -> None:
    """Say that a model's confidences are not to be trusted, where nobody has calibrated it."""
    from paperformer.extraction.model_folder import CALIBRATION, MANIFEST

    if model is not None and (model / MANIFEST).is_file() and not (model / CALIBRATION).is_file():
        lacking = f"{model} has no {CALIBRATION}: confidences are not calibrated"
        click.echo(f"paperformer: {printable(lacking)}", err=True)


def tell_refused(name: str, message: str) -> None:
    """Say why no e-invoice or booking was written of a document, a line for each reason."""
    for line in message.split("\n"):
        click.echo(f"paperformer: {printable(f'{name}: {line}')}", err=True)
    remedy = "nothing was written of it. Say what you know with --term, or write it anyway with --force"
    click.echo(f"paperformer: {printable(f'{name}: {remedy}')}", err=True)
