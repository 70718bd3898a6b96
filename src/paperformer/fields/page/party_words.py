"""Which words head the block of a party, which are captions, and in whose section each word stands."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from paperformer.fields.page.anchors import Labelled
from paperformer.fields.page.layout import Line
from paperformer.fields.page.sections import Section
from paperformer.fields.words.patterns import pattern

PARTIES = ("supplier", "receiver")


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


def party_words(labelled: Labelled, sections: Sequence[Section], parties: Mapping[int, str]) -> PartyWords:
    """The captions and sections of a document.

    Args:
        labelled: Its lines, and the labels on them.
        sections: Headed sections.
        parties: The party of each line that stands in one, by the line's index.
    """
    captions = frozenset(
        word for anchor in labelled.anchors for word in anchor.line.words_from(anchor.start, anchor.end)
    )
    section = {
        line.first + position: parties[line.index]
        for line in labelled.layout.lines
        if line.index in parties
        for position in range(len(line.words))
    }
    heads = {section.anchor.line.index for section in sections}
    by_party = {
        party: frozenset(
            line.first + position
            for section in sections
            if section.party == party and _tells(section)
            for line in _lines_of(section, labelled, heads)
            for position in range(len(line.words))
        )
        for party in PARTIES
    }
    return PartyWords(captions, section, by_party["supplier"], by_party["receiver"])


def _tells(section: Section) -> bool:
    """Whether a section's heading says who sells or buys, and not only who is paid or spoken to."""
    heading = section.anchor.line.text[section.anchor.start : section.anchor.end]
    others = _other_sellers() if section.party == "supplier" else _other_buyers()
    return section.meaning.strength == "plain" and others.match(heading) is None


def _other_sellers() -> re.Pattern[str]:
    """A heading of who is paid, or sends: it need not be who sells."""
    return pattern("parties", "other_sellers", r"\W*(?:{})\b")


def _other_buyers() -> re.Pattern[str]:
    """A heading of who is spoken to, or of the slip's own "To:": it need not be who buys."""
    return pattern("parties", "other_buyers", r"\W*(?:{})\W*$")


def _lines_of(section: Section, labelled: Labelled, heads: Collection[int]) -> Iterator[Line]:
    """The lines of a section, its heading, and what stands right of that and heads no other."""
    yield from (section.anchor.line, *section.lines)
    right = next(labelled.layout.right_of(section.anchor.line), None)
    if right is not None and right.index not in heads:
        yield right
