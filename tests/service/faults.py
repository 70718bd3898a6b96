"""Faults of the machine, for tests: a database that another process holds, a disk that is full."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_HOLDER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""
_BLOCK = 65_536


@contextmanager
def database_held(data: Path) -> Iterator[None]:
    """Another process holds the write lock of the service's database."""
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLDER, data / "paperformer.db"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield
        process.communicate("", timeout=10)


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A disk of its own under ``folder``; the test is skipped where none can be mounted."""
    folder.mkdir()
    size = f"size={megabytes}m"
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", folder], capture_output=True)
    if mounted.returncode:
        pytest.skip("needs the right to mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def disk_filled(folder: Path) -> Iterator[None]:
    """Not one byte more fits on the disk."""
    filler = folder / "filler"
    size = _BLOCK
    try:
        with filler.open("wb", buffering=0) as file:
            while size:
                try:
                    file.write(b"x" * size)
                except OSError:
                    size //= 2
        yield
    finally:
        filler.unlink()


def wait_for(holds: Callable[[], bool], seconds: float = 30.0) -> float:
    """Wait until something holds; how long that took."""
    begin = time.monotonic()
    while not holds():
        assert time.monotonic() - begin < seconds, "it does not happen"
        time.sleep(0.02)
    return time.monotonic() - begin
