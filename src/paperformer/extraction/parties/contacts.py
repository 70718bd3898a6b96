"""Lines that name a person who opens the letter: "Attn: Karen Holt", "Frau Ines Krüger" below a company."""

from __future__ import annotations

import re

_MARKS = (
    r"(?:attn[.:]*|attention(?: of|:)|(?:att|fao)[.:]+|f\.a\.o\.:?|for the attention of"
    r"|(?-i:z\. ?H(?:d|dn)?\.?)(?: v\.)?:?|zu h[aä]nden(?: von)?:?|t\.a\.v\.?:?|ter attentie van"
    r"|[aà] l['’]att(?:ention|n?\.) d[eu]"
    r"|all['’](?:attenzione|att\.)(?: d[iea]l?)?:?|(?-i:(?:alla )?c\. ?a\.):?"
    r"|a la atenci[oó]n de|a/a:?|[aà] aten[cç][aã]o d[eoa]|(?-i:k\. ?a\.):?|do r[aą]k|k ruk[aá]m)"
)
_MARKED = re.compile(rf"{_MARKS} +\S", re.IGNORECASE)
# A form of address with a name in capital letters: "Frau Holle GmbH" is more, "M Block Market" no such form.
_PERSON = re.compile(
    r"(?:herrn?|frau|(?:mrs?|ms|m|mme|mlle|sig|sra?|d|dña|dhr)\.|mrs?|ms|miss|monsieur|madame"
    r"|mademoiselle|mme|mlle"
    r"|signora?|sig\.ra|señora?|doña|de heer|mevr(?:ouw)?\.?|dhr|hr\.?|fru|pan[ií]|dr\.|prof\."
    # who speaks for a society
    r"|(?:be|næst)?formand|kasserer|kassør|styreleder|ordförande|kassör|puheenjohtaja|rahastonhoitaja"
    r"|(?:(?:1\.|erste[rn]?) )?vorsitzende[rn]?|kassenwart(?:in)?|kassierer(?:in)?|voorzitter|penningmeester)"
    r" (?:(?:dr|prof|ing|dipl)\.? ?(?:-ing\.? )?)*"
    r"(?-i:[^\W\d_a-zà-ÿ][\w.'’-]*)(?: (?-i:v[ao]n|de[nrl]?|te[nr]?|zu[mr]?|d[aeiou]s?|la|af|av))*"
    r"(?: (?-i:[^\W\d_a-zà-ÿ][\w'’-]*)){0,2}",
    re.IGNORECASE,
)


def is_contact(text: str) -> bool:
    """Whether ``text``, a line of an address, says for whose attention it is: "T.a.v. mevrouw Jansen"."""
    return _MARKED.match(text) is not None


def is_addressed_person(text: str) -> bool:
    """Whether ``text`` is a form of address with a person's name and nothing else: "Frau Ines Krüger"."""
    return _PERSON.fullmatch(text.strip(" ,;")) is not None
