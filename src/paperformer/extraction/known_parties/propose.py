"""What known parties, once they are seen on a document, propose for its fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.known_parties.party import ROLES, Printed, Sighting
from paperformer.fields.known_support import KnownSupport
from paperformer.fields.scored import Candidates, Scored

_KINDS = {
    "supplier_vat_number": "number", "supplier_organisation_number": "number",
    "receiver_vat_number": "number", "iban": "account", "supplier_phone": "phone",
}  # fmt: skip


def known_candidates(
    proposed: Candidates, sightings: Sequence[Sighting], words: Sequence[Word], fields: Collection[str]
) -> Iterator[Scored]:
    """Names and addresses as they are known, and the numbers that are known, with what supports them.

    Args:
        proposed: Candidates by field.
        sightings: Known parties that the document prints anything of.
        words: Of the document.
        fields: Those that are in the schema.
    """
    for role in ROLES:
        seen = [sighting for sighting in sightings if sighting.party.role == role]
        shared = Counter(place.words for sighting in seen for place in _places(sighting))
        for sighting in seen if f"{role}_name" in fields else ():
            yield from _of_party(sighting, _support(sighting, shared), proposed, words, fields)


def _places(seen: Sighting) -> tuple[Printed, ...]:
    """Where an address or a number of the party is printed."""
    return (*seen.address, *(place for _, place in seen.numbers))


def _support(seen: Sighting, shared: Counter[tuple[int, ...]]) -> KnownSupport:
    also = {_KINDS[field] for field, _ in seen.numbers} | ({"address"} if seen.address else set())
    party = seen.party
    return KnownSupport(
        name=max((place.likeness for place in seen.name), default=0.0),
        also=frozenset(also),
        is_all=not party.addresses and not any(party.numbers.values()),
        sharing=max((shared[place.words] for place in _places(seen)), default=1),
    )


def _of_party(
    seen: Sighting,
    support: KnownSupport,
    proposed: Candidates,
    words: Sequence[Word],
    fields: Collection[str],
) -> Iterator[Scored]:
    name_field, address_field = f"{seen.party.role}_name", f"{seen.party.role}_address"
    if seen.name:
        names = proposed.get(name_field, ())
        place = max(seen.name, key=lambda place: (_taken(names, place), place.likeness))
        yield from _texts(name_field, place, support, names, words)
    else:
        unprinted = support._replace(likeness=0.0)
        yield Scored(name_field, seen.party.name, seen.party.name, (), 1.0, "known", known=unprinted)
    for place in seen.address if address_field in fields else ():
        yield from _texts(address_field, place, support, proposed.get(address_field, ()), words)
    for field, place in seen.numbers:
        for candidate in proposed.get(field, ()) if field in fields else ():
            if content(candidate.value) == content(place.text) and not set(candidate.words).isdisjoint(
                place.words
            ):
                yield candidate._replace(source="known", known=support)


def _taken(names: Sequence[Scored], place: Printed) -> float:
    """The most that any candidate gives the words of a print."""
    return max(
        (name.probability for name in names if not set(name.words).isdisjoint(place.words)), default=0.0
    )


def _texts(
    field: str, place: Printed, support: KnownSupport, proposed: Sequence[Scored], words: Sequence[Word]
) -> Iterator[Scored]:
    """The known text where it is printed; who proposes this print, misread or not, proposes it too."""
    printed = " ".join(words[at].text for at in place.words)
    own = support._replace(likeness=place.likeness)
    yield Scored(field, place.text, printed, place.words, place.likeness, "known", known=own)
    for candidate in proposed:
        if candidate.words == place.words:
            yield candidate._replace(value=place.text)
