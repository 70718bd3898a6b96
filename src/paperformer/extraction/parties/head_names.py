"""Suppliers' names as the letter-head prints them: "Signe Falk Bokföring", not "Signe" of the signature.

And as it prints them over two lines: "Hugo" above "Lemaître".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.parties.departments import line_above
from paperformer.extraction.parties.salutations import line_below
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import ends_company, is_person
from paperformer.fields.values.document_type import find_document_types
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT

_HEAD = 0.15  # part of the first page that is the letter-head
_SEEN = 0.02  # probability from which the longer name is one
_BELOW, _INDENT = 2.2, 0.7  # heights of a line to the second one of a name; by which left edges differ
_LARGER, _ALIKE = (
    1.3,
    0.3,
)  # times the usual height; part by which two heights of one print differ (g, accents)
_COMPANY = ({"CO"}, {"COMPANY"})  # what an American name may be written without
_MOST_MORE = 2  # words that it has more


def with_head_names(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates``; a first name or person farther down becomes the name of the letter-head it begins.

    Args:
        candidates: Of ``supplier_name``.
        words: Of the document.
    """
    candidates = [_over_two_lines(one, words) for one in candidates]
    heads = [one for one in candidates if one.probability >= _SEEN and _is_head(one, words)]
    return [
        next((_named(one, head) for head in heads if _goes_on(one, head, words)), one) for one in candidates
    ]


def _over_two_lines(one: Scored, words: Sequence[Word]) -> Scored:
    """A first name alone on a line of the letter-head with the surname alone on the line below, and so that.

    Where they are printed side by side too, or larger than the rest of the page.
    """
    if len(one.words) != 1 or not _is_head(one, words):
        return one
    at = one.words[0]
    for pair in (((at,), line_below(at, words, _BELOW, _INDENT)), (line_above(at, words), (at,))):
        whole = (*pair[0], *pair[1])
        text = " ".join(words[i].text for i in whole)
        if (
            len(pair[0]) == len(pair[1]) == 1
            and is_person(text)
            and not any(find_document_types(plain(text), NO_CONTEXT))
            and _are_one(words[whole[0]], words[whole[1]], words)
        ):
            return one._replace(value=text, text=text, words=whole)
    return one


def _are_one(first: Word, second: Word, words: Sequence[Word]) -> bool:
    """Whether two words, one below the other, are one name."""
    again = pairwise(words)
    if any(
        (one.text, other.text.strip(".,;")) == (first.text, second.text) and one.line == other.line
        for one, other in again
    ):
        return True
    usual = median(word.box.height for word in words)
    return (
        min(first.box.height, second.box.height) >= _LARGER * usual
        and abs(first.box.height / second.box.height - 1.0) <= _ALIKE
    )


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
    at, top = words[one.words[0]], words[head.words[0]]
    if (at.page, at.box.y0) <= (top.page, top.box.y1):
        return False
    is_surname = len(short) == 1 and len(whole) > len(short) + 1 and content(short[0]) == content(whole[1])
    if is_surname and is_person(" ".join(whole[:2])):
        return True  # "Issued by: Dahl", below "Anna Dahl - Bookkeeping"
    if begins and {content(word) for word in more} in _COMPANY:
        return True
    is_one = (len(short) == 1 and short[0].isalpha()) or is_person(one.text)
    if not begins or not is_one or not 0 < len(more) <= _MOST_MORE:
        return False
    if not all(word.isalpha() and word[0].isupper() for word in more):
        return False
    return not any(find_document_types(plain(" ".join(more)), NO_CONTEXT))
