"""Memory that was freed goes back to the system, now and then."""

from __future__ import annotations

import subprocess
import sys

import pytest

from paperformer.documents.heap import Heap


def test_memory_is_given_back_after_work_and_not_too_often() -> None:
    now = 0.0
    given: list[float] = []

    def trim(_padding: int) -> int:
        given.append(now)
        return 1

    heap = Heap(10.0, lambda: now, trim)
    for second in range(40):
        now = float(second)
        if second in (1, 2, 12, 13, 14):
            heap.used()
        heap.give_back()
    assert given == [10.0, 20.0]


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's")
def test_what_a_large_page_took_is_not_kept() -> None:
    program = """
from paperformer.documents.heap import Heap
from paperformer.documents.watch import resident_bytes
blocks = [bytes(100_000) for _ in range(2_000)]  # below the size that the system gives back by itself
kept = blocks[::100]
before = resident_bytes()
del blocks
after = resident_bytes()
heap = Heap(0.0)
heap.used()
heap.give_back()
print(before, after, resident_bytes())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    before, after, given = map(int, done.stdout.split())
    assert after > before - 50_000_000  # else this test shows nothing
    assert given < before - 100_000_000
