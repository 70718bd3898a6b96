"""What a known party, once it is seen on a document, says of its fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.known_parties.displaced import displaced
from paperformer.extraction.known_parties.party import ROLES, Printed, Role, Sighting
from paperformer.fields.scored import Candidates, Scored

# How sure a party is by what is printed of it, by judgement; the held-out receipts bear it out.
_NAME_AND_MORE = 0.97
_NUMBER = 0.9
_ADDRESS = 0.8
_NAME_ALONE = 0.6  # of a party of which more is known than its name
_ALL_THAT_IS_KNOWN = 0.8
_PHONE = 0.6
_OWN = ("_vat_number", "_organisation_number")  # numbers that no one shares
_SHORT, _SHORT_NAME = 6, 0.5  # a name of fewer letters may be a word; what it counts
_NAMED_TOO = 0.1  # what a name counts that nobody takes for the party's, beside one that is taken for it
_MENTIONED = 0.02  # less than this, and nobody takes the print for a name: it stands in a sentence
_SURE = 0.9  # from which others are doubted
_AFTER_ALL = 0.15  # how often it is another one after all
_ELSEWHERE = 0.3  # the same for an address: a branch's may be new
_OTHER_SPELLING = 0.5  # what a shorter print of an address counts beside a longer one


def with_known(
    proposed: Candidates, sightings: Sequence[Sighting], words: Sequence[Word], fields: Collection[str]
) -> dict[str, Sequence[Scored]]:
    """The candidates with those of source ``known``, and others doubted where a party is sure.

    Args:
        proposed: Candidates by field.
        sightings: Known parties that the document prints anything of.
        words: Of the document.
        fields: Those that are in the schema.
    """
    found = dict(proposed)
    for role in ROLES:
        if f"{role}_name" in fields:
            seen = [one for one in sightings if one.party.role == role]
            found |= _of_role(found, role, _weighed(found, role, seen), words, fields)
    return found


def _weighed(proposed: Candidates, role: Role, seen: Sequence[Sighting]) -> list[tuple[Sighting, float]]:
    """The sightings with how sure the party is, the surest first."""
    shared = Counter(place.words for one in seen if not one.name for place in _places(one))
    names = proposed.get(f"{role}_name", ())
    others = proposed.get(f"{'receiver' if role == 'supplier' else 'supplier'}_name", ())
    likeliest = max((_most(names, one) for one in seen), default=0.0)
    weighed = []
    for one in seen:
        weight = _evidence(one, _most(names, one))
        if not one.name:  # firms under one roof, with one bank; and who was there before
            weight /= max(shared[place.words] for place in _places(one))
            if not any(field.endswith(_OWN) for field, _ in one.numbers):
                weight *= 1.0 - max((other.probability for other in names), default=0.0)
        if one.name and likeliest > _MENTIONED:  # "Acme Ltd, formerly Zenith Ltd": both may be known
            weight *= _NAMED_TOO + (1.0 - _NAMED_TOO) * _most(names, one) / likeliest
        wrong_side = max(0.0, _most(others, one) - _most(names, one))
        weighed.append((one, weight * (1.0 - wrong_side)))
    return sorted(weighed, key=lambda pair: -pair[1])


def _places(seen: Sighting) -> tuple[Printed, ...]:
    """Where an address or a number of the party is printed."""
    return (*seen.address, *(place for _, place in seen.numbers))


def _evidence(seen: Sighting, taken: float) -> float:
    """How sure the party is; ``taken`` is the most that anybody takes it for the name."""
    kinds = {field for field, _ in seen.numbers}
    has_number = bool(kinds - {"supplier_phone"})
    if not seen.name:
        return _NUMBER if has_number else _ADDRESS if seen.address else _PHONE
    likeness = max(place.likeness for place in seen.name)
    if seen.address or kinds:
        return _NAME_AND_MORE * likeness
    if taken < _MENTIONED:
        return 0.0
    party = seen.party
    alone = _NAME_ALONE if party.addresses or any(party.numbers.values()) else _ALL_THAT_IS_KNOWN
    return alone * likeness * (_SHORT_NAME if len(content(party.name)) < _SHORT else 1.0)


def _most(names: Sequence[Scored], seen: Sighting) -> float:
    """The most that any candidate for a name gives the party."""
    known = content(seen.party.name)
    places = {word for place in seen.name for word in place.words}
    return max(
        (one.probability for one in names if content(one.value) == known or not places.isdisjoint(one.words)),
        default=0.0,
    )


def _of_role(
    proposed: Candidates,
    role: Role,
    weighed: Sequence[tuple[Sighting, float]],
    words: Sequence[Word],
    fields: Collection[str],
) -> dict[str, Sequence[Scored]]:
    """The candidates of the fields of which parties of a role say anything."""
    name_field, address_field = f"{role}_name", f"{role}_address"
    names, addresses = proposed.get(name_field, ()), proposed.get(address_field, ())
    changed: dict[str, Sequence[Scored]] = {}
    added_names: list[Scored] = []
    added_addresses: list[Scored] = []
    for seen, weight in weighed:
        if weight <= 0.0:
            continue
        added_names.append(_named(name_field, seen, weight, names, words))
        longest = max((len(place.words) for place in seen.address), default=0)
        for place in seen.address:
            share = 1.0 if len(place.words) == longest else _OTHER_SPELLING
            added_addresses.append(_candidate(address_field, place, weight * place.likeness * share, words))
        for field, place in seen.numbers:
            if field in fields:
                those = changed.get(field, proposed.get(field, ()))
                changed[field] = _confirmed(those, place, weight)
    if added_names:
        changed[name_field] = _beside(names, added_names, _AFTER_ALL)
    if added_addresses and address_field in fields:
        changed[address_field] = _beside(addresses, added_addresses, _ELSEWHERE)
    return changed


def _named(
    field: str, seen: Sighting, weight: float, names: Sequence[Scored], words: Sequence[Word]
) -> Scored:
    """The party's name, at the place that is likeliest taken for one; nowhere, where it is not printed."""
    if not seen.name:
        return Scored(field, seen.party.name, seen.party.name, (), weight, "known")
    best = max(seen.name, key=lambda place: (_taken(names, place), place.likeness))
    return _candidate(field, best, weight, words)


def _taken(names: Sequence[Scored], place: Printed) -> float:
    return max((one.probability for one in names if not set(one.words).isdisjoint(place.words)), default=0.0)


def _candidate(field: str, place: Printed, weight: float, words: Sequence[Word]) -> Scored:
    printed = " ".join(words[i].text for i in place.words)
    return Scored(field, place.text, printed, place.words, weight, "known")


def _confirmed(candidates: Sequence[Scored], place: Printed, weight: float) -> list[Scored]:
    """``candidates`` with those that print the known number once more, as known."""
    again = [
        one._replace(probability=weight, source="known")
        for one in candidates
        if not set(one.words).isdisjoint(place.words)
    ]
    return [*candidates, *again]


def _beside(candidates: Sequence[Scored], added: Sequence[Scored], after_all: float) -> list[Scored]:
    """``candidates`` and what is added, which makes others doubtful where it is sure."""
    sure = {content(one.value) for one in added if one.probability >= _SURE}
    if sure:
        # What holds the known text and more may be all of it.
        against = [all(text not in content(one.value) for text in sure) for one in candidates]
        candidates = displaced(candidates, against, after_all)
    return [*candidates, *added]
