"""What a list of known parties says of a value."""

from __future__ import annotations

from typing import NamedTuple


class KnownSupport(NamedTuple):
    """A value of a known party of which the document prints something.

    Args:
        name: How far its name is printed: 1 where letters and digits are the same, less where some are
            misread, 0 where it is not printed.
        also: What else of it is printed: ``address``, ``number``, ``account``, ``phone``.
        is_all: Whether nothing but its name is known.
        sharing: How many parties of the list have the address and numbers that are printed, itself included.
        likeness: How far the value itself is printed, as ``name``; 0 where no word prints it.
    """

    name: float
    also: frozenset[str]
    is_all: bool = False
    sharing: int = 1
    likeness: float = 1.0
