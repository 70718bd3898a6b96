"""Who manages a firm does not sell: "Ruben Berg" below "Geschäftsführer", beside a company's name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.parties.departments import is_office, line_above, start_of_line, text_of
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import ends_company, is_person

# Who manages, besides those with an office that a letter may be addressed to.
_MANAGES = re.compile(
    r"(?:gesch[aä]ftsf[uü]hrung|gf|vorst[aä]nd(?:e|in)?|inh(?:aber(?:in)?|\.)?|vertreten durch"
    r"|(?:managing )?directors|(?:legal )?representatives?|proprietor"
    r"|g[eé]rante?s|pr[eé]sidente?|repr[eé]sentants? l[eé]ga(?:l|ux)|amministrator[ei](?: unico)?"
    r"|legale rappresentante|administrador(?:a|es)?|consejero delegado|ger[eê]ncia|s[oó]ci[oa]-gerente"
    r"|bestuurders?|zaakvoerders?|directie|direktion|verkst[aä]llande direkt[oö]r"
    r"|prezes zarz[aą]du|jednatel(?:ia|é)?|konatel|[uü]gyvezet[oő]|administrator"
    r"|juhatuse liige|direktorius|vald(?:e|es loceklis)|direktor)[ :.]*",
    re.IGNORECASE,
)
_BETWEEN = 1  # lines between such a word and the name: "Geschäftsführer", "Ofenbaumeister", "Ruben Berg"
_AFTER_ALL = 0.1  # how often the manager's name is the firm's after all, by judgement


def weigh_managers(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` for who sells; a person whose office stands above or before gives way to a company.

    Args:
        candidates: Of ``supplier_name``.
        words: Of the document.
    """
    firms = [ends_company(one.text) for one in candidates]
    if not any(firms):
        return list(candidates)
    manages = [is_person(one.text) and bool(one.words) and _manages(one, words) for one in candidates]
    return doubted(candidates, manages, _AFTER_ALL, firms) if any(manages) else list(candidates)


def _manages(one: Scored, words: Sequence[Word]) -> bool:
    before = start_of_line(one.words[0], words)
    said = [text_of(before[-2:], words)] if before else _above(one, words)
    return any(is_office(text) or _MANAGES.fullmatch(text) is not None for text in said)


def _above(one: Scored, words: Sequence[Word]) -> list[str]:
    """The texts of the lines above in its column, the nearest first."""
    texts: list[str] = []
    at = one.words[0]
    while len(texts) <= _BETWEEN and (line := line_above(at, words)):
        texts.append(text_of(line, words))
        at = line[0]
    return texts
