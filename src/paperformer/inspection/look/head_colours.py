"""One colour for each head, in pictures and pages alike."""

from __future__ import annotations

# The first six are those of every series (``style.SERIES``).
TWELVE = (
    *("#0a5fa8", "#c2410c", "#00735a", "#8a3d8f", "#8a6400", "#4d4d4d"),
    *("#1296b0", "#d6408f", "#6f9400", "#6a5acd", "#d48806", "#8c2f39"),
)
PALER = 0.45  # how far those from the thirteenth on go towards white


def head_colours(heads: int) -> list[str]:
    """The colours of the heads of a layer: from the thirteenth on the same again, paler."""
    return [_paler(TWELVE[head % 12], min(head // 12, 1)) for head in range(heads)]


def _paler(colour: str, times: int) -> str:
    parts = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * PALER * times):02x}" for part in parts)
