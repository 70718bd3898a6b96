"""A document goes through a model, and its attention is kept by words, with their places on the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch

from paperformer.documents.model import Box, Word, union
from paperformer.errors import InvalidConfig, UnreadableDocument
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.tokens import Window, encode_words
from paperformer.inspection.look.attention import AttentionMap, Seen, maps_of
from paperformer.inspection.look.grouping import Groups
from paperformer.inspection.look.subject import Subject, layout_model
from paperformer.learning.layout_model import LayoutModel
from paperformer.text.subwords import Subwords
from paperformer.transformer.tracing import trace

if TYPE_CHECKING:
    from PIL import Image

MOST_WORDS = 600  # beyond, lines are shown instead
PAGE_WIDTH = 1100  # pixels


@dataclass(frozen=True, slots=True)
class Unit:
    """A word of the document, or a line or more where there are many: what a row of a matrix stands for."""

    text: str
    box: Box
    page: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A value that was found in the document, and the units that print it."""

    field: str
    value: str
    units: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeenDocument:
    """A document inside a model.

    Args:
        seen: Its attention; ``AttentionMap.units`` tells the unit of each row.
        units: In reading order.
        answers: What was found in it.
        pages: A picture of each page, by number.
    """

    seen: Seen
    units: tuple[Unit, ...]
    answers: tuple[Answer, ...]
    pages: dict[int, Image.Image]

    def units_of(self, wanted: str | None) -> tuple[str, tuple[int, ...]]:
        """What a field's name, a word or a unit's number stands for: its name and units.

        None is the total where it was found, else the first answer, else the first word.

        Raises:
            InvalidConfig: there is no such field or word.
        """
        if wanted is None:
            best = sorted(self.answers, key=lambda answer: answer.field != "total_incl_vat")
            if best:
                return f"{best[0].field} {best[0].value}", best[0].units
            return self.units[0].text, (0,)
        for answer in self.answers:
            if answer.field == wanted:
                return f"{answer.field} {answer.value}", answer.units
        for number, unit in enumerate(self.units):
            if unit.text.casefold() == wanted.casefold():
                return unit.text, (number,)
        if wanted.isdigit() and int(wanted) < len(self.units):
            return self.units[int(wanted)].text, (int(wanted),)
        known = ", ".join(answer.field for answer in self.answers)
        raise InvalidConfig(f"no field or word {wanted!r} in the document", f"Fields found: {known}")


def see_document(
    subject: Subject, path: Path, *, most: int = MOST_WORDS, password: str | None = None
) -> SeenDocument:
    """All attention of a document's first window, which is the whole of most documents.

    Args:
        subject: A model that knows layout.
        path: A PDF or picture.
        most: Rows and columns of a matrix: words, or lines where there are more words.
        password: Of an encrypted PDF.

    Raises:
        ModelMismatch: the model reads plain text.
        UnreadableDocument: as ``Extractor``, or there are no words.
    """
    model = layout_model(subject)
    with Extractor(password=password) as extractor:
        reading = extractor.read(path)
        document = reading.document
        if isinstance(subject.tokenizer, Subwords) or not document.words:
            raise UnreadableDocument(f"{path} has no words", "Give a document with text")
        windows = encode_words(document.words, subject.tokenizer, model.config.max_positions)
        words = document.words[: windows[0].words]
        shown = {word.page for word in words}
        pictures = {
            page.number: extractor.reader.render(
                reading.data or path, page, width=PAGE_WIDTH, password=password
            )
            for page in document.pages
            if page.number in shown
        }
    notes = (
        [] if len(windows) == 1 else [f"the first {len(words):,} of {len(document.words):,} words are shown"]
    )
    owners, units = _units(words, most)
    if len(units) < len(words):
        notes.append(f"{len(words):,} words are shown in {len(units):,} groups of lines")
    seen = _seen(subject, model, windows[0], owners, units)
    answers = tuple(_answers(reading.extraction.fields, owners))
    title = f"Attention in {subject.short_name}: {path.name}"
    return SeenDocument(replace(seen, title=title, notes=tuple(notes)), tuple(units), answers, pictures)


def _seen(
    subject: Subject,
    model: LayoutModel | torch.nn.Module,
    window: Window,
    owners: Sequence[int],
    units: list[Unit],
) -> Seen:
    tensors = [torch.from_numpy(x)[None] for x in (window.ids, window.boxes, window.pages, window.word_index)]
    ids, boxes, pages, word_index = tensors
    with torch.no_grad(), trace(model, weights=False) as record:
        model(
            ids=ids,
            boxes=boxes,
            pages=pages,
            word_index=word_index,
            word_mask=torch.ones(1, window.words, dtype=torch.bool),
        )
    config = layout_model(subject).config
    by_word = Groups(tuple(owners), tuple(unit.text for unit in units))
    of = 1 + np.array(owners)[window.word_index]
    of[0], of[-1] = 0, len(units) + 1  # what stands around the words
    by_token = Groups(tuple(of.tolist()), ("[CLS]", *by_word.labels, "[SEP]"))
    narrow = config.layers if config.narrow_after is None else config.narrow_after
    numbers = tuple(range(len(units)))
    groups = {
        ("encoder", layer): (by_token, (-1, *numbers, -1)) if layer < narrow else (by_word, numbers)
        for layer in range(config.layers)
    }
    maps: tuple[AttentionMap, ...] = maps_of(model, record, groups, texts={"encoder": by_token})
    return Seen("", maps)


def _units(words: Sequence[Word], most: int) -> tuple[list[int], list[Unit]]:
    """The unit of every word, and the units: words, or lines, or several lines of a page."""
    if len(words) <= most:
        return list(range(len(words))), [Unit(word.text, word.box, word.page) for word in words]
    lines = list(dict.fromkeys((word.page, word.line) for word in words))
    size = -(-len(lines) // most)
    units: dict[tuple[int, int], list[Word]] = {}  # by page, and which lot of its lines
    places = {
        line: place for page in {p for p, _ in lines} for place, line in enumerate(_of_page(lines, page))
    }
    for word in words:
        units.setdefault((word.page, places[word.page, word.line] // size), []).append(word)
    numbers = {key: number for number, key in enumerate(units)}
    owners = [numbers[word.page, places[word.page, word.line] // size] for word in words]
    return owners, [_unit(owned) for owned in units.values()]


def _of_page(lines: Sequence[tuple[int, int]], page: int) -> list[tuple[int, int]]:
    return [line for line in lines if line[0] == page]


def _unit(words: Sequence[Word]) -> Unit:
    text = " ".join(word.text for word in words)
    shown = text if len(text) <= 24 else f"{text[:21]}..."
    return Unit(shown, union(word.box for word in words), words[0].page)


def _answers(fields: object, owners: Sequence[int]) -> list[Answer]:
    answers = []
    for name, candidates in fields.items():  # type: ignore[attr-defined]
        best = candidates[0]
        units = tuple(sorted({owners[word] for word in best.words if word < len(owners)}))
        if units:
            answers.append(Answer(name, best.value, units))
    return answers
