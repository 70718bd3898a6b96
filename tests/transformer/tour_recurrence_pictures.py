"""The pictures of the third tour, drawn from what its own blocks compute.

python tests/transformer/tour_recurrence_pictures.py docs
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from executed_page import blocks, run
from matplotlib.patches import Rectangle
from matplotlib.patheffects import withStroke
from matplotlib.ticker import FuncFormatter, NullLocator
from PIL import Image

from paperformer.inspection.look.style import (
    ACCENT,
    FAINT,
    INK,
    MARKER,
    SERIES,
    WEIGHTS,
    bare,
    framed,
    new_figure,
    save,
    settings,
    title,
)
from paperformer.translation.alignment_picture import write_picture

PAGE = Path(__file__).parents[2] / "docs" / "tour-recurrence.md"
INVOICE = Path(__file__).parents[2] / "samples" / "invoice-en.pdf"
WIDTH = 4.8  # inches: narrow, so that letters can be read on a telephone
PAGE_WIDTH, PAGE_PIXELS = 5.4, 1000


def far(names: dict[str, Any], path: Path) -> None:
    """The influence of a word on later states, by distance."""
    picture = new_figure(WIDTH, 3.6)
    axes = picture.subplots()
    for values, name, colour in (
        (names["by_state"], "recurrent state", SERIES[1]),
        (names["by_attention"], "attention", SERIES[0]),
    ):
        axes.plot(range(1, len(values)), values[1:].tolist(), color=colour, label=name, linewidth=1.6)
    _logarithmic(axes, "places from the word to the state", "change of the state")
    title(
        picture,
        "How far a word reaches",
        "A state's change when one word is another, in parts of its length: the mean of 20 words.",
    )
    _write(picture, path)


def depth(names: dict[str, Any], path: Path) -> None:
    """Gradients, and how alike words are, by depth."""
    picture = new_figure(WIDTH, 6.6)
    upper, lower = picture.subplots(2, 1)
    styles = {True: "-", False: "--"}
    for (residual, norm), curves in names["depths"].items():
        said = f"{'with' if residual else 'no'} residuals, {'with' if norm == 'pre' else 'no'} norms"
        colour = SERIES[0] if norm == "pre" else SERIES[1]
        for axes, curve in zip((upper, lower), curves, strict=True):
            axes.plot(
                range(1, len(curve) + 1), curve, styles[residual], color=colour, label=said, linewidth=1.6,
                marker="o", markersize=3,
            )  # fmt: skip
    _logarithmic(upper, "", "gradient, beside the last layer's")
    upper.get_legend().remove()
    _named(lower, "layer", "mean cosine of the words", "best")
    lower.legend(
        fontsize=8.5, frameon=False, labelcolor=INK, loc="upper center", bbox_to_anchor=(0.46, -0.2), ncols=2
    )
    title(
        picture,
        "What comes through twelve layers",
        "Above: the gradient on its way back. Below: how alike the words become. Random weights.",
    )
    _write(picture, path)


def rank(names: dict[str, Any], path: Path) -> None:
    """Singular values of the maps of each layer, and what so many mixtures lose."""
    torch = sys.modules["torch"]
    picture = new_figure(WIDTH, 6.8)
    upper, lower = picture.subplots(2, 1)
    length = names["length"]
    curves = {
        "each word itself": (torch.eye(length)[None], FAINT, ":"),
        "random numbers": (names["noise"][None], INK, ":"),
    }
    shades = dict(zip(names["maps"], WEIGHTS(np.linspace(0.4, 1.0, len(names["maps"]))), strict=True))
    for layer, heads in names["maps"].items():
        curves[f"layer {layer}"] = (heads, shades[layer], "-")
    for name, (matrices, colour, line) in curves.items():
        values = torch.linalg.svdvals(matrices)
        shares = (values.cumsum(-1) / values.sum(-1, keepdim=True)).mean(0)
        upper.plot(range(1, length + 1), shares.tolist(), line, color=colour, label=name, linewidth=1.6)
    upper.axhline(0.9, color=ACCENT, linewidth=0.8)
    upper.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.0f} %"))
    _named(upper, "singular values, the largest first", "part of their sum", "lower right")
    counts = names["MIXTURES"]
    for name, errors in names["errors"].items():
        look = {"color": shades[int(name.split()[1].rstrip(","))], "marker": "o"}
        if name.endswith("random"):
            look = {"color": SERIES[1], "marker": "s", "linestyle": "--"}
        lower.plot(counts, errors, markersize=4, label=name, **look)
    lower.set_xscale("log", base=2)
    lower.set_xticks(counts, [str(count) for count in counts])
    _logarithmic(lower, f"mixtures in place of {length} words", "error of the layer's heads", "lower left")
    title(
        picture,
        "Attention maps on a page are of low rank, the higher the layer the more",
        f"The default model on samples/invoice-en.pdf, {length} words, 12 heads a layer.",
    )
    _write(picture, path)


def reach(names: dict[str, Any], path: Path) -> None:
    """Which states change after each layer, when the word in the middle does."""
    fields = names["fields"]
    picture = new_figure(WIDTH, 0.95 * len(fields) + 1.2)
    panels = picture.subplots(len(fields), 1)
    for axes, (name, changes) in zip(panels, fields.items(), strict=True):
        shown = np.ma.masked_equal(changes.numpy(), 0.0)
        axes.imshow(
            np.ma.log10(shown), cmap=WEIGHTS, vmin=-13, vmax=0, aspect="auto", interpolation="nearest",
            origin="lower",
        )  # fmt: skip
        framed(axes)
        axes.set_yticks(range(len(changes)), [str(number + 1) for number in range(len(changes))])
        axes.tick_params(labelsize=8, length=0, colors=FAINT)
        axes.set_ylabel("layer", fontsize=8.5, color=FAINT)
        axes.set_title(name, fontsize=10, color=INK, loc="left", pad=4)
    panels[-1].set_xlabel("129 words", fontsize=9, color=FAINT)
    title(
        picture,
        "How far one word is felt, layer by layer",
        "A state is coloured if it depends on the word in the middle: darker if more, over 13 powers of ten. "
        "Layers with random weights, windows of two words to each side.",
    )
    _write(picture, path)


def page(names: dict[str, Any], path: Path) -> None:
    """The invoice with the first token of each field beside its frame."""
    reading, words = names["reading"], names["words"]
    with names["Extractor"]() as extractor:
        image = extractor.reader.render(INVOICE, reading.document.pages[0], width=PAGE_PIXELS)
    picture = new_figure(PAGE_WIDTH, PAGE_WIDTH * image.height / image.width + 0.9)
    axes = picture.subplots()
    axes.imshow(image, extent=(0, 1, 1, 0), aspect="auto", interpolation="lanczos")
    framed(axes)
    answers = {field: reading.extraction.fields[field][0].words for field in names["places"]}
    for number in {number for printed in answers.values() for number in printed}:
        box = words[number].box
        corner = (box.x0 - 0.003, box.y0 - 0.002)
        frame = Rectangle(corner, box.width + 0.006, box.height + 0.004, color=MARKER, alpha=0.3, linewidth=0)
        axes.add_patch(frame)
    for spot, printed in {names["places"][field]: printed for field, printed in answers.items()}.items():
        first = words[printed[0]]
        end = max(words[number].box.x1 for number in printed if words[number].line == first.line)
        axes.text(
            end + 0.008, (first.box.y0 + first.box.y1) / 2, str(spot), ha="left", va="center",
            fontsize=7.5, fontweight="bold", color=ACCENT,
            path_effects=[withStroke(linewidth=1.6, foreground="white")],
        )  # fmt: skip
    title(
        picture,
        "Where the fields stand",
        f"The number is the index of a field's first token, of {names['ids'].shape[1]} in reading order.",
    )
    _write(picture, path)


def _logarithmic(axes: Any, across: str, up: str, where: str = "best") -> None:
    axes.set_yscale("log")
    axes.yaxis.set_minor_locator(NullLocator())
    _named(axes, across, up, where)


def _named(axes: Any, across: str, up: str, where: str) -> None:
    bare(axes, grid=True)
    axes.set_xlabel(across, fontsize=9, color=FAINT)
    axes.set_ylabel(up, fontsize=9, color=FAINT)
    axes.legend(fontsize=8.5, frameon=False, labelcolor=INK, loc=where)


def _write(picture: Any, path: Path) -> None:
    """A PNG of few colours, in which nobody sees the difference."""
    save(picture, path)
    whole = Image.open(path).convert("RGB")
    palette = whole.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    palette.save(path, optimize=True)


def main(docs: Path) -> None:
    names: dict[str, Any] = {}
    for code, _ in blocks(PAGE):
        run(code, names)
    write_picture(names["alignment"], docs / "tour-recurrence-alignment.svg")
    with settings():
        for draw in (far, depth, rank, reach, page):
            draw(names, docs / f"tour-recurrence-{draw.__name__}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
