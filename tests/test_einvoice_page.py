"""docs/einvoice.md is true: its commands run, its example prints what it says, and so does its Python."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "einvoice.md").read_text(encoding="utf-8")

# ONNX Runtime multiplies 8-bit matrices otherwise on each kind of CPU: probabilities differ by a hundredth.
PROBABILITY = re.compile(r"(?<=probability of )[01]\.\d\d")


def probabilities(text: str) -> list[float]:
    return [float(found) for found in PROBABILITY.findall(text)]


def blocks(language: str) -> list[str]:
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return found


def shell(commands: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run commands beside the samples; ``paperformer`` is this one, wherever it is installed."""
    (folder / "samples").symlink_to(ROOT / "samples")
    ours = f'paperformer() {{ "{sys.executable}" -m paperformer "$@"; }}\n'
    return subprocess.run(
        ["bash", "-euc", ours + commands], cwd=folder, env=os.environ, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


@pytest.mark.slow
def test_the_commands_run_one_after_the_other(tmp_path: Path) -> None:
    done = shell("".join(blocks("sh")), tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("out/invoice.xml: valid\nout/invoice.pdf: valid")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "invoice.pdf", "invoice.sources.json", "invoice.xml",
    ]  # fmt: skip


@pytest.mark.slow
def test_the_example_of_a_refusal_is_what_is_printed(tmp_path: Path) -> None:
    (example,) = blocks("console")
    command, *lines = example.splitlines()
    done = shell(command.removeprefix("$ "), tmp_path)
    assert done.returncode == 1
    printed, written = done.stderr, "".join(f"{line}\n" for line in lines)
    assert PROBABILITY.sub("P", printed) == PROBABILITY.sub("P", written)
    assert probabilities(printed) == pytest.approx(probabilities(written), abs=0.03)


@pytest.mark.slow
def test_the_python_prints_what_it_says() -> None:
    (example,) = blocks("python")
    said = re.findall(r"print\(.*\)  # (.*)$", example, re.MULTILINE)
    assert said
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", example], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.stdout.splitlines()) == ("", said)
