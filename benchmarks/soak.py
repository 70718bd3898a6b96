"""The service over many documents of all kinds and through faults: what does it lose, leave or keep?

    python benchmarks/soak.py [--documents 5000] [--warm 500] [--clients 2] [--workers 2]
                              [--pictures 0.1] [--seed 1] [--database sqlite|postgres] [--no-faults]
                              [--record FILE]

The documents of ``soak_documents.py`` go to a service, by several clients at once. Each is looked at as a
reviewer does: its fields, a picture and the words of a page, an evidence; every fourth is confirmed, every
third deleted. Some name a webhook whose receiver hears of them, others one whose receiver drips its answer
byte by byte and never ends it. After every ten documents, the memory of all processes by what they do
(proportional set size: pages that processes share count once), open descriptors and temporary files are
measured, and after every hundred printed. The temporary folder of the service is one of its own, so whatever
lies in it was left by the service.
``--database postgres`` starts a server of PostgreSQL for the run.

While the first ``--warm`` documents are posted, the faults of ``soak_faults.py`` happen: what they leave
behind would show later. The service may tell clients to come again then, and they do, with the
``Idempotency-Key`` of the document.

Memory is flat if its median over the last quarter of the measurements that follow the first ``--warm``
documents is at most 5 % above that over their first quarter. Beside it, the same is said of the least memory
of every ten measurements: what is kept, whatever document is at hand. The script fails where memory is not
flat, a request is answered with 500 or more (outside of a fault: 503 and 507 within one), a document is lost
or doubled, a receiver does not hear of a document, or a file or process is left. Ctrl-C or SIGTERM ends it
early: what was posted by then is checked.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import quote

import psutil
from soak_documents import ROOT, Documents
from soak_faults import Injector, Machine
from soak_memory import Measured, grown, measure

from service import Client, Server, wait_for

sys.path.append(str(ROOT / "tests" / "service"))
from webhook_receivers import Listener, Sluggish

_SETTLE_SECONDS = 3.0
_IDLE_SECONDS = 12.0  # by then, processes have given back what is free
_MEASURED_EVERY = 10  # documents: a large page moves memory up and down
_PRINTED_EVERY = 100
_AGAIN = 0.5  # seconds until a client comes again
_COME_AGAIN = frozenset({429, 503, 507})
_DISK_MEGABYTES = 1_500


class Soak:
    """Documents on their way, and what was seen of them.

    Args:
        server: The service.
        temporary: Its temporary folder.
        options: Of the command line.
        webhooks: A receiver that hears, and one that drips.
    """

    def __init__(
        self, server: Server, temporary: Path, options: argparse.Namespace, webhooks: tuple[str, str]
    ) -> None:
        self._server, self._temporary, self._options = server, temporary, options
        self._documents = Documents(options.documents, options.seed, options.pictures)
        self._numbers = iter(range(options.documents))
        self._hears, self._drips = webhooks
        self._turn = threading.Lock()
        self.done = 0
        self.codes: Counter[int] = Counter()
        self.deleted = 0
        self.told: set[str] = set()
        """Documents of which the good receiver hears."""
        self.measured: list[Measured] = []
        self.excuses: Callable[[], bool] = lambda: False
        """Tells whether the service may tell clients to come again at present."""

    def run(self) -> None:
        """Post everything."""
        clients = self._options.clients
        with ThreadPoolExecutor(clients) as pool:
            for future in [pool.submit(self._work) for _ in range(clients)]:
                future.result()

    def enough(self) -> None:
        """Post no further documents."""
        self._numbers = iter(range(0))

    def _work(self) -> None:
        while (number := self._next()) is not None:
            body = self._documents.document(number)
            self._one(Client(self._server.port), body, number)  # drawn first: idle connections are closed
            with self._turn:
                self.done += 1
                if self.done % _MEASURED_EVERY == 0:
                    self.measured.append(measure(self._server, self._temporary, self.done))
                    self._record(self.measured[-1])
                if self.done % _PRINTED_EVERY == 0:
                    print(self.measured[-1], flush=True)

    def _record(self, measured: Measured) -> None:
        if (path := self._options.record) is not None:
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"at": round(time.time(), 1), **measured._asdict()}) + "\n")

    def _next(self) -> int | None:
        with self._turn:
            return next(self._numbers, None)

    def _one(self, client: Client, body: bytes, number: int) -> None:
        webhook = {1: self._hears, 2: self._drips}.get(number % 10)
        path = f"/v1/documents?webhook={quote(webhook)}" if webhook else "/v1/documents"
        status, answer = self._ask(client, "POST", path, body, **{"Idempotency-Key": f"soak-{number}"})
        if status == 202:  # it waits behind a fault: a document is read all the same
            status, answer = self._read_later(client, json.loads(answer)["id"])
        if status not in (200, 201):
            return
        read = json.loads(answer)
        path = f"/v1/documents/{read['id']}"
        for part in ("/extraction", "/pages/1.png?dpi=72", "/pages/1/words", "/evidence/total_incl_vat"):
            self._ask(client, "GET", path + part)
        if number % 4 == 0:
            self._confirm(client, read, path)
        if number % 3 == 0:
            self._ask(client, "DELETE", path)
        with self._turn:
            self.deleted += number % 3 == 0
            if webhook == self._hears and number % 3:
                self.told.add(read["id"])

    def _read_later(self, client: Client, id: str) -> tuple[int, bytes]:
        answer = b""

        def is_read() -> bool:
            nonlocal answer
            _, answer = self._ask(client, "GET", f"/v1/documents/{id}")
            return json.loads(answer)["state"] not in ("queued", "working")

        wait_for(is_read)
        return (200 if json.loads(answer)["state"] == "done" else 422), answer

    def _confirm(self, client: Client, read: dict[str, object], path: str) -> None:
        name = read["supplier_name"]
        fields = {"supplier_name": [{"value": name}] if name else []}
        body = json.dumps({"fields": fields, "confirmed": True}).encode()
        self._ask(client, "PUT", f"{path}/fields", body, **{"Content-Type": "application/json"})

    def _ask(
        self, client: Client, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, bytes]:
        """The answer; during a fault, the one that comes when it has passed."""
        while True:
            status, answer = client.ask(method, path, body, **headers)
            with self._turn:
                self.codes[status] += 1
            if status in _COME_AGAIN and self.excuses():
                time.sleep(_AGAIN)
            elif status >= 500:
                raise SystemExit(f"{method} {path}: status {status}: {answer[:300]!r}")
            else:
                return status, answer


def _stray_files(data: Path) -> Iterator[Path]:
    yield from (data / "incoming").iterdir()
    yield from data.glob("previews/*/*.part")
    yield from data.glob("*.part")


def check(soak: Soak, client: Client, data: Path, heard: Listener) -> list[str]:
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
    unheard = soak.told - {json.loads(body)["document"]["id"] for _, _, body in heard.calls}
    if unheard:
        wrong.append(f"the receiver has not heard of {len(unheard)} documents of {len(soak.told)}")
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


@contextmanager
def database(options: argparse.Namespace) -> Iterator[tuple[str | None, Callable[[], None]]]:
    """URL of the database, None for SQLite; and what restarts its server."""
    if options.database == "sqlite":
        yield None, lambda: None
        return
    from postgres_cluster import binaries, cluster, restart

    if (programs := binaries()) is None:
        raise SystemExit("PostgreSQL is not installed: apt install postgresql")
    with cluster(programs) as url:
        yield url, lambda: restart(programs, url)


@contextmanager
def own_disk(folder: Path) -> Iterator[Path | None]:
    """A disk of its own that may be filled; None where none can be mounted."""
    import pytest
    from faults import small_disk

    with ExitStack() as stack:
        try:
            disk = stack.enter_context(small_disk(folder / "disk", _DISK_MEGABYTES))
        except pytest.skip.Exception as error:
            print(f"the disk is not filled: {error}")
            disk = None
        yield disk


@contextmanager
def receivers() -> Iterator[tuple[Listener, Sluggish]]:
    """A receiver of webhooks that hears, and one that drips its answers and never ends them."""
    hears, drips = Listener(), Sluggish("drips")
    thread = threading.Thread(target=hears.server.serve_forever)
    thread.start()
    try:
        yield hears, drips
    finally:
        drips.close()
        hears.server.shutdown()
        thread.join()
        hears.server.server_close()


def main() -> None:
    """Run and print."""
    options = _options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # disk and database are taken away again
    with ExitStack() as stack:
        url, restart = stack.enter_context(database(options))
        os.environ["PAPERFORMER_DATABASE"] = url or ""
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="paperformer-soak-")))
        disk = stack.enter_context(own_disk(folder)) if options.faults else None
        wrong = run(folder, disk, options, url, restart)
    if wrong:
        raise SystemExit("\n".join(wrong))


def run(
    folder: Path,
    disk: Path | None,
    options: argparse.Namespace,
    url: str | None,
    restart: Callable[[], None],
) -> list[str]:
    """Post everything to a service in this folder; what is not as it should be."""
    data, temporary, offset = (disk or folder) / "data", folder / "tmp", folder / "clock"
    temporary.mkdir()
    offset.write_text("0", encoding="ascii")
    os.environ["TMPDIR"] = str(temporary)
    with receivers() as (hears, drips):
        allowed = ["--webhook-allow", hears.url, "--webhook-allow", drips.url]
        clock = str(Path(__file__).with_name("soak_clock.py"))
        server = Server(data, options.workers, more=allowed, program=(clock, str(offset)))
        machine = Machine(server=server, data=data, disk=disk, offset=offset, database=url, restart=restart)
        return _posted(server, machine, temporary, options, (hears, drips))


def _posted(
    server: Server,
    machine: Machine,
    temporary: Path,
    options: argparse.Namespace,
    receiving: tuple[Listener, Sluggish],
) -> list[str]:
    processes, lasting = server.children(), set(temporary.rglob("*"))  # ONNX Runtime has a file of its own
    hears, drips = receiving
    soak = Soak(server, temporary, options, (f"{hears.url}/hears", f"{drips.url}/drips"))
    injector = Injector(machine, options.warm, lambda: soak.done)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: soak.enough())
    begin = time.monotonic()
    try:
        print(f"start: {measure(server, temporary, 0)}", flush=True)
        if options.faults:
            soak.excuses = injector.excuses
            injector.start()
        try:
            soak.run()
        finally:
            injector.stop()
        seconds = time.monotonic() - begin
        time.sleep(_IDLE_SECONDS)
        print(f"idle:  {measure(server, temporary, soak.done)}")
        wrong = check(soak, Client(server.port), machine.data, hears) + injector.wrong
        processes += server.children()
    finally:
        if (code := server.process.poll()) is not None:
            print(f"the server has ended: {code}")
        end = time.monotonic()
        server.stop()
        took = time.monotonic() - end
    wrong += [f"left in the temporary folder: {path}" for path in set(temporary.rglob("*")) - lasting]
    _, alive = psutil.wait_procs(processes, timeout=_SETTLE_SECONDS)
    print(f"{soak.done:,} documents in {seconds:.0f} s, ended in {took:.1f} s")
    print(f"answers {dict(soak.codes)}, {soak.deleted} deleted")
    print(f"webhooks: {len(soak.told)} documents heard of; {drips.connections} calls of the one that drips")
    return wrong + [f"left running: {one}" for one in alive] + grown(soak.measured, options.warm)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--documents", type=int, default=5_000)
    parser.add_argument("--warm", type=int, default=500, help="documents after which memory is to be flat")
    parser.add_argument("--clients", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--pictures", type=float, default=0.1, help="share of worn pictures, 0 to 1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--record", type=Path, help="file to write each measurement to, as JSON lines")
    parser.add_argument("--no-faults", dest="faults", action="store_false", help="nothing happens meanwhile")
    return parser.parse_args()


if __name__ == "__main__":
    main()
