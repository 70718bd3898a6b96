"""The service under load, on this machine, beside the bare library in the same run. No other data needed.

    python benchmarks/service.py [throughput] [latency] [burst] [kill] [photo] [fuzz] [memory] [--documents N]

What is named is measured, else all of it. The client runs on the same processors as the service.

- throughput: invoices with a text layer a second, posted by as many clients as keep the workers busy, and
  read by ``read_all`` with as many processes; in turns, the median of the rounds. Other programs on the
  machine move the rate, so the processor time that each document takes is compared too.
- latency: one such invoice after the other comes at 80 % of that rate, by chance (Poisson).
- burst: 500 at once; what is accepted is answered, the others are told to wait.
- kill: 200 documents while a worker, and then the server, is killed in the middle; each is answered once.
- photo: the photo of a receipt, one client, one after the other.
- fuzz: damaged files; the service answers each within its limits and lives.
- memory: of all processes together, after 500 and after 5,000 requests of all kinds.
"""

from __future__ import annotations

import argparse
import http.client
import json
import math
import os
import queue
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from paperformer.extraction.batch import Task, read_all
from paperformer.extraction.options import ReadingOptions

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "samples"
PARTS = ("throughput", "latency", "burst", "kill", "photo", "fuzz", "memory")
CLIENTS = 8


