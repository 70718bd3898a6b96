"""One sentence cut by different tokenizers: words, characters and WordPiece side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from paperformer.errors import InvalidConfig
from paperformer.inspection.look.style import FAINT, INK, SERIES, new_figure, plain, title
from paperformer.text.wordpiece import UNKNOWN, WordPiece

LETTER, GAP, BREADTH = 0.092, 0.06, 9.6  # inches


@dataclass(frozen=True, slots=True)
class Cutting:
    """What one tokenizer makes of a text.

    Args:
        name: Of it.
        tokens: In order.
        remark: What it is good for, and at which price.
    """

    name: str
    tokens: tuple[str, ...]
    remark: str


def cuttings(text: str, pieces: WordPiece) -> list[Cutting]:
    """The text as words, as characters and as WordPiece.

    Raises:
        InvalidConfig: there is no text.
    """
    if not text.strip():
        raise InvalidConfig("the text is empty", "Give a sentence")
    found = tuple(pieces.pieces(pieces.encode(text.split()).ids.tolist()))
    unknown = sum(piece == UNKNOWN for piece in found)
    size = len(pieces)
    return [
        Cutting("words", tuple(text.split()), "short, but any new word is unknown"),
        Cutting("characters", tuple(text), "nothing is unknown, but long"),
        Cutting("WordPiece", found, f"{size:,} pieces spell any word; {unknown} unknown here"),
    ]


def draw_cuttings(text: str, drawn: list[Cutting]) -> Figure:
    """A row for each tokenizer, a box for each token."""
    picture = new_figure(BREADTH, 1.0 * len(drawn) + 0.9)
    axes: Any = picture.add_subplot()
    room = BREADTH - 0.4
    for row, one in enumerate(drawn):
        widths = [LETTER * len(token) + 0.14 for token in one.tokens]
        scale = min(1.0, room / (sum(widths) + GAP * len(widths)))
        left, top = 0.0, float(row)
        axes.text(0, top - 0.1, f"{one.name}: {len(one.tokens)}", fontsize=10.5, fontweight="bold", color=INK)
        axes.text(room, top - 0.1, plain(one.remark), fontsize=8.5, color=FAINT, ha="right")
        for width, token in zip(widths, one.tokens, strict=True):
            _box(axes, left, top, width * scale, token, SERIES[row % len(SERIES)], scale)
            left += (width + GAP) * scale
    axes.set(xlim=(-0.05, room + 0.05), ylim=(len(drawn) - 0.35, -0.35))
    axes.axis("off")
    title(picture, text)
    return picture


def _box(axes: Any, left: float, top: float, width: float, token: str, colour: str, scale: float) -> None:
    shape = FancyBboxPatch(
        (left, top),
        width,
        0.42,
        boxstyle="round,pad=0,rounding_size=0.05",
        facecolor=colour,
        alpha=0.14,
        linewidth=0,
    )
    axes.add_patch(shape)
    shown = plain("␣" if token == " " else token)
    axes.text(
        left + width / 2,
        top + 0.21,
        shown,
        ha="center",
        va="center",
        fontsize=max(4.0, 10 * min(1, scale * 1.1)),
        color=INK,
    )
