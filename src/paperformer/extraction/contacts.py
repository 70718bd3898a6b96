"""Lines that name a person who opens the letter: "Attn: Karen Holt", "Frau Ines Krüger" below a company."""

from __future__ import annotations

import re

_MARKS = (
    r"(?:attn|attention(?: of)?|att|f\.?a\.?o|for the attention of|z\. ?h(?:d|dn)?\.?(?: v)?"
    r"|zu h[aä]nden(?: von)?|t\.? ?a\.? ?v|ter attentie van|[aà] l['’]attention d[eu]"
    r"|all['’](?:attenzione|att)\.?(?: d[iea]l?)?|c\. ?a|alla c\.? ?a"
    r"|a la atenci[oó]n de|a/a|[aà] aten[cç][aã]o d[eoa]|k\. ?a|do r[aą]k|k ruk[aá]m)"
)
_MARKED = re.compile(rf"{_MARKS}[.:]* +\S", re.IGNORECASE)
_MARK_ENDS = re.compile(rf"(?:^|\s){_MARKS}[.:]*$", re.IGNORECASE)
# In small letters within a name, so that "Frau Holle GmbH" and "Mr Green Ltd" stay a company's.
_PERSON = re.compile(
    r"(?:herrn?|frau|mrs?|ms|miss|m(?:onsieur|adame|lle|me)?|sig(?:nora?|\.ra|ra)?|sra?|do[nñ]a?|dhr|de heer"
    r"|mevr(?:ouw)?|pan[ií]?)\.? (?:(?:dr|prof|ing|dipl)\.? ?(?:-ing\.? )?)*"
    r"(?-i:[^\W\d_a-zà-ÿ][\w.'’-]*)(?: (?-i:v[ao]n|de[nrl]?|te[nr]?|zu[mr]?|d[aeiou]s?|la|af|av))*"
    r"(?: (?-i:[^\W\d_a-zà-ÿ][\w'’-]*)){0,2}",
    re.IGNORECASE,
)


def is_contact(text: str) -> bool:
    """Whether ``text``, a line of an address, says for whose attention it is: "T.a.v. mevrouw Jansen"."""
    return _MARKED.match(text) is not None


def ends_in_mark(text: str) -> bool:
    """Whether ``text``, what stands before a name on its line, says that it is for that one's attention."""
    return _MARK_ENDS.search(text) is not None


def is_addressed_person(text: str) -> bool:
    """Whether ``text`` is a form of address with a person's name and nothing else: "Frau Ines Krüger"."""
    return _PERSON.fullmatch(text.strip(" ,;")) is not None
