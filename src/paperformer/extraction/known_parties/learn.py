"""The parties of documents that somebody has labelled, or corrected, as a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from paperformer.documents.source import is_folder
from paperformer.extraction.compare import content
from paperformer.extraction.known_parties.party import ROLES, KnownParty
from paperformer.extraction.labelled.answers import holds_answers, stream_answers, sure_values
from paperformer.extraction.labelled.record import stream_records
from paperformer.extraction.levels import LABEL_CONFIDENCE

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


def answers_of(
    path: Path, label_confidence: float = LABEL_CONFIDENCE
) -> Iterator[Mapping[str, Sequence[str]]]:
    """The right values of each labelled document of a JSONL file or folder, by field; no document is opened.

    Args:
        path: The file or folder.
        label_confidence: Where the file is what ``paperformer extract`` answered: answers that are less sure
            are left out.

    Raises:
        InvalidConfig: there is nothing to read, or something that is not in the format.
    """
    if is_folder(path):
        from paperformer.extraction.labelled.folder import answered_documents

        yield from (one.fields for one in answered_documents(path))
    elif holds_answers(path):
        yield from (sure_values(answer, label_confidence) for answer in stream_answers(path))
    else:
        yield from (record.fields for record, _ in stream_records(path))


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
            name=_usual(one.names),
            role="supplier" if role == "supplier" else "receiver",
            addresses=tuple(_usual(spellings) for spellings in one.addresses.values()),
            **{setting: tuple(found) for setting, found in one.numbers.items()},
        )
        for (role, _), one in gathered.items()
    ]


def _gather(one: _Gathered, role: str, name: str, answer: Mapping[str, Sequence[str]]) -> None:
    one.names[name] += 1
    address = _first(answer, f"{role}_address")
    if content(address):
        one.addresses.setdefault(content(address), Counter())[address] += 1
    numbers = {setting: _first(answer, f"{role}_{number}") for number, setting in _NUMBERS.items()}
    if role == "supplier":
        numbers["ibans"] = _first(answer, "iban")
    for setting, value in numbers.items():
        if content(value):
            one.numbers.setdefault(setting, Counter())[value] += 1


def _first(answer: Mapping[str, Sequence[str]], name: str) -> str:
    return next(iter(answer.get(name, ())), "")


def _usual(spellings: Counter[str]) -> str:
    return spellings.most_common(1)[0][0]
