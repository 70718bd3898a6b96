"""What the service keeps is for its own user alone, wherever it is kept."""

from __future__ import annotations

import logging
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner
from fake_reader import pdf
from running_service import Running

from paperformer.cli import main
from paperformer.errors import InvalidConfig
from paperformer.service.permissions import make_private_folder


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """Rights of group and others, of all that has any."""
    everything = [folder, *folder.rglob("*")]
    return {
        str(path): oct(mode) for path in everything if (mode := stat.S_IMODE(path.stat().st_mode)) & 0o077
    }


def test_a_folder_that_systemd_made_is_closed_and_the_database_in_it_too(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    for name in ("paperformer.db", "paperformer.db-wal", "paperformer.db-shm"):
        (data / name).touch(mode=0o644)
    assert CliRunner().invoke(main, ["keys", "create", "x", "--data", str(data)]).exit_code == 0
    assert modes(data) == {}
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert stat.S_IMODE((data / "paperformer.db").stat().st_mode) == 0o600
    assert os.umask(0o022) == 0o022  # the umask is as it was


def test_a_running_service_makes_nothing_that_others_may_read(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    arguments = ["serve", "--data", str(data), "--port", "0", "--workers", "1"]
    with subprocess.Popen(
        [sys.executable, "-m", "paperformer.cli", *arguments], stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as process:  # fmt: skip
        assert process.stderr is not None
        url = process.stderr.readline().split("listening on ")[1].split(" ")[0]
        key = process.stderr.readline().rsplit(" ", 1)[1].strip()
        posted = httpx.post(
            f"{url}/v1/documents", content=pdf("x"), timeout=60,
            headers={"Authorization": f"Bearer {key}", "Prefer": "respond-async"},
        )  # fmt: skip
        assert posted.status_code == 202
        assert list((data / "files").glob("??/*"))
        assert modes(data) == {}
        process.send_signal(signal.SIGINT)
        process.wait(30)
    assert modes(data) == {}


def test_a_database_elsewhere_is_closed_too(tmp_path: Path, start_fake: Callable[..., Running]) -> None:
    database = tmp_path / "elsewhere.db"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    assert stat.S_IMODE(database.stat().st_mode) == 0o644
    start_fake(database=f"sqlite:///{database}")
    for path in tmp_path.glob("elsewhere.db*"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def test_a_folder_that_many_users_share_is_refused_and_keeps_its_mode(tmp_path: Path) -> None:
    shared = tmp_path / "tmp"
    shared.mkdir()
    shared.chmod(0o1777)
    for options in (["--port", "0"], ["--check"]):
        done = CliRunner().invoke(main, ["serve", "--data", str(shared), *options])
        assert done.exit_code == 1
        assert done.stderr.endswith("is a folder that many users share. Choose a folder in it for --data\n")
    assert stat.S_IMODE(shared.stat().st_mode) == 0o1777


def test_a_folder_of_somebody_else_is_used_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    tmp_path.chmod(0o755)
    monkeypatch.setattr(Path, "chmod", refuse)
    with caplog.at_level(logging.WARNING):
        make_private_folder(tmp_path)
    assert f"{tmp_path} may be open to other users: Operation not permitted" in caplog.text
    with pytest.raises(InvalidConfig, match="cannot be made: Not a directory"):
        make_private_folder(Path(__file__) / "data")
