"""A batch on Ray: workers and nodes that are killed cost nothing but time.

Ray is 330 MB beside pyarrow and therefore not in [dev]; `pip install -e '.[cluster]'` brings these tests.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from paperformer.cluster.actor import ReadingOptions
from paperformer.cluster.connection import connected
from paperformer.cluster.runner import ClusterConfig, run_on_cluster
from paperformer.documents.limits import Limits
from paperformer.errors import ClusterUnavailable, ModelMismatch
from paperformer.extraction.resumable.admission import Report
from paperformer.extraction.resumable.inputs import Inputs
from paperformer.extraction.resumable.store import Store, StoreConfig
from toy_batch import SETTINGS, TEXT, ToyReader, answers_in, states, write_texts

ray = pytest.importorskip("ray", reason="needs pip install 'paperformer[cluster]', which is not in [dev]")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("default"),  # Ray's own
]
CONFIG = ClusterConfig(actors=2, most_files_per_task=2, megabytes_per_actor=200)


def run(
    folder: Path,
    out: Path,
    seen: Callable[[int], object] = lambda _: None,
    open_reader: Callable[[], ToyReader] = ToyReader,
) -> list[Report]:
    inputs = Inputs(places=[str(folder)], suffixes=TEXT)
    reading = ReadingOptions(open_reader, 5.0, Limits())
    reports = []
    with Store(StoreConfig(folder=out, part_bytes=10_000)) as store:
        for report in run_on_cluster(inputs, reading, SETTINGS, store, CONFIG):
            reports.append(report)
            seen(len(reports))
    return reports


@pytest.fixture(autouse=True)
def _workers_find_the_toy_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))


@pytest.fixture
def local(_workers_find_the_toy_reader: None) -> Iterator[None]:
    """Two workers on this machine."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


@pytest.mark.usefixtures("local")
def test_two_workers_one_killed_answer_each_document_once_and_a_second_run_does_nothing(
    tmp_path: Path,
) -> None:
    texts = {f"{n}.txt": f"slow {n}" for n in range(120)}
    folder = write_texts(tmp_path / "in", {**texts, "die.txt": "die", "hang.txt": "hang"})
    killed = []

    def kill(reported: int) -> None:
        if reported == 20:
            actors = [one for one in psutil.process_iter(["name"]) if "ReadingActor" in " ".join(_title(one))]
            actors[0].kill()
            killed.append(actors[0].pid)

    reports = run(folder, tmp_path / "out", kill)
    assert len(killed) == 1
    assert states(reports) == {"read": 120, "failed": 2}
    assert answers_in(tmp_path / "out") == sorted(texts.values())
    (folder / "die.txt").unlink()
    (folder / "hang.txt").unlink()
    begun = time.monotonic()
    assert states(run(folder, tmp_path / "out")) == {"done before": 120}
    assert time.monotonic() - begun < 10


def test_a_node_that_is_lost_in_the_middle_costs_no_document(tmp_path: Path) -> None:
    from ray.cluster_utils import Cluster

    texts = {f"{n}.txt": f"slow {n}" for n in range(200)}
    folder = write_texts(tmp_path / "in", texts)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    try:
        nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
        cluster.wait_for_nodes()
        with connected(cluster.address) as cores:
            assert cores == 2
            gone = threading.Thread(target=cluster.remove_node, args=(nodes[0], False))

            def lose(reported: int) -> None:
                if reported == 40:
                    gone.start()

            reports = run(folder, tmp_path / "out", lose)
            gone.join()
            assert sum(node["Alive"] for node in ray.nodes()) == 2  # the head, and one of two
        assert states(reports) == {"read": 200}
        assert answers_in(tmp_path / "out") == sorted(texts.values())
    finally:
        cluster.shutdown()


def no_reader() -> ToyReader:
    """What a worker does that has no model."""
    raise ModelMismatch("no model here", "Copy it")


@pytest.mark.usefixtures("local")
def test_workers_that_cannot_read_at_all_end_the_batch_with_one_line(tmp_path: Path) -> None:
    folder = write_texts(tmp_path / "in", {"a.txt": "a"})
    with pytest.raises(ModelMismatch, match=r"^no model here\. Copy it$"):
        run(folder, tmp_path / "out", open_reader=no_reader)


def test_where_no_cluster_answers_the_error_says_what_to_do() -> None:
    with (
        pytest.raises(ClusterUnavailable, match=r"no Ray cluster answers at auto\. Start one"),
        connected("auto"),
    ):
        pass


def _title(process: psutil.Process) -> list[str]:
    try:
        return list(process.cmdline())
    except psutil.Error:
        return []
