"""Attention as lines between tokens: of one head, of the mean of all, or of several in their colours."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from paperformer.inspection.look.attention import AttentionMap, Heads, Matrix, Part, Seen, place_of
from paperformer.inspection.look.head_colours import head_colours
from paperformer.inspection.look.style import ACCENT, FAINT, INK, MECHANISM_COLOURS, new_figure, plain, title

ROW = 0.27  # inches of a token
LEAST = 0.02  # weights below draw no line
APART = 0.4  # of a row, over which the lines of several heads spread


def draw_lines(
    seen: Seen,
    part: Part | None,
    layer: int | None,
    heads: Heads,
    token: str | None,
    least: float = LEAST,
) -> Figure:
    """Tokens that ask at the left, those that are asked at the right, and lines as strong as the weights.

    Args:
        seen: What to draw.
        part: Encoder, decoder or cross; None as ``Seen.of_part``.
        layer: None is the last.
        heads: Several each have a colour; all are drawn as their mean.
        token: Whose lines stand out, by its text or number; None shows all alike.
        least: Weights below draw no line.

    Raises:
        InvalidConfig: there is no such part, layer, head or token.
    """
    attention_map = seen.map(part, layer)
    mean = attention_map.mean_of(heads)
    chosen = None if token is None else place_of(token, attention_map.queries)
    rows = max(len(attention_map.queries), len(attention_map.keys))
    picture = new_figure(6.2, ROW * rows + (1.3 if len(heads) < 2 else 1.6))
    axes = picture.add_subplot()
    _lines(axes, attention_map, heads, chosen, least)
    _names(axes, attention_map, mean, chosen, least)
    if len(heads) > 1:
        columns = min(len(heads), 6)
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=columns, frameon=False, fontsize=8.5)
    title(picture, seen.title, _below(attention_map, heads, chosen, least))
    return picture


def _below(attention_map: AttentionMap, heads: Heads, chosen: int | None, least: float) -> str:
    several = f"heads {', '.join(map(str, heads))} ({attention_map.mechanism})"
    said = f"{attention_map.name}, {several}" if len(heads) > 1 else attention_map.named(heads)
    said += (
        ". Lines lead from each query (left) to the keys that it attends to (right): the stronger, the more. "
    )
    said += f"Weights below {100 * least:.0f} % have no line."
    return said + (" Shares are the mean of these heads." if len(heads) > 1 and chosen is not None else "")


def _lines(axes: Any, attention_map: AttentionMap, heads: Heads, chosen: int | None, least: float) -> None:
    if len(heads) < 2:
        colour = MECHANISM_COLOURS.get(attention_map.mechanism, MECHANISM_COLOURS["softmax"])
        _of_matrix(axes, attention_map.mean_of(heads), colour, 0.0, chosen, least)
        return
    colours = head_colours(len(attention_map.weights))
    for place, head in enumerate(heads):
        shift = APART * (place / (len(heads) - 1) - 0.5)
        _of_matrix(axes, attention_map.weights[head], colours[head], shift, chosen, least)
        axes.plot([], [], color=colours[head], linewidth=3, label=f"head {head}")


def _of_matrix(
    axes: Any, weights: Matrix, colour: str, shift: float, chosen: int | None, least: float
) -> None:
    """The lines of one matrix, those of the chosen query last, over the others."""
    highest = float(np.abs(weights).max()) or 1.0
    order = [n for n in range(len(weights)) if n != chosen] + ([] if chosen is None else [chosen])
    for query in order:
        stands_out = chosen is None or query == chosen
        for key, weight in enumerate(weights[query]):
            if abs(weight) < least:
                continue
            strength = min(1.0, abs(float(weight)) / highest)
            axes.plot(
                (0, 1), (query + shift, key + shift), color=colour if stands_out else FAINT,
                solid_capstyle="round", linewidth=0.4 + 3.6 * strength,
                alpha=(0.15 + 0.85 * strength) if stands_out else 0.10,
            )  # fmt: skip


def _names(axes: Any, attention_map: AttentionMap, mean: Matrix, chosen: int | None, least: float) -> None:
    asked = None if chosen is None else np.abs(mean[chosen])
    for place, name in enumerate(attention_map.queries):
        bold = place == chosen
        axes.text(-0.03, place, plain(name), ha="right", va="center", fontsize=10,
                  color=ACCENT if bold else INK, fontweight="bold" if bold else "normal")  # fmt: skip
    for place, name in enumerate(attention_map.keys):
        share = "" if asked is None or asked[place] < least else f"  {100 * asked[place]:.0f} %"
        axes.text(1.03, place, plain(name + share), ha="left", va="center", fontsize=10,
                  color=INK if asked is None or share else FAINT)  # fmt: skip
    axes.set_xlim(-0.75, 1.75)
    axes.set_ylim(max(len(attention_map.queries), len(attention_map.keys)) - 0.4, -0.6)
    axes.axis("off")
