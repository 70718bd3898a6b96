"""Which words have vectors alike: nearest neighbours in the token table, and a flat map of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from paperformer.errors import InvalidConfig
from paperformer.inspection.look.names import Name, place_names
from paperformer.inspection.look.of_text import tokens_of
from paperformer.inspection.look.style import FAINT, INK, SERIES, framed, new_figure, plain, settings, title
from paperformer.inspection.look.subject import Subject
from paperformer.text.subwords import SPACE

NEAREST = 8


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A piece of the vocabulary and the cosine between its vector and the word's."""

    piece: str
    cosine: float


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """A word among those that are most like it.

    Args:
        word: As it was given.
        pieces: What the vocabulary makes of it; of several, the mean of the vectors is taken.
        vector: Its vector.
        nearest: Most alike first, without the word itself.
    """

    word: str
    pieces: tuple[str, ...]
    vector: NDArray[np.float32]
    nearest: tuple[Neighbour, ...]


def neighbourhoods(subject: Subject, words: Sequence[str], count: int = NEAREST) -> list[Neighbourhood]:
    """The words whose vectors are nearest by cosine; pieces inside words and special ones are left out.

    Raises:
        InvalidConfig: no word was given, or one is empty.
    """
    if not words or not all(word.strip() for word in words):
        raise InvalidConfig("no word was given", "Give one or more words")
    table = np.asarray(subject.vectors.cpu().numpy(), dtype=np.float32)
    unit = table / np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-12)
    vocabulary = subject.tokenizer.vocabulary
    ordinary = np.array([_is_word(piece) for piece in vocabulary])
    numbers = {piece: number for number, piece in enumerate(vocabulary)}
    found = []
    for word in words:
        pieces = tuple(tokens_of(subject.tokenizer, word))
        own = [numbers[piece] for piece in pieces]
        vector = table[own].mean(axis=0)
        alike = unit @ (vector / max(float(np.linalg.norm(vector)), 1e-12))
        alike[own] = -2.0
        alike[: len(ordinary)][~ordinary] = -2.0
        order = np.argsort(-alike[: len(vocabulary)])[:count]
        nearest = tuple(Neighbour(vocabulary[n].replace(SPACE, ""), float(alike[n])) for n in order)
        found.append(Neighbourhood(word, pieces, vector, nearest))
    return found


def flattened(vectors: NDArray[np.float32]) -> tuple[NDArray[np.float64], float]:
    """The two directions in which vectors differ most (PCA), ``(vectors, 2)``, and their share of it."""
    centred = vectors.astype(np.float64) - vectors.mean(axis=0)
    _, spread, directions = np.linalg.svd(centred, full_matrices=False)
    places = centred @ directions[:2].T
    # The sign of a direction is arbitrary: the largest component is made positive.
    signs = np.sign(directions[:2][np.arange(len(directions[:2])), np.abs(directions[:2]).argmax(axis=1)])
    if places.shape[1] < 2:
        places, signs = np.pad(places, ((0, 0), (0, 2 - places.shape[1]))), np.ones(2)
    variance = spread**2
    return places * signs, float(variance[:2].sum() / max(variance.sum(), 1e-12))


def draw_embeddings(subject: Subject, found: Sequence[Neighbourhood]) -> Figure:
    """The words and their neighbours on one map, a colour for each word and its own."""
    numbers = {
        piece.replace(SPACE, ""): n for n, piece in reversed(list(enumerate(subject.tokenizer.vocabulary)))
    }
    table = np.asarray(subject.vectors.cpu().numpy(), dtype=np.float32)
    vectors = [
        v
        for neighbourhood in found
        for v in (neighbourhood.vector, *(table[numbers[n.piece]] for n in neighbourhood.nearest))
    ]
    stacked = np.stack(vectors)
    places, share = flattened(stacked / np.linalg.norm(stacked, axis=1, keepdims=True))
    picture = new_figure(8.6, 6.6)
    axes: Any = picture.add_subplot()
    start, named = 0, []
    for number, neighbourhood in enumerate(found):
        colour = SERIES[number % len(SERIES)]
        here = places[start : start + 1 + len(neighbourhood.nearest)]
        for near in here[1:]:
            axes.plot(*zip(here[0], near, strict=True), color=colour, linewidth=0.6, alpha=0.35)
        axes.scatter(*here[1:].T, s=16, color=colour, alpha=0.8, linewidths=0)
        axes.scatter(*here[0], s=46, color=colour, linewidths=0)
        for place, name in zip(
            here, (neighbourhood.word, *(n.piece for n in neighbourhood.nearest)), strict=True
        ):
            word = name is neighbourhood.word
            named.append(Name(float(place[0]), float(place[1]), plain(name), colour if word else INK, word))
        start += len(here)
    framed(axes)
    axes.margins(0.12)
    axes.set_xlabel("first principal component", fontsize=9, color=FAINT)
    axes.set_ylabel("second principal component", fontsize=9, color=FAINT)
    title(
        picture,
        f"Nearest words in {subject.short_name}: {', '.join(neighbourhood.word for neighbourhood in found)}",
        "Lines lead from each word to those whose vectors have the highest cosine with its own. The map "
        f"shows two directions (PCA) with {100 * share:.0f} % of the variance, so near on the map is not "
        "always near.",
    )
    with settings():  # names are placed by their size, on axes whose size the layout decides
        picture.draw_without_rendering()
        place_names(axes, named)
    return picture


def _is_word(piece: str) -> bool:
    return not piece.startswith(("##", "[", "<")) and any(c.isalpha() for c in piece)
