"""An alignment as a picture: a square for each pair of words, the darker the more attention (SVG).

In the manner of Bahdanau et al. 2015, figure 3: the source goes from left to right, its translation down.
"""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

from paperformer.errors import InvalidConfig
from paperformer.translation.alignment import Alignment

CELL, LETTER, MARGIN, FONT = 24, 9, 14, 14  # pixels; a letter's width is an estimate for the margins
FAINT = 0.005  # attention that no eye sees is left out


def write_picture(alignment: Alignment, path: Path) -> None:
    """Draw the alignment.

    Raises:
        InvalidConfig: the file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(drawn(alignment), encoding="utf-8")
    except OSError as error:
        raise InvalidConfig(
            f"{path}: cannot be written ({error.strerror})", "Choose another folder for the pictures"
        ) from error


def drawn(alignment: Alignment) -> str:
    """The picture as SVG text."""
    left = MARGIN + LETTER * max(map(len, alignment.target))
    top = MARGIN + LETTER * max(map(len, alignment.source))
    width = left + CELL * len(alignment.source) + MARGIN
    height = top + CELL * len(alignment.target) + MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="{FONT}">',
            f'<rect width="{width}" height="{height}" fill="white"/>',
            *_columns(alignment, left, top),
            *_rows(alignment, left, top),
            f'<rect x="{left}" y="{top}" width="{CELL * len(alignment.source)}" '
            f'height="{CELL * len(alignment.target)}" fill="none" stroke="#999"/>',
            "</svg>",
            "",
        ]
    )


def _shown(word: str) -> str:
    """As XML may hold it: what cannot be printed is a dot."""
    return escape("".join(c if c.isprintable() else "\u00b7" for c in word))


def _columns(alignment: Alignment, left: int, top: int) -> list[str]:
    return [
        f'<text transform="translate({left + CELL * place + 17} {top - 6}) rotate(-90)">{_shown(word)}</text>'
        for place, word in enumerate(alignment.source)
    ]


def _rows(alignment: Alignment, left: int, top: int) -> list[str]:
    parts = []
    for row, word in enumerate(alignment.target):
        y = top + CELL * row
        parts.append(f'<text x="{left - 6}" y="{y + 17}" text-anchor="end">{_shown(word)}</text>')
        for column, weight in enumerate(alignment.weights[row]):
            if weight >= FAINT:
                parts.append(
                    f'<rect x="{left + CELL * column}" y="{y}" width="{CELL}" height="{CELL}" '
                    f'fill="#0b3166" fill-opacity="{weight:.3f}"/>'
                )
    return parts
