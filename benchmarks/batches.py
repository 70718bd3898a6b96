"""What a batch survives: SIGKILL at random moments, and many files in little memory.

    python benchmarks/batches.py kills [--files 2000] [--kills 20] [--jobs 2]
    python benchmarks/batches.py kills --ray
    python benchmarks/batches.py memory [--files 20000]
    python benchmarks/batches.py writer [--files 20000]
    python benchmarks/batches.py rate FOLDER [--jobs 2] [--ray]

``kills`` writes small e-invoices and reads them with `paperformer extract --resume`, which is killed again
and again: a quarter of the times while it starts, else after a random number of further answers. Then it is
left to end. Printed: how many answers there are, and how many of them stand twice; how long a run takes that
has nothing to do. ``--ray`` does the same with `paperformer cluster extract` on a cluster of two nodes, and
every second time kills an actor in place of the command.

``memory`` reads files with a reader that does nothing, and prints the memory of the parent after every 1,000.
``writer`` prints how many answers a second one process keeps, each of 18 KB, which is a page of the samples.
``rate`` prints pages per second of a folder, and the seconds of processors that all its processes took: on a
shared machine, only these say how dear a way of reading is.

Exits with 1 where an answer is missing or stands twice, or memory grows by more than 5 %.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import psutil

from paperformer.documents.limits import Limits
from paperformer.extraction.batch import Answered, Outcome, Task
from paperformer.extraction.result import Extraction, ModelInfo
from paperformer.extraction.resumable.inputs import Inputs
from paperformer.extraction.resumable.manifest import MANIFEST, Entry
from paperformer.extraction.resumable.runner import BatchConfig, run_batch
from paperformer.extraction.resumable.store import Store, StoreConfig

COMMAND = [sys.executable, "-m", "paperformer.cli"]
AN_ACTOR = "an actor"
INVOICE = """<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
 xmlns:b="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<b:ID>N-{number}</b:ID><b:IssueDate>2024-03-01</b:IssueDate></Invoice>"""


def main() -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=["kills", "memory", "writer", "rate"])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--files", type=int)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--ray", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        if given.what == "memory":
            return memory(Path(place), given.files or 20_000)
        if given.what == "writer":
            return writer(Path(place), given.files or 20_000)
        with cluster() if given.ray else _no_cluster() as address:
            out = Path(place) / "out"
            command = _command(given.folder or Path(place) / "in", out, given.jobs, address)
            if given.what == "rate":
                return rate(command)
            return kills(Path(place) / "in", out, command, given.files or 2_000, given.kills, given.seed)


def kills(folder: Path, out: Path, command: list[str], files: int, times: int, seed: int) -> int:
    """Kill a batch and kill it again; 0 where each document is answered once in the end."""
    write(folder, files)
    random, happened = Random(seed), Counter[str]()
    whole = files * len(_answer_line(folder))
    begun = time.monotonic()
    process = None
    for number in range(times):
        process = process or subprocess.Popen(command, stderr=subprocess.DEVNULL)
        most = max(2, (whole - written(out)) // (times - number))  # so that there is a batch for all kills
        what = kill_once(process, out, random, most, actor="cluster" in command and number % 2 == 1)
        happened[what] += 1
        process = process if what == AN_ACTOR else None  # it goes on
    if process is not None:
        process.wait()
    ended = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    print(f"{times} kills: {dict(happened)}; {time.monotonic() - begun:.0f} s in all")
    print(ended.stderr.strip())
    keys = Counter(key for path in out.glob("part-*") for key in keys_in(path))
    twice = sum(1 for count in keys.values() if count > 1)
    print(f"{files} documents: {len(keys)} answered, {twice} of them more than once")
    begun = time.monotonic()
    again = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=True)
    print(f"a second run: {time.monotonic() - begun:.1f} s; {again.stderr.strip().splitlines()[-1]}")
    return 0 if len(keys) == files and not twice else 1


def kill_once(process: subprocess.Popen[bytes], out: Path, random: Random, most: int, *, actor: bool) -> str:
    """Kill the command at a random moment, or an actor of it where there are any; what was killed."""
    begun, had = time.monotonic(), written(out)
    starting = random.random() < 0.25
    until, more = begun + random.uniform(0.2, 4.0), random.randrange(1, most)
    while process.poll() is None:
        if (time.monotonic() > until) if starting else (written(out) - had >= more):
            break
        time.sleep(0.01)
    if process.poll() is not None:
        return "ended before"
    if actor and (actors := actors_of_ray()):
        random.choice(actors).kill()
        return AN_ACTOR
    process.send_signal(signal.SIGKILL)
    process.wait()
    return "the command, starting" if starting else "the command"


