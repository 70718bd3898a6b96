"""What diagrams are drawn with: boxes, arrows, matrices and masks as SVG, without a library."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from zlib import crc32

from paperformer.transformer.config import (
    AttentionConfig,
    HybridConfig,
    LinformerConfig,
    LongformerConfig,
    PerformerConfig,
)

INK, FAINT, LINE, PAPER = "#1c2733", "#5b6670", "#c9d0d6", "#ffffff"
# Of each kind of part, its line and its fill; told apart by the colour-blind, and readable in grey.
COLOURS = {
    "embedding": ("#00735a", "#dff1eb"),
    "attention": ("#0a5fa8", "#dfecf8"),
    "cross": ("#8a3d8f", "#f2e4f3"),
    "feedforward": ("#c2410c", "#fbe8dd"),
    "cells": ("#0a5fa8", "#dfecf8"),
    "norm": ("#8a6400", "#f8f0d8"),
    "pool": ("#4d4d4d", "#ececec"),
    "head": ("#4d4d4d", "#e9ecef"),
}
ESTIMATED, OPENS = "#9cc3e3", "#0a5fa8"  # a pair that features compare; words that lead to another view
# In a page that is read at night: light ink and lines, dark fills. Each colour above has its own.
NIGHT = {
    INK: "#e3e7eb", FAINT: "#a3adb6", LINE: "#4a5661", PAPER: "#1b2127", ESTIMATED: "#2f5d86",
    "#00735a": "#4fc3a1", "#dff1eb": "#16352c",
    "#0a5fa8": "#6db3ee", "#dfecf8": "#16304a",
    "#8a3d8f": "#d99bdd", "#f2e4f3": "#3a2140",
    "#c2410c": "#ff9d6b", "#fbe8dd": "#43261a",
    "#8a6400": "#dcb85a", "#f8f0d8": "#3a3018",
    "#4d4d4d": "#b4bbc2", "#ececec": "#31373d", "#e9ecef": "#2d343b",
}  # fmt: skip
FONT = "Inter, 'Liberation Sans', Arial, sans-serif"
CELLS = 8  # rows and columns of a mask, which is a sketch of the pattern


def text(
    x: float,
    y: float,
    says: str,
    *,
    size: float = 12,
    anchor: str = "start",
    colour: str = INK,
    bold: bool = False,
) -> str:
    """A line of text; ``y`` is its base line."""
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{colour}"{weight}>'
        f"{escape(says)}</text>"
    )


def box(
    x: float, y: float, width: float, height: float, kind: str, *, radius: float = 8, dash: str = ""
) -> str:
    """A rounded rectangle in the colours of a kind of part."""
    line, fill = COLOURS[kind]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" fill="{fill}" '
        f'stroke="{line}" stroke-width="1.5"{dashed}/>'
    )


def arrow(*points: tuple[float, float], colour: str = INK, width: float = 1.5, dash: str = "") -> str:
    """A line through points, with a head at its end."""
    path = "M" + "L".join(f"{x:g},{y:g}" for x, y in points)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    head = "head" if colour == INK else f"head-{colour.strip('#')}"
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round"'
        f'{dashed} marker-end="url(#{head})"/>'
    )


def link(target: str, label: str, *inside: str) -> str:
    """A group that leads to a part of the page, by mouse and by keyboard."""
    return f'<a href="#{target}" aria-label="{escape(label)}">{"".join(inside)}</a>'


def mask(
    x: float,
    y: float,
    side: float,
    mechanism: AttentionConfig | None,
    *,
    causal: bool,
    cross: bool = False,
    blocks: bool = False,
) -> str:
    """Who sees whom, as a sketch: rows are queries, columns are keys; pale is estimated by features."""
    cell = side / CELLS
    dark, pale = COLOURS["cross" if cross else "attention"][0], ESTIMATED
    if isinstance(mechanism, LinformerConfig):
        third = side / 3
        bars = "".join(
            f'<rect x="{x + number * third:.4g}" y="{y:g}" width="{third - 1.5:.4g}" height="{side:g}" '
            f'fill="{dark}"/>'
            for number in range(3)
        )
        return bars + _frame(x, y, side)
    seen = _seen(mechanism, causal=causal, blocks=blocks)
    squares = []
    for row in range(CELLS):
        for column in range(CELLS):
            shade = seen(row, column)
            if shade:
                fill = dark if shade == 2 else pale
                squares.append(
                    f'<rect x="{x + column * cell:.5g}" y="{y + row * cell:.5g}" width="{cell:.4g}" '
                    f'height="{cell:.4g}" fill="{fill}"/>'
                )
    return f'<g shape-rendering="crispEdges">{"".join(squares)}</g>{_frame(x, y, side)}'


def _frame(x: float, y: float, side: float) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" fill="none" stroke="{FAINT}" '
        f'stroke-width="0.8"/>'
    )


def _seen(mechanism: AttentionConfig | None, *, causal: bool, blocks: bool) -> Callable[[int, int], int]:
    """2 where a pair is compared exactly, 1 where it is estimated, 0 where it is not seen."""

    def shade(row: int, column: int) -> int:
        if causal and column > row:
            return 0
        if blocks:
            return 2 if abs(row // 2 - column // 2) <= 1 else 0
        if isinstance(mechanism, PerformerConfig):
            return 1
        if isinstance(mechanism, LongformerConfig):
            near = abs(row - column) <= 1
            of_global = mechanism.global_tokens and 0 in (row, column)
            return 2 if near or of_global else 0
        if isinstance(mechanism, HybridConfig):
            near = abs(row // 2 - column // 2) <= 1
            of_global = mechanism.global_tokens and 0 in (row, column)
            return 2 if near or of_global else 1
        return 2

    return shade


def matrix(
    x: float, y: float, width: float, height: float, name: str, shape: str, kind: str, stripes: int = 0
) -> str:
    """A matrix with its name in or above it and its shape below; ``stripes`` are the heads' columns."""
    line, fill = COLOURS[kind]
    parts = [
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" stroke="{line}" '
        'stroke-width="1.3"/>'
    ]
    for number in range(1, min(stripes, 16)):
        at = x + number * width / min(stripes, 16)
        parts.append(
            f'<path d="M{at:.4g},{y:g}v{height:g}" stroke="{line}" stroke-width="0.6" opacity="0.6"/>'
        )
    middle = x + width / 2
    parts.append(text(middle, y - 6, name, anchor="middle", bold=True))
    parts.append(text(middle, y + height + 15, shape, size=11, anchor="middle", colour=FAINT))
    return "".join(parts)


