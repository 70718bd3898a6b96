"""docs/answer.md is true: its Python prints what it says, its commands run."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "answer.md").read_text(encoding="utf-8")
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    return [body for kind, body in FENCED.findall(PAGE) if kind == language]


@pytest.mark.slow
@pytest.mark.parametrize("example", blocks("python"))
def test_the_python_prints_what_it_says(example: str) -> None:
    said = re.findall(r"(?:print\(.*\)  |^ +)# (.*)$", example, re.MULTILINE)
    assert said
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", example], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.stdout.splitlines()) == ("", said)


@pytest.mark.slow
@pytest.mark.parametrize("commands", blocks("bash"))
def test_the_commands_run(commands: str, tmp_path: Path) -> None:
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euc", commands], cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    named = [tmp_path / name for name in re.findall(r"--(?:to|lines|out) (\S+)", commands)]
    assert named
    assert all(path.exists() for path in named)
