"""Names that are a form of address alone: "Frau", on a line of its own above "Regula Ammann"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.parties.forms_of_address import is_form_only
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company

_ALONE = re.compile(
    r"(?:herrn?|frau|familie|firma|eheleute|herrn? und frau|(?:monsieur|m\.) et (?:madame|mme)"
    r"|madame et monsieur|mr\.? (?:&|and) mrs|an(?: die| den)?"
    r"|mrs?|ms|miss|messrs|m(?:onsieur|adame|lle|me)?"
    r"|mm|sig(?:nora?|\.ra|ra)?|spett(?:\.?|abi)le(?: ditta)?|egr(?:egio)?|gent(?:ile|\.ma)?|sra"
    r"|(?:srs?|fa)(?=[.:])|do[nñ]a?"
    r"|exm[oa]s?(?:[./]? ?srs?)?|sr\./es|dhr|mevr(?:ouw)?|de heer|t\.?a\.?v|fam|to"
    r"|sehr geehrte damen und herren)\.?:?",
    re.IGNORECASE,
)
_PARTICLES = r"(?:v[ao]n|de[nrl]?|te[nr]?|zu[mr]?|d[aeiou]s?|la|le|van der|von der|af|av)"
_WORD = r"[^\W\d_a-zà-ÿ][^\W\d_]*(?:['’.-][^\W\d_]*)*"
_TITLED = rf"(?:(?:Dr|Prof|Ing|Dipl|Mag|Dott|Avv)\.? |[a-z]{{3,4}}\. )*{_WORD}"
_PERSON = re.compile(
    # "Julien et Aurore Mazet", "Dr. Florian und Eva Lechner"
    rf"(?:{_TITLED}(?: {_WORD})?(?: {_PARTICLES})*(?: {_WORD})? (?:und|u\.|and|&|et|e|y|en|og|och|i|a) )?"
    rf"{_TITLED}(?: {_PARTICLES})*(?: {_WORD}){{1,2}}"
)
_BELOW = 3.0  # heights of a line within which the name follows
_INDENT = 2.5  # heights of a line by which its left edge may differ
_LOST = 0.05  # how often a form of address is the name after all, by judgement


def is_form_of_address(text: str) -> bool:
    """Whether ``text`` is a form of address alone, or says to whom a letter goes: "An die"."""
    return _ALONE.fullmatch(text.strip()) is not None or is_form_only(text)


def with_names(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` for a name; a form of address alone gives its place to the name in the line below.

    Where no name of a person or company stands there it counts less. A form before a name ("Herrn Karl Berg")
    stays in print and leaves the value at last: ``forms_of_address``.

    Args:
        candidates: Of ``receiver_name`` or ``supplier_name``.
        words: Of the document.
    """
    return [_named(one, words) if one.words and is_form_of_address(one.text) else one for one in candidates]


def _is_person(text: str) -> bool:
    """Whether ``text``, below a form of address, is a person's name, in capitals too."""
    return _PERSON.fullmatch(text.strip(" ,;")) is not None and not is_company(text)


def _named(one: Scored, words: Sequence[Word]) -> Scored:
    line = line_below(one.words[0], words) or line_below(one.words[-1], words)
    text = " ".join(words[index].text for index in line)
    if _is_person(text) or is_company(text):
        return one._replace(value=text.strip(" ,;"), text=text, words=tuple(line))
    return one._replace(probability=one.probability * _LOST)


def height_of_line(index: int, words: Sequence[Word]) -> float:
    """The height of the highest word on the line of the word at ``index``: "z." is half as high as "Hd."."""
    line = words[index].page, words[index].line
    return max(word.box.y1 - word.box.y0 for word in words if (word.page, word.line) == line)


def line_below(
    index: int, words: Sequence[Word], reach: float = _BELOW, indent: float = _INDENT
) -> list[int]:
    """The words of the nearest line below the word at ``index`` that begins where it does; none if far.

    Args:
        index: Of a word.
        words: Of the document.
        reach: How far below the line may be, in heights of the word.
        indent: How far aside its left edge may be, in the same.
    """
    word, height = words[index], height_of_line(index, words)
    near = [
        (other.box.y0, at)
        for at, other in enumerate(words)
        if (other.page, other.line) != (word.page, word.line)
        and other.page == word.page
        and 0 < other.box.y0 - word.box.y0 <= reach * height
        and abs(other.box.x0 - word.box.x0) <= indent * height
    ]
    if not near:
        return []
    line = words[min(near)[1]].line
    return [at for at, other in enumerate(words) if other.page == word.page and other.line == line]
