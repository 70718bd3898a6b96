"""Databases of older and newer programs: what is done with them, and what is left of them."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from fake_reader import pdf
from postgres_cluster import binaries, cluster
from running_service import Running
from sqlalchemy import Column, Connection, Engine, MetaData, Text, create_engine, inspect, text

from paperformer.cli import main
from paperformer.errors import InvalidConfig
from paperformer.service.config import ServiceConfig
from paperformer.service.database import Database
from paperformer.service.migrations import plan
from paperformer.service.migrations.plan import CURRENT, Target, scripts_of
from paperformer.service.migrations.run import prepare
from paperformer.service.migrations.versions import first_release
from paperformer.service.preflight import preflight
from paperformer.service.tables import METADATA, REVISION

OLD_DDL = (Path(__file__).parent / "first_release.sql").read_text(encoding="utf-8")
ID = "0123456789abcdef01234567"
COLUMNS = (
    "id, file, name, media, size, sha256, state, attempts, options, created, reviewed, first_page, searched"
)

LATER = "later"
SECOND = f'''"""A document has a colour, and must have a shape

In another paragraph: what --check does not say.
"""

import sqlalchemy as sa
from alembic import op

revision = "{LATER}"
down_revision = "{REVISION}"


def upgrade() -> None:
    with op.batch_alter_table("documents", recreate="always") as documents:
        documents.add_column(sa.Column("colour", sa.Text()))
    op.execute("UPDATE documents SET colour = 'anna'")
'''
FAILING = SECOND.replace("UPDATE documents SET colour = 'anna'", "UPDATE no_table SET x = 1")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A data folder of the first release, with a document, its tag and its corrections."""
    data = tmp_path / "data"
    data.mkdir()
    with closing(sqlite3.connect(data / "paperformer.db")) as connection:
        connection.executescript("PRAGMA journal_mode = WAL;" + OLD_DDL)
        connection.execute(
            f"INSERT INTO documents ({COLUMNS}, supplier_name) VALUES "
            "(?, ?, 'a.pdf', 'application/pdf', 1, 'x', 'done', 1, '{}', ?, false, 1, 'acme', 'Acme Ltd')",
            (ID, ID, time.time()),
        )
        connection.execute("INSERT INTO document_tags VALUES (?, 'march')", (ID,))
        connection.execute("INSERT INTO feedback VALUES (?, '{\"fields\": {}}', 1, 0.0, NULL)", (ID,))
        connection.commit()
    kept = data / "files" / ID[:2] / ID
    kept.parent.mkdir(parents=True)
    kept.write_bytes(pdf("x"))
    return data


def later(tmp_path: Path, migration: str = SECOND) -> Target:
    """The shape of a program that is one migration ahead of this one."""
    scripts = tmp_path / "scripts"
    shutil.copytree(Path(first_release.__file__).parent, scripts / "versions")
    (scripts / "versions" / "later.py").write_text(migration)
    tables = MetaData()
    for table in METADATA.sorted_tables:
        table.to_metadata(tables)
    tables.tables["documents"].append_column(Column("colour", Text))
    return Target(LATER, tables, scripts)


@contextmanager
def engine_of(data: Path) -> Iterator[Engine]:
    engine = create_engine(f"sqlite:///{data / 'paperformer.db'}")
    yield engine
    engine.dispose()


