"""Names and addresses that stand in another party's section, or that are labels and headings, count less."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from paperformer.extraction.compare import content
from paperformer.extraction.scored import Scored
from paperformer.fields.party_words import PartyWords
from paperformer.fields.values.spans import PrintedWords

_DOUBTED = 0.15  # how often what stands in another's section is the party's after all, by judgement
_HEADING = 0.05  # the same for the heading of a party
_RIVAL = 0.15  # probability from which another candidate may take its place
_MOST_PLACES = 64  # where a name may begin that are looked at


def weigh_sections(
    party: str, candidates: Sequence[Scored], printed: PrintedWords, around: PartyWords
) -> list[Scored]:
    """``candidates`` of a party's field, less probable in another's section and where they are captions.

    Args:
        party: ``receiver`` or ``supplier``.
        candidates: Of its name or its address.
        printed: The texts of the document's words.
        around: Its captions and sections.
    """

    def is_doubted(one: Scored) -> bool:
        captions = around.captions if party == "receiver" else around.headings
        is_caption = bool(one.words) and captions.issuperset(one.words)
        return is_caption or _is_elsewhere(party, one, printed, around.section)

    candidates = [_without_headings(one, around) for one in candidates]
    doubted = [is_doubted(one) for one in candidates]
    # A parcel's address is the buyer's where no other is printed.
    rivals = [
        content(one.value)
        for one, doubt in zip(candidates, doubted, strict=True)
        if one.probability >= _RIVAL and not doubt
    ]
    return [
        one._replace(probability=one.probability * _DOUBTED)
        if doubt and _has_rival(content(one.value), rivals)
        else one
        for one, doubt in zip(candidates, doubted, strict=True)
    ]


def _without_headings(one: Scored, around: PartyWords) -> Scored:
    """``one``, as good as lost where it is no more than a heading of a party, or words of one."""
    is_heading = bool(one.words) and around.headings.issuperset(one.words)
    return one._replace(probability=one.probability * _HEADING) if is_heading else one


def _has_rival(value: str, rivals: Sequence[str]) -> bool:
    """Whether one of ``rivals`` is neither a part of ``value`` nor the other way round."""
    return any(rival not in value and value not in rival for rival in rivals)


def _is_elsewhere(party: str, one: Scored, printed: PrintedWords, section: Mapping[int, str]) -> bool:
    """Whether a candidate is printed in sections of other parties only."""
    if not one.words or any(section.get(word, party) == party for word in one.words):
        return False
    wanted = [printed[word] for word in one.words]
    return all(section.get(at, party) != party for at in places_of(wanted, printed))


def places_of(wanted: Sequence[str], printed: PrintedWords) -> Iterator[int]:
    """Where the words ``wanted`` are printed one after another."""
    starts = (at for at, text in enumerate(printed) if text == wanted[0])
    return (at for at in islice(starts, _MOST_PLACES) if list(printed[at : at + len(wanted)]) == list(wanted))
