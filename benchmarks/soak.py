"""The service over many documents of all kinds: does it keep memory, open files or temporary files?

    python benchmarks/soak.py [--documents 5000] [--clients 2] [--workers 2] [--pictures 0.1] [--seed 1]

Generated invoices and receipts (as PDFs, and some as worn pictures), small files of every kind that is
opened, damaged ones, and archives of two go to a service, by several clients at once. Each document is looked
at as a reviewer does: its fields, a picture and the words of a page, an evidence; every fourth is confirmed,
every third deleted. Twenty times in between, the resident memory of all processes by what they do, open
descriptors and temporary files are printed. The temporary folder of the service is one of its own, so
whatever lies in it was left by the service.

The script fails where a request is answered with 500 or more, a document is lost, a file or a process left.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import sys
import tempfile
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import psutil

from paperformer.synthesis.corpus import place_order
from paperformer.synthesis.draw import draw_pdf
from paperformer.synthesis.folder import worn
from service import Client, Server

ROOT = Path(__file__).parents[1]
MARKS = 20
FLAT_FROM = 0.1  # part of the documents after which memory is to stay as it is
_SETTLE_SECONDS = 3.0
_HOSTILE = 0.2  # share of the small files of every kind, half of them damaged
_ARCHIVES = 0.05


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
        self._numbers = iter(range(options.documents))
        self._turn = threading.Lock()
        self._done = 0
        self._marks = {round(options.documents * (one + 1) / MARKS) for one in range(MARKS)}
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
                megabytes[_role(process)] += process.memory_info().rss / 1e6
                descriptors += process.num_fds()
            except psutil.NoSuchProcess:
                continue  # it was replaced just now
        return Measured(documents, dict(megabytes), descriptors, len(list(self._temporary.rglob("*"))))

    def _work(self) -> None:
        while (number := self._next()) is not None:
            body = document(number, self._options)
            self._one(Client(self._server.port), body, number)  # drawn first: idle connections are closed
            with self._turn:
                self._done += 1
                if self._done in self._marks:
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


def document(number: int, options: argparse.Namespace) -> bytes:
    """Document number ``number``; always the same for the same options."""
    chance = random.Random(f"{options.seed} {number}")
    drawn = chance.random()
    if drawn < _HOSTILE:
        return hostile(number, is_damaged=chance.random() < 0.5)
    if drawn < _HOSTILE + _ARCHIVES:
        return archive([generated(2 * number + one, options, 0.0) for one in (0, 1)])
    return generated(number, options, options.pictures)


def generated(number: int, options: argparse.Namespace, pictures: float) -> bytes:
    """An invoice or receipt: a PDF, or a worn picture of its first page."""
    made = place_order(options.documents * 2, options.seed).draw(number)
    if random.Random(f"picture {options.seed} {number}").random() < pictures:
        return worn(made, options.seed, number)[0].jpeg()
    return draw_pdf(made.sheets, title=made.id)


def hostile(number: int, *, is_damaged: bool) -> bytes:
    """A small file of one of the kinds that are opened, as the tests of damaged files make it."""
    sys.path.append(str(ROOT / "tests" / "hostile"))
    from mutations import mutated
    from samples import samples

    kinds = list(samples())
    body = samples()[kinds[number % len(kinds)]]
    return mutated(body, f"soak {number}") if is_damaged else body


def archive(files: list[bytes]) -> bytes:
    """A ZIP of PDFs."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as written:
        for at, data in enumerate(files):
            written.writestr(f"{at}.pdf", data)
    return buffer.getvalue()


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
    accepted = client.total()
    files = len(list((data / "files").glob("??/*")))
    if files != accepted:
        wrong.append(f"{accepted} documents, and {files} files")
    open_now = client.total("&state=queued") + client.total("&state=working")
    if open_now:
        wrong.append(f"{open_now} documents are not read")
    if client.ask("GET", "/readyz")[0] != 200:
        wrong.append("the service is not ready")
    return wrong + ([] if soak.codes[201] else ["no document was read"])


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--documents", type=int, default=5_000)
    parser.add_argument("--clients", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--pictures", type=float, default=0.1, help="share of worn pictures, 0 to 1")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="paperformer-soak-") as folder:
        data, temporary = Path(folder) / "data", Path(folder) / "tmp"
        temporary.mkdir()
        os.environ["TMPDIR"] = str(temporary)
        server = Server(data, options.workers)
        processes, lasting = (
            server.children(),
            set(temporary.rglob("*")),
        )  # ONNX Runtime has a file of its own
        begin = time.monotonic()
        try:
            soak = Soak(server, temporary, options)
            print(f"start: {soak.measure(0)}", flush=True)
            soak.run()
            seconds = time.monotonic() - begin
            time.sleep(_SETTLE_SECONDS)
            last = soak.measure(options.documents)
            print(f"end:   {last}")
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
        wrong += [f"left running: {one}" for one in alive]
    report(soak, options.documents, seconds, took)
    if wrong:
        raise SystemExit("\n".join(wrong))


def report(soak: Soak, documents: int, seconds: float, took: float) -> None:
    """The figures of the run."""
    first = next(one for one in soak.measured if one.documents >= FLAT_FROM * documents)
    last = soak.measured[-1]
    grown = last.total / first.total - 1
    print(f"{documents:,} documents in {seconds:.0f} s; answers {dict(soak.codes)}, {soak.deleted} deleted")
    print(f"memory after {first.documents:,} and {last.documents:,} documents: {grown:+.1%}")
    print(f"descriptors: {first.descriptors} and {last.descriptors}; ended in {took:.1f} s")


if __name__ == "__main__":
    main()
