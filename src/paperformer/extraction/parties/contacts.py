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


def is_contact(text: str) -> bool:
    """Whether ``text``, a line of an address, says for whose attention it is: "T.a.v. mevrouw Jansen"."""
    return _marked().match(text) is not None
