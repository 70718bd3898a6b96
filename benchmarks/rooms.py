"""How large the rooms that read documents are: lines of Python, and decimal constants written in them.

    python benchmarks/rooms.py

A decimal constant is a number with a fractional part, or an exponent, in the code: most are weights and
thresholds that somebody set by hand. Both figures should fall (docs/evidence.md).

``labelled`` and ``evaluation`` were folders of ``extraction`` once. They are still counted, so that the sum
can be compared with older ones.
"""

from __future__ import annotations

import tokenize
from pathlib import Path

ROOMS = ("extraction", "labelled", "evaluation", "fields", "evidence")
SOURCE = Path(__file__).parents[1] / "src" / "paperformer"


def main() -> None:
    """Print a line for each room, and their sum."""
    total = (0, 0)
    for room in ROOMS:
        sizes = [size_of(path) for path in sorted((SOURCE / room).rglob("*.py"))]
        own = (sum(lines for lines, _ in sizes), sum(constants for _, constants in sizes))
        total = (total[0] + own[0], total[1] + own[1])
        print(f"{room:12}{own[0]:7,} lines{own[1]:6,} decimal constants")
    print(f"{'together':12}{total[0]:7,} lines{total[1]:6,} decimal constants")


def size_of(path: Path) -> tuple[int, int]:
    """Lines and decimal constants of a file."""
    with tokenize.open(path) as stream:
        tokens = list(tokenize.generate_tokens(stream.readline))
    numbers = [one.string for one in tokens if one.type == tokenize.NUMBER]
    decimals = [
        one for one in numbers if "." in one or ("e" in one.lower() and not one.lower().startswith("0x"))
    ]
    return tokens[-1].start[0] - 1, len(decimals)


if __name__ == "__main__":
    main()
