"""What a case of the comparison is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Pass = Callable[[int], object]  # one forward pass over so many tokens
Precision = Literal["float32", "int8"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """An encoder to be measured.

    Args:
        name: As it stands in the table.
        mechanism: A name of the cost model, or ``blocks``.
        build: From the greatest length, the threads and a folder for converted models to a pass.
        ours: Whether it is ours; else a peer.
        precision: Of its linear layers.
        needs: Packages that must be there.
        features: Of its feature maps.
        fixed: Whether it takes inputs of one length only, so that it cannot warm up on a shorter one.
        prepare: Makes the file ``prepared`` that ``build`` reads, in a process of its own.
        prepared: Its name.
    """

    name: str
    mechanism: str
    build: Callable[[int, int, Path], Pass]
    ours: bool = False
    precision: Precision = "float32"
    needs: tuple[str, ...] = ()
    features: int = 112
    fixed: bool = False
    prepare: Callable[[Path], None] | None = None
    prepared: str | None = None
