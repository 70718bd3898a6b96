"""The figures of a training, a line each on stderr."""

from __future__ import annotations

from collections.abc import Mapping

import click


def report(figures: Mapping[str, float]) -> None:
    """Say one record of the log."""
    click.echo("  ".join(f"{name} {_short(value)}" for name, value in figures.items()), err=True)


def _short(value: float) -> str:
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.4g}"
