"""What docs/evidence.md says of proposers is true: its package proposes, its commands print what it shows."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from paperformer.cli import main
from paperformer.extraction.proposers.registry import own_proposers

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "evidence.md").read_text(encoding="utf-8")
SECTION = PAGE[PAGE.index("## Add a proposer") : PAGE.index("\n## Rules")]


def block(language: str) -> str:
    """The one block of a language in the section."""
    (body,) = re.findall(rf"^```{language}\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL)
    return str(body)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package of the page, installed as its pyproject.toml says."""
    project = tomllib.loads(block("toml"))["project"]
    info = tmp_path / f"acme_rules-{project['version']}.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(metadata)
    lines = [
        line
        for group, entries in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))
    (tmp_path / "acme_rules.py").write_text(block("python"), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("installed")
def test_the_commands_print_what_the_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    shown = [part.partition("\n") for part in block("console").split("$ paperformer ")[1:]]
    assert len(shown) == 2
    for command, _, output in shown:
        result = CliRunner().invoke(main, shlex.split(command))
        assert result.exit_code == 0, result.output
        assert unsure(result.output) == unsure(output)


def unsure(output: str) -> str:
    """A table without its confidences, which every fit changes a little."""
    return re.sub(r"[01]\.[0-9]{2} [a-z_]+ +", "", output).strip()


def test_the_table_names_every_proposer_in_its_stage() -> None:
    rows = (line.split("|")[1:-1] for line in SECTION.splitlines() if line.startswith("| "))
    written = {stage.strip(): re.findall(r"`(\w+)`", names) for stage, _, names in rows}
    del written["stage"]
    listed: dict[str, list[str]] = {}
    for one in own_proposers():
        listed.setdefault(one.stage, []).append(one.name)
    assert written == listed
