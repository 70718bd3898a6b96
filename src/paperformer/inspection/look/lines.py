"""Attention as lines between tokens: one head, or all, and one token that asks."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from paperformer.inspection.look.attention import AttentionMap, Matrix, Part, Seen, place_of
from paperformer.inspection.look.style import ACCENT, FAINT, INK, MECHANISM_COLOURS, new_figure, plain, title

ROW = 0.27  # inches of a token
LEAST = 0.02  # weights below draw no line


def draw_lines(
    seen: Seen,
    part: Part | None,
    layer: int | None,
    head: int | None,
    token: str | None,
    least: float = LEAST,
) -> Figure:
    """Tokens that ask at the left, those that are asked at the right, and lines as strong as the weights.

    Args:
        seen: What to draw.
        part: Encoder, decoder or cross; None as ``Seen.of_part``.
        layer: None is the last.
        head: None is the mean of all.
        token: Whose lines stand out, by its text or number; None shows all alike.
        least: Weights below draw no line.

    Raises:
        InvalidConfig: there is no such part, layer, head or token.
    """
    one = seen.map(part, layer)
    weights = one.head(head)
    chosen = None if token is None else place_of(token, one.queries)
    rows = max(len(one.queries), len(one.keys))
    picture = new_figure(6.2, ROW * rows + 1.3)
    axes = picture.add_subplot()
    _draw(axes, one, weights, chosen, least)
    title(
        picture,
        seen.title,
        f"{one.named(head)}. Lines lead from each query (left) to the keys that it attends to (right): the "
        f"stronger, the more. Weights below {100 * least:.0f} % have no line.",
    )
    return picture


def _draw(axes: Any, one: AttentionMap, weights: Matrix, chosen: int | None, least: float) -> None:
    colour = MECHANISM_COLOURS.get(one.mechanism, MECHANISM_COLOURS["softmax"])
    highest = float(np.abs(weights).max()) or 1.0
    order = [n for n in range(len(one.queries)) if n != chosen] + ([] if chosen is None else [chosen])
    for query in order:
        stands_out = chosen is None or query == chosen
        for key, weight in enumerate(weights[query]):
            if abs(weight) < least:
                continue
            strength = min(1.0, abs(float(weight)) / highest)
            axes.plot(
                (0, 1), (query, key), color=colour if stands_out else FAINT, solid_capstyle="round",
                linewidth=0.4 + 3.6 * strength, alpha=(0.15 + 0.85 * strength) if stands_out else 0.10,
            )  # fmt: skip
    asked = None if chosen is None else np.abs(weights[chosen])
    for place, name in enumerate(one.queries):
        bold = place == chosen
        axes.text(-0.03, place, plain(name), ha="right", va="center", fontsize=10,
                  color=ACCENT if bold else INK, fontweight="bold" if bold else "normal")  # fmt: skip
    for place, name in enumerate(one.keys):
        share = "" if asked is None or asked[place] < least else f"  {100 * asked[place]:.0f} %"
        axes.text(1.03, place, plain(name + share), ha="left", va="center", fontsize=10,
                  color=INK if asked is None or share else FAINT)  # fmt: skip
    axes.set_xlim(-0.75, 1.75)
    axes.set_ylim(max(len(one.queries), len(one.keys)) - 0.4, -0.6)
    axes.axis("off")
