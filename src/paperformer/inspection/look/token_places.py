"""At which token of one's own documents each field stands: how much a model that reads less would lose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from paperformer.documents.model import Word
from paperformer.errors import InvalidConfig, PaperformerError
from paperformer.extraction.pipeline import Extractor
from paperformer.fields.context import infer_context
from paperformer.fields.schema import Schema, load_schema
from paperformer.inspection.look.style import ACCENT, FAINT, INK, WEIGHTS, bare, new_figure, plain, title
from paperformer.labelled.documents import LabelledDocument, load_corpus
from paperformer.learning.alignment import PRESENT, align
from paperformer.text.word_tokenizer import WordTokenizer

MARKS = (512, 1024, 1496)  # what BERT, twice BERT and the system that this project follows read at once
BINS, WIDTH, ROW = 48, 8.4, 0.95  # of a histogram; inches
DRAWN = 8  # fields in a picture
SURE = 0.5  # our own answers count from this confidence up
READ = (
    "The first token of each field, as shares of the documents that have it; below, where the documents end. "
    "Dashed: where a model of 512, 1,024 or 1,496 tokens stops reading, and what it never sees."
)


@dataclass(slots=True)
class TokenPlaces:
    """Where fields stand.

    Args:
        lengths: Tokens of each document.
        places: By field, the index of the first token that prints it, one for each document that has it.
    """

    lengths: list[int] = field(default_factory=list)
    places: dict[str, list[int]] = field(default_factory=dict)

    def lost(self, name: str, limit: int) -> float:
        """The share of a field's documents where it stands at ``limit`` or later, and is never read."""
        where = np.array(self.places[name])
        return float((where >= limit).mean())

    def add(self, words: Sequence[Word], printed: Mapping[str, Iterable[int]], pieces: WordTokenizer) -> None:
        """A document's words in reading order, and those that print each field."""
        counts = np.bincount(pieces.encode([word.text for word in words]).words, minlength=len(words))
        starts = 1 + np.concatenate([[0], np.cumsum(counts)])  # [CLS] stands first
        self.lengths.append(int(starts[-1]) + 1)
        for name, values in printed.items():
            if values := list(values):
                self.places.setdefault(name, []).append(int(starts[min(values)]))


def of_labelled(documents: Sequence[LabelledDocument], pieces: WordTokenizer, schema: Schema) -> TokenPlaces:
    """Of documents whose answers are known: the first words that print each answer."""
    places = TokenPlaces()
    for document in documents:
        names = [name for name in document.fields if name in schema]
        words = document.document.words
        targets = align(document, schema, names, infer_context(words))
        printed = {name: np.flatnonzero(targets[:, i] == PRESENT).tolist() for i, name in enumerate(names)}
        places.add(words, printed, pieces)
    return places


def of_answers(
    paths: Iterable[Path],
    extractor: Extractor,
    pieces: WordTokenizer,
    failed: Callable[[Path, PaperformerError], None],
) -> TokenPlaces:
    """Of any documents: the words of our own answers. One that cannot be read is told of and left out."""
    places = TokenPlaces()
    for path in paths:
        try:
            reading = extractor.read(path)
        except PaperformerError as error:
            failed(path, error)
            continue
        answers = {n: c[0] for n, c in reading.extraction.fields.items() if c[0].confidence >= SURE}
        places.add(reading.document.words, {name: best.words for name, best in answers.items()}, pieces)
    return places


def labelled_or_none(path: Path) -> list[LabelledDocument] | None:
    """Documents whose answers are known: JSONL, or a folder with a JSON file beside each document."""
    if path.is_file() and not path.name.endswith((".jsonl", ".jsonl.gz")):
        return None
    if path.is_dir() and not any(path.glob("*.json")):
        return None
    return load_corpus(path)


def default_schema() -> Schema:
    """All fields that we know."""
    return load_schema()


