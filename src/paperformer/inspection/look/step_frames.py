"""The steps of a decoder as pictures that follow one another: an animated GIF or WebP.

Each frame shows one step: what is read and how much of it is attended to, what was written so far, and the
likeliest next tokens. All tokens keep their places from frame to frame, so that only what changes moves.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, PathPatch, Rectangle
from matplotlib.path import Path as Outline
from PIL import Image

from paperformer.errors import InvalidConfig
from paperformer.inspection.look.steps import Step, Steps
from paperformer.inspection.look.style import FAINT, GRID, INK, SERIES, new_figure, plain, settings

MOST = 64  # steps; an animation of more is too long to follow and large
SHOWN, AT_THE_END = 1200, 3000  # milliseconds
DOTS = 100  # an inch
BREADTH, MARGIN = 9.0, 0.3  # inches, as all below
LETTER, LEAST, GAP, TALL, LINE = 0.1, 0.54, 0.09, 0.56, 0.66  # of a token's box
HEADING, CURVES, BAR = 0.3, 0.42, 0.27
OF_READ, OF_WRITTEN, NEW = SERIES[3], SERIES[0], SERIES[1]
DARK = 0.7  # from this share on, white letters contrast more


@dataclass(frozen=True, slots=True)
class _Box:
    """Where a token stands: its left upper corner and its width."""

    x: float
    y: float
    width: float

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where all stands, the same in every frame."""

    title: tuple[str, ...]
    read: tuple[_Box, ...]
    written: tuple[_Box, ...]
    guesses: float
    height: float


def write_steps(seen: Steps, path: Path) -> None:
    """Write the animation.

    Args:
        seen: The steps.
        path: The file; where it ends in .gif a GIF, else a WebP.

    Raises:
        InvalidConfig: there are too many steps, or the file cannot be written.
    """
    if len(seen.steps) > MOST:
        raise InvalidConfig(
            f"{len(seen.steps)} steps are too many for an animation", f"Give at most {MOST}, or write HTML"
        )
    frames = [_as_image(step_figure(seen, number)) for number in range(len(seen.steps))]
    lasting = [*[SHOWN] * (len(frames) - 1), AT_THE_END]
    options: dict[str, Any] = {"format": "WEBP", "lossless": True, "method": 4}
    if path.suffix.lower() == ".gif":
        frames, options = _of_one_palette(frames), {"format": "GIF", "optimize": False, "disposal": 1}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        frames[0].save(path, save_all=True, append_images=frames[1:], duration=lasting, loop=0, **options)
    except OSError as error:
        raise InvalidConfig(f"{path} cannot be written ({error.strerror})", "Choose another file") from error


def step_figure(seen: Steps, number: int) -> Figure:
    """The picture of one step, with the last layer's attention."""
    layout, step = _layout(seen), seen.steps[number]
    with settings():
        picture = new_figure(BREADTH, layout.height)
        picture.set_layout_engine("none")
        axes = picture.add_axes((0, 0, 1, 1))
        axes.set_xlim(0, BREADTH)
        axes.set_ylim(layout.height, 0)
        axes.set_axis_off()
        _draw_title(axes, layout, f"step {number + 1} of {len(seen.steps)}")
        _draw_read(axes, layout, seen, step, now=seen.given + number)
        _draw_written(axes, layout, seen, step, now=seen.given + number)
        _draw_guesses(axes, layout, step)
    return picture


def _layout(seen: Steps) -> _Layout:
    title = tuple(textwrap.wrap(plain(seen.title), 88, max_lines=2, placeholder=" ..."))
    y = 0.34 + 0.24 * len(title)
    read: tuple[_Box, ...] = ()
    if seen.read:
        read, y = _flow(seen.read, y + HEADING)
        y += CURVES
    written, y = _flow((*seen.written, seen.steps[-1].chosen.piece), y + HEADING)
    return _Layout(title, read, written, y + 0.14, y + 0.14 + HEADING + BAR * _most_guesses(seen) + 0.2)


def _flow(pieces: Sequence[str], top: float) -> tuple[tuple[_Box, ...], float]:
    """A box for each piece, in as many lines as they need; and where these end."""
    boxes, x, y = [], MARGIN, top
    for piece in pieces:
        width = min(BREADTH - 2 * MARGIN, max(LEAST, LETTER * len(piece) + 0.2))
        if x + width > BREADTH - MARGIN:
            x, y = MARGIN, y + LINE
        boxes.append(_Box(x, y, width))
        x += width + GAP
    return tuple(boxes), y + LINE


def _most_guesses(seen: Steps) -> int:
    return max(len(step.best) for step in seen.steps)


def _draw_title(axes: Any, layout: _Layout, counted: str) -> None:
    for number, line in enumerate(layout.title):
        axes.text(MARGIN, 0.34 + 0.24 * number, line, fontsize=12, fontweight="bold", color=INK)
    axes.text(BREADTH - MARGIN, 0.34, counted, fontsize=10, color=FAINT, ha="right")


