"""Forms of address in names: "Herrn Karl Berg", or "Frau" on a line of its own above "Regula Ammann"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company

_ALONE = re.compile(
    r"(?:herrn?|frau|familie|firma|eheleute|herrn? und frau|an|mrs?|ms|miss|messrs|m(?:onsieur|adame|lle|me)?"
    r"|mm|sig(?:nora?|\.ra|ra)?|spett(?:\.?|abi)le(?: ditta)?|egr(?:egio)?|gent(?:ile|\.ma)?|sra?|do[nñ]a?"
    r"|exm[oa]s?|dhr|mevr(?:ouw)?|de heer|t\.?a\.?v|fam|to|sehr geehrte damen und herren)\.?:?",
    re.IGNORECASE,
)
_FORM = (
    r"(?:[Hh]errn?|HERRN?|[Ff]rau|FRAU|Mrs?|MRS?|Ms|MS|Monsieur|Madame|Mademoiselle|Mme|MME|Mlle|Sig|Sig\.ra|Sig\.na"
    r"|Sra?|Srta|[Dd]hr|DHR|[Mm]evr(?:ouw)?|[Mm]w|[Dd]e heer)\.?"
)
_BEFORE = re.compile(rf"{_FORM}(?: (?:und|and|et|e|en|y|&|og|och) {_FORM})? ")
# "M." is Monsieur before a family name in capitals, as the French write it, elsewhere perhaps an initial.
_MONSIEUR = re.compile(r"M\.? (?:et (?:Mme|Madame)\.? )?(?=(?:[^\W\d_]+ )*[^\W\d_a-zà-ÿ]{3,}(?: |$))")
_PARTICLES = r"(?:v[ao]n|de[nrl]?|te[nr]?|zu[mr]?|d[aeiou]s?|la|le|van der|von der|af|av)"
_WORD = r"[^\W\d_a-zà-ÿ][^\W\d_]*(?:['’.-][^\W\d_]*)*"
_PERSON = re.compile(rf"(?:(?:Dr|Prof|Ing|Dipl)\.? )*{_WORD}(?: {_PARTICLES})*(?: {_WORD}){{1,2}}")
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
    return [_without_form(one, words) if one.words else one for one in candidates]


def _without_form(one: Scored, words: Sequence[Word]) -> Scored:
    printed = " ".join(words[index].text for index in one.words)
    if _ALONE.fullmatch(one.text.strip()):
        return _named(one, words)
    form = _BEFORE.match(printed) or _MONSIEUR.match(printed)
    # "Mr Bean Coffee" is what a shop may be called: only buyers lose theirs.
    if form is None or not one.field.startswith("receiver") or not _is_person(printed[form.end() :]):
        return one
    rest = one.words[form[0].count(" ") :]
    return _said(one, rest, words)


def _is_person(text: str) -> bool:
    """Whether ``text``, behind a form of address, is a person's name, in capitals too."""
    return _PERSON.fullmatch(text.strip(" ,;")) is not None and not is_company(text)


def _said(one: Scored, line: Sequence[int], words: Sequence[Word]) -> Scored:
    text = " ".join(words[index].text for index in line)
    return one._replace(value=text.strip(" ,;"), text=text, words=tuple(line))


def _named(one: Scored, words: Sequence[Word]) -> Scored:
    line = _line_below(one.words[-1], words)
    text = " ".join(words[index].text for index in line)
    if _is_person(text) or is_company(text):
        return _said(one, line, words)
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
