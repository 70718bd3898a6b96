"""What draws says so where matplotlib is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from paperformer.cli.failure import Failure
from paperformer.cli.training_extra import training_extra


@contextmanager
def inspection_extra(verb: str) -> Iterator[None]:
    """Import within: a missing package of the extras [train] and [inspect] becomes one line.

    Raises:
        Failure: when one of them is not installed.
    """
    try:
        with training_extra(verb):
            yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "matplotlib":
            raise
        raise Failure(
            f"`paperformer {verb}` needs matplotlib, which is not installed. "
            "Install it with: pip install 'paperformer[inspect]'"
        ) from error
