"""Attention over the picture of a page: which words an answer, or any word, looks at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from paperformer.errors import InvalidConfig
from paperformer.inspection.look.attention import AttentionMap
from paperformer.inspection.look.of_document import SeenDocument, Unit, attention_to
from paperformer.inspection.look.style import ACCENT, FAINT, INK, MARKER, bare, new_figure, plain, title

WIDTH, LISTED, LEAST = 7.0, 14, 0.001  # inches of the page; words named beside it, from which share


def draw_page(document: SeenDocument, layer: int | None, head: int | None, wanted: str | None) -> Figure:
    """The page on which the word stands, each word of it shaded by the attention that it gets.

    Args:
        document: What to draw.
        layer: None is the last.
        head: None is the mean of all.
        wanted: A field that was found, a word, or its number; None is the total.

    Raises:
        InvalidConfig: there is no such layer, head, field or word.
    """
    one = document.seen.map("encoder", layer)
    name, asking = document.units_of(wanted)
    shares = attention_to(one, asking, head, len(document.units))
    number = document.units[asking[0]].page
    if number not in document.pages:
        raise InvalidConfig(f"page {number} has no picture", "Ask for another word")
    image = document.pages[number]
    tall = WIDTH * image.height / image.width
    picture = new_figure(WIDTH + 3.4, tall + 0.9)
    page, names = picture.subplots(1, 2, width_ratios=(WIDTH, 3.2))
    page.imshow(image, extent=(0, 1, 1, 0), aspect="auto")
    page.axis("off")
    _shade(page, document.units, asking, shares, number)
    _list(names, document.units, asking, shares)
    heads = "mean of all heads" if head is None else f"head {head}"
    title(picture, f"{document.seen.title}: what {name} looks at", _below(one, heads, shares))
    return picture


def _shade(page: Any, units: Sequence[Unit], asking: Sequence[int], shares: np.ndarray, number: int) -> None:
    others = np.delete(shares, list(asking))
    highest = float(np.max(np.abs(others), initial=1e-9))
    for place, unit in enumerate(units):
        if unit.page != number:
            continue
        corner, size = (unit.box.x0, unit.box.y0), (unit.box.width, unit.box.height)
        if place in asking:
            page.add_patch(Rectangle(corner, *size, fill=False, edgecolor=ACCENT, linewidth=1.8))
        elif (strength := min(1.0, abs(float(shares[place])) / highest)) > 0.03:
            alpha = 0.1 + 0.55 * strength
            page.add_patch(Rectangle(corner, *size, color=MARKER, alpha=alpha, linewidth=0))


def _list(axes: Any, units: Sequence[Unit], asking: Sequence[int], shares: np.ndarray) -> None:
    """The words that get most, as bars."""
    order = [place for place in np.argsort(-shares) if place not in asking and shares[place] >= LEAST][
        :LISTED
    ]
    bare(axes)
    axes.barh(range(len(order)), [100 * shares[p] for p in order], color=MARKER, height=0.68)
    axes.set_yticks(range(len(order)), [plain(units[p].text[:22]) for p in order])
    axes.tick_params(axis="y", length=0, labelsize=9)
    axes.set_ylim(3 * LISTED - 0.5, -0.7)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xlabel("% of the attention", fontsize=8.5, color=FAINT)
    axes.spines["bottom"].set_visible(False)
    axes.spines["left"].set_bounds(-0.5, len(order) - 0.5)
    axes.spines["top"].set_visible(True)
    axes.spines["top"].set_color(FAINT)
    axes.yaxis.label.set_color(INK)


def _below(one: AttentionMap, heads: str, shares: np.ndarray) -> str:
    outside = 1 - float(shares.sum())
    said = f"{one.name}, {heads} ({one.mechanism}). Framed: the words that ask."
    said += " The stronger its colour, the more attention a word gets."
    return said + (f" {100 * outside:.0f} % goes to [CLS] and [SEP]." if outside > 0.005 else "")
