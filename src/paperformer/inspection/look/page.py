"""Attention over the picture of a page: which words an answer, or any word, looks at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from paperformer.documents.model import Box
from paperformer.errors import InvalidConfig
from paperformer.inspection.look.attention import AttentionMap
from paperformer.inspection.look.of_document import SeenDocument, Unit, attention_to, outside_words
from paperformer.inspection.look.style import ACCENT, FAINT, INK, MARKER, bare, new_figure, plain, title

WIDTH, LISTED, LEAST = 7.0, 14, 0.001  # inches of the page; words named beside it, from which share
NAME = 22  # letters of a word beside the page
FRAME = 0.002  # between a framed word and its frame, of the page


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
    around = outside_words(one, asking, head)
    title(picture, f"{document.seen.title}, what {name} attends to", _below(one, head, shares, around))
    return picture


def _shade(page: Any, units: Sequence[Unit], asking: Sequence[int], shares: np.ndarray, number: int) -> None:
    others = np.delete(shares, list(asking))
    highest = float(np.max(others, initial=1e-9))
    for place, unit in enumerate(units):
        if unit.page != number:
            continue
        if place in asking:
            page.add_patch(Rectangle(*_around(unit.box, FRAME), fill=False, edgecolor=ACCENT, linewidth=1.0))
        elif (strength := min(1.0, float(shares[place]) / highest)) > 0.03:
            alpha = 0.1 + 0.55 * strength
            page.add_patch(Rectangle(*_around(unit.box, 0.0), color=MARKER, alpha=alpha, linewidth=0))


def _around(box: Box, margin: float) -> tuple[tuple[float, float], float, float]:
    """Corner, width and height of a box with a margin, which leaves the letters clear of its frame."""
    corner = (box.x0 - margin, box.y0 - margin)
    return corner, box.width + 2 * margin, box.height + 2 * margin


def _list(axes: Any, units: Sequence[Unit], asking: Sequence[int], shares: np.ndarray) -> None:
    """The words that get most, as bars."""
    order = [place for place in np.argsort(-shares) if place not in asking and shares[place] >= LEAST][
        :LISTED
    ]
    bare(axes)
    axes.barh(range(len(order)), [100 * shares[p] for p in order], color=MARKER, height=0.68)
    for row, place in enumerate(order):
        axes.text(
            100 * shares[place], row, f" {100 * shares[place]:.1f}", va="center", fontsize=8, color=FAINT
        )
    axes.margins(x=0.14)
    axes.set_yticks(range(len(order)), [plain(_shortened(units[p].text)) for p in order])
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


def _shortened(text: str) -> str:
    return text if len(text) <= NAME else f"{text[: NAME - 3]}..."


def _below(one: AttentionMap, head: int | None, shares: np.ndarray, outside: float) -> str:
    said = f"{one.named(head)}. Framed: the words whose attention is shown."
    said += " The stronger its colour, the more of it a word gets."
    if (shares < -LEAST).any():
        said += " Negative weights are not shown."
    return said + (f" {100 * outside:.0f} % goes to [CLS] and [SEP]." if outside > 0.005 else "")
