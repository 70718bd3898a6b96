"""A confirmed page as bytes."""

from __future__ import annotations

import json
import zlib

from paperformer.evidence.remembered import ConfirmedPage
from paperformer.fields.standing import Standing


def packed(page: ConfirmedPage) -> bytes:
    """A confirmed page in few bytes."""
    text = json.dumps({name: list(prints) for name, prints in page.fields.items()}, separators=(",", ":"))
    return zlib.compress(text.encode(), 9)


def unpacked(content: bytes) -> ConfirmedPage:
    """The page of these bytes."""
    values = json.loads(zlib.decompress(content))
    return ConfirmedPage({name: tuple(Standing(*one) for one in prints) for name, prints in values.items()})
