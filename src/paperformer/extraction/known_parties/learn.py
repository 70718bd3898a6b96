"""The parties of documents that somebody has labelled, or corrected, as a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from paperformer.extraction.compare import content
from paperformer.extraction.known_parties.party import ROLES, KnownParty

_NUMBERS = {
    "vat_number": "vat_numbers",
    "organisation_number": "organisation_numbers",
    "phone": "phones",
}


@dataclass(slots=True)
class _Gathered:
    """What the documents of one party say, with how many say so."""

    names: Counter[str] = field(default_factory=Counter)
    addresses: dict[str, Counter[str]] = field(default_factory=dict)
    numbers: dict[str, Counter[str]] = field(default_factory=dict)


def learn_parties(answers: Iterable[Mapping[str, Sequence[str]]]) -> list[KnownParty]:
    """The parties that the answers name, in the order in which they come first.

    Names, and addresses, of the same letters and digits are one; the spelling that most documents have
    counts, of equally many the first.

    Args:
        answers: Of each document the right values by field, the first of a list counts.
    """
    gathered: dict[tuple[str, str], _Gathered] = {}
    for answer in answers:
        for role in ROLES:
            name = _first(answer, f"{role}_name")
            if content(name):
                _gather(gathered.setdefault((role, content(name)), _Gathered()), role, name, answer)
    return [
        KnownParty(
            name=_usual(party.names),
            role="supplier" if role == "supplier" else "receiver",
            addresses=tuple(_usual(spellings) for spellings in party.addresses.values()),
            **{setting: tuple(counter) for setting, counter in party.numbers.items()},
        )
        for (role, _), party in gathered.items()
    ]


def _gather(party: _Gathered, role: str, name: str, answer: Mapping[str, Sequence[str]]) -> None:
    party.names[name] += 1
    address = _first(answer, f"{role}_address")
    if content(address):
        party.addresses.setdefault(content(address), Counter())[address] += 1
    numbers = {setting: _first(answer, f"{role}_{number}") for number, setting in _NUMBERS.items()}
    if role == "supplier":
        numbers["ibans"] = _first(answer, "iban")
    for setting, value in numbers.items():
        if content(value):
            party.numbers.setdefault(setting, Counter())[value] += 1


def _first(answer: Mapping[str, Sequence[str]], name: str) -> str:
    return next(iter(answer.get(name, ())), "")


def _usual(spellings: Counter[str]) -> str:
    return spellings.most_common(1)[0][0]
