"""Pages whose code and commands are run: every block prints what the page says it prints."""

import contextlib
import io
import re
import shlex
from pathlib import Path
from typing import Any

import torch
from click.testing import CliRunner

from paperformer.cli import main

BLOCKS = re.compile(r"^```python\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
COMMANDS = re.compile(r"^```sh\n((?:(?!```).*\n)*)```\n```text\n((?:(?!```).*\n)*)```\n", re.MULTILINE)
NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")


def blocks(page: Path) -> list[tuple[str, str]]:
    """Code, and what the page says that it prints."""
    return BLOCKS.findall(page.read_text(encoding="utf-8"))


def typed(page: Path) -> list[tuple[str, str]]:
    """Commands, and what the page says that they print; not those that make something in `runs/`."""
    found = COMMANDS.findall(page.read_text(encoding="utf-8"))
    return [(commands, said) for commands, said in found if "runs/" not in commands]


def answer(commands: str) -> str:
    """What these commands of ours print."""
    printed = ""
    for line in commands.replace("\\\n", " ").splitlines():
        name, *arguments = shlex.split(line, comments=True)
        assert name == "paperformer", line
        done = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert done.exit_code == 0, done.stderr
        printed += done.stdout
    return printed


def run(code: str, names: dict[str, Any]) -> str:
    """What the code prints; it goes on with the names of the blocks before."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, names)
    return printed.getvalue()


def parts(text: str) -> tuple[list[str], list[tuple[float, float]]]:
    """The words of a text, and its numbers, each with one unit of its last digit."""
    found = [number.replace(",", "") for number in NUMBER.findall(text)]
    units = [10.0 ** -len(number.partition(".")[2]) for number in found]
    return NUMBER.sub("#", text).split(), list(zip(map(float, found), units, strict=True))


def agree(printed: str, said: str) -> bool:
    """The same words and the same numbers, but for a last digit that another processor rounds otherwise."""
    (words, numbers), (said_words, said_numbers) = parts(printed), parts(said)
    return (
        words == said_words
        and len(numbers) == len(said_numbers)
        and all(
            abs(number - other) <= unit * 1.01 if unit < 1 or number <= 100 else number == other
            for (number, unit), (other, _) in zip(numbers, said_numbers, strict=True)
        )
    )


def run_page(page: Path) -> int:
    """Run the blocks of a page one after the other; how many there are.

    Raises:
        AssertionError: a block prints something else.
    """
    names: dict[str, Any] = {}
    before, threads = torch.is_grad_enabled(), torch.get_num_threads()
    found = blocks(page)
    try:
        for number, (code, said) in enumerate(found):
            printed = run(code, names)
            assert agree(printed, said), f"block {number} prints\n{printed}\nbut the page says\n{said}"
    finally:
        torch.set_grad_enabled(before)
        torch.set_num_threads(threads)
    return len(found)