def rows(database: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(query).fetchall()


def backups(data: Path) -> list[Path]:
    return sorted(data.glob("*.backup"))


def serve(data: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["serve", "--data", str(data), "--port", "0", *options])


def test_the_migrations_lead_to_the_tables_that_the_program_uses(tmp_path: Path) -> None:
    """Whoever changes ``tables.py`` without a migration, or without its revision, is stopped here."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    assert scripts_of(CURRENT).get_heads() == [REVISION]
    with closing(sqlite3.connect(tmp_path / "paperformer.db")) as connection:
        connection.executescript(OLD_DDL)
    with engine_of(tmp_path) as engine:
        prepare(engine, may_migrate=True)
        with engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_the_first_migration_makes_what_the_first_release_made(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with closing(sqlite3.connect(tmp_path / "paperformer.db")) as connection:
        connection.executescript(OLD_DDL)
    with engine_of(tmp_path) as engine, engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, first_release.FIRST_TABLES) == []


def test_a_new_database_records_its_revision(tmp_path: Path) -> None:
    Database(f"sqlite:///{tmp_path / 'paperformer.db'}").close()
    assert rows(tmp_path / "paperformer.db", "SELECT version_num FROM alembic_version") == [(REVISION,)]
    assert backups(tmp_path) == []


def test_a_database_of_the_first_release_is_served_with_all_that_it_held(
    old: Path, start_fake: Callable[..., Running]
) -> None:
    running = start_fake(data=old)
    (document,) = running.client.get("/v1/documents").raise_for_status().json()["items"]
    assert (document["id"], document["supplier_name"], document["tags"]) == (ID, "Acme Ltd", ["march"])
    assert running.post(pdf("y")).status_code in (200, 201)
    assert rows(old / "paperformer.db", "SELECT version_num FROM alembic_version") == [(REVISION,)]


def test_documents_of_revision_0002_gain_the_time_of_their_last_change(tmp_path: Path) -> None:
    """Webhooks that are due stay due, under the event of their document."""
    database = tmp_path / "paperformer.db"
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(OLD_DDL)
    with engine_of(tmp_path) as engine:
        second = MetaData()
        for table in first_release.FIRST_TABLES.sorted_tables:
            table.to_metadata(second)
        for name in ("inner_file", "inner_name", "inner_media"):
            second.tables["documents"].append_column(Column(name, Text))
        assert prepare(engine, Target("0002", second, CURRENT.scripts), may_migrate=True).wanted == "0002"
        with engine.begin() as connection:
            insert_second_release(connection)
        done = prepare(engine, may_migrate=True)
        assert (done.action, done.found) == ("migrate", "0002")
        assert [step[:6] for step in done.steps] == ["0003: ", "0004: ", "0005: ", "0006: ", "0007: "]
    changed = rows(database, "SELECT id, updated, external_id FROM documents ORDER BY number")
    assert changed == [("a", 1_000_000, None), ("b", 2_500_000, None), ("c", 3_250_000, None)]
    assert rows(database, "SELECT id, last FROM change_clock") == [(1, 3_250_000)]
    assert rows(database, "SELECT document, event, url, tries, next_try FROM webhook_deliveries") == [
        ("b", "document.failed", "http://x/b", 2, 9.5),
        ("c", "document.done", "http://x/c", 0, 8.0),
    ]


def insert_second_release(connection: Connection) -> None:
    """Documents that came at 1, 2 and 3 s: one waits, one failed at 2.5 s, one was corrected at 3.25 s."""
    for id, state, created, finished in (
        ("a", "queued", 1, None),
        ("b", "failed", 2, 2.5),
        ("c", "done", 3, 3),
    ):
        values = {"id": id, "state": state, "created": created, "finished": finished}
        connection.execute(
            text(
                f"INSERT INTO documents ({COLUMNS}, finished) VALUES "
                "(:id, :id, 'a', 'a', 1, 'a', :state, 1, '{}', :created, false, 1, '', :finished)"
            ),
            values,
        )
    connection.execute(text("INSERT INTO feedback VALUES ('c', '{}', false, 3.25, NULL)"))
    calls = "INSERT INTO webhook_deliveries (document, url, tries, next_try) VALUES "
    connection.execute(text(calls + "('b', 'http://x/b', 2, 9.5), ('c', 'http://x/c', 0, 8.0)"))


def test_a_migration_keeps_every_row_and_writes_a_backup_first(old: Path, tmp_path: Path) -> None:
    target = later(tmp_path)
    with engine_of(old) as engine:
        done = prepare(engine, target, may_migrate=True)
        assert (done.action, done.found, done.wanted) == ("migrate", "0001", LATER)
        assert prepare(engine, target, may_migrate=True).action == "nothing"
    database = old / "paperformer.db"
    assert rows(database, "SELECT id, supplier_name, colour FROM documents") == [(ID, "Acme Ltd", "anna")]
    assert rows(database, "SELECT document, tag FROM document_tags") == [(ID, "march")]
    assert rows(database, "SELECT document, confirmed FROM feedback") == [(ID, 1)]
    assert rows(database, "SELECT version_num FROM alembic_version") == [(LATER,)]
    (copy,) = backups(old)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert copy.name.startswith("paperformer.db.0001-")
    assert rows(copy, "SELECT id, supplier_name FROM documents") == [(ID, "Acme Ltd")]
    assert rows(copy, "SELECT name FROM pragma_table_info('documents') WHERE name = 'colour'") == []


def test_a_migration_that_fails_leaves_the_database_as_it_was(old: Path, tmp_path: Path) -> None:
    before = rows(old / "paperformer.db", "SELECT sql FROM sqlite_master ORDER BY name")
    with engine_of(old) as engine, pytest.raises(Exception, match="no such table: no_table"):
        prepare(engine, later(tmp_path, FAILING), may_migrate=True)
    assert rows(old / "paperformer.db", "SELECT sql FROM sqlite_master ORDER BY name") == before
    assert rows(old / "paperformer.db", "SELECT id FROM documents") == [(ID,)]
    Database(f"sqlite:///{old / 'paperformer.db'}", may_migrate=True).close()  # the older program goes on


def test_without_a_backup_nothing_is_migrated(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "paperformer.service.migrations.backup.backup_path", lambda *_: tmp_path / "nowhere" / "copy"
    )
    with (
        engine_of(old) as engine,
        pytest.raises(InvalidConfig, match="backup before the migration cannot be written: No such file"),
    ):
        prepare(engine, later(tmp_path), may_migrate=True)
    assert "colour" not in str(rows(old / "paperformer.db", "SELECT sql FROM sqlite_master"))


def test_a_newer_database_is_refused_in_one_line_by_every_verb(old: Path, tmp_path: Path) -> None:
    with engine_of(old) as engine:
        prepare(engine, later(tmp_path), may_migrate=True)
    for verb in (["serve", "--port", "0"], ["serve", "--check"], ["keys", "list"], ["models", "list"]):
        done = CliRunner().invoke(main, [*verb, "--data", str(old)])
        assert done.exit_code == 1, verb
        (line,) = done.stderr.splitlines()
        assert line.startswith(
            f"paperformer: the database is of a newer Paperformer: its revision is {LATER},"
        )
        assert f"this program knows {REVISION}. Install that version again" in line
    assert rows(old / "paperformer.db", "SELECT version_num FROM alembic_version") == [(LATER,)]


def test_verbs_beside_the_service_leave_an_older_database_to_it(old: Path, tmp_path: Path) -> None:
    with (
        engine_of(old) as engine,
        pytest.raises(InvalidConfig, match=rf"of an older Paperformer \(revision 0001, now {LATER}\)"),
    ):
        prepare(engine, later(tmp_path), may_migrate=False)
    assert backups(old) == []


def test_missing_columns_are_named_in_one_line(old: Path) -> None:
    with closing(sqlite3.connect(old / "paperformer.db")) as connection:
        for column in ("doubt", "currency", "supplier_name", "error_title"):
            connection.execute(f"ALTER TABLE documents DROP COLUMN {column}")
    for options in ((), ("--check",)):
        done = serve(old, *options)
        assert done.exit_code == 1
        (line,) = done.stderr.splitlines()
        assert "lacks columns that no migration adds: documents.doubt, documents.supplier_name" in line
        assert "and 1 more. Restore a backup" in line


def test_columns_that_went_missing_after_the_revision_was_recorded_are_named_too(tmp_path: Path) -> None:
    Database(f"sqlite:///{tmp_path / 'paperformer.db'}").close()
    with closing(sqlite3.connect(tmp_path / "paperformer.db")) as connection:
        connection.execute("ALTER TABLE pages DROP COLUMN first_word")
    done = serve(tmp_path)
    assert done.exit_code == 1
    assert "lacks columns that no migration adds: pages.first_word" in done.stderr


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "paperformer.db")) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('ae10b')")
        connection.commit()
    done = serve(tmp_path)
    assert done.exit_code == 1
    assert "the database is of another program: it has a revision (ae10b)" in done.stderr


def test_check_says_what_a_start_would_do_and_changes_nothing(old: Path, tmp_path: Path) -> None:
    def state() -> dict[Path, bytes]:
        files = {path for path in old.rglob("*") if path.is_file() and path.stat().st_size}
        return {path: path.read_bytes() for path in files if not path.name.endswith("-shm")}

    before = state()
    told = list(preflight(ServiceConfig(data=old), later(tmp_path)))
    database = old / "paperformer.db"
    assert told[:3] == [
        f"data: {old}, as it is",
        f"database: {database}, to be migrated from revision 0001 to {LATER}",
        "migration 0002: Documents name the file inside of theirs whose pages answer.",
    ]
    assert told[3].startswith("migration 0003: Documents have an external id, metadata")
    assert told[4].startswith("migration 0004: The reasons for and against each candidate")
    assert told[5] == "migration 0005: Documents have an assignee."
    assert told[6].startswith("migration 0006: Documents name the file that arrived, and")
    assert told[7].startswith("migration 0007: Files name what is inside of them; documents that were")
    assert told[8] == f"migration {LATER}: A document has a colour, and must have a shape"
    assert told[9].startswith(f"backup: to be written to {database}.0001-")
    assert state() == before
    assert "revision 0001 to be recorded" in serve(old, "--check").stdout or REVISION != "0001"


def test_check_of_a_new_folder_makes_nothing(tmp_path: Path) -> None:
    done = serve(tmp_path / "data", "--check")
    assert done.exit_code == 0
    assert (
        f"database: {tmp_path / 'data' / 'paperformer.db'}, to be made at revision {REVISION}" in done.stdout
    )
    assert not (tmp_path / "data").exists()


def test_check_beside_a_running_service_says_so(start_fake: Callable[..., Running]) -> None:
    running = start_fake()
    done = serve(running.service.config.data, "--check")
    assert done.exit_code == 0
    assert "running: a service works in this folder" in done.stdout
    assert f"at revision {REVISION}, as this program needs it" in done.stdout


def test_check_refuses_what_a_start_would_refuse(tmp_path: Path) -> None:
    assert "is no URL that can be called" in serve(tmp_path, "--check", "--webhook-allow", "x").stderr
    assert serve(tmp_path, "--check", "--model", str(tmp_path)).exit_code == 1


@pytest.mark.skipif(binaries() is None, reason="needs PostgreSQL's programs")
def test_postgresql_is_made_recorded_migrated_and_refused_alike(tmp_path: Path) -> None:
    target = later(tmp_path, SECOND.replace(', recreate="always"', ""))
    programs = binaries()
    assert programs is not None
    with cluster(programs) as url:
        engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
        with engine.begin() as connection:
            first_release.FIRST_TABLES.create_all(connection)  # as the first release did
            values = "('z', 'z', 'a', 'a', 1, 'a', 'done', 1, '{}', 0, false, 1, '')"
            connection.execute(text(f"INSERT INTO documents ({COLUMNS}) VALUES {values}"))
            insert_second_release(connection)
        told = list(preflight(ServiceConfig(data=tmp_path, database=url), target))
        assert told[1] == f"database: PostgreSQL, to be migrated from revision 0001 to {LATER}"
        assert told[9].startswith("backup: none is written of this database")
        assert prepare(engine, target, may_migrate=True).action == "migrate"
        with engine.connect() as connection:
            migrated = connection.execute(text("SELECT id, colour, updated FROM documents ORDER BY updated"))
            assert [tuple(row) for row in migrated] == [
                ("z", "anna", 0), ("a", "anna", 1_000_000), ("b", "anna", 2_500_000), ("c", "anna", 3_250_000)
            ]  # fmt: skip
            due = connection.execute(text("SELECT document, event, tries FROM webhook_deliveries"))
            assert [tuple(row) for row in due] == [("b", "document.failed", 2), ("c", "document.done", 0)]
            assert "colour" in {column["name"] for column in inspect(connection).get_columns("documents")}
        assert prepare(engine, target, may_migrate=True).action == "nothing"
        with pytest.raises(InvalidConfig, match="newer Paperformer"):
            Database(url)
        engine.dispose()


def test_the_name_of_the_table_of_revisions_is_the_one_that_alembic_uses() -> None:
    from alembic.migration import MigrationContext

    assert MigrationContext.configure(dialect_name="sqlite").version_table == plan.VERSION_TABLE
