"""Attention as matrices: a small one for each layer and head, and a large one."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from paperformer.inspection.look.attention import AttentionMap, Matrix, Part, Seen
from paperformer.inspection.look.style import (
    FAINT,
    INK,
    SIGNED,
    WEIGHTS,
    framed,
    matrix_labels,
    new_figure,
    plain,
    title,
)

SMALL, LARGE = 0.62, 4.6  # inches of a side
READ = "A row is a token that asks, a column a token that is asked; the darker, the more of its attention."


def draw_matrices(seen: Seen, part: Part | None, layer: int | None, head: int | None) -> Figure:
    """All layers (down) and heads (across) of a part, and one of them large beside.

    Args:
        seen: What to draw.
        part: Encoder, decoder or cross; None as ``Seen.of_part``.
        layer: Of the large one; None is the last.
        head: Of the large one; None is the mean of all.

    Raises:
        InvalidConfig: there is no such part, layer or head.
    """
    maps = seen.of_part(part)
    chosen = seen.map(part, layer)
    large = chosen.head(head)
    heads = len(maps[0].weights)
    height = max(LARGE + 1.5, SMALL * len(maps) + 1.4)
    picture = new_figure(SMALL * heads + LARGE + 2.2, height)
    areas: Any = picture.subfigures(1, 2, width_ratios=(SMALL * heads + 0.7, LARGE + 1.5), wspace=0.02)
    left, right = areas
    _small(left, maps, chosen, head)
    _large(right, chosen, large, head)
    title(picture, seen.title, _below(seen, chosen))
    return picture


def _small(area: Any, maps: tuple[AttentionMap, ...], chosen: AttentionMap, head: int | None) -> None:
    heads = len(maps[0].weights)
    grid = area.subplots(len(maps), heads, squeeze=False, gridspec_kw={"wspace": 0.06, "hspace": 0.06})
    for row, one in zip(grid, maps, strict=True):
        for number, axes in enumerate(row):
            draw_matrix(axes, one.weights[number])
            framed(axes)
            if one is chosen and head in (None, number):
                _mark(axes)
            if one is maps[0]:
                axes.set_title(f"{number}", fontsize=8, color=FAINT, pad=3)
        row[0].set_ylabel(f"{one.layer}", fontsize=8, color=FAINT, rotation=0, ha="right", va="center")
    area.supylabel("layer", fontsize=8.5, color=FAINT)
    area.suptitle("head", fontsize=8.5, color=FAINT)


def _large(area: Any, one: AttentionMap, weights: Matrix, head: int | None) -> None:
    axes = area.subplots()
    shown = draw_matrix(axes, weights)
    framed(axes)
    matrix_labels(axes, one.queries, one.keys, size=9.5 if len(one.queries) < 24 else 6.5)
    name = f"{one.name}, " + ("mean of all heads" if head is None else f"head {head}")
    axes.set_xlabel(plain(f"{name} ({one.mechanism})"), fontsize=9.5, color=INK, labelpad=8)
    axes.xaxis.set_label_position("bottom")
    if weights.size <= 144:
        _write(axes, weights)
    bar = area.colorbar(shown, ax=axes, shrink=0.6, pad=0.02, aspect=28)
    bar.outline.set_visible(False)
    bar.ax.tick_params(labelsize=8, length=0, colors=FAINT)


def draw_matrix(axes: Any, weights: np.ndarray, top: float | None = None) -> Any:
    """A matrix of weights; where some are negative (Linformer's), red ones are."""
    least = float(weights.min())
    if least < -1e-6:
        bound = float(np.abs(weights).max())
        return axes.imshow(weights, cmap=SIGNED, vmin=-bound, vmax=bound, aspect="auto", rasterized=True)
    highest = top if top is not None else max(_highest(weights), 1e-9)
    return axes.imshow(weights, cmap=WEIGHTS, vmin=0.0, vmax=highest, aspect="auto", rasterized=True)


def _highest(weights: np.ndarray) -> float:
    """The darkest weight; of large matrices not the greatest, beside which all others would be white."""
    if weights.size <= 64 * 64:
        return float(weights.max())
    return float(np.quantile(weights, 0.998))


def _write(axes: Any, weights: Matrix) -> None:
    """Hundredths in the cells of a matrix that is small enough."""
    highest = float(np.abs(weights).max()) or 1.0
    for (row, column), weight in np.ndenumerate(weights):
        if abs(weight) >= 0.005:
            colour = "white" if abs(weight) > 0.55 * highest else INK
            axes.text(
                column, row, f"{100 * weight:.0f}", ha="center", va="center", fontsize=7.5, color=colour
            )


def _mark(axes: Any) -> None:
    for spine in axes.spines.values():
        spine.set_color("#b3261e")
        spine.set_linewidth(1.4)


def _below(seen: Seen, one: AttentionMap) -> str:
    error = one.error
    said = READ
    if error is not None:
        said += f" Exact softmax would send {100 * error.mean():.0f} % of this layer's attention elsewhere."
    return " ".join([said, *(f"{note[:1].upper()}{note[1:]}." for note in seen.notes)])
