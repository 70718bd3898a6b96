"""Checkpoints survive a kill and a full disk at any moment."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from paperformer.errors import TrainingFailed
from paperformer.learning.checkpoint import load_checkpoint, save_checkpoint

KILLED = """
import os, signal, sys
from pathlib import Path
import torch
from paperformer.learning.checkpoint import save_checkpoint
os.{moment} = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
save_checkpoint(Path(sys.argv[1]), {{"x": torch.zeros(50_000)}})
"""
FULL = """
import resource, sys
from pathlib import Path
import torch
from paperformer.errors import TrainingFailed
from paperformer.learning.checkpoint import save_checkpoint
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
try:
    save_checkpoint(Path(sys.argv[1]), {"x": torch.zeros(50_000)})
except TrainingFailed as error:
    print(error)
"""


def run(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, str(folder)], capture_output=True, text=True, check=False
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a good checkpoint."""
    save_checkpoint(tmp_path, {"x": torch.ones(5), "n": [1, 2], "name": "good"})
    return tmp_path


def good(folder: Path) -> bool:
    state = load_checkpoint(folder)
    return state is not None and torch.equal(state["x"], torch.ones(5)) and state["n"] == [1, 2]


def test_what_is_saved_is_loaded(folder: Path) -> None:
    assert good(folder)
    assert [path.name for path in folder.iterdir()] == ["latest.pt"]


def test_where_there_is_none_there_is_none(tmp_path: Path) -> None:
    assert load_checkpoint(tmp_path / "nowhere") is None


@pytest.mark.slow
def test_a_kill_while_it_is_written_keeps_the_last_one(folder: Path) -> None:
    assert run(KILLED.format(moment="fsync"), folder).returncode == -signal.SIGKILL
    assert good(folder)
    save_checkpoint(folder, {"x": torch.ones(5), "n": [1, 2]})  # what the dead left is cleared away
    assert [path.name for path in folder.iterdir()] == ["latest.pt"]


@pytest.mark.slow
def test_a_full_disk_is_one_line_and_keeps_the_last_one(folder: Path) -> None:
    done = run(FULL, folder)
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    assert "latest.pt: the checkpoint cannot be written" in line
    assert "the last good checkpoint is kept" in line
    assert good(folder)
    assert [path.name for path in folder.iterdir()] == ["latest.pt"]


@pytest.mark.parametrize("size", [0, 10, 500])
def test_a_cut_file_is_one_line(folder: Path, size: int) -> None:
    path = folder / "latest.pt"
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(TrainingFailed, match="damaged") as caught:
        load_checkpoint(folder)
    assert "\n" not in str(caught.value)


def test_a_file_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    torch.save([1, 2], tmp_path / "latest.pt")
    with pytest.raises(TrainingFailed, match="no checkpoint of ours"):
        load_checkpoint(tmp_path)


def test_a_checkpoint_cannot_run_code(tmp_path: Path) -> None:
    torch.save({"x": Path("/tmp")}, tmp_path / "latest.pt")  # any object but plain values and tensors
    with pytest.raises(TrainingFailed, match="damaged"):
        load_checkpoint(tmp_path)
