"""Names and addresses without the label before them: "Denominazione: Acme Srl", "Adresa: Str. Unirii 3"."""

from __future__ import annotations

import re

from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company
from paperformer.fields.sections import after_name_label, after_place_label
from paperformer.fields.values.spans import PrintedWords

# What slips of the north and the Baltic states print before who pays, and no name begins with.
_PAYER = re.compile(r"(?:Maksaja|Betalare|Maksja|Mok[eė]tojas|Maks[aā]t[aā]js):? (?=[A-ZÀ-Þ])")
# A company that owns the firm is its name; a person is not.
_OWNER = re.compile(
    r"(?:inh(?:aber(?:in)?|\.)|prop(?:rietor)?\.?|titolare|titular|eigenaar|innehavare|omistaja)[.:]* ",
    re.IGNORECASE,
)
_LABEL_ALONE = 0.02  # how often such a label is a name or an address after all, by judgement


def without_own_label(one: Scored, printed: PrintedWords) -> Scored:
    """A candidate for a name or an address without the label that it begins with.

    One that is nothing but the label counts as good as nothing.

    Args:
        one: The candidate.
        printed: The texts of the document's words.
    """
    start = _label_end(one.text)
    if start is None:
        return one
    rest = one.text[start:].strip()
    if not rest:
        return one._replace(probability=one.probability * _LABEL_ALONE)
    words = tuple(one.words[len(one.text[:start].split()) :])
    if not words or " ".join(printed[i] for i in words) != rest:
        return one  # the label is a part of a word: "Name:Acme"
    value = one.value[_label_end(one.value) or 0 :].strip(" ,;")
    return one._replace(value=value or rest, text=rest, words=words)


def _label_end(text: str) -> int | None:
    """Where the label ends that ``text`` begins with; None without one."""
    payer = _PAYER.match(text)
    owner = _OWNER.match(text)
    firm = owner.end() if owner and is_company(text[owner.end() :]) else None
    starts = (after_name_label(text), after_place_label(text), payer.end() if payer else None, firm)
    return next((start for start in starts if start is not None), None)
