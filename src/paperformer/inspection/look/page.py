"""Attention over the picture of a page: which words an answer, or any word, looks at."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, PathPatch
from matplotlib.patches import Rectangle as Patch
from matplotlib.path import Path as Outline
from numpy.typing import NDArray

from paperformer.errors import InvalidConfig
from paperformer.inspection.look.attention import AttentionMap, Heads
from paperformer.inspection.look.of_document import SeenDocument, Unit
from paperformer.inspection.look.page_curves import Rectangle, curve, joined, nearest
from paperformer.inspection.look.shares import LEAST, Shares, shares_of
from paperformer.inspection.look.style import (
    ACCENT,
    CURVE,
    FAINT,
    GRID,
    INK,
    MARKER,
    new_figure,
    plain,
    title,
)

if TYPE_CHECKING:
    from PIL import Image

WIDTH, PANEL, ROW = 7.0, 3.5, 0.34  # inches of the page, of what stands beside it, of a line there
CURVES, CURVED, LISTED = 5, 0.01, 10  # curves at most, and from which share; words named beside the page
MARK = 0.055  # half the number at the end of a curve
NAME = 20  # letters of a word beside the page
SHADED, TINTED = 0.004, 0.9  # words that get less stay as they are; the strongest shade
SAID_SHADES = "shades on the page, by share"
TINT = LinearSegmentedColormap.from_list("tint", ["#ffffff", MARKER])


def draw_page(document: SeenDocument, layer: int | None, heads: Heads, wanted: str | None) -> Figure:
    """The page on which the word stands, each word of it shaded by the attention that it gets.

    Args:
        document: What to draw.
        layer: None is the last.
        heads: The mean of these.
        wanted: A field that was found, a word, or its number; None is the total.

    Raises:
        InvalidConfig: there is no such layer, head, field or word.
    """
    attention_map = document.seen.map("encoder", layer)
    name, asking = document.units_of(wanted)
    shares = shares_of(attention_map, asking, heads, len(document.units))
    number = document.units[asking[0]].page
    if number not in document.pages:
        raise InvalidConfig(f"page {number} has no picture", "Ask for another word")
    image = document.pages[number]
    tall = WIDTH * image.height / image.width
    picture = new_figure(WIDTH + PANEL, tall + 0.9)
    page, panel = picture.subplots(1, 2, width_ratios=(WIDTH, PANEL))
    paper = _Paper(document.units, number, WIDTH, tall)
    page.imshow(_shaded(image, paper, shares), extent=(0, WIDTH, tall, 0), aspect="equal")
    for spine in page.spines.values():
        spine.set_color(GRID)
    page.set_xticks([])
    page.set_yticks([])
    for place in _asking(paper, shares):
        page.add_patch(_rounded(place, facecolor="none", edgecolor=ACCENT, linewidth=1.6))
    _curves(page, paper, shares)
    _panel(panel, paper, shares, name, tall)
    title(picture, document.seen.title, _below(attention_map, heads, shares))
    return picture


@dataclass(frozen=True, slots=True)
class _Paper:
    """One page of a document, in inches."""

    units: tuple[Unit, ...]
    number: int
    width: float
    height: float

    def shows(self, unit: int) -> bool:
        return self.units[unit].page == self.number

    def place(self, unit: int, margin: float = 0.0) -> Rectangle:
        """Left, top, right and bottom of a word with a margin around."""
        box = self.units[unit].box
        return (
            box.x0 * self.width - margin, box.y0 * self.height - margin,
            box.x1 * self.width + margin, box.y1 * self.height + margin,
        )  # fmt: skip


def strength(share: float, greatest: float) -> float:
    """How strong the shade of a word is: the root of its share, so that a tenth is seen beside the whole."""
    return math.sqrt(min(1.0, max(0.0, share) / max(greatest, 1e-9)))


def _shaded(image: Image.Image, paper: _Paper, shares: Shares) -> NDArray[np.float64]:
    """The picture with its words tinted as with a marker pen: letters keep their contrast, dark or light."""
    shaded = np.asarray(image.convert("RGB"), dtype=np.float64) / 255
    ink = np.array(to_rgb(MARKER))
    for unit in range(len(paper.units)):
        if not paper.shows(unit) or unit in shares.asking or shares.to[unit] < SHADED:
            continue
        left, top, right, bottom = (round(at * image.width / paper.width) for at in paper.place(unit, 0.015))
        tint = 1 - TINTED * strength(shares.to[unit], shares.greatest) * (1 - ink)
        shaded[max(0, top) : bottom, max(0, left) : right] *= tint
    return shaded


def _asking(paper: _Paper, shares: Shares) -> list[Rectangle]:
    return joined([paper.place(unit, 0.03) for unit in shares.asking if paper.shows(unit)])


def _rounded(place: Rectangle, **style: Any) -> FancyBboxPatch:
    left, top, right, bottom = place
    return FancyBboxPatch(
        (left, top), right - left, bottom - top, boxstyle="round,pad=0,rounding_size=0.03", **style
    )


def _curves(axes: Any, paper: _Paper, shares: Shares) -> None:
    """To the words that get most, with their rank at the end."""
    asking = _asking(paper, shares)
    for rank, unit in reversed(list(enumerate(shares.strongest(CURVES), 1))):
        if not paper.shows(unit) or shares.to[unit] < CURVED:
            continue
        place = paper.place(unit, 0.015)
        start, control, end = curve(nearest(asking, place), place, MARK)
        path = Outline([start, control, end], [Outline.MOVETO, Outline.CURVE3, Outline.CURVE3])
        width = 0.7 + 1.5 * strength(shares.to[unit], shares.greatest)
        for colour, wide in (("white", width + 1.6), (CURVE, width)):
            axes.add_patch(
                PathPatch(path, facecolor="none", edgecolor=colour, linewidth=wide, capstyle="round")
            )
        _rank(axes, end, rank)


def _rank(axes: Any, at: tuple[float, float], rank: int) -> None:
    axes.plot(
        *at, marker="o", markersize=8, markerfacecolor=CURVE, markeredgecolor="white", markeredgewidth=0.8
    )
    axes.text(*at, str(rank), ha="center", va="center_baseline", fontsize=6, fontweight="bold", color="white")


def _panel(axes: Any, paper: _Paper, shares: Shares, name: str, height: float) -> None:
    """The words that get most with their shares, and where the rest goes: together the whole."""
    axes.set_xlim(0, PANEL)
    axes.set_ylim(height, 0)
    axes.set_aspect("equal")
    axes.axis("off")
    axes.text(
        0.1, 0.1, plain(_shortened(name, 34)), fontsize=10.5, fontweight="bold", color=ACCENT, va="center"
    )
    axes.text(0.1, 0.36, "gives its attention to", fontsize=9, color=FAINT, va="center")
    named = shares.strongest(LISTED)
    y = 0.72
    for rank, unit in enumerate(named, 1):
        where = "" if paper.shows(unit) else f" (page {paper.units[unit].page})"
        _bar(axes, y, _shortened(paper.units[unit].text, NAME) + where, shares.to[unit], shares.greatest)
        if rank <= CURVES and paper.shows(unit) and shares.to[unit] >= CURVED:
            _rank(axes, (0.18, y), rank)
        y += ROW
    y += 0.12
    axes.plot((0.1, PANEL - 0.1), (y - ROW / 2, y - ROW / 2), color=GRID, linewidth=0.8)
    count, rest = shares.others(named)
    others = [(f"{count} other words", rest), ("the framed words", shares.itself)]
    others += [("[CLS] and [SEP]", shares.outside)] if shares.outside >= LEAST else []
    for said, share in others:
        axes.text(0.36, y, said, fontsize=9, color=FAINT, va="center")
        axes.text(PANEL - 0.1, y, _percent(share), fontsize=9, color=FAINT, ha="right", va="center")
        y += 0.8 * ROW
    _scale(axes, y + 0.25, shares.greatest)


def _bar(axes: Any, y: float, said: str, share: float, greatest: float) -> None:
    """A word and its share, over a bar as long as the share and as strong as its shade on the page."""
    axes.text(0.36, y - 0.03, plain(said), fontsize=9.5, color=INK, va="center")
    axes.text(PANEL - 0.1, y - 0.03, _percent(share), fontsize=9.5, color=INK, ha="right", va="center")
    room = PANEL - 0.46
    colour = TINT(TINTED * strength(share, greatest))
    axes.add_patch(Patch((0.36, y + 0.085), room, 0.05, color=GRID, linewidth=0, alpha=0.6))
    axes.add_patch(Patch((0.36, y + 0.085), room * min(1.0, share), 0.05, color=MARKER, linewidth=0))
    axes.add_patch(Patch((0.28, y - 0.1), 0.03, 0.2, color=colour, linewidth=0))


def _scale(axes: Any, y: float, greatest: float) -> None:
    """Which share has which shade."""
    axes.text(0.36, y - 0.16, SAID_SHADES, fontsize=8, color=FAINT, va="center")
    steps = 5
    for step in range(steps):
        share = greatest * ((step + 1) / steps) ** 2
        left, width = 0.36 + step * (PANEL - 0.46) / steps, (PANEL - 0.46) / steps
        axes.add_patch(Patch((left, y), width, 0.16, color=TINT(TINTED * (step + 1) / steps), linewidth=0))
        axes.text(left + width, y + 0.3, _percent(share), fontsize=7.5, color=FAINT, ha="right", va="center")


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _below(attention_map: AttentionMap, heads: Heads, shares: Shares) -> str:
    said = f"{attention_map.named(heads)}. Framed: the words whose attention is shown. The more of it a word "
    said += "gets, the stronger its shade; curves lead to those that get most."
    return said + (" Negative weights are not shown." if (shares.to < -LEAST).any() else "")