def as_json(places: TokenPlaces, names: Sequence[str]) -> dict[str, Any]:
    """Lengths, places and losses as plain values."""
    return {
        "documents": len(places.lengths),
        "lengths": places.lengths,
        "marks": list(MARKS),
        "fields": {
            name: {
                "documents": len(places.places[name]),
                "places": places.places[name],
                "median": float(np.median(places.places[name])),
                "lost": {str(mark): round(places.lost(name, mark), 4) for mark in MARKS},
            }
            for name in names
        },
    }


def chosen_fields(places: TokenPlaces, wanted: Sequence[str]) -> list[str]:
    """The fields that were asked for, else all, those first that most documents have.

    Raises:
        InvalidConfig: one is found in no document, or none is.
    """
    for name in wanted:
        if name not in places.places:
            known = ", ".join(sorted(places.places)) or "none"
            raise InvalidConfig(f"{name} is printed in none of the documents", f"Found: {known}")
    if not places.places:
        raise InvalidConfig("no field was found in any of the documents", "Give others")
    return list(wanted) or sorted(places.places, key=lambda name: -len(places.places[name]))


def draw_token_places(places: TokenPlaces, names: Sequence[str]) -> Figure:
    """A histogram for each field, with the marks and what a model would lose that reads no further.

    Args:
        places: Where fields stand.
        names: Those to draw, the first ``DRAWN`` of them.
    """
    names = names[:DRAWN]
    picture = new_figure(WIDTH, ROW * (len(names) + 1) + 1.15)
    rows: Any = picture.subplots(len(names) + 1, 1, sharex=True, squeeze=False)
    end = max(*places.lengths, MARKS[-1] * 1.15)  # room for what is said of the last mark
    bins = np.linspace(0, end, BINS + 1)
    for axes, name in zip(rows[:, 0], names, strict=False):
        _histogram(axes, places.places[name], bins, WEIGHTS(0.75))
        said = f"{name}\n{len(places.places[name]):,} documents"
        axes.set_ylabel(plain(said), rotation=0, ha="right", va="center", fontsize=9, color=INK)
        for mark in MARKS:
            lost = places.lost(name, mark)
            _note(axes, mark, lost, "beyond")
    last = rows[-1, 0]
    _histogram(last, places.lengths, bins, "#8a949e")
    said = f"whole document\n{len(places.lengths):,} documents"
    last.set_ylabel(said, rotation=0, ha="right", va="center", fontsize=9, color=INK)
    for mark in MARKS:
        longer = float((np.array(places.lengths) > mark).mean())
        _note(last, mark, longer, "longer")
    ticks = [0, *MARKS, *range(2048, int(end) + 1, max(1024, int(end / 5120) * 1024))]
    last.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    last.set_xlim(0, end)
    last.set_xlabel("token index in reading order", fontsize=9, color=FAINT)
    picture.align_ylabels(list(rows[:, 0]))
    title(picture, "At which token each field stands", READ)
    return picture


def _note(axes: Any, mark: int, share: float, said: str) -> None:
    """How many lie beyond a mark, beside it."""
    axes.text(mark, 1.0, f" {100 * share:.0f} % {said}", transform=axes.get_xaxis_transform(), va="top",
              fontsize=7.5, color=ACCENT if share else FAINT)  # fmt: skip


def _histogram(axes: Any, values: Sequence[int], bins: np.ndarray, colour: Any) -> None:
    axes.hist(
        np.clip(values, 0, bins[-1]), bins=bins, color=colour, weights=np.full(len(values), 1 / len(values))
    )
    for mark in MARKS:
        axes.axvline(mark, color=ACCENT, linewidth=0.9, linestyle=(0, (4, 3)))
    bare(axes)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes.yaxis.set_major_locator(MaxNLocator(2))
    axes.set_ylim(0, axes.get_ylim()[1] * 1.25)
    axes.tick_params(axis="y", labelsize=7.5, colors=FAINT)
