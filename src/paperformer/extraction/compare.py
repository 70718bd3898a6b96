"""When two texts say the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable


def content(text: str) -> str:
    """Letters and digits only, upper case, without accents: what is compared when spelling is free."""
    decomposed = unicodedata.normalize("NFKD", text)
    return re.sub(r"[\W_]+", "", "".join(c for c in decomposed if not unicodedata.combining(c))).upper()


def same_value(type_: str, value: str, truths: Iterable[str]) -> bool:
    """A value equals one of the accepted ones: amounts and dates to the letter, everything else by content."""
    if type_ in {"amount", "date", "time"}:
        return value in set(truths)
    return content(value) in {content(truth) for truth in truths}
