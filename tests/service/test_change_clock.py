"""Times of changes and keys of uploads under concurrency, on SQLite and on a real PostgreSQL server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from postgres_cluster import binaries, cluster

from paperformer.service.attached import Attached
from paperformer.service.audit import ITSELF, Deed
from paperformer.service.changes import next_change
from paperformer.service.database import Database
from paperformer.service.document_filter import Filter
from paperformer.service.document_rows import NewDocument
from paperformer.service.documents import Documents
from paperformer.service.files import Received, new_id
from paperformer.service.idempotency import AlreadyAccepted, IdempotencyKey
from paperformer.service.queue import Queue

THREADS = 6


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    if request.param == "sqlite":
        opened = Database(f"sqlite:///{tmp_path_factory.mktemp('clock') / 'paperformer.db'}")
        yield opened
        opened.close()
        return
    programs = binaries()
    if programs is None:
        pytest.skip("needs PostgreSQL's programs")
    with cluster(programs) as url:
        opened = Database(url)
        yield opened
        opened.close()


def document(attached: Attached | None = None) -> tuple[NewDocument, Deed]:
    id = new_id()
    received = Received(Path("nowhere"), 3, id, b"%PDF-")
    return NewDocument(id, received, "a.pdf", "pdf", {}, attached or Attached()), Deed(ITSELF, "test")


def test_of_equal_uploads_at_one_time_one_is_accepted(database: Database) -> None:
    queue, key = Queue(database, 100), IdempotencyKey("owner", "key", "print")
    together = threading.Barrier(THREADS)

    def upload(_: int) -> str | list[str]:
        new = document()
        together.wait()
        try:
            queue.add([new], key)
        except AlreadyAccepted as error:
            return [*error.documents]
        return new[0].id

    with ThreadPoolExecutor(THREADS) as pool:
        answers = list(pool.map(upload, range(THREADS)))
    (accepted,) = [answer for answer in answers if isinstance(answer, str)]
    assert [answer for answer in answers if not isinstance(answer, str)] == [[accepted]] * (THREADS - 1)
    assert Documents(database).get(accepted) is not None


def test_times_of_changes_rise_in_the_order_of_commits(database: Database) -> None:
    """A reader that has seen a time has seen all changes before it."""
    committed: list[int] = []

    def change(_: int) -> None:
        with database.write() as connection:
            moment = next_change(connection)
            committed.append(moment)  # nobody else has the clock until this is committed

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(change, range(4 * THREADS)))
    assert committed == sorted(set(committed))


def test_changes_and_metadata_are_found_by_their_index(database: Database) -> None:
    queue, documents = Queue(database, 100), Documents(database)
    first = document(Attached(("t",), "e-1", {"a": "1", "b": "x%"}))
    second = document(Attached((), "e-1", {"a": "1", "b": "x_"}))
    queue.add([first, second])
    ids = first[0].id, second[0].id

    def found(**wanted: object) -> list[str]:
        page = documents.find(Filter(**wanted), "updated", 50, None)  # type: ignore[arg-type]
        return [row["id"] for row, _ in page.rows]

    assert found(external_id="e-1") == [*ids]
    assert found(external_id="e-1", metadata=[("a", "1"), ("b", "x%")]) == [ids[0]]
    row, tags = documents.get(ids[0]) or ({}, [])
    assert (tags, row["metadata"]) == (["t"], {"a": "1", "b": "x%"})
    assert found(external_id="e-1", updated_since=row["updated"]) == [ids[1]]
    documents.attach(ids[0], {"metadata": {"a": None}}, Deed(ITSELF, "test"))
    assert found(external_id="e-1", updated_since=row["updated"]) == [ids[1], ids[0]]
    assert found(external_id="e-1", metadata=[("a", "1")]) == [ids[1]]
    deleted, _ = documents.delete(ids, Deed(ITSELF, "test"))
    assert (deleted, found(external_id="e-1")) == (2, [])
