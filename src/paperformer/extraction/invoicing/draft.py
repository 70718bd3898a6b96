"""An invoice while it is drafted from an answer: its terms, what was derived, what is missing or doubtful."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Final

from paperformer.einvoicing.invoice import Group, Invoice, Origin, Term
from paperformer.extraction.invoicing.statements import Statement
from paperformer.extraction.levels import bound_of
from paperformer.extraction.result import Candidate, Cell, Extraction, Row
from paperformer.fields.totals import decimal_of

SURE: Final = bound_of("high")


@dataclass(frozen=True, slots=True)
class Remark:
    """A note on a term: how it was derived, or why it was left out.

    Args:
        term: Which (``BT-9``, or ``BG-25[2]/BT-130`` of the second line).
        reason: Why.
        value: The value, where there is one.
    """

    term: str
    reason: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """An invoice drafted from an answer.

    Args:
        invoice: Its terms, as far as they are known.
        derived: Terms that the page does not print as they are, with the reason for their value.
        left_out: Terms that the page does not say, or not surely, and the invoice does without.
        problems: Why it should not be written, a line each: required values that are missing or doubtful,
            and sums that fail.
    """

    invoice: Invoice
    derived: tuple[Remark, ...]
    left_out: tuple[Remark, ...]
    problems: tuple[str, ...]


@dataclass(slots=True)
class Drafting:
    """Collects a draft.

    Args:
        answer: What was read.
        force: Whether doubtful values are used, and marked, where they would be left out.
    """

    answer: Extraction
    force: bool = False
    terms: dict[str, tuple[Term, ...]] = field(default_factory=dict)
    groups: dict[str, list[Group]] = field(default_factory=dict)
    derived: list[Remark] = field(default_factory=list)
    left_out: list[Remark] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def candidate(self, name: str) -> Candidate | None:
        """The likeliest value of a field."""
        return next(iter(self.answer.fields.get(name, ())), None)

    def amount(self, name: str) -> Decimal | None:
        """The likeliest value of an amount."""
        candidate = self.candidate(name)
        return None if candidate is None else decimal_of(candidate.value)

    def statement(self, term: str) -> Statement | None:
        """What the pages say of a term that no field is."""
        return next((statement for statement in self.answer.statements if statement.term == term), None)

    def is_sure(self, name: str) -> bool:
        """Whether a field is as sure as an invoice should be."""
        candidate = self.candidate(name)
        return candidate is not None and candidate.confidence >= SURE

    def sure(self, name: str) -> str | None:
        """The value of a field that is as sure as an invoice should be."""
        candidate = self.candidate(name)
        return candidate.value if candidate is not None and candidate.confidence >= SURE else None

    def require(self, term: str, name: str, *, text: str | None = None, confirmed: str = "") -> None:
        """Put a term without which there is no invoice.

        Args:
            term: Which.
            name: The field that says it.
            text: Its value, where that is not the field's own.
            confirmed: What else shows that the value is right, where something does.
        """
        candidate = self.candidate(name)
        if candidate is None:
            self.problems.append(f"{name} ({term}) is missing: the page does not say it")
            return
        if candidate.confidence < SURE and not confirmed:
            confirmed = self.answer.borne_out.get(name, "")
        doubtful = candidate.confidence < SURE and not confirmed
        if doubtful:
            self.problems.append(
                f"{name} ({term}) is doubtful: {candidate.value!r} is right with a probability of "
                f"{candidate.confidence:.2f}"
            )
        self.put(term, text or candidate.value, origin_of(name, candidate, confirmed, doubtful=doubtful))

    def offer(self, term: str, name: str, *, text: str | None = None, confirmed: str = "") -> bool:
        """Put a term that an invoice may have; leave it out where it is not sure. Whether it was put.

        Args:
            term: Which.
            name: The field that says it.
            text: Its value, where that is not the field's own.
            confirmed: What else shows that the value is right, where something does.
        """
        candidate = self.candidate(name)
        if candidate is None:
            self.left_out.append(Remark(term, f"{name}: the page does not say it"))
            return False
        doubtful = candidate.confidence < SURE and not confirmed
        if doubtful and not self.force:
            reason = f"{name}: doubtful, its probability is {candidate.confidence:.2f}"
            self.left_out.append(Remark(term, reason, candidate.value))
            return False
        self.put(term, text or candidate.value, origin_of(name, candidate, confirmed, doubtful=doubtful))
        return True

    def offer_in_full(self, term: str, name: str) -> None:
        """Put a term that an invoice may have, as sure as its field, in the full text of the pages."""
        said = self.statement(term)
        if self.offer(term, name) and said is not None:
            (known,) = self.terms[term]
            if known.origin is not None:
                origin = replace(known.origin, page=said.page, box=said.box, text=said.text)
                self.put(term, said.value, origin)

    def derive(self, term: str, text: str, reason: str) -> None:
        """Put a term that follows from others."""
        self.derived.append(Remark(term, reason, text))
        self.put(term, text, Origin(reason=reason))

    def put(self, term: str, text: str, origin: Origin | None = None, **parts: str) -> None:
        """Put the value of a term."""
        self.terms[term] = (Term(text, parts, origin),)

    def done(self) -> Draft:
        """The draft."""
        groups = {name: tuple(found) for name, found in self.groups.items() if found}
        return Draft(
            Group(self.terms, groups), tuple(self.derived), tuple(self.left_out), tuple(self.problems)
        )


def origin_of(name: str, candidate: Candidate, confirmed: str = "", *, doubtful: bool = False) -> Origin:
    """Where a candidate was read."""
    return _origin(name, candidate, candidate.confidence, confirmed, doubtful)


def origin_of_statement(statement: Statement, reason: str) -> Origin:
    """Where a statement was read."""
    return Origin(page=statement.page, box=statement.box, text=statement.text, reason=reason)


def origin_of_cell(row: Row, name: str, cell: Cell, confirmed: str = "", *, doubtful: bool = False) -> Origin:
    """Where the cell of a row was read. Its confidence is that of the row."""
    return _origin(name, cell, row.confidence, confirmed, doubtful)


def _origin(name: str, read: Candidate | Cell, confidence: float, confirmed: str, doubtful: bool) -> Origin:
    box = None if read.box is None else (read.box.x0, read.box.y0, read.box.x1, read.box.y1)
    return Origin(name, read.page, box, confidence, read.text, confirmed, doubtful)
