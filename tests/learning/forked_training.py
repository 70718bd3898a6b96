"""Trainings in processes of their own that can be killed, forked from one that has loaded torch.

A process that loads torch itself takes seconds before it trains.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import torch
from torch import distributed
from toy_processes import together
from toy_training import Regression, trainer

_CONTEXT = get_context("forkserver")
# The first optimiser of a process loads torch._dynamo.
_CONTEXT.set_forkserver_preload(["torch._dynamo", "paperformer.learning.trainer"])


def started(run: Callable[..., None], *arguments: Any) -> ForkServerProcess:
    """A process that runs a function of a module."""
    process = _CONTEXT.Process(target=run, args=arguments)
    process.start()
    return process


def ended(process: ForkServerProcess) -> int:
    """The exit code of a process, once it has ended."""
    process.join()
    assert process.exitcode is not None
    return process.exitcode


def train(folder: Path, die_after: int = 0, epochs: int = 2, average_last: int = 0) -> None:
    """Train in ``folder``.

    Args:
        folder: Of the checkpoints.
        die_after: The batch at which the process dies; 0 is never.
        epochs: How many.
        average_last: Evaluations whose weights are averaged.
    """
    torch.set_num_threads(1)
    trainer(folder, task=Regression(die_after), epochs=epochs, average_last=average_last).run()


def train_until_ctrl_c(folder: Path, said: Path) -> None:
    """Train in ``folder`` until the first report, which comes with a Ctrl-C; ``said`` gets what is said."""
    torch.set_num_threads(1)
    one = trainer(folder, report=lambda _: os.kill(os.getpid(), signal.SIGINT))
    try:
        one.run()
    except KeyboardInterrupt as stop:
        said.write_text(str(stop), encoding="utf-8")


def train_as_one_of(rank: int, count: int, folder: Path, steps: int) -> None:
    """Train in ``folder`` together with others, as ``torchrun`` would have it."""
    torch.set_num_threads(1)
    os.environ.update(RANK=str(rank), LOCAL_RANK=str(rank), WORLD_SIZE=str(count))
    meeting = f"file://{folder.with_suffix(f'.{steps}-steps')}"  # a port could be taken by another process
    distributed.init_process_group("gloo", init_method=meeting, rank=rank, world_size=count)
    one = together(folder, steps)
    one.run()
    one.processes.part()
