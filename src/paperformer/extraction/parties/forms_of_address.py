"""Forms of address before persons' names, "Herrn", "M. et Mme", "De heer": in print, but not in values.

In English they are: "Mrs Eleanor Whitcombe" is how one is called in writing.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping

from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company, is_person

# What every language writes for itself alone, in any case of letters.
_PLAIN = (
    r"herrn?|frau|fräulein|eheleute|familie|fam\.|firma herrn?"
    r"|mrs?\.?|ms\.?|miss|messrs\.?|monsieur|madame|mademoiselle|mme|mlle|mm\."
    r"|(?:de|den) heer|dhr\.?|mevr(?:ouw|\.)?|mw\.|mej(?:\.|uffrouw)"
    r"|(?:e\.?mo|egr(?:egi[oa]|\.)?|gent(?:ile|\.ma|\.mo|\.le)?|spett(?:abile|\.le|\.))"
    r"(?= (?:sig|dott|avv|ing|arch)\w*\W)"
    r"|sig(?:\.ra|\.na|\.ri|nor[ae]?|norina|ra)?\.?"
    r"|señor(?:a|ita|es)?|do[ñn]a|d(?:\.?ª|ña)\.?|srta\.|sr(?:es|as?)?\."
    r"|ex(?:\.?m[oa]|celent[ií]ssim[oa])\.?(?:\([as]\))?s?|senhor(?:a|es)?|sr\.?ª|sr\.\([as]\)"
    r"|fru|frk\.?|hr\.|herra|rouva|pan[ií]|doamna|domnul|dl\.|dna\.|gospo(?:d|din|đa|đo)"
    r"|κ(?:α|ος|υρι[αο]ς?|ύριο[νς]?|υρία[ν]?)\.?|г-н|г-жа|господин|госпожа|sayın"
)
# What is an initial elsewhere: "D. Smith", "M. Huber"; "Don" is a first name, "Pan" a word.
_OF_LANGUAGES = {
    "fr": r"m\.|m(?= et m)|sieur|dame",
    "es": r"d\.|don",
    "de": r"fr\.",
    "pl": r"pan|p\.",
    "cs": r"pan|p\.",
    "sk": r"pan|p\.",
    "sv": r"h\.",
    "el": r"κ\.",
}
_AND = r"(?:&|\+|and|und|et|e|y|en|og|och|i|a|/|u\.)"
_ENGLISH = re.compile(r"(?:mrs?|ms|miss|messrs)\.? ", re.IGNORECASE)
_CAPITAL = r"[^\W\d_a-zà-ÿα-ωά-ώа-я]"
_COUPLE = re.compile(rf" {_AND} ", re.IGNORECASE)
_ADDRESSED = 0.7  # how often who is addressed at the head of an address buys, by judgement
_LEAST = 2  # words of a seller's name behind the form: "Frau Holle", "Mr Minit" are shops


def _forms(language: str) -> str:
    """One form or several: "Gent.ma Sig.ra", "Herrn und Frau"."""
    own = _OF_LANGUAGES.get(language)
    form = rf"(?:{own}|{_PLAIN})" if own else rf"(?:{_PLAIN})"
    return rf"{form}(?:(?: ?{_AND} ?| ){form}(?![^ ]))*"


def _pattern(language: str) -> re.Pattern[str]:
    particle = r"(?:v[ao]n|de[nrl]?|te[nr]?|zu[mr]?|d[aeiou]s?|la|le|’t|'t|af|av|el|al)"
    return re.compile(
        rf"(?P<form>{_forms(language)}) (?P<name>(?:{particle} )*(?-i:{_CAPITAL}).*)",
        re.IGNORECASE | re.DOTALL,
    )


_ALONE = re.compile(_forms(""), re.IGNORECASE)
_PATTERNS = {language: _pattern(language) for language in ("", *_OF_LANGUAGES)}


def is_form_only(text: str) -> bool:
    """Whether ``text`` is one form of address, or several, and no name: "Monsieur et Madame"."""
    return _ALONE.fullmatch(text.strip()) is not None


def without_form(name: str, language: str | None = None) -> str:
    """``name`` without the form of address before it; academic titles stay, and companies' names as they are.

    A form for two stays before the name of one ("Mr & Mrs J Pemberton"): without it one of them is lost. So
    does one before a surname of a family ("Familie Huber").

    English ones are part of the name as people write it: "Mrs Eleanor Whitcombe".

    Args:
        name: Of a person or a company.
        language: Of the document: "M." is an initial elsewhere than in French.
    """
    match = _PATTERNS.get(language or "", _PATTERNS[""]).fullmatch(name)
    if match is None or is_company(name) or (language == "en" and _ENGLISH.match(name)):
        return name
    bare, form = match["name"], match["form"]
    if any(map(str.isdigit, bare)):
        return name
    is_for_two = _COUPLE.search(f" {form} ".replace("&", " & ").replace("  ", " ")) is not None
    if is_for_two and _COUPLE.search(bare) is None:
        return name
    is_family = re.match(r"fam|eheleute", form, re.IGNORECASE) is not None
    return name if is_family and " " not in bare else bare


def leave_forms_of_address(proposed: MutableMapping[str, list[Scored]], language: str | None) -> None:
    """Take forms of address from the values of names; texts keep what is printed.

    Who is addressed so at the head of an address, as rules read it, is likely who buys.
    Names of an e-invoice are not touched: they do not come here.

    Args:
        proposed: Candidates by field; those of names are changed in place.
        language: Of the document.
    """
    for field in ("receiver_name", "supplier_name"):
        if field in proposed:
            proposed[field] = [_bare(one, language) for one in proposed[field]]


def _is_addressed(one: Scored, bare: str) -> bool:
    """Whether rules read a person with a form of address as who buys: at the head of an address."""
    return one.source == "rule" and one.field == "receiver_name" and bare != one.value and is_person(bare)


def _bare(one: Scored, language: str | None) -> Scored:
    bare = without_form(one.value, language)
    if one.field == "supplier_name" and not (is_person(bare) and len(bare.split()) >= _LEAST):
        return one
    is_addressed = _is_addressed(one, without_form(one.value, None if language == "en" else language))
    probability = max(one.probability, _ADDRESSED) if is_addressed else one.probability
    return one._replace(value=bare, probability=probability)
