"""Pictures of text lines: typefaces, papers, printers and cameras, as a detector cuts them out of a page."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from numpy.typing import NDArray

_HEIGHT = 48
_WIDEST = 440


class Typefaces:
    """The fonts below some folders, and which characters each of them has."""

    def __init__(
        self,
        folders: Sequence[Path],
        required: str,
        *,
        only: frozenset[str] = frozenset(),
        without: frozenset[str] = frozenset(),
    ) -> None:
        """Find them.

        Args:
            folders: Folders with ``.ttf`` and ``.otf`` files at any depth.
            required: Fonts that have none of these characters are left out.
            only: Names of families, if not all are wanted.
            without: Names of families that are left out.

        Raises:
            ValueError: when no font is left.
        """
        self._covered: dict[Path, frozenset[str]] = {}
        self._loaded: dict[tuple[Path, int], ImageFont.FreeTypeFont] = {}
        for folder in folders:
            for path in sorted(folder.rglob("*.[ot]tf")):
                family = _family(path)
                if family in without or (only and family not in only):
                    continue
                with TTFont(path, lazy=True) as font:
                    covered = frozenset(map(chr, font.getBestCmap() or ()))
                if covered & set(required):
                    self._covered[path] = covered
        if not self._covered:
            raise ValueError("no font there has letters of the scripts to learn; install fonts-dejavu-core")
        # Families with fifty weights would otherwise be drawn fifty times as often as those with one.
        self._families: dict[str, list[Path]] = {}
        for path in self._covered:
            self._families.setdefault(_family(path), []).append(path)

    def choose(self, text: str, chance: random.Random) -> Path | None:
        """A font that has all characters of a text; None if a few draws find none."""
        for _ in range(12):
            path = chance.choice(self._families[chance.choice(list(self._families))])
            if self._covered[path].issuperset(text):
                return path
        return None

    def load(self, path: Path, size: int) -> ImageFont.FreeTypeFont:
        """A font in a size in pixels."""
        if (path, size) not in self._loaded:
            self._loaded[path, size] = ImageFont.truetype(str(path), size)
        return self._loaded[path, size]


def _family(path: Path) -> str:
    return path.stem.split("-")[0]


def draw_line(text: str, typefaces: Typefaces, chance: random.Random) -> NDArray[np.uint8] | None:
    """A picture of a text (48, width, 3), worn; None if no font has its letters or it would be too wide."""
    path = typefaces.choose(text, chance)
    if path is None:
        return None
    font = typefaces.load(path, chance.choice((14, 16, 18, 20, 24, 28, 32, 40)))
    left, top, right, bottom = font.getbbox(text)
    height, width = int(bottom - top), int(right - left)
    if height < 4 or width < 2 or width / height * 36 > _WIDEST:
        return None
    generator = np.random.default_rng(chance.getrandbits(32))
    above, below = (round(height * chance.uniform(0.05, 0.35)) + 1 for _ in range(2))
    before, behind = (round(height * chance.uniform(0.05, 0.5)) + 1 for _ in range(2))
    paper, ink = _tones(chance)
    picture = Image.new("L", (width + before + behind, height + above + below), paper)
    ImageDraw.Draw(picture).text((before - left, above - top), text, fill=ink, font=font)
    return _worn(np.asarray(picture), paper, chance, generator)


def _tones(chance: random.Random) -> tuple[int, int]:
    """Of paper and ink; now and then light letters on a dark ground."""
    paper, ink = chance.randint(190, 255), chance.randint(0, 90)
    return (paper, ink) if chance.random() < 0.95 else (ink, paper)


def _worn(
    picture: NDArray[np.uint8], paper: int, chance: random.Random, generator: np.random.Generator
) -> NDArray[np.uint8]:
    """What printer, camera and file make of a clean line, at the height that the recogniser sees."""
    if chance.random() < 0.4:
        picture = _slanted(picture, paper, chance)
    picture = _printed(picture, paper, chance, generator)
    picture = _photographed(picture, chance, generator)
    if chance.random() < 0.3:
        _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, chance.randint(25, 90)])
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE), np.uint8)
    width = max(8, round(picture.shape[1] * _HEIGHT / picture.shape[0] * chance.uniform(0.85, 1.2)))
    interpolation = cv2.INTER_AREA if picture.shape[0] > _HEIGHT else cv2.INTER_LINEAR
    grey = np.asarray(cv2.resize(picture, (width, _HEIGHT), interpolation=interpolation), np.uint8)
    return np.repeat(grey[:, :, np.newaxis], 3, 2)


def _printed(
    picture: NDArray[np.uint8], paper: int, chance: random.Random, generator: np.random.Generator
) -> NDArray[np.uint8]:
    """Thick or thin ink, rows that the head of a thermal printer missed, a rule above or below."""
    if chance.random() < 0.15:
        kernel = np.ones((2, chance.randint(1, 2)), np.uint8)
        change = cv2.erode if chance.random() < 0.5 else cv2.dilate
        picture = np.asarray(change(picture, kernel), np.uint8)
    if chance.random() < 0.15:
        missed = generator.random((picture.shape[0], 1)) < 0.08
        picture = np.where(missed, picture * 0.5 + paper * 0.5, picture).astype(np.uint8)
    if chance.random() < 0.2:
        picture = picture.copy()
        picture[chance.choice((0, -1))] = chance.randint(0, 160)
    return picture


def _photographed(
    picture: NDArray[np.uint8], chance: random.Random, generator: np.random.Generator
) -> NDArray[np.uint8]:
    """Out of focus, lit from one side, grainy."""
    light = picture.astype(np.float32)
    if chance.random() < 0.5:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), chance.uniform(0.3, 1.1)), np.float32)
    if chance.random() < 0.4:
        light *= np.linspace(1, chance.uniform(0.6, 1.2), light.shape[1], dtype=np.float32)
    if chance.random() < 0.6:
        light += generator.normal(0, chance.uniform(2, 18), light.shape).astype(np.float32)
    return np.clip(light, 0, 255).astype(np.uint8)


def _slanted(picture: NDArray[np.uint8], paper: int, chance: random.Random) -> NDArray[np.uint8]:
    """Turned by up to a degree or so, and sheared as a camera from one side sees it."""
    height, width = picture.shape
    drop = chance.uniform(-0.12, 0.12) * height
    shear = chance.uniform(-0.15, 0.15) * height
    source = np.array([[0, 0], [width, 0], [0, height]], np.float32)
    target = np.array([[0, 0], [width, drop], [shear, height]], np.float32)
    matrix = cv2.getAffineTransform(source, target)
    return np.asarray(
        cv2.warpAffine(picture, matrix, (width, height), borderMode=cv2.BORDER_CONSTANT, borderValue=paper),
        np.uint8,
    )
