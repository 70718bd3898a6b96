"""What the service keeps in memory has a limit, whatever callers send."""

from __future__ import annotations

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from running_service import Running

from paperformer.service.database import Database


def test_methods_that_callers_make_up_are_counted_as_one(fake: Running) -> None:
    for method in ("PROPFIND", "MKCOL", "REPORT"):
        fake.client.request(method, "/healthz")
    counted = fake.client.get("/metrics").text
    assert 'method="GET"' in counted
    assert 'method="other"' in counted
    assert "PROPFIND" not in counted


def test_what_refers_to_itself_is_not_kept_until_much_else_has_come(fake: Running) -> None:
    class Loop:
        def __init__(self) -> None:
            self.itself = self

    loop = weakref.ref(Loop())
    gc.collect(1)  # two of Python's three generations: an older object waits for the third
    old = weakref.ref(survivor := Loop())
    gc.collect(1)
    del survivor
    gc.collect(1)
    assert loop() is None
    assert old() is not None
    fake.service._give_back()
    assert old() is None


def test_a_connection_remembers_little_of_the_database_however_large_it_is(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'x.db'}")
    with database.read() as connection:
        kilobytes = -connection.exec_driver_sql("PRAGMA cache_size").scalar_one()
    database.close()
    assert 0 < kilobytes <= 512


def test_who_reads_alone_uses_one_connection_though_there_are_others(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'x.db'}")
    together = Barrier(4)

    def used() -> object:
        with database.read() as connection:
            return connection.connection.dbapi_connection

    def used_beside_others(_: int) -> object:
        with database.read() as connection:
            together.wait(10)
            return connection.connection.dbapi_connection

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(used_beside_others, range(4)))) == 4
    assert len({used() for _ in range(8)}) == 1
    database.close()
