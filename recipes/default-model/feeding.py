"""What goes in while training runs, and what is told of it: shards from other processes, and the log."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from pool import Pool

BEGAN = float(os.environ.get("BEGAN") or time.time())
SHARDS = Path(os.environ.get("SHARDS") or "/dev/shm/shards")
MOST = 1_200_000  # examples on the device


class Log:
    """Lines on the screen and in a file."""

    def __init__(self, out: Path) -> None:
        self.path = out / "log.txt"

    def __call__(self, *parts: object) -> None:
        line = f"[{time.time() - BEGAN:6.1f}] " + " ".join(map(str, parts))
        print(line, flush=True)
        with self.path.open("a") as stream:
            stream.write(line + "\n")


class Feeder:
    """Reads shards in a thread; the training takes them over between two plans."""

    def __init__(self) -> None:
        self.waiting: list[Mapping[str, np.ndarray]] = []
        self.lock, self.over = threading.Lock(), False
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while not self.over:
            paths = [p for p in sorted(SHARDS.glob("*.npz")) if not p.name.startswith(".")][:8]
            for path in paths:
                with np.load(path) as stored:
                    shard = {name: stored[name] for name in stored.files}
                path.unlink()
                with self.lock:
                    self.waiting.append(shard)
            time.sleep(0.2 if paths else 0.5)

    def into(self, pool: Pool) -> None:
        """Give what has come to ``pool``."""
        with self.lock:
            shards, self.waiting = self.waiting, []
        if len(pool.tokens) < MOST:
            pool.add(shards)
