"""How many processes the free memory allows."""

from pathlib import Path

import pytest

from paperformer.extraction.memory import affordable_jobs, free_megabytes

GIGABYTE = 10**9


def machine(root: Path, available_kb: int | None, limit: str | None = None, used: int = 0) -> Path:
    if available_kb is not None:
        (root / "proc").mkdir()
        (root / "proc/meminfo").write_text(
            f"MemTotal:       16000000 kB\nMemFree: 1 kB\nMemAvailable:   {available_kb} kB\n",
            encoding="ascii",
        )
    if limit is not None:
        group = root / "sys/fs/cgroup"
        group.mkdir(parents=True)
        (group / "memory.max").write_text(f"{limit}\n", encoding="ascii")
        (group / "memory.current").write_text(f"{used}\n", encoding="ascii")
    return root


def test_free_memory_is_what_the_kernel_calls_available(tmp_path: Path) -> None:
    assert free_megabytes(machine(tmp_path, 4_000_000)) == 4096


def test_a_container_may_have_less(tmp_path: Path) -> None:
    assert free_megabytes(machine(tmp_path, 4_000_000, str(2 * GIGABYTE), GIGABYTE)) == 1000


def test_a_container_without_limit_has_what_the_machine_has(tmp_path: Path) -> None:
    assert free_megabytes(machine(tmp_path, 4_000_000, "max")) == 4096


def test_a_container_over_its_limit_has_nothing(tmp_path: Path) -> None:
    assert free_megabytes(machine(tmp_path, 4_000_000, "100", 200)) == 0


def test_elsewhere_nothing_is_known(tmp_path: Path) -> None:
    assert free_megabytes(tmp_path) is None


@pytest.mark.parametrize(
    ("wanted", "free", "jobs"), [(4, None, 4), (4, 16_000, 4), (4, 2_500, 2), (4, 100, 1), (1, 0, 1)]
)
def test_as_many_jobs_as_memory_bears_and_at_least_one(wanted: int, free: int | None, jobs: int) -> None:
    assert affordable_jobs(wanted, free) == jobs
