"""Names that are a department's: "Buchhaltung" below "Gemeinde Thun" opens the letter and does not buy."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company

_DEPARTMENT = re.compile(
    r"(?:abteilung|abt\.|referat|dezernat|afdeling|avdeling|avdelning|ufficio|departamento|dpto\.?|depto\.?"
    r"|dzia[lł]|odd[eě]len[ií]|skyrius) .*"
    r"|\w*(?:verwaltung|abteilung|buchhaltung|rechnungswesen|einkauf|beschaffung|sekretariat)"
    r"|(?:accounts?|finance|purchasing|procurement|purchase ledger|accounting|facilities|billing)"
    r"(?: (?:payable|department|dept\.?|office|team|section|management))?"
    r"|(?:\w+ ){1,3}(?:department|dept\.?|division)"
    r"|(?:services? |direction )?(?:des |de la |du |g[eé]n[eé]rale? )?(?:comptabilité|achats|finances)"
    r"|services? (?:comptab|financ|techni|administrati|factur)\w*"
    r"|crediteuren\w*|(?:financiële )?administratie|ekonomi(?:enhet\w*)?|faktura(?:enhet\w*|mottak|scanning)"
    r"|leverantörsreskontra|bogholderi(?:et)?|regnskap(?:et)?|\w+(?:afdeling|avdeling|avdelning|osasto)(?:en)?"
    r"|taloushallinto|ostolaskut|ostoreskontra|amministrazione|contabilità|contabilidad[e]?|administraci[oó]n"
    r"|ksi[eę]gowo[sś][cć]|[uú][cč]t[aá]rna",
    re.IGNORECASE,
)
_LINE = 2.2  # heights of a line to the one above in the same block
_INDENT = 1.0  # heights of a line by which its left edge may differ
_LETTERS = 4  # that a name has


def with_owners(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` for a name; a department's, or a name with one at its end, becomes what stands above.

    A department that begins its block stays: nothing else names the buyer then.

    Args:
        candidates: Of ``receiver_name``.
        words: Of the document.
    """
    return [_owner(one, words) if one.words else one for one in candidates]


def _owner(one: Scored, words: Sequence[Word]) -> Scored:
    line = [at for at in one.words if _same_line(words[at], words[one.words[-1]])]
    named = _text(line, words).strip(" ,;")
    if is_company(named) or not _DEPARTMENT.fullmatch(named):
        return one
    above = [at for at in one.words if at not in line] or _line_above(line[0], words)
    text = _text(above, words).strip(" ,;")
    if sum(map(str.isalpha, text)) < _LETTERS or text.endswith(":") or any(map(str.isdigit, text)):
        return one
    return one._replace(value=text, text=text, words=tuple(above))


def _line_above(index: int, words: Sequence[Word]) -> list[int]:
    """The words of the line right above the word at ``index`` that begins where it does, if there is one."""
    word = words[index]
    height = word.box.y1 - word.box.y0
    near = [
        (-other.box.y0, at)
        for at, other in enumerate(words[:index])
        if other.page == word.page
        and 0 < word.box.y0 - other.box.y0 <= _LINE * height
        and abs(other.box.x0 - word.box.x0) <= _INDENT * height
    ]
    if not near:
        return []
    first = min(near)[1]
    return [at for at, other in enumerate(words) if at >= first and _same_line(other, words[first])]


def _same_line(one: Word, other: Word) -> bool:
    return one.page == other.page and one.line == other.line


def _text(indices: Sequence[int], words: Sequence[Word]) -> str:
    return " ".join(words[at].text for at in indices)
