"""What a model adds to its tokens to say where they stand: the vectors, and how alike two of them are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from matplotlib.figure import Figure
from numpy.typing import NDArray

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.inspection.look.mechanism import SINUSOIDAL
from paperformer.inspection.look.style import FAINT, INK, SIGNED, WEIGHTS, bare, new_figure, title
from paperformer.inspection.look.subject import Subject
from paperformer.transformer.position import PositionEmbedding, SinusoidalPositions

PLACES, SIZE = 128, 128


@dataclass(frozen=True, slots=True)
class Positions:
    """The vectors of places.

    Args:
        name: Whose they are.
        vectors: ``(places, size)``.
    """

    name: str
    vectors: NDArray[np.float32]

    @property
    def products(self) -> NDArray[np.float32]:
        """Cosine of the angle between the vectors of every two places, ``(places, places)``."""
        norms = np.linalg.norm(self.vectors, axis=1, keepdims=True)
        unit = self.vectors / np.maximum(norms, 1e-12)
        return np.asarray(unit @ unit.T, dtype=np.float32)

    def by_distance(self) -> NDArray[np.float64]:
        """The mean cosine of places that are so far apart, from 0 on, ``(places,)``."""
        products = self.products
        return np.array([np.diagonal(products, distance).mean() for distance in range(len(products))])


def sinusoidal(places: int = PLACES, size: int = SIZE) -> Positions:
    """Those of the original Transformer, which are computed and not learned."""
    return Positions(SINUSOIDAL, SinusoidalPositions(size=size)(places).numpy())


def positions_of(subject: Subject, places: int = PLACES) -> Positions:
    """Those of a model; no more places than it has.

    Raises:
        ModelMismatch: it has none.
    """
    position = getattr(subject.embedding, "position", None)  # a recurrent model's table has no such part
    if position is None:
        raise ModelMismatch(f"{subject.name} adds no positions", "Give another model, or `sinusoidal`")
    length = places
    if isinstance(position, PositionEmbedding):
        length = min(places, position.table.num_embeddings)
    with torch.no_grad():
        vectors = position(length).numpy()
    return Positions(f"{subject.short_name}, {_kind(position)}", np.asarray(vectors, dtype=np.float32))


def draw_positions(drawn: Sequence[Positions]) -> Figure:
    """For each: the vectors as a heat map, their products, and the products by distance.

    Raises:
        InvalidConfig: there is nothing to draw.
    """
    if not drawn:
        raise InvalidConfig("no positions were given", "Give a model, or `sinusoidal`")
    picture = new_figure(11.4, 3.5 * len(drawn) + 0.75)
    grid: Any = picture.subplots(len(drawn), 3, squeeze=False, width_ratios=(1.35, 1.15, 1.2))
    for row, positions in zip(grid, drawn, strict=True):
        _vectors(picture, row[0], positions)
        _products(picture, row[1], positions)
        _distances(row[2], positions)
    title(
        picture,
        f"Position vectors: {' and '.join(positions.name for positions in drawn)}",
        "Left: the vectors, a row for each position. Middle: how alike the vectors of two positions are "
        "(cosine). Right: the same by distance.",
    )
    return picture


def _vectors(picture: Figure, axes: Any, positions: Positions) -> None:
    bound = float(np.quantile(np.abs(positions.vectors), 0.995)) or 1.0
    shown = axes.imshow(
        positions.vectors, cmap=SIGNED, vmin=-bound, vmax=bound, aspect="auto", interpolation="nearest"
    )
    _captions(axes, positions.name, "dimension", "position")
    _bar(picture, axes, shown)


def _products(picture: Figure, axes: Any, positions: Positions) -> None:
    products = positions.products
    least = min(0.0, float(products.min()))
    colours, low = (WEIGHTS, 0.0) if least > -0.02 else (SIGNED, -1.0)
    shown = axes.imshow(products, cmap=colours, vmin=low, vmax=1.0, aspect="equal")
    _captions(axes, "dot products of unit vectors", "position", "position")
    _bar(picture, axes, shown)


def _distances(axes: Any, positions: Positions) -> None:
    axes.axhline(0, color=FAINT, linewidth=0.7)
    axes.plot(positions.by_distance(), color=WEIGHTS(0.8), linewidth=1.8)
    bare(axes, grid=True)
    _captions(axes, "mean over all pairs", "distance between positions", "cosine")


def _captions(axes: Any, name: str, across: str, up: str) -> None:
    axes.set_title(name, fontsize=10, color=INK, pad=6)
    axes.set_xlabel(across, fontsize=9, color=FAINT)
    axes.set_ylabel(up, fontsize=9, color=FAINT)
    axes.tick_params(labelsize=8.5, colors=INK, length=3, width=0.6)
    for spine in axes.spines.values():
        spine.set_color(FAINT)
        spine.set_linewidth(0.5)


def _bar(picture: Figure, axes: Any, shown: Any) -> None:
    bar = picture.colorbar(shown, ax=axes, shrink=0.8, pad=0.02, aspect=26)
    bar.outline.set_visible(False)
    bar.ax.tick_params(labelsize=7.5, length=0, colors=FAINT)


def _kind(position: object) -> str:
    return "learned" if isinstance(position, PositionEmbedding) else SINUSOIDAL
