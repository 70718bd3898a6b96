"""How many threads are computed with."""

import os

import pytest

from paperformer.documents.threads import usable_threads

PROCESSORS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@pytest.mark.parametrize(("said", "most", "expected"), [("1", 8, 1), ("3", 1, 1), ("64", 64, PROCESSORS)])
def test_the_variable_of_numerical_libraries_is_a_bound(
    monkeypatch: pytest.MonkeyPatch, said: str, most: int, expected: int
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", said)
    assert usable_threads(most) == expected


@pytest.mark.parametrize("said", ["", "0", "many", "-1", "2,1"])
def test_what_is_no_number_of_threads_bounds_nothing(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", said)
    assert usable_threads(10_000) == PROCESSORS
