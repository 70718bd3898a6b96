"""An ablation as a picture: a line for each variant, a dot for each training, mean and spread."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from paperformer.errors import TrainingFailed

if TYPE_CHECKING:
    from paperformer.inspection.ablation_table import Row

INK, ACCENT, FAINT = "#222222", "#0a6ebd", "#bbbbbb"
ROW_HEIGHT, WIDTH = 0.32, 8.0  # inches


def plot(rows: Sequence[Row], figure: str, path: Path) -> None:
    """Draw the rows from top to bottom, and the first one's mean as a line through all.

    Args:
        rows: Of the table.
        figure: What the values are.
        path: A PNG file.

    Raises:
        TrainingFailed: the file cannot be written.
    """
    picture = Figure(figsize=(WIDTH, 1.2 + ROW_HEIGHT * len(rows)), layout="constrained")
    FigureCanvasAgg(picture)  # a canvas without a screen, and without pyplot's global state
    axes = picture.add_subplot()
    axes.axvline(rows[0].mean(figure), color=FAINT, linewidth=1)
    for place, row in enumerate(rows):
        values = row.values[figure]
        axes.plot(values, [place] * len(values), "o", color=FAINT, markersize=4)
        if values:
            axes.errorbar(row.mean(figure), place, xerr=row.spread(figure), fmt="o", color=ACCENT, capsize=3)
        else:
            axes.annotate("failed", (rows[0].mean(figure), place), color=INK, va="center", ha="right")
    axes.set_yticks(range(len(rows)), [row.variant for row in rows])
    axes.invert_yaxis()
    axes.set_xlabel(f"{figure}: each training, mean and standard deviation")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    try:
        picture.savefig(path, dpi=120)
    except OSError as error:
        raise TrainingFailed(
            f"{path} cannot be written ({error.strerror})", "Choose another output folder"
        ) from error
