"""Wears a clean page: a phone photo on a table, or a scan that lies crooked, turned or noisy.

Every wear knows where each point of the page went, so that the truth of the words can follow.
"""

from __future__ import annotations

import io
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from paperformer.synthesis.capture import Boxes

Floats = NDArray[np.float64]
Turn = Literal[0, 90, 180, 270]


@dataclass(frozen=True, slots=True)
class Wear:
    """How worn a picture is.

    Args:
        skew: Degrees clockwise that the paper lies askew.
        tilt: How strongly the far edge shrinks, in parts of the page's width.
        bend: How far the paper bulges sideways, in parts of the page's width.
        shadow: How dark the shadow across the paper is, 0 to 1.
        fade: How pale the print is, 0 to 1 (thermal paper left in the sun).
        blur: Radius in pixels.
        noise: Standard deviation of the grain, in grey levels.
        creases: How many folds cross the paper.
        quality: Of the JPEG, 1 to 95.
    """

    skew: float = 3.0
    tilt: float = 0.06
    bend: float = 0.01
    shadow: float = 0.35
    fade: float = 0.15
    blur: float = 0.8
    noise: float = 5.0
    creases: int = 2
    quality: int = 78


@dataclass(frozen=True, slots=True)
class Warp:
    """Where points of the page land in the picture: a sideways bulge, then a homography.

    Args:
        matrix: 3 by 3, page pixels to picture pixels.
        bulge: Amplitude of the bulge in page pixels.
        height: Of the page in pixels, one half wave of the bulge.
    """

    matrix: Floats
    bulge: float
    height: float

    def forward(self, points: Floats) -> Floats:
        """Page pixels (n, 2) to picture pixels (n, 2)."""
        x = points[:, 0] + self.bulge * np.sin(points[:, 1] / self.height * math.pi)
        return _projected(self.matrix, np.stack([x, points[:, 1]], axis=1))

    def backward(self, points: Floats) -> Floats:
        """Picture pixels (n, 2) to page pixels (n, 2)."""
        flat = _projected(np.linalg.inv(self.matrix).astype(np.float64), points)
        flat[:, 0] -= self.bulge * np.sin(flat[:, 1] / self.height * math.pi)
        return flat

    def boxes(self, boxes: Sequence[Boxes]) -> list[Boxes]:
        """The upright boxes around page boxes in the picture."""
        moved = []
        for x0, y0, x1, y1 in boxes:
            corners = self.forward(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], dtype=np.float64))
            (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
            moved.append((float(left), float(top), float(right), float(bottom)))
        return moved


def photograph(
    page: Image.Image, rng: random.Random, wear: Wear, *, width: int, height: int
) -> tuple[Image.Image, Warp]:
    """A phone's picture (``width`` by ``height`` pixels) of ``page`` on a wooden table.

    The picture has not been through JPEG yet: see ``as_jpeg``.
    """
    grain = np.random.default_rng(rng.getrandbits(32))
    warp = _posed(page.size, (width, height), rng, wear)
    paper = _aged(np.asarray(page.convert("RGB"), dtype=np.float64), rng, wear)
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    source = warp.backward(np.stack([columns.ravel(), rows.ravel()], axis=1))
    inside, colours = _sampled(paper, source)
    picture = _table(width, height, grain).reshape(-1, 3)
    cover = inside.reshape(height, width)
    cast = _blurred(np.roll(cover, (height // 110, width // 120), axis=(0, 1)), width / 70).ravel()
    picture *= 1 - 0.45 * cast[:, None]
    picture = picture * (1 - inside[:, None]) + colours * inside[:, None]
    lit = picture.reshape(height, width, 3) * _light(width, height, rng, wear)[:, :, None]
    lit += grain.normal(0, wear.noise, lit.shape)
    image = Image.fromarray(np.clip(lit, 0, 255).astype(np.uint8))
    return image.filter(ImageFilter.GaussianBlur(wear.blur)), warp


def scan(page: Image.Image, rng: random.Random, wear: Wear, *, turn: Turn = 0) -> tuple[Image.Image, Warp]:
    """A grey scan of ``page``, turned clockwise by ``turn`` and askew by ``wear.skew`` degrees, with dust."""
    grain = np.random.default_rng(rng.getrandbits(32))
    width, height = page.size if turn in (0, 180) else page.size[::-1]
    warp = Warp(_rotation(page.size, (width, height), turn + wear.skew), 0.0, float(page.size[1]))
    paper = np.asarray(page.convert("L").convert("RGB"), dtype=np.float64)
    paper = 255 - (255 - paper) * (1 - wear.fade)
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    inside, colours = _sampled(paper, warp.backward(np.stack([columns.ravel(), rows.ravel()], axis=1)))
    flat = 246 * (1 - inside[:, None]) + colours * inside[:, None]
    flat = flat.reshape(height, width, 3) + grain.normal(0, wear.noise, (height, width))[:, :, None]
    dust = grain.random((height, width)) < 2e-5
    flat[dust] = 90
    image = Image.fromarray(np.clip(flat, 0, 255).astype(np.uint8)).convert("L")
    return image.filter(ImageFilter.GaussianBlur(wear.blur)), warp


def as_jpeg(image: Image.Image, quality: int) -> bytes:
    """The picture as JPEG."""
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=quality, optimize=True)
    return buffer.getvalue()


def _posed(page: tuple[int, int], picture: tuple[int, int], rng: random.Random, wear: Wear) -> Warp:
    """The paper in the middle of the picture, askew, its far edge narrower than the near one."""
    width, height = page
    scale = min(picture[0] * 0.86 / width, picture[1] * 0.92 / height)
    half_x, half_y = width * scale / 2, height * scale / 2
    shrink = wear.tilt * half_x
    lean = rng.uniform(-0.3, 0.3) * shrink
    corners = [
        (-half_x + shrink + lean, -half_y),
        (half_x - shrink * 0.8 + lean, -half_y + shrink * 0.2),
        (half_x, half_y),
        (-half_x, half_y - shrink * 0.15),
    ]
    angle = math.radians(wear.skew)
    target = [
        (
            picture[0] / 2 + x * math.cos(angle) - y * math.sin(angle),
            picture[1] / 2 + x * math.sin(angle) + y * math.cos(angle),
        )
        for x, y in corners
    ]
    source = [(0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (0.0, float(height))]
    return Warp(_homography(source, target), wear.bend * width * rng.choice((-1, 1)), float(height))


def _homography(source: Sequence[tuple[float, float]], target: Sequence[tuple[float, float]]) -> Floats:
    """The 3 by 3 matrix that takes four points to four points (direct linear transform)."""
    rows = []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    solution = np.linalg.solve(np.array(rows, dtype=np.float64), np.array(target, dtype=np.float64).ravel())
    return np.append(solution, 1.0).reshape(3, 3)


def _rotation(page: tuple[int, int], picture: tuple[int, int], degrees: float) -> Floats:
    angle = math.radians(degrees)
    cos, sin = math.cos(angle), math.sin(angle)
    there = np.array([[1, 0, picture[0] / 2], [0, 1, picture[1] / 2], [0, 0, 1]], dtype=np.float64)
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]], dtype=np.float64)
    back = np.array([[1, 0, -page[0] / 2], [0, 1, -page[1] / 2], [0, 0, 1]], dtype=np.float64)
    product: Floats = there @ turn @ back
    return product


def _projected(matrix: Floats, points: Floats) -> Floats:
    mapped = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    flat: Floats = mapped[:, :2] / mapped[:, 2:3]
    return flat


def _sampled(paper: Floats, points: Floats) -> tuple[Floats, Floats]:
    """Bilinear colours of ``paper`` at ``points``, and how much of each point lies on it (0 to 1)."""
    height, width = paper.shape[:2]
    x, y = points[:, 0], points[:, 1]
    edge = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y))
    inside = np.clip(edge + 0.5, 0.0, 1.0)
    left = np.clip(np.floor(x), 0, width - 2).astype(np.int64)
    top = np.clip(np.floor(y), 0, height - 2).astype(np.int64)
    fx, fy = np.clip(x - left, 0, 1)[:, None], np.clip(y - top, 0, 1)[:, None]
    upper = paper[top, left] * (1 - fx) + paper[top, left + 1] * fx
    lower = paper[top + 1, left] * (1 - fx) + paper[top + 1, left + 1] * fx
    return inside, upper * (1 - fy) + lower * fy


