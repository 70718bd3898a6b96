"""The recipe of the default model looks for its environment and its data before it begins."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECIPE = ROOT / "recipes" / "default-model.sh"
PAGE = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
SETS = sorted(
    {
        name
        for path in (ROOT / "recipes").glob("*.yaml")
        for name in re.findall(r"\$\{PAPERFORMER_DATA\}/([\w-]+)/", path.read_text(encoding="utf-8"))
    }
)


def run(path: str, data: Path) -> subprocess.CompletedProcess[str]:
    names = {"PATH": path, "PAPERFORMER_DATA": str(data), "PAPERFORMER_RUNS": str(data / "runs")}
    return subprocess.run(
        ["bash", str(RECIPE)], env={**os.environ, **names}, capture_output=True, text=True, check=False
    )


def test_an_environment_without_paperformer_is_told(tmp_path: Path) -> None:
    done = run("/usr/bin:/bin", tmp_path)
    assert done.returncode == 2
    assert "lacks Paperformer with its extras [train] and [synthesis]" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.slow
def test_data_that_is_missing_is_named_file_by_file(tmp_path: Path) -> None:
    here = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = run(here, tmp_path)
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert len(lines) >= 4
    assert all("is missing. See docs/data.md" in line for line in lines)
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("name", SETS)
def test_every_set_that_a_recipe_names_is_described(name: str) -> None:
    assert f"| `{name}` |" in PAGE
