"""Memory that was freed goes back to the system, now and then."""

from __future__ import annotations

import subprocess
import sys

import pytest

from paperformer.documents.heap import LARGE, Heap


def test_memory_is_given_back_after_work_and_not_too_often() -> None:
    now = 0.0
    given: list[float] = []

    def trim(_padding: int) -> int:
        given.append(now)
        return 1

    heap = Heap(10.0, lambda: now, trim, resident=lambda: 0)
    for second in range(40):
        now = float(second)
        if second in (1, 2, 12, 13, 14):
            heap.used()
        heap.give_back()
    assert given == [10.0, 20.0]


def test_much_memory_is_given_back_at_once() -> None:
    resident = 100_000_000
    given: list[int] = []

    def trim(_padding: int) -> int:
        nonlocal resident
        given.append(resident)
        resident = 120_000_000
        return 1

    heap = Heap(10.0, lambda: 0.0, trim, lambda: resident)
    for after_a_page in (100_000_000 + LARGE, 100_000_001 + LARGE, 120_000_000 + LARGE):
        resident = after_a_page
        heap.used()
        heap.give_back()
    assert given == [100_000_001 + LARGE]


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's")
def test_what_a_large_page_took_is_not_kept() -> None:
    program = """
from paperformer.documents.heap import Heap
from paperformer.documents.resident import resident_bytes
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


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's")
def test_shared_heaps_keep_nothing_that_is_large() -> None:
    program = """
from paperformer.documents.heap import share_heaps
from paperformer.documents.resident import resident_bytes
share_heaps()
largest = b"x" * 30_000_000
del largest  # else blocks of up to this size come from the heap from now on
blocks = [b"x" * 1_000_000 for _ in range(200)]
kept = blocks[::10]
before = resident_bytes()
del blocks
print(before, resident_bytes())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    before, after = map(int, done.stdout.split())
    assert after < before - 170_000_000


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's")
def test_what_a_thread_took_is_given_back_too() -> None:
    program = """
import sys
import threading
from paperformer.documents.heap import Heap, keep_one_heap
from paperformer.documents.resident import resident_bytes
if sys.argv[1] == "one":
    keep_one_heap()
def work():
    largest = bytes(b"x" * 30_000_000)
    del largest  # blocks of up to this size come from the heap from now on, and 60 MB of its end are kept
    blocks = [b"x" * 1_000_000 for _ in range(55)]
    del blocks
    done.set()
    over.wait()  # as threads of ONNX Runtime live on
before, done, over = resident_bytes(), threading.Event(), threading.Event()
thread = threading.Thread(target=work)
thread.start()
done.wait()
heap = Heap(0.0)
heap.used()
heap.give_back()
print(resident_bytes() - before)
over.set()
"""

    def left(heaps: str) -> int:
        done = subprocess.run(
            [sys.executable, "-c", program, heaps], capture_output=True, text=True, check=True
        )
        return int(done.stdout)

    assert left("many") > 40_000_000  # else this test shows nothing
    assert left("one") < 10_000_000
