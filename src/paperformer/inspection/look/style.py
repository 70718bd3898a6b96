"""How all pictures look: colours, sizes of letters, and the one way to write a file."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from matplotlib.layout_engine import ConstrainedLayoutEngine

from paperformer.errors import InvalidConfig

INK, FAINT, GRID, ACCENT = "#1c2733", "#5b6670", "#e3e7eb", "#b3261e"
MARKER, CURVE = "#f59e0b", "#9a4a00"  # over pages, which may be white or dark
# Told apart by the colour-blind (after Okabe and Ito); one colour for a mechanism in every picture.
SERIES = ("#0a5fa8", "#c2410c", "#00735a", "#8a3d8f", "#8a6400", "#4d4d4d")
MECHANISM_COLOURS = dict(
    zip(("softmax", "performer", "longformer", "hybrid", "linformer", "softmax-matrix"), SERIES, strict=True)
)
# White is nothing, so that paper stays paper; lightness falls evenly.
WEIGHTS = LinearSegmentedColormap.from_list(
    "weights", ["#ffffff", "#d7e6f4", "#9cc3e3", "#4f93c7", "#1b5f9e", "#0b3166"]
)
SIGNED = LinearSegmentedColormap.from_list(
    "signed", ["#7a1c12", "#d9654b", "#f6cfc2", "#ffffff", "#c3d9ee", "#4f93c7", "#0b3166"]
)
_SANS = ("Inter", "Liberation Sans", "Arial", "DejaVu Sans")  # the last comes with matplotlib
RESOLUTION = 160  # dots an inch
_LETTERS, _BOLD_LETTERS = 15.0, 10.5  # small ones, and those of titles, an inch


def new_figure(width: float, height: float) -> Figure:
    """An empty picture of so many inches, laid out without overlaps; no screen and no global state."""
    layout = ConstrainedLayoutEngine(h_pad=0.07, w_pad=0.07)
    picture = Figure(figsize=(width, height), layout=layout, facecolor="white")
    FigureCanvasAgg(picture)
    return picture


def title(picture: Figure, text: str, below: str = "") -> None:
    """What the picture shows, in two lines at most, and how to read it, in fainter ones."""
    width = picture.get_figwidth()
    head = textwrap.wrap(text, width=max(20, int(_BOLD_LETTERS * width)), max_lines=2, placeholder=" ...")
    picture.suptitle(plain("\n".join(head)), x=0.012, ha="left", fontsize=12, fontweight="bold", color=INK)
    if below:
        lines = textwrap.fill(below.replace(" %", "\N{NO-BREAK SPACE}%"), width=int(_LETTERS * width))
        picture.supxlabel(plain(lines), x=0.012, ha="left", fontsize=8.5, color=FAINT)


def bare(axes: Any, *, grid: bool = False) -> None:
    """Axes without the lines that say nothing."""
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(FAINT)
    axes.tick_params(colors=INK, labelsize=8.5, width=0.6, length=3)
    if grid:
        axes.grid(color=GRID, linewidth=0.7)
        axes.set_axisbelow(True)


def framed(axes: Any) -> None:
    """A thin frame around a matrix, without ticks."""
    axes.set_xticks([])
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_color(FAINT)
        spine.set_linewidth(0.5)


def matrix_labels(
    axes: Any, queries: Sequence[str], keys: Sequence[str], side: float, size: float = 9.0
) -> None:
    """Words at rows and columns, as many as fit a side of so many inches; the keys stand above."""
    axes.xaxis.tick_top()
    most = int(side * 72 / (1.25 * size))
    for axis, names, turned in ((axes.xaxis, keys, 90), (axes.yaxis, queries, 0)):
        step = max(1, -(-len(names) // most))
        axis.set_ticks(range(0, len(names), step), [plain(name) for name in names[::step]])
        axis.set_tick_params(labelsize=size, labelrotation=turned, length=0, colors=INK, pad=3)


def weight_bar(area: Any, axes: Any, shown: Any, says: str = "share of the query's attention") -> None:
    """The scale of a matrix's colours, beside it; an arrow and the label say where weights lie beyond it."""
    weights = shown.get_array()
    least, most = shown.get_clim()
    ends = (weights.min() < least - 1e-9, weights.max() > most + 1e-9)
    extend = {(True, True): "both", (True, False): "min", (False, True): "max"}.get(ends, "neither")
    bar = area.colorbar(shown, ax=axes, shrink=0.6, pad=0.02, aspect=28, extend=extend)
    bar.outline.set_visible(False)
    bar.ax.tick_params(labelsize=8, length=0, colors=FAINT)
    beyond = f"darkest from {most:.2g} up, greatest {weights.max():.2g}" if ends[1] else ""
    bar.set_label("; ".join(filter(None, (says, beyond))), fontsize=8, color=FAINT)


def plain(text: str) -> str:
    """Text without what matplotlib would take for a formula, or could not draw."""
    return "".join(c if c.isprintable() or c in "\n " else "·" for c in text).replace("$", r"\$")


def settings() -> AbstractContextManager[None]:
    """The typeface, in which text is measured and written; the same numbers give the same file."""
    import matplotlib

    family = [name for name in _SANS if name in fontManager.get_font_names()]
    chosen: Any = {"font.family": "sans-serif", "font.sans-serif": family, "svg.hashsalt": "paperformer"}
    return matplotlib.rc_context(chosen)


def save(picture: Figure, path: Path) -> None:
    """Write a picture; the ending of its name says of which kind.

    Raises:
        InvalidConfig: the ending is none of .png and .svg, or the file cannot be written.
    """
    ending = path.suffix.lower()
    if ending not in (".png", ".svg"):
        raise InvalidConfig(f"{path}: no picture of that kind is drawn", "Name it something.png or .svg")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with settings():
            metadata = {"Date": None} if ending == ".svg" else {"Software": None}
            picture.savefig(path, dpi=RESOLUTION, metadata=metadata)
    except OSError as error:
        raise InvalidConfig(f"{path} cannot be written ({error.strerror})", "Choose another file") from error
