"""A field that is not sent, where null would say something else."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Unset(Enum):
    """The type of ``UNSET``."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET
"""Leaves a field out of a request."""
