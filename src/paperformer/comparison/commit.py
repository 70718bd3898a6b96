"""Commits of a git clone, checked out beside it for as long as they are compared."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paperformer.errors import InvalidConfig, PaperformerError


def resolve_commit(name: str, clone: Path) -> str | None:
    """The hash of the commit that ``name`` means in ``clone``; None where it means none.

    Raises:
        PaperformerError: git is not installed.
    """
    done = _git(clone, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    return done.stdout.strip() or None if done.returncode == 0 else None


@contextmanager
def checked_out(commit: str, clone: Path) -> Iterator[Path]:
    """A temporary worktree of a commit. The clone, its index and its files stay as they are.

    Args:
        commit: The full hash.
        clone: The clone that has it.

    Raises:
        InvalidConfig: it cannot be checked out.
    """
    with tempfile.TemporaryDirectory(prefix="paperformer-compare-") as folder:
        tree = Path(folder) / "tree"
        # Hooks of the clone are not for us.
        quiet = ("-c", "core.hooksPath=/dev/null", "-c", "advice.detachedHead=false")
        done = _git(clone, *quiet, "worktree", "add", "--detach", "--force", str(tree), commit)
        if done.returncode:
            lines = done.stderr.strip().splitlines() or ["git says nothing"]
            raise InvalidConfig(
                f"{commit[:10]} cannot be checked out: {lines[-1]}", "Check the clone with git"
            )
        try:
            yield tree
        finally:
            _git(clone, "worktree", "remove", "--force", str(tree))


def _git(clone: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["git", "-C", str(clone), *arguments]
    try:
        return subprocess.run(
            command, capture_output=True, text=True, errors="replace", check=False, stdin=subprocess.DEVNULL
        )
    except FileNotFoundError as error:
        raise PaperformerError("git is not installed", "Install git, or compare something else") from error
