"""Known parties that a document prints, with their places.

Texts are compared by letters and digits, those that look alike (O and 0, I and 1) being one: runs of words
that say the same are looked up, from each word on, down the columns and row by row. What is misread is found
among what model and rules take for a name or an address: the known text most like it, by shared triples of
letters and then by the longest runs in common.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.flow import flow_of
from paperformer.extraction.known_parties.party import KnownParty, Printed, Sighting
from paperformer.fields.scored import Scored
from paperformer.fields.values.plain import digits_of

_LOOK_ALIKE = str.maketrans("OQILSBZG", "00115826")
_LEAST = 4  # letters of a name that is looked for
_LEAST_LONG = 8  # of an address or a number, and of a name that may be misread
_BEGINNING = 4  # letters by which it is seen whether any known text begins at a word
_SHORTLIST = 5
_RARE = 24  # triples of letters by which like texts are looked up
_SHARED = 0.4  # part of these that a text and the known one have in common
_LIKE = 0.88  # from which likeness on they are the same
_TEXTS = ("name", "address")
_OTHER_SIDE = {
    "supplier_vat_number": "receiver_vat_number",
    "receiver_vat_number": "supplier_vat_number",
}
_READ = 0.3  # probability from which a number is read as one of its kind
_TAKEN = 0.05  # probability from which a candidate is compared


class _Entry(NamedTuple):
    """A text of a party: its name or address, or the field that prints its number."""

    party: int
    kind: str
    text: str


class PartyIndex:
    """Known parties, by all that documents print of them.

    Args:
        parties: The list.
    """

    def __init__(self, parties: Sequence[KnownParty]) -> None:
        self.parties = tuple(parties)
        self._entries: dict[str, list[_Entry]] = defaultdict(list)
        for at, party in enumerate(self.parties):
            for entry in _entries(at, party):
                if len(key := _key(entry.text)) >= (_LEAST if entry.kind == "name" else _LEAST_LONG):
                    self._entries[key].append(entry)
        self._beginnings = frozenset(key[:_BEGINNING] for key in self._entries)
        self._longest = max(map(len, self._entries), default=0)
        self._triples: dict[str, list[str]] = defaultdict(list)
        for key, entries in self._entries.items():
            if len(key) >= _LEAST_LONG and any(entry.kind in _TEXTS for entry in entries):
                for triple in _triples(key):
                    self._triples[triple].append(key)

    def sightings(self, words: Sequence[Word], proposed: Mapping[str, Sequence[Scored]]) -> list[Sighting]:
        """Every party of which anything is printed.

        Args:
            words: Of the document, in reading order.
            proposed: What model and rules take for names and addresses; misread ones are looked for there.
        """
        if not self._entries:
            return []
        found: dict[tuple[_Entry, tuple[int, ...]], float] = {}
        for key, places in self._runs(words):
            texts = (entry for entry in self._entries[key] if entry.kind in _TEXTS)
            found.update({(entry, places): 1.0 for entry in texts})
        for entry, places in self._numbers(proposed):
            found[entry, places] = 1.0
        for entry, places, likeness in self._misread(proposed):
            found.setdefault((entry, places), likeness)
        by_party: dict[int, list[tuple[str, Printed]]] = defaultdict(list)
        for (entry, places), likeness in found.items():
            by_party[entry.party].append((entry.kind, Printed(entry.text, places, likeness)))
        return [_sighting(self.parties[at], seen) for at, seen in by_party.items()]

    def _runs(self, words: Sequence[Word]) -> Iterator[tuple[str, tuple[int, ...]]]:
        """The keys that runs of words print, with these words."""
        keys = [_key(word.text) for word in words]
        order = flow_of(words).order.tolist()
        for places in (order, list(range(len(words)))):
            for first, word in enumerate(places):
                if not keys[word]:
                    continue
                text = ""
                for last in range(first, len(places)):
                    text += keys[places[last]]
                    if len(text) > self._longest or (
                        len(text) >= _BEGINNING and text[:_BEGINNING] not in self._beginnings
                    ):
                        break
                    if text in self._entries and keys[places[last]]:
                        yield text, tuple(sorted(places[first : last + 1]))

    def _numbers(self, proposed: Mapping[str, Sequence[Scored]]) -> Iterator[tuple[_Entry, tuple[int, ...]]]:
        """Numbers whose value is known, however they are printed: "01603 555018" is +441603555018.

        Only where they are read as such a number, and not as the other party's: figures meet by chance too.
        """
        for field, candidates in proposed.items():
            other = {
                candidate.value: candidate.probability
                for candidate in proposed.get(_OTHER_SIDE.get(field, ""), ())
            }
            for candidate in candidates:
                if not candidate.words or candidate.probability < max(_READ, other.get(candidate.value, 0.0)):
                    continue
                for entry in self._entries.get(_key(candidate.value), ()):
                    if entry.kind == field:
                        yield entry, candidate.words

    def _misread(
        self, proposed: Mapping[str, Sequence[Scored]]
    ) -> Iterator[tuple[_Entry, tuple[int, ...], float]]:
        for field, candidates in proposed.items():
            kind = field.rpartition("_")[2]
            for candidate in candidates if kind in _TEXTS else ():
                if candidate.probability >= _TAKEN and candidate.words:
                    for key, likeness in self._like(_key(candidate.text), digits_of(candidate.text)):
                        for entry in self._entries[key]:
                            if entry.kind == kind and field.startswith(self.parties[entry.party].role):
                                yield entry, candidate.words, likeness

    def _like(self, text: str, digits: str) -> Iterator[tuple[str, float]]:
        """Known texts that ``text`` may be a misreading of: others of the same digits."""
        if len(text) < _LEAST_LONG:
            return
        # The rarest tell most; "ltd" is in a thousand names.
        rare = sorted(_triples(text), key=lambda triple: (len(self._triples.get(triple, ())), triple))[:_RARE]
        shared = Counter(key for triple in rare for key in self._triples.get(triple, ()))
        for key, count in shared.most_common(_SHORTLIST):
            if key == text or count < _SHARED * len(rare):
                continue
            if not any(digits_of(entry.text) == digits for entry in self._entries[key]):
                continue
            likeness = SequenceMatcher(None, text, key, autojunk=False).ratio()
            if likeness >= _LIKE:
                yield key, likeness


def _entries(at: int, party: KnownParty) -> Iterator[_Entry]:
    yield _Entry(at, "name", party.name)
    yield from (_Entry(at, "address", address) for address in party.addresses)
    for field, numbers in party.numbers.items():
        yield from (_Entry(at, field, number) for number in numbers)


def _sighting(party: KnownParty, seen: Iterable[tuple[str, Printed]]) -> Sighting:
    texts: dict[str, list[Printed]] = {"name": [], "address": []}
    numbers = []
    for kind, printed in seen:
        if kind in texts:
            texts[kind].append(printed)
        else:
            numbers.append((kind, printed))
    return Sighting(party, texts["name"], texts["address"], numbers)


def _key(text: str) -> str:
    return content(text).translate(_LOOK_ALIKE)


def _triples(text: str) -> frozenset[str]:
    return frozenset(text[i : i + 3] for i in range(len(text) - 2))
