"""Which words head the block of a party, which are captions, and in whose section each word stands."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from paperformer.fields.anchors import Labelled
from paperformer.fields.layout import Line
from paperformer.fields.sections import Section, find_sections, party_of_lines

PARTIES = ("supplier", "receiver")
# Headings of who is paid, or sends: it need not be who sells.
_OTHER_ROLES = re.compile(
    r"\W*(?:from|de|von|van|fra|fr[aå]n|da|z|od|remit|pay(?:able)?|issued|billed|absender|exp[eé]diteur|mittente"
    r"|afzender|afsender|avsender|avs[aä]ndare|l[aä]hett[aä]j[aä]|remetente|remitente|emis|arve|vystavil"
    r"|wystawca(?! \(us[lł]ugodawca)|kibocs[aá]t[oó]|emitente?|emittente|aussteller(?:in)?|issuer"
    r"|utsteder|udsteder|utst[aä]llare)\b",
    re.IGNORECASE,
)


# Headings of who is spoken to, or of the slip's own "To:": it need not be who buys.
_OTHER_BUYERS = re.compile(
    r"\W*(?:to|attention|attn|mr|ms|m s|messrs|payer|patient|an|aan|til|till|para|debitor|debiteur"
    r"|advertiser|besteller|auftraggeber|bestiller|beställare|zamawiaj[aą]cy|ordered by|donneur d'ordre"
    r"|t\W?a\W?v|betal\w*|maksaja|p[lł]atnik|moketojas|maksatajs|sacado)\W*$",
    re.IGNORECASE,
)


class PartyWords(NamedTuple):
    """What headings and captions say of the words of a document.

    Args:
        captions: Indices of the words that labels of any kind consist of.
        section: The party (``receiver``, ``supplier`` or ``delivery``) whose section a word, by index, is in.
        sellers: Indices of the words in sections whose heading says who sells.
        buyers: The same of who buys.
    """

    captions: frozenset[int] = frozenset()
    section: Mapping[int, str] = {}
    sellers: frozenset[int] = frozenset()
    buyers: frozenset[int] = frozenset()


def party_words(labelled: Labelled) -> PartyWords:
    """The captions and sections of the document whose labels are ``labelled``."""
    captions = frozenset(
        word for anchor in labelled.anchors for word in anchor.line.words_from(anchor.start, anchor.end)
    )
    sections = find_sections(labelled)
    parties = party_of_lines(sections, labelled)
    section = {
        line.first + position: parties[line.index]
        for line in labelled.layout.lines
        if line.index in parties
        for position in range(len(line.words))
    }
    heads = {one.anchor.line.index for one in sections}
    told = {
        party: frozenset(
            line.first + position
            for one in sections
            if one.party == party and _tells(one)
            for line in _lines_of(one, labelled, heads)
            for position in range(len(line.words))
        )
        for party in PARTIES
    }
    return PartyWords(captions, section, told["supplier"], told["receiver"])


def _tells(section: Section) -> bool:
    """Whether a section's heading says who sells or buys, and not only who is paid or spoken to."""
    heading = section.anchor.line.text[section.anchor.start : section.anchor.end]
    others = _OTHER_ROLES if section.party == "supplier" else _OTHER_BUYERS
    return section.meaning.strength == "plain" and others.match(heading) is None


def _lines_of(section: Section, labelled: Labelled, heads: Collection[int]) -> Iterator[Line]:
    """The lines of a section, its heading, and what stands right of that and heads no other."""
    yield from (section.anchor.line, *section.lines)
    right = next(labelled.layout.right_of(section.anchor.line), None)
    if right is not None and right.index not in heads:
        yield right
