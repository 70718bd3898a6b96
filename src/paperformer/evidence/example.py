"""Pages of a few lines, to show on what evidence fires and on what it abstains."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from paperformer.documents.model import Box, Document, Page, Word
from paperformer.errors import InvalidConfig
from paperformer.evidence.candidate import Candidate
from paperformer.evidence.page import ObservedPage
from paperformer.evidence.remembered import ConfirmedPage, Remembered, value_key
from paperformer.fields.known_support import KnownSupport
from paperformer.fields.page.view import view_of
from paperformer.fields.schema import load_schema
from paperformer.fields.standing import form_of, standing_of

_UNPRINTED = "Borealis Ltd"  # a rival that no word prints
_LETTER, _ROW, _GAP = 0.01, 0.02, 4  # parts of the page; spaces that part two segments of a line


@dataclass(frozen=True, slots=True)
class Example:
    """A page and a candidate on it.

    Args:
        lines: From the top; four spaces or more part two columns.
        field: Which field the candidate is of.
        text: As it is printed on the page; empty where no word prints it.
        value: Its normal form; the text where it is None.
        more: Other properties of the candidate.
        others: Other candidates, as printed, by field.
        confirmed: Confirmed pages of the same supplier, each with the value of this field; an empty one lacks
            the field.
        rivals: Other candidates of the same field, as printed, that a list of known parties supports.
    """

    lines: tuple[str, ...]
    field: str
    text: str
    value: str | None = None
    more: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    others: Mapping[str, str] = dataclasses.field(default_factory=dict)
    confirmed: tuple[Example, ...] = ()
    rivals: Mapping[str, KnownSupport] = dataclasses.field(default_factory=dict)

    def build(self) -> tuple[Candidate, ObservedPage]:
        """The candidate and the view of its page.

        Raises:
            InvalidConfig: the page does not print the candidate.
        """
        words: list[Word] = []
        line = 0
        for row, text in enumerate(self.lines):
            at = 0
            for segment in text.split(" " * _GAP):
                for word in segment.split():
                    at = text.index(word, at)
                    box = Box(0.05 + at * _LETTER, 0.05 + row * _ROW, 0.0, 0.0)
                    box = replace(box, x1=box.x0 + len(word) * _LETTER, y1=box.y0 + 0.8 * _ROW)
                    words.append(Word(word, box, 1, line))
                    at += len(word)
                line += 1
        document = Document("example", (Page(1, 595, 842, tuple(words)),))
        schema = load_schema()
        own = Candidate(
            self.field, schema[self.field].type, self.value or self.text, self.text,
            _place(self.text, words), **{"model": 0.5, **self.more},
        )  # fmt: skip
        found = {self.field: [own]}
        for name, text in self.others.items():
            other = Candidate(name, schema[name].type, text, text, _place(text, words), model=0.9)
            found.setdefault(name, []).append(other)
        for text, known in self.rivals.items():
            rival = replace(own, value=text or _UNPRINTED, text=text, words=_place(text, words), known=known)
            found[self.field].append(rival)
        remembered = (
            Remembered([example._confirmed() for example in self.confirmed]) if self.confirmed else None
        )
        return own, ObservedPage(view_of(document, schema), found, remembered=remembered)

    def _confirmed(self) -> ConfirmedPage:
        """This page as a confirmed one."""
        own, page = self.build()
        if not own.text:
            return ConfirmedPage({own.field: ()})
        form, value = form_of(own.type, own.text, own.value), value_key(own.type, own.value)
        standing = standing_of(page.layout, page.view.words, own.words, form, value)
        return ConfirmedPage({own.field: (standing,)})


def on(*lines: str) -> Lines:
    """A page of these lines; ``.at(field, text)`` makes an example of it."""
    return Lines(lines)


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of a page, waiting for a candidate."""

    lines: tuple[str, ...]

    def at(
        self,
        field: str,
        text: str,
        value: str | None = None,
        *,
        others: Mapping[str, str] = {},
        confirmed: tuple[Example, ...] = (),
        rivals: Mapping[str, KnownSupport] = {},
        **more: Any,
    ) -> Example:
        """The example of a candidate ``text`` of ``field`` on this page."""
        return Example(self.lines, field, text, value, more, others, confirmed, rivals)


def _place(text: str, words: list[Word]) -> tuple[int, ...]:
    wanted = text.split()
    for start in range(len(words) - len(wanted) + 1):
        if wanted and [word.text for word in words[start : start + len(wanted)]] == wanted:
            return tuple(range(start, start + len(wanted)))
    if wanted:
        raise InvalidConfig(f"the example's page does not print {text!r}", "Write it as the lines do")
    return ()
