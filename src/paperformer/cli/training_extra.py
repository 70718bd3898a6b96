"""What needs PyTorch says so where it is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from paperformer.cli.failure import Failure

# What the extra [train] brings and the base install does not.
EXTRA = frozenset({"torch", "safetensors", "onnx", "jaxtyping", "rapidfuzz"})


@contextmanager
def training_extra(verb: str, extra: str = "train") -> Iterator[None]:
    """Import within: a missing package of the extra becomes one line.

    Args:
        verb: The command that needs it.
        extra: What brings it.

    Raises:
        Failure: when one of the extra's packages is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRA:
            raise
        raise Failure(
            f"`paperformer {verb}` needs {package}, which is not installed. "
            f"Install it with: pip install 'paperformer[{extra}]'"
        ) from error