def rate(command: list[str]) -> int:
    """Read a folder; its exit code. The time of each process is that of the last second in which it was."""
    spent: dict[tuple[int, float], float] = {}
    ours = psutil.Process()
    running = subprocess.Popen(command)
    while running.poll() is None:
        for process in ours.children(recursive=True):
            with suppress(psutil.Error):  # it has just ended
                times = process.cpu_times()
                spent[process.pid, process.create_time()] = times.user + times.system
        time.sleep(1)
    load = os.getloadavg()[0]
    print(f"{sum(spent.values()):.0f} s of processors in {len(spent)} processes; load at the end {load:.1f}")
    return running.returncode


def memory(place: Path, files: int) -> int:
    """Read files with a reader that does nothing; 0 where memory stays within 5 % after the first 1,000."""
    write(place / "in", files)
    inputs = Inputs(places=[str(place / "in")], suffixes=frozenset({".xml"}))
    process, sizes = psutil.Process(), []
    begun = time.monotonic()
    with Store(StoreConfig(folder=place / "out")) as store:
        reports = run_batch(inputs, NothingReader, "nothing", store, BatchConfig(jobs=2, limits=Limits()))
        for number, _ in enumerate(reports, start=1):
            if number % 1_000 == 0:
                sizes.append(process.memory_info().rss / 1e6)
    print("MB after every 1,000:", " ".join(f"{size:.1f}" for size in sizes))
    growth = max(sizes) / sizes[0] - 1
    print(f"{files} files in {time.monotonic() - begun:.0f} s; {growth:+.1%} after the first 1,000")
    return 0 if growth <= 0.05 else 1


def writer(place: Path, files: int) -> int:
    """How fast answers are kept."""
    line = json.dumps({"schema_version": "2", "text": "x" * 18_000})
    begun = time.monotonic()
    with Store(StoreConfig(folder=place / "out")) as store:
        for number in range(files):
            name = f"{number}.pdf"
            store.manifest.put_content(name, "stamp", True, f"{number:064}")
            store.add(Entry(key=f"{number:064}-0123456789abcdef", name=name, state="done", pages=1), [line])
            store.commit_if_due()
    seconds = time.monotonic() - begun
    each = (place / "out" / MANIFEST).stat().st_size / files
    print(
        f"{files} answers in {seconds:.1f} s: {files / seconds:,.0f} a second; manifest {each:.0f} bytes each"
    )
    return 0


class NothingReader:
    """Answers without reading."""

    def read(self, task: Task, /) -> Outcome:
        """An empty answer of the usual size."""
        model = ModelInfo(name="none", version="0")
        return Outcome(
            task.name, [Answered(Extraction(file=task.name, pages=[], fields={}, model=model))]
        )  # fmt: skip

    def close(self) -> None:
        """Nothing is open."""


@contextmanager
def cluster() -> Iterator[str]:
    """A head and two nodes of a core each, on this machine; yields the address."""
    os.environ.setdefault("RAY_worker_niceness", "0")  # Ray's own is 15: beside anything else it would starve
    from ray.cluster_utils import Cluster

    started = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    try:
        for _ in range(2):
            started.add_node(num_cpus=1)
        started.wait_for_nodes()
        yield str(started.address)
    finally:
        started.shutdown()


@contextmanager
def _no_cluster() -> Iterator[None]:
    yield None


def write(folder: Path, files: int) -> None:
    """Small e-invoices, all different."""
    folder.mkdir(parents=True)
    for number in range(files):
        (folder / f"{number:06}.xml").write_text(INVOICE.format(number=number))
        os.utime(folder / f"{number:06}.xml", (time.time() - 60, time.time() - 60))


def written(out: Path) -> int:
    """How many bytes of answers there are."""
    sizes = 0
    for path in out.glob("part-*"):
        try:
            sizes += path.stat().st_size
        except FileNotFoundError:  # sealed in this moment
            continue
    return sizes


def keys_in(path: Path) -> Iterator[str]:
    """The keys of a part."""
    yield from (json.loads(line)["key"] for line in path.read_text(encoding="utf-8").splitlines())


def actors_of_ray() -> list[psutil.Process]:
    """The actors that read."""
    found = []
    for process in psutil.process_iter():
        try:
            if "ReadingActor" in " ".join(process.cmdline()):
                found.append(process)
        except psutil.Error:
            continue
    return found


def _answer_line(folder: Path) -> bytes:
    one = next(folder.iterdir())
    return subprocess.run(
        [*COMMAND, "extract", str(one), "--output", "jsonl"], stdout=subprocess.PIPE, check=True
    ).stdout


def _command(folder: Path, out: Path, jobs: int, address: str | None) -> list[str]:
    if address is None:
        return [*COMMAND, "extract", str(folder), "--resume", str(out), "--jobs", str(jobs)]
    return [*COMMAND, "cluster", "extract", str(folder), str(out), "--address", address]


if __name__ == "__main__":
    sys.exit(main())
