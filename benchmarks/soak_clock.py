"""``paperformer`` with a system clock that ``soak.py`` can set, while it runs.

    python benchmarks/soak_clock.py OFFSET serve --data DIR ...

OFFSET is a file: the seconds that the clock is off by, as text. Only the server's own clock is set, not that
of the machine and of its other users.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

_NANOSECONDS = 1_000_000_000


def set_by(offset: Path) -> None:
    """Let ``time.time`` and ``time.time_ns`` be off by what the file says."""
    seconds, nanoseconds = time.time, time.time_ns

    def off() -> float:
        return float(offset.read_text(encoding="ascii"))

    shifted: Callable[[], float] = lambda: seconds() + off()  # noqa: E731 - they take the place of builtins
    time.time = shifted
    time.time_ns = lambda: nanoseconds() + int(off() * _NANOSECONDS)


def main() -> None:
    """Run the command line."""
    from paperformer.cli import main as paperformer

    set_by(Path(sys.argv.pop(1)))
    paperformer()


if __name__ == "__main__":  # processes that read documents import this file, too
    main()
