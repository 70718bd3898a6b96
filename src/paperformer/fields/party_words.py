"""Which words head the block of a party, which are captions, and in whose section each word stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from paperformer.fields.anchors import Anchor, Labelled
from paperformer.fields.sections import find_sections, party_of_lines

PARTIES = ("supplier", "receiver")


class PartyWords(NamedTuple):
    """What headings and captions say of the words of a document.

    Args:
        captions: Indices of the words that labels of any kind consist of.
        section: The party (``receiver``, ``supplier`` or ``delivery``) whose section a word, by index, is in.
        headings: Indices of the words of the headings of sections.
    """

    captions: frozenset[int] = frozenset()
    section: Mapping[int, str] = {}
    headings: frozenset[int] = frozenset()


def party_words(labelled: Labelled) -> PartyWords:
    """The captions and sections of the document whose labels are ``labelled``."""
    captions = frozenset(word for anchor in labelled.anchors for word in _words_of(anchor))
    sections = find_sections(labelled)
    parties = party_of_lines(sections, labelled)
    section = {
        line.first + position: parties[line.index]
        for line in labelled.layout.lines
        if line.index in parties
        for position in range(len(line.words))
    }
    headings = frozenset(word for one in sections for word in _words_of(one.anchor))
    return PartyWords(captions, section, headings)


def _words_of(anchor: Anchor) -> Iterator[int]:
    line = anchor.line
    first, last = line.word_at(anchor.start), line.word_at(max(anchor.start, anchor.end - 1))
    return (line.first + position for position in range(first, last + 1))
