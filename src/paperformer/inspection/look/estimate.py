"""An estimated attention beside what it estimates: the implied matrix, the exact one, and the difference."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from paperformer.errors import InvalidConfig
from paperformer.inspection.look.attention import ALL, AttentionMap, Heads, Part, Seen, mean_over
from paperformer.inspection.look.matrices import WRITTEN, write_hundredths
from paperformer.inspection.look.style import (
    INK,
    SIGNED,
    WEIGHTS,
    framed,
    matrix_labels,
    new_figure,
    title,
    weight_bar,
)

SIDE = 3.3  # inches of a matrix


def draw_estimate(seen: Seen, part: Part | None, layer: int | None, heads: Heads) -> Figure:
    """The matrix that random features imply, that of exact softmax, and the first less the second.

    Args:
        seen: What to draw.
        part: Encoder, decoder or cross; None as ``Seen.of_part``.
        layer: None is the last.
        heads: The mean of these.

    Raises:
        InvalidConfig: there is no such part, layer or head, or nothing is estimated.
    """
    attention_map = seen.map(part, layer)
    implied = attention_map.mean_of(heads)
    if attention_map.exact is None or attention_map.error is None:
        raise InvalidConfig(
            f"{attention_map.mechanism} attention estimates nothing", "Give --attention performer or hybrid"
        )
    exact = replace(attention_map, weights=attention_map.exact).mean_of(heads)
    picture = new_figure(3 * (SIDE + 0.9) + 0.6, SIDE + 2.1)
    panels: Any = picture.subplots(1, 3)
    top, apart = float(max(implied.max(), exact.max())), implied - exact
    bound = max(float(np.abs(apart).max()), 1e-9)
    _panel(
        picture,
        panels[0],
        attention_map,
        implied,
        f"{attention_map.mechanism}: implied by its features",
        WEIGHTS,
        (0.0, top),
    )
    _panel(picture, panels[1], attention_map, exact, "exact softmax", WEIGHTS, (0.0, top))
    _panel(picture, panels[2], attention_map, apart, "difference", SIGNED, (-bound, bound))
    title(picture, seen.title, _below(attention_map, heads))
    return picture


def _panel(
    picture: Figure,
    axes: Any,
    attention_map: AttentionMap,
    weights: np.ndarray,
    name: str,
    colours: Any,
    limits: tuple[float, float],
) -> None:
    shown = axes.imshow(weights, cmap=colours, vmin=limits[0], vmax=limits[1], aspect="auto", rasterized=True)
    framed(axes)
    axes.set_box_aspect(len(attention_map.queries) / len(attention_map.keys))
    matrix_labels(
        axes,
        attention_map.queries,
        attention_map.keys,
        SIDE,
        size=8.5 if len(attention_map.queries) < 24 else 6.5,
    )
    axes.set_xlabel(name, fontsize=10, color=INK, labelpad=8)
    axes.xaxis.set_label_position("bottom")
    if weights.size <= WRITTEN:
        write_hundredths(axes, weights)
    weight_bar(picture, axes, shown, "")


def _below(attention_map: AttentionMap, heads: Heads) -> str:
    errors = attention_map.error if attention_map.error is not None else np.zeros(len(attention_map.weights))
    error = f"{100 * mean_over(errors, heads):.0f} %"
    whole = "" if heads == ALL else f" ({100 * errors.mean():.0f} % over all heads of the layer)"
    return (
        f"{attention_map.named(heads)}. Rows are queries, columns are keys; blue in the difference is "
        "too much, red too little. Error, the share of a query's attention that exact softmax would send "
        "elsewhere: "
        f"{error}{', the mean of the heads' if len(heads) != 1 else ''}{whole}{_limit(attention_map, heads)}."
    )


def _limit(attention_map: AttentionMap, heads: Heads) -> str:
    if attention_map.bias is None:
        return ""
    return f"; with ever more features {100 * mean_over(attention_map.bias, heads):.0f} % would be left"
