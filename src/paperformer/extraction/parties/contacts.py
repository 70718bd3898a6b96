"""Lines that name a person who opens the letter: "Attn: Karen Holt", "Frau Ines Krüger" below a company."""

from __future__ import annotations

import re
from functools import cache, partial

from paperformer.fields.words.patterns import alternatives


@cache
def _marked() -> re.Pattern[str]:
    """What says for whose attention a letter is, and something behind it."""
    of = partial(alternatives, "parties")
    marks = rf"{of('attention')}|(?-i:{of('attention_in_case')}):?"
    return re.compile(rf"(?:{marks}) +\S", re.IGNORECASE)


@cache
def _person() -> re.Pattern[str]:
    """A form of address with a name in capitals: "Frau Holle GmbH" is more, "M Block Market" no such form."""
    of = partial(alternatives, "parties")
    title, behind, particle = of("titles_of_persons"), of("behind_titles"), of("particles")
    return re.compile(
        rf"(?:{of('forms_of_address')}) (?:(?:{title})\.? ?(?:-(?:{behind}) )?)*"
        rf"(?-i:[^\W\d_a-zà-ÿ][\w.'’-]*)(?: (?-i:{particle}))*(?: (?-i:[^\W\d_a-zà-ÿ][\w'’-]*)){{0,2}}",
        re.IGNORECASE,
    )


def is_contact(text: str) -> bool:
    """Whether ``text``, a line of an address, says for whose attention it is: "T.a.v. mevrouw Jansen"."""
    return _marked().match(text) is not None


def is_addressed_person(text: str) -> bool:
    """Whether ``text`` is a form of address with a person's name and nothing else: "Frau Ines Krüger"."""
    return _person().fullmatch(text.strip(" ,;")) is not None
