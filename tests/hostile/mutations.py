"""Ways to damage a file, each drawn from a seed so that every failure can be had again."""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Callable

Mutation = Callable[[random.Random, bytearray], None]

_EXTREMES = (
    b"0",
    b"-1",
    b"1",
    b"65536",
    b"2147483647",
    b"-2147483648",
    b"4294967296",
    b"1e38",
    b"99999999999999999999",
)
_NUMBER = re.compile(rb"(?<![A-Za-z0-9.])-?[0-9]+(?:\.[0-9]+)?(?![A-Za-z0-9.])")
_BYTES = (0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF)


def flip_bits(chance: random.Random, data: bytearray) -> None:
    for _ in range(chance.randint(1, 8)):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def set_bytes(chance: random.Random, data: bytearray) -> None:
    """Bytes at the edges of their range, a word's length of them: lengths, counts and offsets grow absurd."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data))
        size = min(chance.choice((1, 2, 4)), len(data) - at)
        data[at : at + size] = bytes([chance.choice(_BYTES)]) * size


def cut_out(chance: random.Random, data: bytearray) -> None:
    at = chance.randrange(len(data))
    del data[at : at + chance.randint(1, 200)]


def truncate(chance: random.Random, data: bytearray) -> None:
    del data[chance.randrange(1, len(data)) :]


def repeat(chance: random.Random, data: bytearray) -> None:
    at = chance.randrange(len(data))
    piece = bytes(data[at : at + chance.randint(1, 100)])
    data[at:at] = piece * chance.choice((1, 10, 1000))


def transplant(chance: random.Random, data: bytearray) -> None:
    """A piece of the file over another part of it: right words in the wrong place."""
    size = min(chance.randint(2, 64), len(data))
    source, target = (chance.randrange(len(data) - size + 1) for _ in range(2))
    data[target : target + size] = data[source : source + size]


def insert_noise(chance: random.Random, data: bytearray) -> None:
    at = chance.randrange(len(data))
    data[at:at] = chance.randbytes(chance.randint(1, 50))


def exaggerate_numbers(chance: random.Random, data: bytearray) -> None:
    """Numbers written in digits become extreme (the sizes, counts and references of PDF and XML)."""
    found = list(_NUMBER.finditer(data))
    for match in sorted(
        chance.sample(found, min(len(found), chance.randint(1, 3))), key=lambda m: -m.start()
    ):
        data[match.start() : match.end()] = chance.choice(_EXTREMES)


MUTATIONS: tuple[Mutation, ...] = (
    flip_bits,
    set_bytes,
    cut_out,
    truncate,
    repeat,
    transplant,
    insert_noise,
    exaggerate_numbers,
)


def mutated(sample: bytes, seed: str) -> bytes:
    """``sample`` damaged in one to three ways."""
    chance = random.Random(seed)
    data = bytearray(sample)
    for mutate in chance.choices(MUTATIONS, k=chance.randint(1, 3)):
        if len(data) > 1:
            mutate(chance, data)
    return with_png_checksums(bytes(data)) if chance.random() < 0.7 else bytes(data)


def with_png_checksums(data: bytes) -> bytes:
    """A PNG's chunk checksums made right, so that damage gets past them; anything else as it is."""
    if not data.startswith(b"\x89PNG\r\n\x1a\n"):
        return data
    result, at = bytearray(data), 8
    while at + 12 <= len(result):
        end = at + 8 + int.from_bytes(result[at : at + 4], "big")
        if end + 4 > len(result):
            break
        result[end : end + 4] = zlib.crc32(result[at + 4 : end]).to_bytes(4, "big")
        at = end + 4
    return bytes(result)
