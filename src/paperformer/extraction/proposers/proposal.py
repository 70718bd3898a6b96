"""What an installed proposer returns, and whether it can be used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral, Real

from paperformer.documents.model import Word
from paperformer.errors import InvalidConfig, PaperformerError
from paperformer.fields.schema import Schema
from paperformer.fields.scored import Scored
from paperformer.fields.values import parse_value
from paperformer.fields.values.kinds import GRAMMAR_TYPES
from paperformer.fields.values.normal import is_normal


@dataclass(frozen=True, slots=True)
class Proposal:
    """A value that an installed proposer proposes for a field.

    Args:
        field: Name in the schema.
        value: In normal form, as answers have it: ``2024-06-16``, ``1234.50``, ``DE89370400440532013000``.
        words: Indices of the words that print it; empty where none does.
        probability: How sure the proposer is, 0 to 1. Evidence weighs it like the confidence of any rule.
    """

    field: str
    value: str
    words: Sequence[int] = ()
    probability: float = 0.5


def candidate_of(proposal: object, words: Sequence[Word], schema: Schema, rule: str) -> Scored:
    """A proposal as a candidate.

    Args:
        proposal: What was returned.
        words: Of the document.
        schema: The fields that there are.
        rule: What its source is called.

    Raises:
        InvalidConfig: it is no ``Proposal``, or its value, words or probability cannot be used.
        UnknownField: there is no such field.
        ValueUnreadable: its value cannot be read as one of the field's type.
    """
    if not isinstance(proposal, Proposal):
        raise InvalidConfig(f"it returned {type(proposal).__name__}", "Return a Proposal for each value")
    if not isinstance(proposal.field, str):
        raise InvalidConfig(f"it returned the field {proposal.field!r}", "Give the name of a field")
    type_ = schema[proposal.field].type
    if type_ == "group":
        raise InvalidConfig(f"{proposal.field} is a table", "Propose single values")
    where = _checked_words(proposal, words)
    if not _is_probability(proposal.probability):
        raise InvalidConfig(
            f"{proposal.field} has the probability {proposal.probability!r}", "Give a number from 0 to 1"
        )
    if not isinstance(proposal.value, str) or not _is_text(proposal.value):
        raise InvalidConfig(f"{proposal.field} has the value {proposal.value!r}", "Give it as text")
    parsed = parse_value(type_, proposal.value)
    if type_ in GRAMMAR_TYPES and not is_normal(type_, proposal.value):
        raise InvalidConfig(
            f"{proposal.field} has the value {proposal.value!r}, which is no {type_} in normal form",
            f"Write it like {parsed.value!r}",
        )
    text = " ".join(words[at].text for at in where)
    return Scored(
        proposal.field, parsed.value, text, where, float(proposal.probability), "rule",
        parsed.scheme, parsed.alternatives, parsed.checked, None, rule,
    )  # fmt: skip


def candidates_and_flaws(
    proposals: Iterable[object], words: Sequence[Word], schema: Schema, rule: str
) -> tuple[tuple[Scored, ...], tuple[str, ...]]:
    """The usable proposals as candidates, and what is wrong with the others; see ``candidate_of``."""
    usable: list[Scored] = []
    flaws: list[str] = []
    for proposal in proposals:
        try:
            usable.append(candidate_of(proposal, words, schema, rule))
        except PaperformerError as error:
            flaws.append(str(error))
    return tuple(usable), tuple(flaws)


def _checked_words(proposal: Proposal, words: Sequence[Word]) -> tuple[int, ...]:
    """The indices, each once and ascending."""
    if not isinstance(proposal.words, Iterable):
        raise InvalidConfig(f"{proposal.field} has the words {proposal.words!r}", "Give a list of indices")
    where = tuple(proposal.words)
    for at in where:
        if isinstance(at, bool) or not isinstance(at, Integral) or not 0 <= at < len(words):
            raise InvalidConfig(
                f"{proposal.field} has the word {at!r} of a document of {len(words)}",
                "Give indices of words, from 0",
            )
    return tuple(sorted({int(at) for at in where}))


def _is_probability(value: object) -> bool:
    return isinstance(value, Real) and value <= 1 and not value < 0  # nan is neither


def _is_text(value: str) -> bool:
    """Whether it can be written: halves of surrogate pairs cannot."""
    return all(not "\ud800" <= character <= "\udfff" for character in value)
