"""Pages that are none of ours: blank ones, letters, CVs, contracts, tables, newspapers, forms.

Nothing on them is an answer. They measure whether fields are invented, and teach that there are none: every
field counts as looked for and absent. The language is the exception, for they have one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from paperformer.errors import InvalidConfig
from paperformer.fields.schema import load_schema
from paperformer.synthesis.capture import PrintedWord, words_on
from paperformer.synthesis.chance import generator, weighted
from paperformer.synthesis.corpus_file import write_records
from paperformer.synthesis.ink import Sheet
from paperformer.synthesis.negative_pages import DRAWN
from paperformer.synthesis.prose import Writer, prose_locales
from paperformer.synthesis.style import draw_style

NegativeKind = Literal["blank", "letter", "cv", "contract", "table", "newspaper", "form"]

SHARES: Mapping[NegativeKind, float] = {
    "blank": 1, "letter": 4, "cv": 2, "contract": 4, "table": 2, "newspaper": 2, "form": 2,
}  # fmt: skip
"""How common each kind is in a set."""


@dataclass(frozen=True, slots=True)
class Negative:
    """A laid-out page, or several, with nothing on them to be found.

    Args:
        language: ISO 639-1; empty where no word tells it.
    """

    id: str
    kind: NegativeKind
    language: str
    country: str
    sheets: tuple[Sheet, ...]
    words: tuple[PrintedWord, ...]


def draw_negative(seed: int, index: int) -> Negative:
    """Number ``index`` of the set with ``seed``; depends on nothing else."""
    rng = generator("paperformer negatives", seed, index)
    kind = weighted(rng, SHARES)
    locales = prose_locales()
    locale = locales[weighted(rng, {place: entry.weight for place, entry in enumerate(locales)})]
    writer = Writer.of(rng, locale)
    style = draw_style(rng, locale, " ".join(text for part in writer.prose.values() for text in part))
    sheets = DRAWN[kind](writer, style)
    words = tuple(words_on(sheets))
    return Negative(
        id=f"{seed}-n{index:06d}",
        kind=kind,
        language=locale.language if kind != "blank" else "",
        country=locale.country,
        sheets=tuple(sheets),
        words=words,
    )


def draw_negatives(count: int, seed: int) -> Iterator[Negative]:
    """``count`` documents, one after the other; a smaller set is the beginning of a larger one.

    Raises:
        InvalidConfig: when ``count`` is negative.
    """
    if count < 0:
        raise InvalidConfig(f"count is {count}", "Ask for 0 documents or more")
    for index in range(count):
        yield draw_negative(seed, index)


def record(negative: Negative, split: str) -> dict[str, Any]:
    """The document as one JSON object of the corpus format, with every field known to be absent."""
    return {
        "id": negative.id,
        "set": "negatives",
        "split": split,
        "language": negative.language or None,
        "country": negative.country,
        "file": None,
        "unit": "word",
        "kind": negative.kind,
        "pages": [
            {"number": s.number, "width": round(s.width, 1), "height": round(s.height, 1)}
            for s in negative.sheets
        ],
        "words": [
            {"text": w.text, "box": [round(edge, 1) for edge in w.box], "page": w.page}
            for w in negative.words
        ],
        "fields": {"language": [negative.language]} if negative.language else {},
        "known": list(absent_fields()) + (["language"] if negative.language else []),
    }


def absent_fields() -> tuple[str, ...]:
    """The fields that none of these pages has: all that are extracted, but the language."""
    return tuple(f.name for f in load_schema() if f.type not in ("group", "language"))


def write_negatives(path: Path, count: int, seed: int, *, split: str = "train") -> Path:
    """Write ``count`` documents as JSONL; the same arguments write the same bytes.

    Args:
        path: A ``.jsonl`` or ``.jsonl.gz`` file.
        count: How many documents.
        seed: Which set.
        split: What each document says it belongs to (train, valid, test).

    Returns:
        ``path``.

    Raises:
        InvalidConfig: when ``count`` is negative or ``path`` has another ending.
    """
    return write_records(path, (record(negative, split) for negative in draw_negatives(count, seed)))
