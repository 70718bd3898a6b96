"""Attention as matrices: a small one for each layer and head, and a large one."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from paperformer.inspection.look.attention import ALL, AttentionMap, Heads, Matrix, Part, Seen, mean_over
from paperformer.inspection.look.style import (
    ACCENT,
    FAINT,
    INK,
    SIGNED,
    WEIGHTS,
    framed,
    matrix_labels,
    new_figure,
    plain,
    title,
    weight_bar,
)

LARGE = 4.6  # inches of a side
SMALL, SMALLEST, ACROSS = 1.1, 0.62, 7.4  # inches of the side of a small one, and of all in a row
WRITTEN = 144  # cells of a matrix whose numbers are written
READ = "Rows are queries, columns are keys; the darker a cell, the more attention the query gives to the key."
OWN_SCALE = "Each small matrix has its own scale."


def draw_matrices(seen: Seen, part: Part | None, layer: int | None, heads: Heads) -> Figure:
    """All layers (down) and heads (across) of a part, and one of them large beside.

    Args:
        seen: What to draw.
        part: Encoder, decoder or cross; None as ``Seen.of_part``.
        layer: Of the large one; None is the last.
        heads: Of the large one, the mean of these.

    Raises:
        InvalidConfig: there is no such part, layer or head.
    """
    maps = seen.of_part(part)
    chosen = seen.map(part, layer)
    large = chosen.mean_of(heads)
    across = len(maps[0].weights)
    small = min(SMALL, max(SMALLEST, ACROSS / across))
    height = max(LARGE + 1.5, small * len(maps) + 1.4)
    picture = new_figure(small * across + LARGE + 2.4, height)
    areas: Any = picture.subfigures(1, 2, width_ratios=(small * across + 0.7, LARGE + 1.7), wspace=0.02)
    left, right = areas
    _small(left, maps, chosen, heads)
    draw_large(right, chosen, large, chosen.named(heads))
    title(picture, seen.title, _below(seen, chosen, heads))
    return picture


def _small(area: Any, maps: tuple[AttentionMap, ...], chosen: AttentionMap, heads: Heads) -> None:
    grid = area.subplots(
        len(maps), len(maps[0].weights), squeeze=False, gridspec_kw={"wspace": 0.06, "hspace": 0.06}
    )
    for row, attention_map in zip(grid, maps, strict=True):
        for number, axes in enumerate(row):
            draw_matrix(axes, attention_map.weights[number])
            framed(axes)
            axes.set_box_aspect(len(attention_map.queries) / len(attention_map.keys))
            if attention_map is chosen and (heads == ALL or number in heads):
                _mark(axes)
            if attention_map is maps[0]:
                axes.set_title(f"{number}", fontsize=8, color=FAINT, pad=3)
        row[0].set_ylabel(
            f"{attention_map.layer}", fontsize=8, color=FAINT, rotation=0, ha="right", va="center"
        )
    area.supylabel("layer", fontsize=8.5, color=FAINT)
    area.suptitle("head", fontsize=8.5, color=FAINT)


def draw_large(area: Any, attention_map: AttentionMap, weights: Matrix, says: str) -> None:
    """One matrix with its words, its scale and, where it is small enough, its numbers."""
    axes = area.subplots()
    shown = draw_matrix(axes, weights)
    framed(axes)
    matrix_labels(
        axes,
        attention_map.queries,
        attention_map.keys,
        LARGE,
        size=9.5 if len(attention_map.queries) < 24 else 6.5,
    )
    axes.set_xlabel(plain(says), fontsize=9.5, color=INK, labelpad=8)
    axes.xaxis.set_label_position("bottom")
    if weights.size <= WRITTEN:
        write_hundredths(axes, weights)
    weight_bar(area, axes, shown)


def draw_matrix(axes: Any, weights: np.ndarray, top: float | None = None) -> Any:
    """A matrix of weights; where some are negative (Linformer's), red ones are."""
    if is_signed(weights):
        bound = float(np.abs(weights).max())
        return axes.imshow(weights, cmap=SIGNED, vmin=-bound, vmax=bound, aspect="auto", rasterized=True)
    highest = top if top is not None else max(_highest(weights), 1e-9)
    return axes.imshow(weights, cmap=WEIGHTS, vmin=0.0, vmax=highest, aspect="auto", rasterized=True)


def is_signed(weights: np.ndarray) -> bool:
    """Whether some weights are negative, beyond rounding."""
    return float(weights.min()) < -1e-6


def _highest(weights: np.ndarray) -> float:
    """The darkest weight; of large matrices not the greatest, beside which all others would be white."""
    if weights.size <= 64 * 64:
        return float(weights.max())
    return float(np.quantile(weights, 0.998))


def write_hundredths(axes: Any, weights: np.ndarray) -> None:
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
        spine.set_color(ACCENT)
        spine.set_linewidth(1.4)


def _below(seen: Seen, attention_map: AttentionMap, heads: Heads) -> str:
    said = [READ, OWN_SCALE]
    if attention_map.weights[0].size <= WRITTEN:
        said.append("Numbers are hundredths.")
    if is_signed(attention_map.weights):
        said.append("Red weights are negative.")
    if attention_map.error is not None:
        whose = {0: "layer", 1: "head"}.get(len(heads), "mean")
        error = mean_over(attention_map.error, heads)
        said.append(f"Exact softmax would send {100 * error:.0f} % of this {whose}'s attention elsewhere.")
    return " ".join([*said, *(f"{note[:1].upper()}{note[1:]}." for note in seen.notes)])
