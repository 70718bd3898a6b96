"""The card of a model that was fitted: what it is, what it goes on from, and what was measured."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from paperformer.evaluation.sroie import Score
from paperformer.extraction.model_folder import Manifest

CARD: Final = "README.md"
CARD_BEFORE: Final = "before.md"  # the card of the model whose network this is


@dataclass(frozen=True)
class Measured:
    """What both models get right, by field and for ``all``, on documents of other suppliers."""

    held_out: int
    before: Mapping[str, Score]
    after: Mapping[str, Score]


def write_card(
    folder: Path, before: Manifest, now: Manifest, learned: int, measured: Measured | None = None
) -> None:
    """Write the card of a fitted copy; that of the model it is a copy of is kept beside it.

    Args:
        folder: Of the copy.
        before: Manifest of the model that it goes on from.
        now: Its own.
        learned: How many documents it was fitted on.
        measured: How good it is; None where nobody has measured that.
    """
    card, kept = folder / CARD, folder / CARD_BEFORE
    if card.exists() and not kept.exists():
        card.rename(kept)
    day = time.strftime("%Y-%m-%d", time.gmtime())
    what = f"A copy of {before.name} {before.version} that was fitted on {learned} labelled documents, {day}"
    parts = [
        f"# {now.name} {now.version}",
        f"{what}: how much each piece of evidence counts, and how sure answers are. Its network is the same.",
        _figures(measured),
    ]
    if kept.exists():
        is_kept = f"[{CARD_BEFORE}]({CARD_BEFORE}) is the card of the model before the first fit"
        parts.append(f"{is_kept}: its training and its weaknesses. Its figures are not those of this model.")
    card.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _figures(measured: Measured | None) -> str:
    if measured is None:
        return "Nobody has measured it: see `paperformer evaluate`."
    rows = [
        f"| {name} | {before.expected} | {before.matched} | {measured.after[name].matched} "
        f"| {before.f1:.3f} | {measured.after[name].f1:.3f} |"
        for name, before in measured.before.items()
        if name in measured.after
    ]
    return "\n".join([
        f"Both models were measured on {measured.held_out} documents of other suppliers:",
        "",
        "| field | printed | right before | right after | F1 before | F1 after |",
        "|---|---|---|---|---|---|",
        *rows,
    ])  # fmt: skip
