"""Who buys stands on the first line of a block, and its house, its office or its hamlet on the second."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.parties.contacts import is_addressed_person, is_contact
from paperformer.extraction.parties.departments import is_department, is_in_care, line_above, text_of
from paperformer.extraction.parties.salutations import is_form_of_address
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company, is_person

_SELLS = 0.45  # probability from which a name sells
_READ = 0.3  # probability from which a name is looked at
# What farms, estates and parts of villages are called in front of their name.
_PLACE = re.compile(
    r"(?:lieu[- ]?dit|le bourg|hameau|(?:[ée]co-?)?zone|z\.? ?[ai]\.?|r[ée]sidence|r[ée]sid\.|immeuble"
    r"|pol(?:[ií]gono|\.) ?ind|urb(?:\.|anizaci[oó]n)|apartado|apdo\.?|postbus|postfach|quinta|herdade"
    r"|cortijo|borgo|fraz(?:ione|\.)|loc(?:alit[aà]|\.)|os(?:iedle|\.))(?= |$).*$",
    re.IGNORECASE,
)
_OWNER = re.compile(r"(?:inh(?:aber(?:in)?)?|prop)\b[.:]? ", re.IGNORECASE)
# A part of who buys, and no buyer alone.
_GENERIC = re.compile(
    r"(?:\w*abteilung|\w*dienst|departments?|dept\.?|division|services?|d[ée]p(?:t|artement)?\.?|direction"
    r"|office|team|bureau|ufficio)[.:]?",
    re.IGNORECASE,
)
# "Til forældrene"
_ADDRESSED = re.compile(r"(?:to|an|aan|til|till|aux?|à|para|alla?|fa\.|firma)(?: |$)", re.IGNORECASE)


def with_first_lines(
    candidates: Sequence[Scored], sellers: Sequence[Scored], words: Sequence[Word], captions: Collection[int]
) -> list[Scored]:
    """``candidates`` for who buys; what rules took for the head of a block, right above one, takes its place.

    A company's and a person's name stay, and a person's above gives way to no other name.

    Args:
        candidates: Of ``receiver_name``.
        sellers: Likely names of the other party, which do not buy.
        words: Of the document.
        captions: Indices of the words that are labels.
    """
    heads = {content(one.text) for one in candidates if one.source == "rule"}
    # Rules take what is on top for a seller too: only likely ones surely are.
    sure = min(max((one.probability for one in sellers), default=0.0), _SELLS)
    heads -= {content(one.text) for one in sellers if one.probability >= sure}
    return [_first_line(one, heads, words, captions) for one in candidates]


def _first_line(
    one: Scored, heads: Collection[str], words: Sequence[Word], captions: Collection[int]
) -> Scored:
    if not one.words or one.source == "rule" or one.probability < _READ:
        return one
    text = one.text.strip(" ,;")
    is_second = _PLACE.match(text) is not None or _OWNER.match(text) is not None
    if not is_second and (is_company(text) or is_person(text) or is_addressed_person(text)):
        return one
    above = line_above(one.words[0], words)
    first = text_of(above, words).strip(" ,;")
    if not above or content(first) not in heads or above[0] in captions or is_form_of_address(first):
        return one
    if _ADDRESSED.match(first) or _GENERIC.fullmatch(first):
        return one
    if is_contact(first) or is_department(first) or is_in_care(first):
        return one
    if (is_person(first) or is_addressed_person(first)) and not is_second:
        return one
    return one._replace(value=first, text=first, words=tuple(above))
