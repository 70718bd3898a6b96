"""Names of companies, by their legal form."""

from __future__ import annotations

import re
from functools import cache, partial

from paperformer.fields.words.patterns import alternatives

_WORD = r"[A-ZÀ-Ý][^\W\d_]{0,20}[a-zà-ÿ][^\W\d_]{0,20}"


@cache
def company() -> re.Pattern[str]:
    """A name with its legal form, behind it or before it; case matters."""
    of = partial(alternatives, "legal_forms")
    return re.compile(
        rf"[^\W\d_]{{2}}[.,)\"“”»]?,? (?:& |\+ )?(?:{of('forms')})(?![\w-])"
        rf"|[^\W\d_]{{8}}-(?:{of('joined')})(?![\w-])"
        rf"|\b{_WORD},? {_WORD},? (?:{of('behind_two_words')})(?![\w-])"
        rf"|\b{_WORD} {_WORD} (?:{of('behind_persons')})(?![\w-])"
        rf"|\b(?:{of('before_persons')}) {_WORD}"
        rf"|\b(?:{of('before_name')}) ?[\"'„“”«][^\W\d_]"
    )