class Server:
    """``paperformer serve`` in a process of its own.

    Args:
        folder: Of its data.
        workers: How many.
        queue_size: Documents that may wait.
        more: Further options of the command line.
        program: What Python runs as ``paperformer``.
    """

    def __init__(
        self,
        folder: Path,
        workers: int,
        queue_size: int = 256,
        more: Sequence[str] = (),
        program: Sequence[str] = ("-m", "paperformer.cli"),
    ) -> None:
        self._command = [
            sys.executable, *program, "serve", "--data", str(folder), "--port", "0", "--no-auth",
            "--workers", str(workers), "--queue", str(queue_size), "--rate", "100000", *more,
        ]  # fmt: skip
        self.start()

    def start(self) -> None:
        """Start it, and wait until it can read."""
        self.process = subprocess.Popen(self._command, stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline() if self.process.stderr else ""
        self.port = int(line.split("http://")[1].split(" ")[0].rpartition(":")[2])
        threading.Thread(target=self._drain, daemon=True).start()
        client = Client(self.port)
        try:
            while client.ask("GET", "/readyz")[0] != 200:
                time.sleep(0.1)
        except BaseException:
            self.kill()
            raise

    def kill(self) -> None:
        """End it at once, as the system does when memory runs out."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Ask it to end."""
        self.process.terminate()
        self.process.wait(60)

    def children(self) -> list[psutil.Process]:
        """Its processes."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def megabytes(self) -> float:
        """Resident memory of all its processes."""
        processes = [psutil.Process(self.process.pid), *self.children()]
        return sum(process.memory_info().rss for process in processes) / 1e6

    def _drain(self) -> None:
        for line in self.process.stderr or ():
            if "no key is asked for" not in line:
                print("  server:", line.rstrip(), flush=True)


class Client:
    """One connection."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
        """Status and body of the answer."""
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read()

    def post(self, body: bytes, path: str = "/v1/documents") -> tuple[int, bytes]:
        """Post a document."""
        return self.ask("POST", path, body)

    def total(self, query: str = "") -> int:
        """How many documents there are."""
        total: int = json.loads(self.ask("GET", f"/v1/documents?limit=1{query}")[1])["total"]
        return total


@contextmanager
def serving(workers: int, queue_size: int = 256) -> Iterator[Server]:
    """A server with a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="paperformer-bench-") as folder:
        server = Server(Path(folder), workers, queue_size)
        try:
            yield server
        finally:
            server.stop()


def invoices(count: int, first: int = 0) -> list[bytes]:
    """PDFs with a text layer that differ in a comment behind their end."""
    sample = (SAMPLES / "invoice-en.pdf").read_bytes()
    return [sample + f"\n%{number}\n".encode() for number in range(first, first + count)]


def post_all(server: Server, bodies: Iterable[bytes], clients: int = CLIENTS) -> Counter[int]:
    """Post everything with so many clients at once; how often each status came."""
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    for body in bodies:
        waiting.put(body)
    codes: Counter[int] = Counter()

    def work() -> Counter[int]:
        client, own = Client(server.port), Counter[int]()
        while True:
            try:
                body = waiting.get_nowait()
            except queue.Empty:
                return own
            own[client.post(body)[0]] += 1

    with ThreadPoolExecutor(clients) as pool:
        for future in [pool.submit(work) for _ in range(clients)]:
            codes += future.result()
    return codes


class Rate(NamedTuple):
    """How fast documents were read, and what it took of the processors, whoever else uses them."""

    per_second: float
    processor_milliseconds: float

    @classmethod
    def of(cls, count: int, seconds: float, processor_seconds: float) -> Rate:
        """Of so many documents."""
        return cls(count / seconds, 1e3 * processor_seconds / count)

    def __str__(self) -> str:
        return f"{self.per_second:.2f}/s ({self.processor_milliseconds:.0f} ms of the processors each)"


def throughput(options: argparse.Namespace) -> float:
    """Documents a second, through HTTP and without."""
    count, bare, served = options.documents, [], []
    print(f"throughput: {count} invoices a round, {options.workers} processes", flush=True)
    for number in range(options.rounds):
        bare.append(bare_rate(count, options.workers))
        served.append(served_rate(count, options.workers))
        print(f"  round {number + 1}: library {bare[-1]}, service {served[-1]}", flush=True)
    pairs = list(zip(served, bare, strict=True))
    ratio = statistics.median(s.per_second / b.per_second for s, b in pairs)
    work = statistics.median(b.processor_milliseconds / s.processor_milliseconds for s, b in pairs)
    rates = [statistics.median(one.per_second for one in those) for those in (bare, served)]
    print(f"  library {rates[0]:.2f}/s, service {rates[1]:.2f}/s: {ratio:.1%}; by processor time {work:.1%}")
    return rates[1]


def served_rate(count: int, workers: int) -> Rate:
    """The service's, processes started and warm; the work of the clients does not count."""
    with serving(workers) as server:
        post_all(server, invoices(3 * workers))
        processes = [psutil.Process(server.process.pid), *server.children()]
        begin, work = time.perf_counter(), processor_seconds(processes)
        codes = post_all(server, invoices(count, 1_000))
        rate = Rate.of(count, time.perf_counter() - begin, processor_seconds(processes) - work)
    if codes != Counter({201: count}):
        raise SystemExit(f"not all were answered: {codes}")
    return rate


def bare_rate(count: int, jobs: int) -> Rate:
    """The library's, processes started and warm; this process counts, which hands out and takes back."""
    warm = 3 * jobs
    tasks = [Task(f"{number}.pdf", body) for number, body in enumerate(invoices(warm + count))]
    begin, work, processes = 0.0, 0.0, list[psutil.Process]()
    for done, outcome in enumerate(read_all(tasks, ReadingOptions(max_results=5), jobs=jobs), start=1):
        if outcome.error is not None:
            raise SystemExit(str(outcome.error))
        if done == warm:
            processes = [psutil.Process(), *psutil.Process().children(recursive=True)]
            begin, work = time.perf_counter(), processor_seconds(processes)
        if done == warm + count:  # they end after the last one
            return Rate.of(count, time.perf_counter() - begin, processor_seconds(processes) - work)
    raise SystemExit("not all were read")


def processor_seconds(processes: Iterable[psutil.Process]) -> float:
    """Processor time that processes have taken so far."""
    times = [process.cpu_times() for process in processes]
    return sum(one.user + one.system for one in times)


def latency(options: argparse.Namespace, rate: float) -> None:
    """Time to the answer at 80 % of the rate that is possible."""
    wanted = 0.8 * rate
    count = max(100, round(wanted * options.seconds))
    chance = random.Random(1)
    with serving(options.workers) as server, ThreadPoolExecutor(64) as pool:
        post_all(server, invoices(3 * options.workers))
        local = threading.local()

        def post(body: bytes, due: float) -> float:
            if not hasattr(local, "client"):
                local.client = Client(server.port)
            status, _ = local.client.post(body)
            if status != 201:
                raise SystemExit(f"status {status}")
            return time.perf_counter() - due

        due, futures = time.perf_counter(), []
        for body in invoices(count, 10_000):
            due += chance.expovariate(wanted)
            time.sleep(max(0.0, due - time.perf_counter()))
            futures.append(pool.submit(post, body, due))
        seconds = sorted(future.result() for future in futures)
    p50, p99 = quantile(seconds, 0.5), quantile(seconds, 0.99)
    times = f"p50 {p50:.3f} s, p99 {p99:.3f} s, {p99 / p50:.1f} times"
    print(f"latency: {count} invoices at {wanted:.1f}/s: {times}", flush=True)


def burst(options: argparse.Namespace) -> None:
    """Five hundred at once."""
    with serving(options.workers) as server:
        codes = post_all(server, invoices(options.burst, 20_000), clients=options.burst)
        client = Client(server.port)
        done, total = client.total("&state=done"), client.total()
    print(f"burst: {options.burst} at once: {dict(codes)}; kept {total}, done {done}")
    if not total == done == codes[201] or codes[201] + codes[429] != options.burst:
        raise SystemExit("documents were lost")


def kill(options: argparse.Namespace) -> None:
    """A worker, and the server, killed in the middle of 200 documents."""
    with tempfile.TemporaryDirectory(prefix="paperformer-bench-") as folder:
        server = Server(Path(folder), options.workers, 1_000)
        client = Client(server.port)
        ids = [
            json.loads(client.ask("POST", "/v1/documents", body, Prefer="respond-async")[1])["id"]
            for body in invoices(options.killed, 30_000)
        ]
        wait_for(lambda: client.total("&state=done") >= options.killed // 4)
        worker = next(child for child in server.children() if "spawn_main" in " ".join(child.cmdline()))
        os.kill(worker.pid, signal.SIGKILL)
        wait_for(lambda: client.total("&state=done") >= options.killed // 2)
        server.kill()
        server.start()
        client = Client(server.port)
        wait_for(lambda: client.total("&state=queued") + client.total("&state=working") == 0)
        states = Counter(json.loads(client.ask("GET", f"/v1/documents/{id}")[1])["state"] for id in ids)
        total = client.total()
        server.stop()
    print(f"kill: {options.killed} documents, a worker and the server killed: {dict(states)}, kept {total}")
    if states != Counter({"done": options.killed}) or total != options.killed:
        raise SystemExit("documents were lost, or answered twice")


def photo(options: argparse.Namespace) -> None:
    """The photo of a receipt, as a phone sends it."""
    picture = (SAMPLES / "receipt-photo.jpg").read_bytes()
    with serving(options.workers) as server:
        client, seconds = Client(server.port), []
        for number in range(options.photos):
            begin = time.perf_counter()
            status, _ = client.post(picture + str(number).encode())
            seconds.append(time.perf_counter() - begin)
            if status != 201:
                raise SystemExit(f"status {status}")
    seconds.sort()
    print(
        f"photo: {options.photos} receipts, one client: median {quantile(seconds, 0.5):.2f} s, "
        f"p95 {quantile(seconds, 0.95):.2f} s, first {seconds[-1]:.2f} s at most"
    )


def fuzz(options: argparse.Namespace) -> None:
    """Damaged files of every kind."""
    sys.path.append(str(ROOT / "tests" / "hostile"))
    from mutations import mutated
    from samples import samples

    kinds, codes, slowest = list(samples()), Counter[int](), 0.0
    with serving(options.workers) as server:
        client = Client(server.port)
        for number in range(options.fuzzed):
            body = mutated(samples()[kinds[number % len(kinds)]], f"bench {number}")
            begin = time.perf_counter()
            status, answer = client.post(body, "/v1/documents?tags=fuzz")
            slowest = max(slowest, time.perf_counter() - begin)
            codes[status] += 1
            if status >= 500:
                raise SystemExit(f"file {number}: {status} {answer[:300]!r}")
        client.ask("DELETE", "/v1/documents?tag=fuzz")
        ready = client.ask("GET", "/readyz")[0]
        left = client.total()
    told = f"slowest {slowest:.1f} s, ready {ready}, left {left}"
    print(f"fuzz: {options.fuzzed} damaged files: {dict(codes)}, {told}", flush=True)
    if ready != 200 or left:
        raise SystemExit("the service is not as before")


def memory(options: argparse.Namespace) -> None:
    """What the service holds after some and after many requests."""
    marks = sorted({options.requests // 10, options.requests})
    measured = []
    with serving(options.workers) as server:
        client, id = Client(server.port), ""
        for number in range(1, options.requests + 1):
            if number % 5 == 1:
                status, answer = client.post(invoices(1, 40_000 + number)[0])
                id = json.loads(answer)["id"]
            else:
                path = ("", "/pages/1.png?dpi=72", "/pages/1/words", "/evidence/iban")[number % 5 - 2]
                status, _ = client.ask("GET", f"/v1/documents/{id}{path}")
            if status not in (200, 201):
                raise SystemExit(f"request {number}: status {status}")
            if number in marks:
                time.sleep(2)
                measured.append(server.megabytes())
    pairs = zip(marks, measured, strict=True)
    told = ", ".join(f"{mark:,} requests: {megabytes:.0f} MB" for mark, megabytes in pairs)
    print(f"memory: {told} ({measured[-1] / measured[0] - 1:+.1%})")


def wait_for(holds: Callable[[], bool], seconds: float = 600.0) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise SystemExit("it takes too long")
        time.sleep(0.1)


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value that a share of the ordered values does not exceed."""
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", default=[], help=", ".join(PARTS))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--documents", type=int, default=150, help="a round of the throughput")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rate", type=float, help="documents a second, where throughput is not measured")
    parser.add_argument("--seconds", type=float, default=60.0, help="of latency")
    parser.add_argument("--burst", type=int, default=500)
    parser.add_argument("--killed", type=int, default=200)
    parser.add_argument("--photos", type=int, default=30)
    parser.add_argument("--fuzzed", type=int, default=2_000)
    parser.add_argument("--requests", type=int, default=5_000)
    options = parser.parse_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"there is no {', '.join(unknown)}; choose of {', '.join(PARTS)}")
    parts = options.parts or PARTS
    rate = options.rate
    if "throughput" in parts:
        rate = throughput(options)
    if "latency" in parts:
        latency(options, rate or 8.0)
    others: dict[str, Callable[[Any], None]] = {
        "burst": burst, "kill": kill, "photo": photo, "fuzz": fuzz, "memory": memory,
    }  # fmt: skip
    for name, measure in others.items():
        if name in parts:
            measure(options)


if __name__ == "__main__":
    main()
