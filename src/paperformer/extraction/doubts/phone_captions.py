"""Numbers that their caption calls an account's, a register's or a fax's; mobiles beside the firm's own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.doubts.labelled_otherwise import label_of, names_a_fax
from paperformer.extraction.parties.departments import line_above
from paperformer.extraction.scored import Scored

_AFTER_ALL = 0.05  # how often such a number is the telephone after all, by judgement
_OTHER_CAPTION = re.compile(
    r"(?:^|[\s(])(?:(?:bank|plus|post)giro(?:konto)?|iban|blz|sort code"
    r"|(?:bank)?(?:konto|account|kto|rekening|conto|cuenta|konta|účtu|tili)(?:nummer|numero|nr)?"
    r"|(?:org(?:anisations?(?:nummer)?)?|cvr|cin|momsreg|foretaks|företags|hrb?|kvk|siret|siren|rcs"
    r"|y-tunnus|nif|cif|nip|regon|ičo?|dič|abn|acn|ein|vat|tva|iva|btw|ust|kbo|ondernemings)"
    r"(?:[-. ]?(?:id|nummer|nr|no|reg))*)[.:]*"
    r"(?: (?:nr|no|n°|nº|number|nummer|numer|id)[.:]*)?$"
    r"|(?:^|[\s(])(?:customer|client|billing|order|transaction|invoice|receipt|reference)"
    r" (?:id|number|no|nr)[.:]*$"
    # The office that every Spanish telephone bill names, which is the State's.
    r"|usuarios? de telecomunicaciones[.:]*$",
    re.IGNORECASE,
)
_MOBILE = re.compile(
    r"(?:^|[\s(|·,/])(?:mob(?:ile?|iltelefon|iel|il)?|m[oó]vil|telem[oó]vel|port(?:able)?|handy|gsm"
    r"|cell(?:ulare)?|m)\b[ .:]*$",
    re.IGNORECASE,
)
_FIXED = re.compile(
    r"(?:^|[\s(|·,/])(?:tel(?:e(?:fon\w*|phone)|éfono|éphone)?|t[eé]l|tlf|tfn|phone|fon|puh(?:elin)?"
    r"|t[aā]lr(?:unis)?|t)\b[ .:]*$",
    re.IGNORECASE,
)
_RATHER_MOBILE = 0.2  # how often the mobile is the firm's telephone where another is printed, by judgement
_LIKELY = 0.15  # probability from which another one may be; the buyer's is less
_LONGEST_LABEL = 60  # characters before a number, the last ones


def weigh_captions(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` for a telephone, where another caption stands before or above it less probable.

    Args:
        candidates: Of one party's telephone.
        words: Of the document.
    """
    against = [_is_another(one, words) for one in candidates]
    weighed = doubted(candidates, against, _AFTER_ALL, [not one for one in against])
    labels = [_label(one, words) for one in weighed]
    fixed = {
        one.value
        for one, label in zip(weighed, labels, strict=True)
        if one.probability >= _LIKELY and _FIXED.search(label)
    }
    mobile = [
        _MOBILE.search(label) is not None and one.value not in fixed
        for one, label in zip(weighed, labels, strict=True)
    ]
    return (
        doubted(weighed, mobile, _RATHER_MOBILE, [one.value in fixed for one in weighed])
        if fixed
        else weighed
    )


def _label(one: Scored, words: Sequence[Word]) -> str:
    """What stands before a number on its row, or right above one that begins its line."""
    before = label_of(one, words).strip()[-_LONGEST_LABEL:]
    if before or not one.words:
        return before
    return " ".join(words[at].text for at in line_above(one.words[0], words))[-_LONGEST_LABEL:]


def _is_another(one: Scored, words: Sequence[Word]) -> bool:
    if not one.words:
        return False
    before = label_of(one, words).strip()[-_LONGEST_LABEL:]
    if _names_another(before):
        return True
    at_line = words[one.words[0]]
    begins = one.words[0] == 0 or words[one.words[0] - 1].line != at_line.line
    above = line_above(one.words[0], words) if begins else []
    return _names_another(" ".join(words[at].text for at in above)[-_LONGEST_LABEL:])


def _names_another(label: str) -> bool:
    """Whether ``label`` ends with the caption of another number; "Tel. / Fax" is a telephone's too."""
    return _OTHER_CAPTION.search(label) is not None or names_a_fax(label)
