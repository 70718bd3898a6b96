"""Git clones of our own, small enough to make in a test."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Commit = Callable[[str], str]


@pytest.fixture
def commit(tmp_path: Path) -> Commit:
    """Commits everything in the clone ``tmp_path / "clone"``; the hash."""
    clone = tmp_path / "clone"
    clone.mkdir()

    def git(*arguments: str) -> str:
        identity = ("-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false")
        command = ["git", "-C", str(clone), *identity, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    git("init", "--quiet")

    def commit_all(message: str) -> str:
        git("add", "--all")
        git("commit", "--quiet", "-m", message)
        return git("rev-parse", "HEAD")

    return commit_all
