"""How processors are shared out among processes that read. What they read is tested in tests/cli."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import InvalidConfig
from paperformer.extraction.batch import Task, read_all
from paperformer.extraction.options import ReadingOptions
from paperformer.extraction.workers import processor_shares, usable_processors


@given(st.integers(1, 20), st.sets(st.integers(0, 200), min_size=1, max_size=64))
def test_every_job_has_a_processor_and_every_processor_a_job(jobs: int, processors: set[int]) -> None:
    shares = processor_shares(jobs, sorted(processors))
    assert len(shares) == jobs
    assert all(shares)
    sizes = [len(share) for share in shares]
    assert max(sizes) - min(sizes) <= 1
    assert frozenset().union(*shares) == processors or jobs > len(processors)
    if jobs <= len(processors):
        assert sum(sizes) == len(processors)


def test_where_nothing_is_known_of_processors_all_may_be_used() -> None:
    assert processor_shares(2, ()) == [frozenset(), frozenset()]


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system does not tell")
def test_the_usable_processors_are_those_of_this_process() -> None:
    assert set(usable_processors()) == os.sched_getaffinity(0)


def test_fewer_than_one_job_is_refused() -> None:
    with pytest.raises(InvalidConfig, match="jobs is 0"):
        next(read_all([Task("a.pdf", b"")], ReadingOptions(), jobs=0))
