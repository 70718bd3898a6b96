"""A rule is changed in a clone: the comparison of its commits finds that, and nothing else."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import paperformer
from paperformer.cli import main

SOURCE = Path(paperformer.__file__).parent
SAMPLES = Path(__file__).parents[2] / "samples"
# Rooms that read no documents; without them there is less to copy.
ELSEWHERE = ("service", "synthesis", "transformer", "learning", "translation", "inspection", "cluster", "cli")


@pytest.mark.slow
def test_a_changed_rule_is_found_and_nothing_else(
    tmp_path: Path, toy_folder: Path, commit: Callable[[str], str]
) -> None:
    package = tmp_path / "clone" / "src" / "paperformer"
    left_out = shutil.ignore_patterns("__pycache__", *ELSEWHERE)
    shutil.copytree(SOURCE, package, ignore=left_out)
    shutil.copytree(toy_folder, tmp_path / "clone" / "models" / "default")
    commit("before")
    rules = package / "fields" / "page" / "labels.yaml"
    before = rules.read_text(encoding="utf-8")
    rules.write_text(before.replace("[invoice date, date of", "[planted date, date of"), encoding="utf-8")
    planted = commit("after")
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("invoice-en.pdf", "invoice-en.json", "invoice-eu.pdf", "invoice-eu.json"):
        shutil.copy(SAMPLES / name, folder)

    clone = ("--clone", str(tmp_path / "clone"))
    sides = ("HEAD~1,min_confidence=0.8", f"{planted[:12]},min_confidence=0.8")
    done = CliRunner().invoke(
        main, ["compare", *sides, str(folder), *clone, "-o", "json"], catch_exceptions=False
    )
    assert (done.exit_code, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    ((document,), (found,)) = (told["differences"], told["differences"][0]["differences"])
    assert document["file"] == str(folder / "invoice-en.pdf")
    assert (found["field"], found["kind"], found["verdict"]) == ("document_date", "only a", "lost")
    assert (found["a"]["text"], found["b"]) == ("2024-09-03", None)
    assert (told["documents"], told["a"]["kind"], told["b"]["commit"]) == (2, "commit", planted)
    # The clone is as it was: no worktree is left.
    assert [path.name for path in (tmp_path / "clone" / ".git").glob("worktrees/*")] == []
