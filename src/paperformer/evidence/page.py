"""View of the page for observers: words, lines and labels of the document, other candidates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from paperformer.documents.model import Box, union
from paperformer.evidence.candidate import Candidate
from paperformer.evidence.remembered import Agreement, Remembered
from paperformer.fields.page.layout import NEXT_LINE, Layout, Line
from paperformer.fields.page.view import PageView
from paperformer.fields.standing import standing_of
from paperformer.fields.values.plain import folded, letters_of

_SUMS = 40  # printed sums that are added to one another


@dataclass(frozen=True)
class ObservedPage:
    """A document with its candidates, as observers see it.

    Args:
        view: The document: its words, lines and labels.
        candidates: Of every field.
        deductions: What was paid before or is withheld.
        remembered: The supplier's confirmed pages; None where none are remembered.
    """

    view: PageView
    candidates: Mapping[str, Sequence[Candidate]]
    deductions: Sequence[Decimal] = ()
    remembered: Remembered | None = None

    @property
    def layout(self) -> Layout:
        """The lines of the document."""
        return self.view.layout

    @cached_property
    def claims(self) -> Mapping[int, Sequence[Candidate]]:
        """By word the candidates of all fields that it prints."""
        claims: dict[int, list[Candidate]] = {}
        for candidates in self.candidates.values():
            for candidate in candidates:
                if candidate.variant is None:
                    for word in candidate.words:
                        claims.setdefault(word, []).append(candidate)
        return claims

    @cached_property
    def _boxes(self) -> dict[tuple[int, ...], Box]:
        return {}

    def box(self, candidate: Candidate) -> Box | None:
        """Around its words on the page where it begins; None where no word prints it."""
        if not candidate.words:
            return None
        if candidate.words not in self._boxes:
            page = self.view.words[candidate.words[0]].page
            self._boxes[candidate.words] = union(
                self.view.words[i].box for i in candidate.words if self.view.words[i].page == page
            )
        return self._boxes[candidate.words]

    def line(self, candidate: Candidate) -> Line | None:
        """The line on which it begins."""
        return self.layout.line_of(candidate.words[0]) if candidate.words else None

    def lines(self, candidate: Candidate) -> list[Line]:
        """All lines that print it."""
        found: dict[int, Line] = {}
        for word in candidate.words:
            line = self.layout.line_of(word)
            found[line.index] = line
        return list(found.values())

    def before(self, candidate: Candidate) -> str:
        """The text before it on its line, and that of the segment left of it; folded."""
        if not candidate.words:
            return ""
        if candidate.words[0] not in self._before:
            self._before[candidate.words[0]] = self._text_before(candidate)
        return self._before[candidate.words[0]]

    @cached_property
    def _before(self) -> dict[int, str]:
        return {}

    def _text_before(self, candidate: Candidate) -> str:
        line = self.layout.line_of(candidate.words[0])
        own = " ".join(word.text for word in line.words[: candidate.words[0] - line.first])
        left = next(self.layout.left_of(line), None)
        return folded(f"{left.text if left else ''} {own}".strip())

    def behind(self, candidate: Candidate) -> str:
        """The text behind it on its last line; folded."""
        if not candidate.words:
            return ""
        line = self.layout.line_of(candidate.words[-1])
        return folded(" ".join(word.text for word in line.words[candidate.words[-1] + 1 - line.first :]))

    def below(self, candidate: Candidate) -> Line | None:
        """The next line below the one on which it begins, in its column."""
        line = self.line(candidate)
        return None if line is None else self._below(line)

    def _below(self, line: Line) -> Line | None:
        if line.index not in self._lines_below:
            self._lines_below[line.index] = next(
                iter(self.layout.below(line.page, line.box, NEXT_LINE)), None
            )
        return self._lines_below[line.index]

    @cached_property
    def _lines_below(self) -> dict[int, Line | None]:
        return {}

    def above(self, candidate: Candidate) -> Line | None:
        """The line right above it, in its column."""
        line = self.line(candidate)
        return None if line is None else self._above(line)

    def _above(self, line: Line) -> Line | None:
        if line.index not in self._lines_above:
            self._lines_above[line.index] = self.layout.above(line)
        return self._lines_above[line.index]

    @cached_property
    def _lines_above(self) -> dict[int, Line | None]:
        return {}

    def agreement(self, candidate: Candidate) -> Agreement | None:
        """What the supplier's confirmed pages say of it; None where none of them says anything."""
        if self.remembered is None:
            return None
        key = candidate.field, candidate.words, candidate.value
        if key not in self._agreements:
            own = standing_of(self.layout, self.view.words, candidate.words)
            self._agreements[key] = self.remembered.agreement(candidate, own)
        agreement = self._agreements[key]
        return agreement if agreement.pages or agreement.lacking else None

    @cached_property
    def _agreements(self) -> dict[tuple[str, tuple[int, ...], str], Agreement]:
        return {}

    def best(self, name: str) -> Candidate | None:
        """The likeliest candidate of another field, by what proposed it."""
        return self._best.get(name)

    @cached_property
    def _best(self) -> Mapping[str, Candidate]:
        return {
            name: max((candidate for candidate in candidates), key=lambda candidate: candidate.trust)
            for name, candidates in self.candidates.items()
            if candidates
        }

    @cached_property
    def largest(self) -> Decimal:
        """The largest sum that is printed; zero where there is none."""
        return max(self.view.amounts, default=Decimal(0))

    @cached_property
    def sums_of_two(self) -> frozenset[Decimal]:
        """All sums of two of the larger sums that are printed."""
        most = sorted((amount for amount in self.view.amounts if amount > 0), reverse=True)[:_SUMS]
        return frozenset(amount + other for at, amount in enumerate(most) for other in most[at + 1 :])

    @cached_property
    def domains(self) -> Sequence[str]:
        """Letters of the web and mail addresses that are printed."""
        texts = (word.text for word in self.view.words)
        return [letters_of(text) for text in texts if "@" in text or "www" in text.lower()]

    def section(self, candidate: Candidate) -> str | None:
        """The party in whose section it begins."""
        return self.view.around.section.get(candidate.words[0]) if candidate.words else None

    def below_last(self, candidate: Candidate) -> Line | None:
        """The next line below its last one."""
        if not candidate.words:
            return None
        return self._below(self.layout.line_of(candidate.words[-1]))

    def line_claim(self, line: Line | None, field_name: str) -> float:
        """The most by which a line is a part of a field's candidate; 0 where there is no line."""
        if line is None:
            return 0.0
        return max(
            (claim.trust for claim in self.claims.get(line.first, ()) if claim.field == field_name),
            default=0.0,
        )

    @cached_property
    def pages(self) -> int:
        """How many pages have words."""
        return max((word.page for word in self.view.words), default=1)

    def label_of(self, candidate: Candidate) -> frozenset[str]:
        """Names of the fields that the nearest label before it on its row, or right above it, stands for."""
        if not candidate.words:
            return frozenset()
        if candidate.words[:1] not in self._labels:
            self._labels[candidate.words[:1]] = self._label_at(candidate)
        return self._labels[candidate.words[:1]]

    @cached_property
    def _labels(self) -> dict[tuple[int, ...], frozenset[str]]:
        return {}

    def _label_at(self, candidate: Candidate) -> frozenset[str]:
        line = self.layout.line_of(candidate.words[0])
        at = line.starts[candidate.words[0] - line.first]
        on_line = [anchor for anchor in self.view.labelled.by_line.get(line.index, ()) if anchor.end <= at]
        if on_line:
            return _meant(on_line[-1:])
        left = next(self.layout.left_of(line), None)
        if left is not None and self.view.labelled.by_line.get(left.index):
            return _meant(self.view.labelled.by_line[left.index][-1:])
        above = self._above(line)
        if above is not None and self.view.labelled.by_line.get(above.index):
            return _meant(self.view.labelled.by_line[above.index])
        return frozenset()


def _meant(anchors: Sequence[object]) -> frozenset[str]:
    return frozenset(
        meaning.name if meaning.kind == "field" else f"({meaning.kind})"
        for anchor in anchors
        for meaning in anchor.hit.meanings  # type: ignore[attr-defined]
    )