def _aged(paper: Floats, rng: random.Random, wear: Wear) -> Floats:
    """The paper with pale print, a warm tint and folds."""
    height = paper.shape[0]
    faded: Floats = 255 - (255 - paper) * (1 - wear.fade)
    faded = faded * np.array([0.985, 0.975, 0.95])
    rows = np.arange(height)
    for _ in range(wear.creases):
        middle, reach = rng.uniform(0.15, 0.85) * height, height * 0.012
        distance = (rows - middle) / reach
        ridge = 1 + 0.05 * np.tanh(distance) * np.exp(-(distance**2) / 18) - 0.05 * np.exp(-(distance**2) * 6)
        faded *= ridge[:, None, None]

    return faded


def _table(width: int, height: int, grain: np.random.Generator) -> Floats:
    """A wooden table: long soft streaks of brown."""
    streaks = _blurred(grain.normal(0, 1, (height, 1)).repeat(width, axis=1), 2.0)
    waves = _blurred(grain.normal(0, 1, (height, width)), 9.0) * 14
    rows = np.arange(height)[:, None] + waves * 6
    board = 0.5 + 0.5 * np.sin(rows / height * 46 + waves)
    shade = 0.86 + 0.1 * board + 0.035 * streaks
    wood: Floats = shade[:, :, None] * np.array([122.0, 88.0, 60.0])
    return wood


def _blurred(field: Floats, radius: float) -> Floats:
    low, high = float(field.min()), float(field.max())
    span = max(high - low, 1e-9)
    grey = Image.fromarray(((field - low) / span * 255).astype(np.uint8))
    smooth = np.asarray(grey.filter(ImageFilter.GaussianBlur(radius)), dtype=np.float64)
    restored: Floats = smooth / 255 * span + low
    return restored


def _light(width: int, height: int, rng: random.Random, wear: Wear) -> Floats:
    """A lamp from one side and the soft shadow of whoever holds the phone."""
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    angle = rng.uniform(0, 2 * math.pi)
    lamp = 1.0 + 0.1 * (x * math.cos(angle) + y * math.sin(angle))
    slope, offset = rng.uniform(-0.6, 0.6), rng.uniform(0.15, 0.55)
    side = rng.choice((-1, 1))
    depth = 1 / (1 + np.exp(-(side * (x + slope * y) - offset) * 7))
    light: Floats = lamp * (1 - wear.shadow * depth)
    return light
