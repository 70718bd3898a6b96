"""One sentence cut by different tokenizers: words, characters and pieces side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from paperformer.errors import InvalidConfig
from paperformer.inspection.look.style import FAINT, INK, SERIES, new_figure, plain, title
from paperformer.text.word_tokenizer import WordTokenizer

LETTER, GAP, BREADTH = 0.092, 0.06, 9.6  # inches
BOX, LINE, HEADING = 0.36, 0.44, 0.52  # inches: of a token, of a line of them, and above them


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


def cuttings(text: str, pieces: WordTokenizer) -> list[Cutting]:
    """The text as words, as characters and as pieces.

    Raises:
        InvalidConfig: there is no text.
    """
    if not text.strip():
        raise InvalidConfig("the text is empty", "Give a sentence")
    ids = pieces.encode(text.split()).ids.tolist()
    found, unknown = tuple(pieces.pieces(ids)), ids.count(pieces.unknown_id)
    size = len(pieces)
    return [
        Cutting("words", tuple(text.split()), "short, but any new word is unknown"),
        Cutting("characters", tuple(text), "nothing is unknown, but long"),
        Cutting(pieces.kind, found, f"{size:,} pieces spell any word; {unknown} unknown here"),
    ]


def written(token: str) -> str:
    """A token as people can see it: a space by a sign."""
    return token.replace(" ", "␣")


def draw_cuttings(text: str, drawn: list[Cutting]) -> Figure:
    """For each tokenizer its name and a box for each token, on as many lines as they take."""
    room = BREADTH - 0.4
    blocks = [_lines(cutting.tokens, room) for cutting in drawn]
    height = sum(HEADING + LINE * len(lines) for lines in blocks)
    picture = new_figure(BREADTH, height + 0.9)
    axes: Any = picture.add_subplot()
    top = 0.0
    for row, (cutting, lines) in enumerate(zip(drawn, blocks, strict=True)):
        axes.text(
            0,
            top - 0.1,
            f"{cutting.name}: {len(cutting.tokens)}",
            fontsize=10.5,
            fontweight="bold",
            color=INK,
        )
        axes.text(room, top - 0.1, plain(cutting.remark), fontsize=8.5, color=FAINT, ha="right")
        for line in lines:
            for left, token in line:
                _box(axes, left, top, token, SERIES[row % len(SERIES)])
            top += LINE
        top += HEADING
    axes.set(xlim=(-0.05, room + 0.05), ylim=(top - HEADING, -0.35))
    axes.axis("off")
    title(picture, f"Tokens of “{text}”")
    return picture


def _width(token: str) -> float:
    return LETTER * len(token) + 0.14


def _lines(tokens: tuple[str, ...], room: float) -> list[list[tuple[float, str]]]:
    """Tokens with their left edges, broken into lines."""
    lines: list[list[tuple[float, str]]] = [[]]
    left = 0.0
    for token in tokens:
        if left + _width(token) > room and lines[-1]:
            lines.append([])
            left = 0.0
        lines[-1].append((left, token))
        left += _width(token) + GAP
    return lines


def _box(axes: Any, left: float, top: float, token: str, colour: str) -> None:
    width = _width(token)
    rounded = "round,pad=0,rounding_size=0.05"
    axes.add_patch(
        FancyBboxPatch((left, top), width, BOX, boxstyle=rounded, facecolor=colour, alpha=0.14, linewidth=0)
    )
    axes.text(
        left + width / 2,
        top + BOX / 2,
        plain(written(token)),
        ha="center",
        va="center",
        fontsize=10,
        color=INK,
    )
