"""What is kept, on SQLite and on a real PostgreSQL server: the same tests."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from postgres_cluster import binaries, cluster, restart

from paperformer.errors import InvalidConfig
from paperformer.extraction.result import Candidate, Extraction, ModelInfo, PageInfo
from paperformer.fields.schema import load_schema
from paperformer.service.attached import Attached
from paperformer.service.audit import Actor, Audit, Deed
from paperformer.service.confirmed import Selection, confirmed_documents
from paperformer.service.database import Database
from paperformer.service.document_filter import Filter
from paperformer.service.document_rows import NewDocument
from paperformer.service.documents import Documents
from paperformer.service.feedback import NOTHING_SAVED, ChangedMeanwhile, FeedbackStore, outcomes_of
from paperformer.service.files import Received, new_id
from paperformer.service.jobs import Answer, Failure
from paperformer.service.keys import Keys
from paperformer.service.queue import MOST_ATTEMPTS, Queue, QueueFull
from paperformer.service.reading import kept_document, kept_pages
from paperformer.service.related import Related
from paperformer.service.sessions import Sessions
from paperformer.service.storage_faults import storage_fault
from paperformer.service.tables import KEYS, METADATA
from toy_documents import document_of

ME = Deed(Actor("k", "me", "127.0.0.1"), "test")


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    pytest.importorskip("psycopg", reason="needs pip install 'paperformer[postgres]'")
    programs = binaries()
    if programs is None:
        pytest.skip("needs a PostgreSQL server: apt-get install postgresql")
    with cluster(programs) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    is_sqlite = request.param == "sqlite"
    url = f"sqlite:///{tmp_path / 'x.db'}" if is_sqlite else request.getfixturevalue("postgres_url")
    database = Database(url)
    yield database
    with database.write() as connection:
        METADATA.drop_all(connection)
        connection.exec_driver_sql("DROP TABLE alembic_version")
    database.close()


@pytest.fixture
def address(database: Database) -> str:
    """Where ``database`` is, for another connection to it."""
    return database._engine.url.render_as_string(hide_password=False)


@pytest.fixture
def queue(database: Database) -> Queue:
    return Queue(database, 100)


def add(queue: Queue, name: str = "a.pdf", sha256: str | None = None, tags: tuple[str, ...] = ()) -> str:
    id = new_id()
    received = Received(Path("nowhere"), 3, sha256 or id, b"%PDF-")
    queue.add([(NewDocument(id, received, name, "pdf", {"split": False}, Attached(tags)), ME)])
    return id


def answer(total: str = "12.00", confidence: float = 0.9, documents: int = 1) -> Answer:
    candidate = Candidate(
        value=total, text=total, box=None, page=None, confidence=confidence, level="mid", source="rule"
    )
    extraction = Extraction(
        file="a.pdf",
        pages=[PageInfo(number=1, width=600, height=800, reading="text_layer")],
        fields={"total_incl_vat": [candidate]},
        model=ModelInfo(name="toy", version="1"),
    )
    return Answer(
        (kept_document(extraction),) * documents, tuple(kept_pages(document_of("Total 12.00", "Thank you")))
    )


def finish(queue: Queue, found: Answer) -> None:
    claimed = queue.claim()
    assert claimed is not None
    assert queue.finish(claimed.id, claimed.attempt, found) is not None


def read(queue: Queue, tags: tuple[str, ...] = ()) -> str:
    """A document that is read."""
    id = add(queue, tags=tags)
    finish(queue, answer())
    return id


def test_documents_are_taken_up_in_the_order_in_which_they_came(queue: Queue) -> None:
    ids = [add(queue) for _ in range(5)]
    claimed = [queue.claim() for _ in range(6)]
    assert [one.id for one in claimed if one is not None] == ids
    assert claimed[5] is None


def test_no_document_is_taken_up_twice_at_once(queue: Queue) -> None:
    ids = [add(queue) for _ in range(40)]
    barrier = threading.Barrier(4)

    def take() -> list[str]:
        barrier.wait()
        taken = []
        while (claimed := queue.claim()) is not None:
            taken.append(claimed.id)
        return taken

    with ThreadPoolExecutor(4) as pool:
        taken = [id for future in [pool.submit(take) for _ in range(4)] for id in future.result()]
    assert Counter(taken) == Counter(ids)


def test_only_the_attempt_that_holds_a_document_may_answer(queue: Queue, database: Database) -> None:
    id = add(queue)
    first = queue.claim()
    assert first is not None
    assert queue.give_back(id, first.attempt) is None
    second = queue.claim()
    assert second is not None
    assert queue.finish(id, first.attempt, answer("1.00")) is None
    assert queue.fail(id, first.attempt, Failure("x", "y")) is None
    row = queue.finish(id, second.attempt, answer("2.00"))
    assert row is not None
    assert row["total_incl_vat"] == "2.00"
    assert queue.finish(id, second.attempt, answer("3.00")) is None
    extraction = Documents(database).extraction(id)
    assert extraction is not None
    assert b'"2.00"' in extraction


def test_a_document_that_keeps_killing_its_reader_fails_in_the_end(queue: Queue) -> None:
    id = add(queue)
    for _ in range(MOST_ATTEMPTS - 1):
        claimed = queue.claim()
        assert claimed is not None
        assert queue.give_back(id, claimed.attempt) is None
    last = queue.claim()
    assert last is not None
    row = queue.give_back(id, last.attempt)
    assert row is not None
    assert row["state"] == "failed"
    assert queue.claim() is None
    assert queue.retry(id, ME) == []
    again = queue.claim()
    assert again is not None
    assert again.id == id


def test_an_end_of_the_service_counts_against_no_document(queue: Queue) -> None:
    id = add(queue)
    for _ in range(3 * MOST_ATTEMPTS):
        claimed = queue.claim()
        assert claimed is not None
        assert queue.give_back(id, claimed.attempt, blameless=True) is None
    assert queue.depth() == 1


def test_what_was_being_read_when_the_service_died_waits_again(queue: Queue) -> None:
    ids = [add(queue) for _ in range(3)]
    held = queue.claim()
    assert held is not None
    assert queue.recover() == 1
    assert [one.id for one in (queue.claim(), queue.claim(), queue.claim()) if one is not None] == ids
    assert queue.finish(held.id, held.attempt, answer()) is None


def test_a_full_queue_takes_no_more(database: Database) -> None:
    queue = Queue(database, 2)
    first, _ = add(queue), add(queue)
    with pytest.raises(QueueFull):
        add(queue)
    claimed = queue.claim()
    assert claimed is not None
    queue.fail(first, claimed.attempt, Failure("x", "y"))
    add(queue)
    with pytest.raises(QueueFull):
        queue.retry(first, ME)


def test_a_deleted_document_takes_no_answer(queue: Queue, database: Database) -> None:
    id = add(queue)
    claimed = queue.claim()
    assert claimed is not None
    assert Documents(database).delete([id], ME) == (1, [id])
    assert queue.finish(id, claimed.attempt, answer()) is None


def test_the_parts_of_a_file_share_it_and_it_goes_with_the_last(queue: Queue, database: Database) -> None:
    documents = Documents(database)
    id = add(queue, tags=("pile",))
    claimed = queue.claim()
    assert claimed is not None
    queue.finish(id, claimed.attempt, answer(documents=3))
    parts = documents.parts(id)
    assert len(parts) == 2
    assert set(documents.ids_of_tag("pile")) == {id, *parts}
    assert documents.delete([id], ME) == (1, [])
    assert documents.page(id, 1) is not None
    assert documents.delete(parts, ME) == (2, [id])
    assert documents.page(id, 1) is None


def test_a_list_is_filtered_by_all_that_is_asked(queue: Queue, database: Database) -> None:
    documents = Documents(database)
    low, high = add(queue, "low.pdf", tags=("a", "b")), add(queue, "High_100%.pdf", tags=("b",))
    for id, total in ((low, "1.00"), (high, "2.00")):
        claimed = queue.claim()
        assert claimed is not None
        assert queue.finish(id, claimed.attempt, answer(total)) is not None
    waiting = add(queue, "waiting.pdf")

    def found(**wanted: object) -> set[str]:
        rows = documents.find(Filter(**wanted), "doubt", 10, None).rows  # type: ignore[arg-type]
        return {row["id"] for row, _ in rows}

    assert found() == {low, high, waiting}
    assert found(state="queued") == {waiting}
    assert found(tag="b") == {low, high}
    assert found(tag="a", state="done") == {low}
    assert found(text="high_100%") == {high}
    assert found(text="2.00 high") == {high}
    assert found(text="_") == {high}
    assert found(level="very_low") == {low, high}
    assert found(reviewed=True) == set()


def test_feedback_is_counted_by_field_and_day(queue: Queue, database: Database) -> None:
    store, documents = FeedbackStore(database), Documents(database)
    id = add(queue)
    claimed = queue.claim()
    assert claimed is not None
    queue.finish(id, claimed.attempt, answer("12.00"))
    content = {
        "fields": {
            "total_incl_vat": [{"value": "12", "words": [1]}],
            "supplier_name": [{"value": "Acme", "words": None}],
            "iban": [],
        },
        "rows": {},
        "confirmed": True,
    }
    extraction = json.loads(documents.extraction(id) or b"")
    outcomes = outcomes_of(extraction, content, load_schema())
    assert outcomes == {"total_incl_vat": "correct", "supplier_name": "missing"}
    for _ in range(2):  # saved again, it counts once
        assert store.save(id, content, outcomes, ME, extraction)
    counted = {one.field: dict(one.counts) for one in store.counts(time.time() - 60, 86_400)}
    assert counted["total_incl_vat"] == {"correct": 1, "wrong": 0, "missing": 0, "invented": 0}
    assert counted["supplier_name"]["missing"] == 1
    saved = store.get(id)
    assert saved is not None
    assert saved.content == content
    found = documents.get(id)
    assert found is not None
    assert found[0]["reviewed"]
    assert (found[0]["supplier_name"], found[0]["total_incl_vat"]) == ("Acme", "12")
    assert [row["id"] for row, _ in store.confirmed()] == [id]
    assert list(store.confirmed(since=time.time() + 60)) == []
    assert store.save(id, {"fields": {}, "rows": {}, "confirmed": False}, {}, ME, extraction)  # taken back
    found = documents.get(id)
    assert found is not None
    assert (found[0]["reviewed"], found[0]["supplier_name"], found[0]["total_incl_vat"]) == (0, None, "12.00")
    assert not store.save(new_id(), content, outcomes, ME, extraction)
    assert documents.delete([id], ME)[0] == 1
    assert store.counts(0, 86_400) == []


def test_of_two_who_save_at_once_one_hears_of_the_other(queue: Queue, database: Database) -> None:
    store, id = FeedbackStore(database), read(queue)
    barrier = threading.Barrier(2)
    heard: list[ChangedMeanwhile] = []

    def save(value: str) -> None:
        content = {"fields": {"iban": [{"value": value, "words": None}]}, "rows": {}, "confirmed": False}
        barrier.wait()
        try:
            store.save(id, content, {}, ME, {"fields": {}}, NOTHING_SAVED)
        except ChangedMeanwhile as error:
            heard.append(error)

    people = [threading.Thread(target=save, args=(name,)) for name in ("one", "two")]
    for person in people:
        person.start()
    for person in people:
        person.join()
    (error,) = heard
    kept = store.get(id)
    assert kept is not None
    assert error.saved == kept


def test_what_the_other_documents_say_and_what_was_confirmed(queue: Queue, database: Database) -> None:
    store, documents = FeedbackStore(database), Documents(database)
    first, second = read(queue), read(queue, tags=("a", "b"))
    for id, total, iban in ((first, "12.00", "AA1"), (second, "13.00", "BB2")):
        values = {"supplier_name": "Acme", "document_number": "1", "total_incl_vat": total, "iban": iban}
        fields = {name: [{"value": value, "words": None}] for name, value in values.items()}
        store.save(id, {"fields": fields, "rows": {}, "confirmed": True}, {}, ME, {"fields": {}})
    row = documents.get(second)
    assert row is not None
    alerts = Related(database).alerts(row[0], "BB2")
    assert [(one.kind, one.document) for one in alerts] == [("same_number", first), ("new_account", first)]
    found = list(confirmed_documents(database, Selection(wanted=Filter(tag="b"))))
    assert [(one.row["id"], one.tags, one.value("iban")) for one in found] == [(second, ["a", "b"], "BB2")]
    assert [one.row["id"] for one in confirmed_documents(database, Selection(ids=[first]))] == [first]
    assert list(confirmed_documents(database, Selection(since=time.time() + 60))) == []


def test_a_document_is_read_again_from_nothing_and_its_inner_file_is_needed_until_then(
    queue: Queue, database: Database
) -> None:
    documents, id, inner = Documents(database), add(queue), new_id()
    found = answer()
    within = replace(found.documents[0], inner_file=inner, inner_name="b.pdf", inner_media="pdf")
    pages = tuple(replace(page, file=inner) for page in found.pages)
    finish(queue, Answer((within,), pages))
    assert documents.files() == {id, inner}
    assert [number for number, _, _ in documents.pages(inner)] == [1]
    assert queue.retry(id, ME) == [inner]
    assert documents.files() == {id}
    assert (documents.pages(inner), documents.extraction(id)) == ([], None)
    finish(queue, found)
    assert [number for number, _, _ in documents.pages(id)] == [1]
    finish_another = add(queue)
    finish(queue, Answer((within,), pages))
    assert set(documents.delete([finish_another], ME)[1]) == {finish_another, inner}


def test_a_key_is_known_by_its_digest_alone(database: Database) -> None:
    keys = Keys(database)
    key, secret = keys.create("till", "write", days=1)
    assert keys.check(secret) == key
    assert keys.check(secret[:-1] + ("a" if secret[-1] != "a" else "b")) is None
    assert keys.check("") is None
    with database.read() as connection:
        row = connection.execute(KEYS.select()).one()
    assert secret not in str(row)
    assert secret.split("_", 2)[2] not in str(row)


def test_a_revoked_or_expired_key_is_none(database: Database) -> None:
    keys = Keys(database)
    key, secret = keys.create("a", "read")
    assert keys.revoke(key.id)
    assert not keys.revoke(key.id)
    assert Keys(database).check(secret) is None
    _, short = keys.create("b", "read", days=1e-9)
    time.sleep(0.01)
    assert Keys(database).check(short) is None
    with pytest.raises(InvalidConfig):
        keys.create("c", "read", days=0)


def test_a_session_ends_with_its_key(database: Database) -> None:
    keys = Keys(database)
    key, _ = keys.create("a", "admin")
    sessions = Sessions(database, keys, hours=1)
    session, cookie = sessions.begin(key)
    assert sessions.check(cookie) == session
    assert sessions.check("another") is None
    other = sessions.begin(key)[1]
    sessions.end(other)
    assert sessions.check(other) is None
    keys.revoke(key.id)
    assert sessions.check(cookie) is None
    over, cookie = Sessions(database, keys, hours=-1).begin(key)
    assert sessions.check(cookie) is None
    assert over.expires < time.time()


def test_the_audit_log_is_read_backwards(database: Database) -> None:
    audit = Audit(database)
    for number in range(5):
        audit.note(Deed(Actor("k", "me"), f"deed {number}"))
    latest = audit.latest(2)
    assert [line["action"] for line in latest] == ["deed 4", "deed 3"]
    assert [line["action"] for line in audit.latest(9, latest[-1]["number"])] == [
        "deed 2",
        "deed 1",
        "deed 0",
    ]


def test_what_fails_half_way_leaves_nothing(database: Database, queue: Queue) -> None:
    def fail() -> None:
        with database.write() as connection:
            ME.write(connection)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert list(Audit(database).latest(9)) == []
    assert queue.depth() == 0


def test_a_database_that_another_connection_holds_is_busy_and_then_is_not(
    database: Database, address: str
) -> None:
    waiting = Database(address, busy_seconds=0.2)
    keys = Keys(waiting)
    key, secret = keys.create("till", "write")

    def hold() -> float:
        with database.write() as connection:
            if not database.is_sqlite:
                connection.exec_driver_sql("LOCK TABLE documents, api_keys IN EXCLUSIVE MODE")
            begin = time.monotonic()
            with pytest.raises(Exception) as raised:  # noqa: PT011 - which one depends on the database
                Queue(waiting, 5).recover()
            assert storage_fault(raised.value) == "busy"
            assert keys.check(secret) == key  # though its use cannot be noted
            return time.monotonic() - begin

    assert hold() < 2.0
    assert Queue(waiting, 5).recover() == 0
    waiting.close()


def test_connections_that_the_database_ends_are_replaced(database: Database, queue: Queue) -> None:
    if database.is_sqlite:
        pytest.skip("SQLite has no connections to end")
    add(queue)
    with database.read() as connection:
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        connection.exec_driver_sql(f"{others} AND datname = current_database()")
        with pytest.raises(Exception) as raised:  # noqa: PT011 - of the driver
            connection.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")
    assert storage_fault(raised.value) == "unavailable"
    assert queue.claim() is not None


def test_what_was_read_stays_read_though_the_servers_of_the_database_die() -> None:
    pytest.importorskip("psycopg", reason="needs pip install 'paperformer[postgres]'")
    programs = binaries()
    if programs is None:
        pytest.skip("needs a PostgreSQL server: apt-get install postgresql")
    with cluster(programs) as url:
        database = Database(url)
        queue = Queue(database, 100)
        done, failed, waits = (add(queue, name) for name in ("done.pdf", "failed.pdf", "waits.pdf"))
        time.sleep(1)  # PostgreSQL writes down by itself what has not to be on disk at once
        finish(queue, answer())
        second, third = queue.claim(), queue.claim()
        assert second is not None
        assert third is not None
        queue.fail(failed, second.attempt, Failure("UnreadableDocument", "x"))
        queue.give_back(waits, third.attempt)
        restart(programs, url)
        found = {id: Documents(database).get(id) for id in (done, failed, waits)}
        assert [one[0]["state"] for one in found.values() if one] == ["done", "failed", "queued"]
        database.close()


@pytest.mark.parametrize("url", ["mysql://x/y", "nonsense", "sqlite:////nowhere/at/all/x.db", "foo://bar"])
def test_a_database_that_cannot_be_used_is_said_in_one_line(url: str) -> None:
    with pytest.raises(InvalidConfig) as raised:
        Database(url)
    assert "\n" not in str(raised.value)
