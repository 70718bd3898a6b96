"""Runs inside the environment of one reader: reads documents, and prints a line of JSON for each.

    python child.py READER < files     # one path a line; the first line out says that the reader is open

Each line has the fields, the seconds that the document took and, in the end, the peak of memory.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent


def main() -> None:
    """Open the reader, then read every file that standard input names."""
    answers = sys.stdout
    sys.stdout = sys.stderr  # what a reader prints must not mix with the answers
    sys.path[:0] = [str(HERE), str(HERE.parent)]
    begin = time.perf_counter()
    read = importlib.import_module(f"with_{sys.argv[1]}").open_reader()
    print(json.dumps({"opened": time.perf_counter() - begin}), file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps(_answer(read, Path(line.rstrip("\n")))), file=answers, flush=True)


def _answer(read: object, path: Path) -> dict[str, object]:
    begin = time.perf_counter()
    try:
        answer = read(path)  # type: ignore[operator]
    except Exception as error:  # noqa: BLE001 - one bad document costs that document
        answer = {"fields": {}, "error": f"{type(error).__name__}: {error}"[:300]}
    return {**answer, "seconds": time.perf_counter() - begin, "peak_mb": _peak_mb(os.getpid())}


def _peak_mb(process: int) -> float:
    """The most memory that a process and those that it started have had, each on its own; Linux tells it."""
    status = Path(f"/proc/{process}/status").read_text()
    peak = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))) / 1024
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return peak + sum(_peak_mb(int(child)) for child in children)


if __name__ == "__main__":
    main()
