"""A PostgreSQL server of Debian's package, for as long as the tests take."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def binaries() -> Path | None:
    """Where the server's programs lie; None where there are none."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return folders[-1].parent if folders else None


@contextmanager
def cluster(programs: Path) -> Iterator[str]:
    """A server that listens on a socket of its own, and the URL of its database."""
    user = _user()
    folder = Path(tempfile.mkdtemp(prefix="pf-pg-"))
    try:
        if user is not None:
            os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
        data = folder / "data"
        _run(user, programs / "initdb", "-D", data, "-U", "paperformer", "-A", "trust", "--no-sync")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        _run(user, programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
        try:
            yield f"postgresql://paperformer@/postgres?host={folder}"
        finally:
            _run(user, programs / "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def restart(programs: Path, url: str) -> None:
    """End the server of ``cluster`` under its connections, and start it again."""
    data = Path(url.partition("host=")[2]) / "data"
    log = data.parent / "log"
    _run(_user(), programs / "pg_ctl", "-D", data, "-w", "-m", "immediate", "-l", log, "restart")


def _user() -> str | None:
    """Whom the server runs as: it refuses root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _run(user: str | None, *command: object) -> None:
    done = subprocess.run(
        [str(part) for part in command], user=user, cwd="/", check=False, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    if done.returncode:
        raise AssertionError(f"{command[0]}: {done.stderr}")