def _draw_read(axes: Any, layout: _Layout, seen: Steps, step: Step, now: int) -> None:
    if not layout.read:
        return
    heads = ", mean of all heads of the last layer" if step.of_written else ""
    _heading(axes, layout.read[0].y, "Read", f"attention to each token of the source{heads}")
    shares, new = step.of_read[-1], layout.written[now]
    for piece, box, share in zip(seen.read, layout.read, shares, strict=True):
        _draw_curve(axes, new, box, share)
        _draw_token(axes, box, piece, share, OF_READ)


def _draw_written(axes: Any, layout: _Layout, seen: Steps, step: Step, now: int) -> None:
    says = "attention to each of them" if step.of_written else ""
    _heading(axes, layout.written[0].y, "Written so far", says)
    for number, (piece, box) in enumerate(zip(seen.written[:now], layout.written, strict=False)):
        share = step.of_written[-1][number] if step.of_written else None
        _draw_token(axes, box, piece, share, OF_WRITTEN)
    _draw_token(axes, layout.written[now], step.chosen.piece, None, NEW, new=True)


def _draw_guesses(axes: Any, layout: _Layout, step: Step) -> None:
    _heading(axes, layout.guesses + HEADING, "Writes", "the likeliest next tokens")
    left, most = 2.1, BREADTH - MARGIN - 0.6 - 2.1
    beside: dict[str, Any] = {"ha": "right", "va": "center", "color": INK}
    for number, guess in enumerate(step.best):
        y, chosen = layout.guesses + HEADING + BAR * number, guess == step.chosen
        weight, colour = ("bold", NEW) if chosen else ("normal", "#c9d0d6")
        axes.text(left - 0.12, y + 0.13, plain(guess.piece), fontsize=10.5, fontweight=weight, **beside)
        axes.add_patch(Rectangle((left, y + 0.03), max(0.02, most * guess.probability), 0.19, color=colour))
        axes.text(BREADTH - MARGIN, y + 0.13, percent(guess.probability), fontsize=10, **beside)


def _heading(axes: Any, below: float, name: str, says: str) -> None:
    said = axes.text(MARGIN, below - 0.1, name, fontsize=10, fontweight="bold", color=INK)
    if says:
        axes.annotate(says, xy=(1, 0), xycoords=said, xytext=(5, 0), textcoords="offset points", va="bottom",
                      fontsize=9.5, color=FAINT)  # fmt: skip


def _draw_token(
    axes: Any, box: _Box, piece: str, share: float | None, colour: str, *, new: bool = False
) -> None:
    """A box with the piece and its share, which says how dark it is; a new token has a frame and no share."""
    _draw_box(axes, box, facecolor="white", edgecolor="none")
    if share is not None:
        _draw_box(axes, box, facecolor=colour, edgecolor="none", alpha=shade(share), gid="share")
    edge, width = (NEW, 2.2) if new else (GRID, 1.2)
    _draw_box(axes, box, facecolor="none", edgecolor=edge, linewidth=width)
    letters = "white" if share is not None and share > DARK else INK
    weight = "bold" if new else "normal"
    y = box.y + (0.2 if share is not None else TALL / 2)
    axes.text(box.middle, y, plain(piece), fontsize=10.5, ha="center", va="center", color=letters, zorder=4,
              fontweight=weight)  # fmt: skip
    if share is not None:
        axes.text(box.middle, box.y + 0.42, percent(share), fontsize=8, ha="center", va="center",
                  color=letters, zorder=4)  # fmt: skip


def _draw_box(axes: Any, box: _Box, **look: Any) -> None:
    shape = "round,pad=0,rounding_size=0.07"
    axes.add_patch(FancyBboxPatch((box.x, box.y), box.width, TALL, boxstyle=shape, zorder=3, **look))


def _draw_curve(axes: Any, new: _Box, read: _Box, share: float) -> None:
    """From the new token up to one that was read, as wide as its share."""
    below, above = new.y, read.y + TALL
    bend = (below - above) / 2
    outline = Outline(
        [(new.middle, below), (new.middle, below - bend), (read.middle, above + bend), (read.middle, above)],
        [Outline.MOVETO, Outline.CURVE4, Outline.CURVE4, Outline.CURVE4],
    )
    look: dict[str, Any] = {"edgecolor": OF_READ, "linewidth": 0.3 + 5 * share, "alpha": shade(share)}
    axes.add_patch(PathPatch(outline, fill=False, zorder=2, **look))


def percent(share: float) -> str:
    """A share as the page with the slider says it."""
    if share >= 0.995:
        return "100 %"
    return "<1 %" if share < 0.01 else f"{100 * share:.0f} %"


def shade(share: float) -> float:
    """How opaque a share is: small ones are still seen, as on the page with the slider."""
    return float(min(1.0, max(0.0, share)) ** 0.6)


def _as_image(picture: Figure) -> Image.Image:
    canvas: Any = picture.canvas
    picture.set_dpi(DOTS)
    with settings():
        canvas.draw()
    width, height = canvas.get_width_height()
    return Image.frombuffer("RGBA", (width, height), canvas.buffer_rgba()).convert("RGB")


def _of_one_palette(frames: Sequence[Image.Image]) -> list[Image.Image]:
    """The frames in the colours of all of them together, so that none flickers."""
    width, height = frames[0].size
    strip = Image.new("RGB", (width, height * len(frames)))
    for number, frame in enumerate(frames):
        strip.paste(frame, (0, number * height))
    palette = strip.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    return [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
