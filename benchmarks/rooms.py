"""How large the rooms that read documents are: lines of Python, and decimal constants written in them.

    python benchmarks/rooms.py

A decimal constant is a number with a fractional part, or an exponent, in the code: most are thresholds that
somebody set by hand. ``0.0`` and ``1.0``, what sums begin with and what says "yes", are counted apart. Both
figures should fall (docs/evidence.md).

``labelled`` and ``evaluation`` were folders of ``extraction`` once. They are still counted, so that the sum
can be compared with older ones. ``splitting`` is made of parts of ``extraction`` and ``fields``, and of two
files that were in ``documents``, ``gutters.py`` and ``frames.py``, and were not counted there.
"""

from __future__ import annotations

import tokenize
from collections.abc import Iterable
from pathlib import Path

ROOMS = ("extraction", "labelled", "evaluation", "fields", "evidence", "splitting")
Size = tuple[int, int, int]
SOURCE = Path(__file__).parents[1] / "src" / "paperformer"


def main() -> None:
    """Print a line for each room, and their sum."""
    sizes = {room: sums(size_of(path) for path in sorted((SOURCE / room).rglob("*.py"))) for room in ROOMS}
    for room, (lines, constants, neutral) in {**sizes, "together": sums(sizes.values())}.items():
        print(f"{room:12}{lines:7,} lines{constants:6,} decimal constants, and {neutral:3} of 0.0 and 1.0")


def sums(sizes: Iterable[Size]) -> Size:
    """Sizes added up."""
    lines, constants, neutral = zip(*sizes, strict=True)
    return sum(lines), sum(constants), sum(neutral)


def size_of(path: Path) -> Size:
    """Lines of a file, its decimal constants, and how often it says 0.0 or 1.0."""
    with tokenize.open(path) as stream:
        tokens = list(tokenize.generate_tokens(stream.readline))
    numbers = [one.string.lower() for one in tokens if one.type == tokenize.NUMBER]
    decimals = [one for one in numbers if "." in one or ("e" in one and not one.startswith("0x"))]
    neutral = sum(one in {"0.0", "1.0"} for one in decimals)
    return tokens[-1].start[0] - 1, len(decimals) - neutral, neutral


if __name__ == "__main__":
    main()
