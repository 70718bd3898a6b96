"""Typefaces and their metrics: the standard PDF fonts, reportlab's own, and what the system has.

Which families exist depends on the machine; a corpus is the same, byte for byte, on machines with the same.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from paperformer.errors import InvalidConfig
from paperformer.synthesis.ink import Line, Pen, text_of

Kind = Literal["sans", "serif", "mono"]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Family:
    """A typeface in three cuts (reportlab font names). ``wide`` ones have letters beyond Western Europe's."""

    name: str
    kind: Kind
    regular: str
    bold: str
    italic: str
    wide: bool = False
    fixed: bool = False


_STANDARD = (
    Family("Helvetica", "sans", "Helvetica", "Helvetica-Bold", "Helvetica-Oblique"),
    Family("Times", "serif", "Times-Roman", "Times-Bold", "Times-Italic"),
    Family("Courier", "mono", "Courier", "Courier-Bold", "Courier-Oblique"),
)

# name, kind, files of the regular, bold and italic cut, letters beyond Western Europe's
_FILES: tuple[tuple[str, Kind, tuple[str, str, str], bool], ...] = (
    ("Vera", "sans", ("Vera", "VeraBd", "VeraIt"), False),
    ("DejaVu Sans", "sans", ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique"), True),
    (
        "DejaVu Sans Condensed",
        "sans",
        ("DejaVuSansCondensed", "DejaVuSansCondensed-Bold", "DejaVuSansCondensed-Oblique"),
        True,
    ),
    ("DejaVu Serif", "serif", ("DejaVuSerif", "DejaVuSerif-Bold", "DejaVuSerif-Italic"), True),
    (
        "DejaVu Serif Condensed",
        "serif",
        ("DejaVuSerifCondensed", "DejaVuSerifCondensed-Bold", "DejaVuSerifCondensed-Italic"),
        True,
    ),
    ("DejaVu Mono", "mono", ("DejaVuSansMono", "DejaVuSansMono-Bold", "DejaVuSansMono-Oblique"), True),
    (
        "Liberation Sans",
        "sans",
        ("LiberationSans-Regular", "LiberationSans-Bold", "LiberationSans-Italic"),
        True,
    ),
    (
        "Liberation Serif",
        "serif",
        ("LiberationSerif-Regular", "LiberationSerif-Bold", "LiberationSerif-Italic"),
        True,
    ),
    (
        "Liberation Mono",
        "mono",
        ("LiberationMono-Regular", "LiberationMono-Bold", "LiberationMono-Italic"),
        True,
    ),
    ("Roboto", "sans", ("Roboto-Regular", "Roboto-Bold", "Roboto-Italic"), True),
    ("Lato", "sans", ("Lato-Regular", "Lato-Bold", "Lato-Italic"), True),
    ("Open Sans", "sans", ("OpenSans-Regular", "OpenSans-Bold", "OpenSans-Italic"), True),
    ("Source Sans", "sans", ("SourceSansPro-Regular", "SourceSansPro-Bold", "SourceSansPro-It"), True),
    ("Carlito", "sans", ("Carlito-Regular", "Carlito-Bold", "Carlito-Italic"), True),
    ("Caladea", "serif", ("Caladea-Regular", "Caladea-Bold", "Caladea-Italic"), False),
    ("Source Serif", "serif", ("SourceSerifPro-Regular", "SourceSerifPro-Bold", "SourceSerifPro-It"), True),
    ("Manrope", "sans", ("Manrope-Regular", "Manrope-Bold", "Manrope-Regular"), True),
)
_HANDS = ("AmaticSC-Regular", "AmaticSC-Bold", "Intuitive", "Caveat-Regular", "DancingScript-Regular")

_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.fonts",
    "~/.local/share/fonts",
    "/Library/Fonts",
)


@lru_cache(maxsize=1)
def families() -> tuple[Family, ...]:
    """All families that this machine can draw, the standard ones first; registers them with reportlab."""
    files = _font_files()
    found = list(_STANDARD)
    for name, kind, cuts, wide in _FILES:
        if all(cut in files for cut in cuts) and _registered(cuts, files):
            found.append(Family(name, kind, *cuts, wide=wide))
    return tuple(found)


@lru_cache(maxsize=1)
def hands() -> tuple[str, ...]:
    """The faces of this machine that look written by hand (reportlab font names); there may be none."""
    files = _font_files()
    return tuple(face for face in _HANDS if face in files and _registered((face, face, face), files))


def covers(face: str, text: str) -> bool:
    """Whether ``face`` has every letter of ``text``."""
    return _covers(face, frozenset(text))


def families_for(text: Iterable[str], kind: Kind | None = None) -> tuple[Family, ...]:
    """The families that have every letter of ``text`` (and are of ``kind``).

    Raises:
        InvalidConfig: when no family has them.
    """
    letters = frozenset(letter for part in text for letter in part)
    fitting = tuple(f for f in families() if kind in (None, f.kind) and _covers(f.regular, letters))
    if not fitting:
        missing = "".join(sorted(letter for letter in letters if not _covers("Helvetica", frozenset(letter))))
        raise InvalidConfig(
            f"no font has the letters {missing}",
            "Install DejaVu fonts (Debian: fonts-dejavu) or Liberation fonts",
        )
    return fitting


def has_letters(text: Iterable[str]) -> bool:
    """Whether some family has every letter of ``text``."""
    letters = frozenset(letter for part in text for letter in part)
    return any(_covers(family.regular, letters) for family in families())


def width_of(text: str, pen: Pen) -> float:
    """The width of ``text`` in points."""
    return _unit_width(text, pen.face) * pen.size * pen.stretch


def line_width(line: Line, pen: Pen) -> float:
    """The width of a line in points."""
    return width_of(text_of(line), pen)


@lru_cache(maxsize=200_000)
def _unit_width(text: str, face: str) -> float:
    return sum(_letter_width(letter, face) for letter in text)


@lru_cache(maxsize=20_000)
def _letter_width(letter: str, face: str) -> float:
    from reportlab.pdfbase import pdfmetrics

    return float(pdfmetrics.stringWidth(letter, face, 1000)) / 1000


@lru_cache(maxsize=512)
def _covers(face: str, letters: frozenset[str]) -> bool:
    from reportlab.pdfbase import pdfmetrics

    glyphs = getattr(pdfmetrics.getFont(face).face, "charToGlyph", None)
    if glyphs is not None:
        return all(ord(letter) in glyphs for letter in letters)
    try:
        "".join(letters).encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def _font_files() -> dict[str, Path]:
    import reportlab

    packaged = (folder for entry in sys.path for folder in sorted(Path(entry).glob("font_*/files")))
    folders = [
        Path(reportlab.__file__).parent / "fonts",
        *packaged,  # font-roboto and its like, which the extra [synthesis] brings
        *(Path(folder).expanduser() for folder in _FOLDERS),
    ]
    files: dict[str, Path] = {}
    for folder in folders:
        for place, _, names in os.walk(folder):
            for name in names:
                if name.endswith(".ttf"):
                    files.setdefault(name[:-4], Path(place) / name)
    return files


def _registered(cuts: tuple[str, str, str], files: dict[str, Path]) -> bool:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    try:
        for cut in cuts:
            pdfmetrics.registerFont(TTFont(cut, str(files[cut])))
    except TTFError as error:
        logger.warning("font %s cannot be used: %s", cuts[0], error)
        return False
    return True
