"""The descriptions and examples of ``api_descriptions.yaml``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import yaml


@cache
def descriptions() -> dict[str, dict[str, Any]]:
    """What fields and parameters mean, and an example of each body."""
    text = files("paperformer.service").joinpath("api_descriptions.yaml").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = yaml.safe_load(text)
    return found


def example_at(body: str, place: Sequence[str | int]) -> Any:
    """The value at a place in the example of a body; None where the example has none.

    Args:
        body: Its name.
        place: Names of members, and numbers of entries, of which any has the example of the first.
    """
    found: Any = descriptions()["examples"].get(body)
    for part in place:
        if isinstance(found, dict):
            found = found.get(part)
        elif isinstance(found, list) and isinstance(part, int) and found:
            found = found[0]
        else:
            return None
    return found
