"""Permissions of stored files: for the service's own user alone."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from paperformer.errors import InvalidConfig

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_log = logging.getLogger(__name__)


@contextmanager
def private_files() -> Iterator[None]:
    """Whatever this process and its children make meanwhile is for its owner alone (umask 077)."""
    before = os.umask(_OTHERS)
    try:
        yield
    finally:
        os.umask(before)


def make_private_folder(folder: Path) -> None:
    """Make a folder that only its owner enters. One that exists becomes such a folder, mode 0700.

    Raises:
        InvalidConfig: it cannot be made, or is one that many users share.
    """
    refuse_shared(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=stat.S_IRWXU)
    except OSError as error:
        raise InvalidConfig(
            f"{folder} cannot be made: {error.strerror}", "Choose another --data folder"
        ) from error
    _close_to_others(folder)


def refuse_shared(folder: Path) -> None:
    """See that a folder, if it exists, is none that many users share, such as ``/tmp``.

    Raises:
        InvalidConfig: it is.
    """
    try:
        is_shared = bool(folder.stat().st_mode & stat.S_ISVTX)
    except OSError:  # whoever makes it says why
        return
    if is_shared:
        raise InvalidConfig(f"{folder} is a folder that many users share", "Choose a folder in it for --data")


def make_private_database(file: Path) -> None:
    """Make an SQLite file with mode 0600, or give it that mode; its log beside it, too.

    A file that cannot be made is left to SQLite, which says why.
    """
    with suppress(OSError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, stat.S_IRUSR | stat.S_IWUSR))
    for path in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        _close_to_others(path)


def _close_to_others(path: Path) -> None:
    """Take all rights from group and others, where there are any."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & _OTHERS:
            path.chmod(mode & ~_OTHERS)
    except FileNotFoundError:
        return
    except OSError as error:
        _log.warning("paperformer: %s may be open to other users: %s", path, error.strerror)
