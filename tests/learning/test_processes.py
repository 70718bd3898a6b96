"""Two processes learn what one learns that takes twice as many batches a step."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from forked_training import ended, started, train_as_one_of
from toy_processes import together

from paperformer.errors import TrainingFailed
from paperformer.learning.checkpoint import BEST, load_checkpoint

SCRIPT = Path(__file__).with_name("toy_processes.py")


def torchrun(folder: Path, steps: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"]
    return subprocess.run(
        [*command, str(SCRIPT), str(folder), str(steps)], capture_output=True, text=True, check=False
    )


def train_in_two(folder: Path, steps: int) -> None:
    """The same without ``torchrun``, which loads torch in three processes."""
    both = [started(train_as_one_of, rank, 2, folder, steps) for rank in range(2)]
    assert [ended(one) for one in both] == [0, 0]


def weights(folder: Path, name: str = "latest.pt") -> dict[str, torch.Tensor]:
    state = load_checkpoint(folder, name)
    assert state is not None
    return state["model"]  # type: ignore[no-any-return]


def losses(folder: Path) -> list[float]:
    records = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    return [record["loss"] for record in records if "loss" in record]


@pytest.mark.slow
def test_two_processes_are_as_one_with_the_doubled_batch(tmp_path: Path) -> None:
    done = torchrun(tmp_path / "two", 30)
    assert done.returncode == 0, done.stderr
    together(tmp_path / "one", 30, accumulate=2).run()
    for name in ("latest.pt", BEST):
        torch.testing.assert_close(
            weights(tmp_path / "two", name), weights(tmp_path / "one", name), atol=1e-6, rtol=1e-5
        )
    assert losses(tmp_path / "two") == pytest.approx(losses(tmp_path / "one"), rel=1e-5)
    assert len(losses(tmp_path / "two")) == 3  # every step is logged once


@pytest.mark.slow
def test_two_processes_resume_to_the_same_weights_and_other_numbers_of_them_are_refused(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "resumed"
    train_in_two(tmp_path / "whole", 20)
    train_in_two(folder, 8)
    train_in_two(folder, 20)
    assert all(
        torch.equal(tensor, weights(tmp_path / "whole")[name]) for name, tensor in weights(folder).items()
    )
    with pytest.raises(TrainingFailed, match="of a training in 2 processes, not 1"):
        together(folder, 30).run()
