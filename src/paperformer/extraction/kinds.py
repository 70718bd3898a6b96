"""Kinds of document that no title names: a till's receipt, and an invoice that asks to be paid."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence

from paperformer.extraction.scored import Scored
from paperformer.fields.schema import Schema
from paperformer.fields.till import PAID_AT_ONCE, PAID_LATER, till_words
from paperformer.fields.values.spans import PrintedWords

_KIND = "document_type"
_EVEN = 0.5  # no opinion: the evidence decides


def add_kinds(proposed: MutableMapping[str, list[Scored]], printed: PrintedWords, schema: Schema) -> None:
    """Propose ``receipt`` for what was paid at once or at a till, ``invoice`` for what is to be paid.

    How likely either is, the evidence says (``evidence/observers/kinds.py``).

    Args:
        proposed: Candidates by field; changed in place.
        printed: The texts of the document's words.
        schema: The fields that there are.
    """
    if _KIND not in schema:
        return
    paid = _likeliest(proposed, ("payment_method",), PAID_AT_ONCE)
    if paid is not None or till_words(printed.text):
        _propose(proposed, "receipt", paid)
    asks = _likeliest(proposed, PAID_LATER)
    if asks is not None:
        _propose(proposed, "invoice", asks)


def _propose(proposed: MutableMapping[str, list[Scored]], kind: str, sign: Scored | None) -> None:
    text, words = (sign.text, sign.words) if sign is not None else ("", ())
    proposed.setdefault(_KIND, []).append(Scored(_KIND, kind, text, words, _EVEN, "rule", rule="kind"))


def _likeliest(
    proposed: Mapping[str, Sequence[Scored]], fields: Sequence[str], values: frozenset[str] | None = None
) -> Scored | None:
    found = (
        one for name in fields for one in proposed.get(name, ()) if values is None or one.value in values
    )
    return max(found, key=lambda one: one.probability, default=None)
