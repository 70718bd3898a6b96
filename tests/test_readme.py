"""The README is run: its Python, its commands, and what it says they print."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from paperformer.cli import main
from paperformer.extraction.result import Candidate, Extraction

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ANSWER = (ROOT / "docs" / "answer.md").read_text(encoding="utf-8")
MOST_WORDS = 700


def blocks(language: str, page: str = README) -> list[str]:
    """The fenced blocks of a language."""
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    return found


def commands() -> list[str]:
    """The commands that read documents, without their comments; those that train take hours."""
    lines = [line.split("#")[0].strip() for block in blocks("sh") for line in block.splitlines()]
    return [line for line in lines if line.startswith(("paperformer extract", "paperformer fields"))]


def shell(command: str, out: Path) -> subprocess.CompletedProcess[str]:
    command = command.replace("out/readme", str(out)).replace(
        "paperformer", f"{sys.executable} -m paperformer.cli", 1
    )
    return subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )  # fmt: skip


def test_the_readme_shows_commands_and_python() -> None:
    assert len(commands()) >= 4
    assert len(blocks("python")) >= 1
    assert len(blocks("console")) == 1


@pytest.mark.slow
@pytest.mark.parametrize("command", commands())
def test_every_command_works(command: str, tmp_path: Path) -> None:
    done = shell(command, tmp_path)
    assert done.stderr == ""
    assert done.returncode == 0
    assert done.stdout


def test_the_example_of_the_command_line_prints_these_values(tmp_path: Path) -> None:
    command, *shown = blocks("console")[0].splitlines()
    printed = shell(command.removeprefix("$ "), tmp_path).stdout.splitlines()
    assert printed[0] == shown[0]
    # Field and value; the confidence moves a little with every model.
    assert [line.split()[:2] for line in printed[1:] if line] == [line.split()[:2] for line in shown[1:]]


@pytest.mark.parametrize("example", blocks("python"))
def test_the_python_example_prints_what_it_says(example: str) -> None:
    expected = "".join(f"{said}\n" for said in re.findall(r"print\(.*\)  # (.*)", example))
    assert expected
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", example], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout == expected


def test_the_example_of_json_has_the_form_of_an_answer() -> None:
    example, evidence = blocks("json", ANSWER)
    answer = json.loads(example)
    assert set(answer) == set(Extraction.model_fields)
    (candidates,) = answer["fields"].values()
    candidates[0] |= json.loads(f"{{{evidence}}}")
    assert set(candidates[0]) == set(Candidate.model_fields)
    read = Extraction.model_validate(answer)
    assert read.model_dump(mode="json")["fields"] == answer["fields"]


def test_the_readme_is_read_in_three_minutes() -> None:
    assert len(README.split()) <= MOST_WORDS


def test_every_verb_that_the_readme_names_exists() -> None:
    import click

    for verb in set(re.findall(r"^paperformer (\w+)", README, re.MULTILINE)):
        assert main.get_command(click.Context(main), verb) is not None, verb


@pytest.mark.parametrize("target", re.findall(r"\]\((?!https?:)([^)#]+)\)|src=\"([^\"]+)\"", README))
def test_every_file_that_the_readme_links_to_is_there(target: tuple[str, str]) -> None:
    assert (ROOT / "".join(target)).is_file()
