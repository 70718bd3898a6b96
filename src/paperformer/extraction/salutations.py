"""Forms of address in names: "Herrn Karl Berg", or "Frau" on a line of its own above "Regula Ammann"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company, is_person

_ALONE = re.compile(
    r"(?:herrn?|frau|familie|firma|eheleute|herrn? und frau|an|mrs?|ms|miss|messrs|m(?:onsieur|adame|lle|me)?"
    r"|mm|sig(?:nora?|\.ra|ra)?|spett(?:\.?|abi)le(?: ditta)?|egr(?:egio)?|gent(?:ile|\.ma)?|sra?|do[nñ]a?"
    r"|exm[oa]s?|dhr|mevr(?:ouw)?|de heer|t\.?a\.?v|fam|to|sehr geehrte damen und herren)\.?:?",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?:herrn?|frau|familie|mrs?|ms|miss|m|mme|mlle|monsieur|madame|mademoiselle|sig(?:\.ra|nora?|\.na)?|gent\.mo"
    r"|sra?|srta|do[nñ]a?|dhr|mevr(?:ouw)?|de heer|mw)\.?",
    re.IGNORECASE,
)
_PERSON = re.compile(r"(?:Dr\.? |Prof\.? )*[^\W\d_][^\W\d_.'’-]*\.?(?:[ .'’-]+[^\W\d_]+\.?){1,4}")
_BELOW = 3.0  # heights of a line within which the name follows
_INDENT = 2.5  # heights of a line by which its left edge may differ
_LOST = 0.05  # how often a form of address is the name after all, by judgement


def with_names(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` for a name without forms of address.

    One that is nothing else gives its place to the name in the line below; where no name of a person or
    company stands there it counts less.

    Args:
        candidates: Of ``receiver_name`` or ``supplier_name``.
        words: Of the document.
    """
    return [_without_address(one, words) if one.words else one for one in candidates]


def _without_address(one: Scored, words: Sequence[Word]) -> Scored:
    if _ALONE.fullmatch(one.text.strip()):
        return _named(one, words)
    rest = " ".join(words[index].text for index in one.words[1:])
    is_buyer = one.field.startswith("receiver")  # "Mr Bean Coffee" is what a shop may be called
    if is_buyer and _BEFORE.fullmatch(words[one.words[0]].text) and _is_person(rest):
        return one._replace(value=rest, words=one.words[1:])
    return one


def _is_person(text: str) -> bool:
    """Whether ``text``, behind a form of address, is a person's name, in capitals too."""
    return len(text.split()) > 1 and _PERSON.fullmatch(text) is not None and not is_company(text)


def _named(one: Scored, words: Sequence[Word]) -> Scored:
    line = _line_below(one.words[-1], words)
    text = " ".join(words[index].text for index in line)
    if is_person(text) or is_company(text):
        return one._replace(value=text, text=text, words=tuple(line))
    return one._replace(probability=one.probability * _LOST)


def _line_below(index: int, words: Sequence[Word]) -> list[int]:
    """The words of the nearest line below the word at ``index`` that begins where it does; none if far."""
    word = words[index]
    height = word.box.y1 - word.box.y0
    near = [
        (other.box.y0, at)
        for at, other in enumerate(words)
        if other.page == word.page
        and 0 < other.box.y0 - word.box.y0 <= _BELOW * height
        and abs(other.box.x0 - word.box.x0) <= _INDENT * height
    ]
    if not near:
        return []
    line = words[min(near)[1]].line
    return [at for at, other in enumerate(words) if other.page == word.page and other.line == line]
