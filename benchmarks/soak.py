"""The service over many documents of all kinds: does it keep memory, open files or temporary files?

    python benchmarks/soak.py [--documents 5000] [--warm 500] [--every 100] [--clients 2] [--workers 2]
                              [--pictures 0.1] [--seed 1] [--postgres]

The documents of ``soak_documents.py`` go to a service, by several clients at once. Each is looked at as a
reviewer does: its fields, a picture and the words of a page, an evidence; every fourth is confirmed, every
third deleted. After each hundred, the memory of all processes by what they do (proportional set size: pages
that processes share count once), open descriptors and temporary files are printed. The temporary folder of
the service is one of its own, so whatever lies in it was left by the service. ``--postgres`` starts a server
of PostgreSQL for the run.

Memory is flat if its median over the last quarter of the measurements that follow the first ``--warm``
documents is at most 5 % above that over their first quarter. The script fails where memory is not flat, a
request is answered with 500 or more, a document is lost, or a file or process is left.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil
from soak_documents import ROOT, Documents

from service import Client, Server

FLAT = 0.05  # part by which memory may grow
_SETTLE_SECONDS = 3.0
_IDLE_SECONDS = 12.0  # by then, processes have given back what is free


class Measured(NamedTuple):
    """What the service held after so many documents."""

    documents: int
    megabytes: dict[str, float]
    descriptors: int
    temporary: int

    @property
    def total(self) -> float:
        """The memory of all processes."""
        return sum(self.megabytes.values())

    def __str__(self) -> str:
        parts = ", ".join(f"{name} {size:.0f}" for name, size in sorted(self.megabytes.items()))
        held = f"{self.descriptors} descriptors, {self.temporary} temporary files"
        return f"{self.documents:6,} documents: {self.total:6.0f} MB ({parts}); {held}"


class Soak:
    """Documents on their way, and what was seen of them.

    Args:
        server: The service.
        temporary: Its temporary folder.
        options: Of the command line.
    """

    def __init__(self, server: Server, temporary: Path, options: argparse.Namespace) -> None:
        self._server, self._temporary, self._options = server, temporary, options
        self._documents = Documents(options.documents, options.seed, options.pictures)
        self._numbers = iter(range(options.documents))
        self._turn = threading.Lock()
        self._done = 0
        self.codes: Counter[int] = Counter()
        self.deleted = 0
        self.measured: list[Measured] = []

    def run(self) -> None:
        """Post everything."""
        clients = self._options.clients
        with ThreadPoolExecutor(clients) as pool:
            for future in [pool.submit(self._work) for _ in range(clients)]:
                future.result()

    def measure(self, documents: int) -> Measured:
        """What the service holds now."""
        megabytes: Counter[str] = Counter()
        descriptors = 0
        for process in [psutil.Process(self._server.process.pid), *self._server.children()]:
            try:
                megabytes[_role(process)] += process.memory_full_info().pss / 1e6
                descriptors += process.num_fds()
            except psutil.NoSuchProcess:
                continue  # it was replaced just now
        return Measured(documents, dict(megabytes), descriptors, len(list(self._temporary.rglob("*"))))

    def _work(self) -> None:
        while (number := self._next()) is not None:
            body = self._documents.document(number)
            self._one(Client(self._server.port), body, number)  # drawn first: idle connections are closed
            with self._turn:
                self._done += 1
                if self._done % self._options.every == 0:
                    self.measured.append(self.measure(self._done))
                    print(self.measured[-1], flush=True)

    def _next(self) -> int | None:
        with self._turn:
            return next(self._numbers, None)

    def _one(self, client: Client, body: bytes, number: int) -> None:
        status, answer = client.post(body)
        self._note(status, answer)
        if status != 201:
            return
        read = json.loads(answer)
        path = f"/v1/documents/{read['id']}"
        for part in ("/extraction", "/pages/1.png?dpi=72", "/pages/1/words", "/evidence/total_incl_vat"):
            self._note(*client.ask("GET", path + part))
        if number % 4 == 0:
            self._confirm(client, read, path)
        if number % 3 == 0:
            self._note(*client.ask("DELETE", path))
            with self._turn:
                self.deleted += 1

    def _confirm(self, client: Client, read: dict[str, object], path: str) -> None:
        name = read["supplier_name"]
        fields = {"supplier_name": [{"value": name}] if name else []}
        body = json.dumps({"fields": fields, "confirmed": True}).encode()
        self._note(*client.ask("PUT", f"{path}/fields", body, **{"Content-Type": "application/json"}))

    def _note(self, status: int, answer: bytes) -> None:
        with self._turn:
            self.codes[status] += 1
        if status >= 500:
            raise SystemExit(f"status {status}: {answer[:300]!r}")


def _role(process: psutil.Process) -> str:
    command = " ".join(process.cmdline())
    if "paperformer.documents.worker" in command:
        parent = process.parent()
        is_drawing = parent is not None and "serve" in parent.cmdline()
        return "previews" if is_drawing else "opening files"
    if "spawn_main" in command:
        return "workers"
    return "server" if "serve" in command.split() else "other"


def _stray_files(data: Path) -> Iterator[Path]:
    yield from (data / "incoming").iterdir()
    yield from data.glob("previews/*/*.part")
    yield from data.glob("*.part")


def check(soak: Soak, client: Client, data: Path) -> list[str]:
    """What is not as it should be after all documents."""
    wrong = [f"left behind: {path}" for path in _stray_files(data)]
    accepted, inner = client.total(), _inner_files(client)
    files = len(list((data / "files").glob("??/*")))
    if files != accepted + inner:
        wrong.append(f"{accepted} documents, {inner} of them inside of a file, and {files} files")
    open_now = client.total("&state=queued") + client.total("&state=working")
    if open_now:
        wrong.append(f"{open_now} documents are not read")
    if client.ask("GET", "/readyz")[0] != 200:
        wrong.append("the service is not ready")
    return wrong + ([] if soak.codes[201] else ["no document was read"])


def _inner_files(client: Client) -> int:
    """How many documents are inside of a mail or an archive: that file is kept, and the one inside too."""
    inner: int = 0
    cursor: str | None = ""
    while cursor is not None:
        page = json.loads(client.ask("GET", f"/v1/documents?limit=200{cursor and f'&cursor={cursor}'}")[1])
        inner += sum(one["inner_name"] is not None for one in page["items"])
        cursor = page["next"]
    return inner


def growth(measured: Sequence[Measured], warm: int) -> float | None:
    """By which part memory grew after the first ``warm`` documents; None where too few were measured."""
    totals = [one.total for one in measured if one.documents >= warm]
    quarter = len(totals) // 4
    if not quarter:
        return None
    return statistics.median(totals[-quarter:]) / statistics.median(totals[:quarter]) - 1


@contextmanager
def postgres() -> Iterator[str]:
    """A server of PostgreSQL for the run, and the URL of its database."""
    sys.path.append(str(ROOT / "tests" / "service"))
    from postgres_cluster import binaries, cluster

    if (programs := binaries()) is None:
        raise SystemExit("PostgreSQL is not installed: apt install postgresql")
    with cluster(programs) as url:
        yield url


def main() -> None:
    """Run and print."""
    options = _options()
    with ExitStack() as stack:
        if options.postgres:
            os.environ["PAPERFORMER_DATABASE"] = stack.enter_context(postgres())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="paperformer-soak-")))
        wrong = run(folder, options)
    if wrong:
        raise SystemExit("\n".join(wrong))


def run(folder: Path, options: argparse.Namespace) -> list[str]:
    """Post everything to a service in this folder; what is not as it should be."""
    data, temporary = folder / "data", folder / "tmp"
    temporary.mkdir()
    os.environ["TMPDIR"] = str(temporary)
    server = Server(data, options.workers)
    processes, lasting = server.children(), set(temporary.rglob("*"))  # ONNX Runtime has a file of its own
    soak, begin = Soak(server, temporary, options), time.monotonic()
    try:
        print(f"start: {soak.measure(0)}", flush=True)
        soak.run()
        seconds = time.monotonic() - begin
        time.sleep(_IDLE_SECONDS)
        print(f"idle:  {soak.measure(options.documents)}")
        wrong = check(soak, Client(server.port), data)
        processes += server.children()
    finally:
        if (code := server.process.poll()) is not None:
            print(f"the server has ended: {code}")
        end = time.monotonic()
        server.stop()
        took = time.monotonic() - end
    wrong += [f"left in the temporary folder: {path}" for path in set(temporary.rglob("*")) - lasting]
    _, alive = psutil.wait_procs(processes, timeout=_SETTLE_SECONDS)
    print(f"{options.documents:,} documents in {seconds:.0f} s, ended in {took:.1f} s")
    print(f"answers {dict(soak.codes)}, {soak.deleted} deleted")
    return wrong + [f"left running: {one}" for one in alive] + _grown(soak, options.warm)


def _grown(soak: Soak, warm: int) -> list[str]:
    """Print by how much memory and open descriptors grew; too much of it."""
    if (grown := growth(soak.measured, warm)) is None:
        print(f"too few were measured after the first {warm:,} documents")
        return []
    after = [one for one in soak.measured if one.documents >= warm]
    print(f"descriptors: {after[0].descriptors} after {warm:,} documents, {after[-1].descriptors} at the end")
    flat = "flat" if grown <= FLAT else "not flat"
    print(f"memory after the first {warm:,} documents: {grown:+.1%}, {flat} within {FLAT:.0%}")
    return [] if grown <= FLAT else ["memory is not flat"]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--documents", type=int, default=5_000)
    parser.add_argument("--warm", type=int, default=500, help="documents after which memory is to be flat")
    parser.add_argument("--every", type=int, default=100, help="documents from one measurement to the next")
    parser.add_argument("--clients", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--pictures", type=float, default=0.1, help="share of worn pictures, 0 to 1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL server, not on SQLite")
    return parser.parse_args()


if __name__ == "__main__":
    main()
