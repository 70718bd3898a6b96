"""An ablation as a picture: a line for each variant, a dot for each training, mean and spread."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from paperformer.errors import TrainingFailed
from paperformer.inspection.look.style import ACCENT, FAINT, INK, SERIES, bare, new_figure, settings

if TYPE_CHECKING:
    from paperformer.inspection.ablation_table import Row

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
    picture = new_figure(WIDTH, 1.2 + ROW_HEIGHT * len(rows))
    axes = picture.add_subplot()
    axes.axvline(rows[0].mean(figure), color=FAINT, linewidth=1)
    for place, row in enumerate(rows):
        values = row.values[figure]
        axes.plot(values, [place] * len(values), "o", color=FAINT, markersize=4)
        if values:
            axes.errorbar(
                row.mean(figure), place, xerr=row.spread(figure), fmt="o", color=SERIES[0], capsize=3
            )
        else:
            axes.annotate("failed", (rows[0].mean(figure), place), color=ACCENT, va="center", ha="right")
    axes.set_yticks(range(len(rows)), [row.variant for row in rows])
    axes.invert_yaxis()
    axes.set_xlabel(f"{figure}: each training, mean and standard deviation", fontsize=9, color=INK)
    bare(axes)
    try:
        with settings():
            picture.savefig(path, dpi=120)
    except OSError as error:
        raise TrainingFailed(
            f"{path} cannot be written ({error.strerror})", "Choose another output folder"
        ) from error