def sign(x: float, y: float, says: str) -> str:
    """An operator between two matrices."""
    return text(x, y + 5, says, size=16, anchor="middle", colour=FAINT)


def document(width: float, height: float, title: str, body: str, *, background: bool = False) -> str:
    """A whole SVG, which can stand alone or in a page."""
    own = f"a{crc32(body.encode()):08x}"  # of all pictures of a page, for a hidden one gives no arrow heads
    body = body.replace("url(#head", f"url(#{own}-head")
    heads = "".join(
        f'<marker id="{own}-{name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
        f'orient="auto"><path d="M0,0.8 10,5 0,9.2z" fill="{colour}"/></marker>'
        for name, colour in (("head", INK), *((f"head-{c.strip('#')}", c) for c in (FAINT, "#8a3d8f")))
    )
    sheet = f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>' if background else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'font-family="{FONT}" role="group" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title><defs>{heads}</defs>{sheet}{body}</svg>"
    )


def night_rules() -> str:
    """CSS that gives every colour of a diagram its colour at night."""
    return "\n".join(
        f'svg [{attribute}="{day}"] {{ {attribute}: {night}; }}'
        for attribute in ("fill", "stroke")
        for day, night in NIGHT.items()
    )


def amount(number: int) -> str:
    """A large number in three figures: 22.7 M."""
    for size, letter in ((10**12, "T"), (10**9, "G"), (10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{number / size:.3g} {letter}"
    return str(number)
