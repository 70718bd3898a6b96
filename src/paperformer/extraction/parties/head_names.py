"""Suppliers' names as the letter-head prints them: "Signe Falk Bokföring", not "Signe" of the signature."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import ends_company, is_person
from paperformer.fields.values.document_type import find_document_types
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT

_HEAD = 0.15  # part of the first page that is the letter-head
_SEEN = 0.02  # probability from which the longer name is one
_MOST_MORE = 2  # words that it has more


def with_head_names(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates``; a first name or person farther down becomes the name of the letter-head it begins.

    Args:
        candidates: Of ``supplier_name``.
        words: Of the document.
    """
    heads = [one for one in candidates if one.probability >= _SEEN and _is_head(one, words)]
    return [
        next((_named(one, head) for head in heads if _goes_on(one, head, words)), one) for one in candidates
    ]


def _named(one: Scored, head: Scored) -> Scored:
    return one._replace(value=head.value, text=head.text, words=head.words)


def _is_head(one: Scored, words: Sequence[Word]) -> bool:
    """Whether a candidate is all of a line of the letter-head."""
    if not one.words or words[one.words[0]].page != 1 or words[one.words[0]].box.center[1] > _HEAD:
        return False
    line = words[one.words[0]].line
    own = [at for at, word in enumerate(words) if word.page == 1 and word.line == line]
    return own == list(one.words)


def _goes_on(one: Scored, head: Scored, words: Sequence[Word]) -> bool:
    """Whether ``head`` stands above ``one`` and is that with another word or two behind."""
    if not one.words or not set(one.words).isdisjoint(head.words) or ends_company(one.text):
        return False
    short, whole = one.text.split(), head.text.split()
    more = whole[len(short) :]
    begins = [content(word) for word in short] == [content(word) for word in whole[: len(short)]]
    is_one = (len(short) == 1 and short[0].isalpha()) or is_person(one.text)
    if not begins or not is_one or not 0 < len(more) <= _MOST_MORE:
        return False
    if not all(word.isalpha() and word[0].isupper() for word in more):
        return False
    if any(find_document_types(plain(" ".join(more)), NO_CONTEXT)):
        return False
    at, top = words[one.words[0]], words[head.words[0]]
    return (at.page, at.box.y0) > (top.page, top.box.y1)
