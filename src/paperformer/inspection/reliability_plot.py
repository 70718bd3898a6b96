"""Reliability curves as a picture: for every field, how often answers of a confidence are right."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from paperformer.errors import InvalidConfig
from paperformer.evaluation.reliability import Reliability
from paperformer.inspection.look.style import FAINT, INK, SERIES, bare, new_figure, settings

COLUMNS, SIDE = 4, 2.3  # panels a row; inches of a panel


def plot_reliability(found: Mapping[str, Reliability], path: Path) -> None:
    """Draw a panel for each field: bins as dots, larger for more answers, beside the line of exact truth.

    Args:
        found: By field.
        path: A PNG or SVG file, by its ending.

    Raises:
        InvalidConfig: the file cannot be written.
    """
    rows = max(1, -(-len(found) // COLUMNS))
    picture = new_figure(COLUMNS * SIDE, rows * (SIDE + 0.25))
    for place, (name, reliability) in enumerate(found.items(), start=1):
        axes = picture.add_subplot(rows, COLUMNS, place, aspect="equal")
        axes.plot([0, 1], [0, 1], color=FAINT, linewidth=1)
        axes.plot(
            [b.confidence for b in reliability.bins],
            [b.accuracy for b in reliability.bins],
            color=SERIES[0],
            linewidth=1,
        )
        sizes = [8 + 120 * b.count / reliability.answers for b in reliability.bins]
        axes.scatter(
            [b.confidence for b in reliability.bins],
            [b.accuracy for b in reliability.bins],
            sizes,
            color=SERIES[0],
        )
        axes.set(xlim=(-0.05, 1.05), ylim=(-0.05, 1.05), xticks=(0, 0.5, 1), yticks=(0, 0.5, 1))
        axes.set_title(
            f"{name}\n{reliability.answers} answers, ECE {reliability.ece:.3f}", fontsize=8, color=INK
        )
        bare(axes)
    picture.supxlabel("confidence", fontsize=9, color=INK)
    picture.supylabel("share that is right", fontsize=9, color=INK)
    try:
        with settings():
            picture.savefig(path, dpi=120, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
    except OSError as error:
        raise InvalidConfig(f"{path} cannot be written ({error.strerror})", "Choose another file") from error
