"""What a list of known parties is worth, and the weights of its evidence.

    PAPERFORMER_DATA=folder python benchmarks/known_parties_fit.py           # with and without a list
    PAPERFORMER_DATA=folder python benchmarks/known_parties_fit.py --write   # fit, measure, write the weights

The documents are development sets (``gate/sets.py``) that the model was not trained on. The list of a
document holds the parties that all other documents name; of the own ones it holds in turn all that other
documents tell, the name, name and address, name and numbers, all, or nothing ("not listed"). "neighbour" is
another party with the same address, account and telephone, "neighbours" are two, and "mentioned" is one
whose name is two words of the page. Every other party is on both sides of the list. "unprinted" is a page
whose supplier's name was taken out, as if it were a picture, with a list of all, of account, telephone or
address. Figures are cross-fitted: documents of one issuer are answered with weights that saw none of them.
All other evidence stays as it is.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
from gate.sets import load_sets, sources_at

from paperformer.documents.model import Document
from paperformer.evidence.observers.known_parties import NAMES
from paperformer.evidence.registry import named
from paperformer.evidence.scorer import Scorer, observe
from paperformer.evidence.weights import Weights, load_weights, save_weights
from paperformer.extraction.by_rules import read_by_rules
from paperformer.extraction.candidates import read_candidates, weighed_candidates
from paperformer.extraction.compare import content, same_value
from paperformer.extraction.known_parties.learn import learn_parties
from paperformer.extraction.known_parties.party import ROLES, KnownParty
from paperformer.extraction.known_parties.recognise import KnownParties
from paperformer.extraction.model_path import default_model_path, evidence_of
from paperformer.extraction.predictor import Predictor, Read
from paperformer.extraction.proposers.read_document import ReadDocument
from paperformer.labelled.documents import LabelledDocument
from paperformer.learning.evidence import Choice, fit_weights

MENTIONED = "mentioned"
SETS = ("sroie", "world", "orders", "drawn", "generated")
FIELDS = tuple(f"{role}_{kind}" for role in ROLES for kind in ("name", "address", "vat_number"))
LISTED = (
    "elsewhere", "name", "name and address", "name and numbers", "all", "not listed", "neighbour",
    "neighbours", MENTIONED,
)  # fmt: skip
HIDDEN = ("all", "account", "phone", "address")
UNPRINTED, NOWHERE = "unprinted", "unprinted, not listed"
FOLDS, MOST = 4, 120  # parts of the documents; documents of a set
LIKELY, SURE = 0.5, 0.9


@dataclass(frozen=True, slots=True)
class Case:
    """A document and a list that is held beside it.

    Args:
        document: With its truth.
        listed: How much of its own parties the list holds; None where there is no list.
        fold: Its part of the documents.
        read: The candidates, with what the list says of them.
    """

    document: LabelledDocument
    listed: str | None
    fold: int
    read: Read


def cases_of(predictor: Predictor, documents: Sequence[LabelledDocument]) -> Iterator[Case]:
    """Each document without a list, and with two of the kinds of lists."""
    answers = [one.fields for one in documents]
    documents = documents[:MOST]
    folds: dict[str, int] = {}
    for at, document in enumerate(documents):
        issuer = content(next(iter(document.fields.get("supplier_name", ())), document.key))
        fold = folds.setdefault(issuer, len(folds) % FOLDS)
        others = [answer for place, answer in enumerate(answers) if place != at]
        half = LISTED[at % len(LISTED)], LISTED[(at + len(LISTED) // 2) % len(LISTED)]
        if not document.document.words:
            continue
        ready = _ready(predictor, document.document)
        for listed in (None, *half):
            parties = [] if listed is None else list_of(document.fields, others, listed)
            parties += _mentioned(document) if listed == MENTIONED else []
            yield Case(document, listed, fold, _read(ready, parties))
        hidden = _without_name(document, _read(ready, []))
        if hidden is not None:
            listed = NOWHERE if at % 3 == 0 else UNPRINTED
            parties = list_of(document.fields, others, "not listed" if at % 3 == 0 else HIDDEN[at % 4])
            yield Case(hidden, listed, fold, _read(_ready(predictor, hidden.document), parties))


def _ready(predictor: Predictor, document: Document) -> ReadDocument:
    rules = read_by_rules(document, predictor.schema, predictor.wanted, {})
    scores, _ = predictor._loaded().score(document.words)
    return ReadDocument(scores, rules)


def _read(ready: ReadDocument, parties: Sequence[KnownParty]) -> Read:
    seen = ReadDocument(ready.scores, ready.rules, known=KnownParties(parties))
    return Read(ready.rules, read_candidates(seen))


def _without_name(document: LabelledDocument, read: Read) -> LabelledDocument | None:
    """The document without the words that print its supplier's name; None where no candidate prints it."""
    truths = document.fields.get("supplier_name", ())
    found = read.reading.page.candidates.get("supplier_name", ())
    taken = {word for one in found if same_value("name", one.value, truths) for word in one.words}
    if not truths or not taken:
        return None
    place, pages = 0, []
    for page in document.document.pages:
        kept = [word for at, word in enumerate(page.words, start=place) if at not in taken]
        place += len(page.words)
        pages.append(replace(page, words=tuple(kept)))
    hidden = replace(document.document, pages=tuple(pages))
    return replace(document, document=hidden) if hidden.words else None


def list_of(
    own: Mapping[str, Sequence[str]], others: Sequence[Mapping[str, Sequence[str]]], listed: str
) -> list[KnownParty]:
    """The parties of other documents, and as much of the own ones as ``listed`` says."""
    names = {(role, content(name)) for role in ROLES for name in own.get(f"{role}_name", ())}
    every = learn_parties(others)
    every += [_other_side(one) for one in every[::2]]
    if listed == "elsewhere":
        return every
    foreign = [one for one in every if (one.role, content(one.name)) not in names]
    mine = [] if listed in {"not listed", MENTIONED} else [_part(one, listed) for one in learn_parties([own])]
    if listed.startswith("neighbour") and foreign:
        count = 1 if listed == "neighbour" else 2
        mine = [
            replace(one, name=foreign[(len(one.name) + step) % len(foreign)].name)
            for one in mine
            for step in range(count)
        ]
    return [*foreign, *mine]


def _mentioned(document: LabelledDocument) -> list[KnownParty]:
    """A party that is called like two words of the page, as carriers and banks are, but not like its own."""
    own = {content(name) for role in ROLES for name in document.fields.get(f"{role}_name", ())}
    words = document.document.words
    names = [
        f"{one.text} {following.text}"
        for one, following in pairwise(words)
        if one.line == following.line and one.text.isalpha() and following.text.isalpha()
    ]
    foreign = [name for name in names if not any(content(name) in text for text in own)]
    if not foreign:
        return []
    name = Random(document.key).choice(foreign)
    return [KnownParty(name, addresses=("Unter den Eichen 87, 12205 Berlin",))]


def _other_side(party: KnownParty) -> KnownParty:
    return replace(party, role="receiver" if party.role == "supplier" else "supplier")


def _part(party: KnownParty, listed: str) -> KnownParty:
    """As much of a party as a list knows."""
    kept = _PARTS.get(listed, _DETAILS)
    return replace(party, **{name: () for name in _DETAILS if name not in kept})


_DETAILS = ("addresses", "vat_numbers", "organisation_numbers", "ibans", "phones")
_PARTS: Mapping[str, Collection[str]] = {
    "name": (),
    "name and address": ("addresses",),
    "name and numbers": _DETAILS[1:],
    "neighbour": ("addresses", "ibans", "phones"),
    "neighbours": ("addresses", "ibans", "phones"),
    "account": ("ibans",),
    "phone": ("phones",),
    "address": ("addresses",),
}


def truths_of(case: Case, name: str) -> Sequence[str]:
    """The right values of a field: a name that neither page nor list has is none."""
    is_lost = name == "supplier_name" and case.listed == NOWHERE
    return () if is_lost else case.document.fields.get(name, ())


def choices_of(case: Case, scorer: Scorer) -> Iterator[Choice]:
    """The candidates of every field whose truth is known, with the scores that other evidence gives them."""
    page, own = case.read.reading.page, named(NAMES)
    for name, found in page.candidates.items():
        if name not in case.document.known or not found:
            continue
        type_ = found[0].type
        table = np.array([[observe(one, each, page) for one in own] for each in found], dtype=np.float32)
        if table.any():
            base = [
                sum(c for n, c in one.counts.items() if n not in NAMES) for one in scorer.weigh(found, page)
            ]
            truths = truths_of(case, name)
            right = [bool(truths) and same_value(type_, one.value, truths) for one in found]
            yield Choice(name, type_, table, np.array(right), base=np.array(base))


def with_weights(weights: Weights, fitted: Weights) -> Weights:
    """``weights`` with those of known parties replaced."""
    return Weights(
        _others(weights.shared), _others_of(weights.types), _others_of(weights.fields), weights.relations
    ).plus(fitted)


def _others(weights: Mapping[str, float]) -> dict[str, float]:
    return {name: weight for name, weight in weights.items() if name not in NAMES}


def _others_of(named_weights: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    return {name: _others(own) for name, own in named_weights.items()}


def count(case: Case, predictor: Predictor) -> Iterator[tuple[str, str]]:
    """For each field of a party what becomes of it."""
    proposed = weighed_candidates(case.read.reading, predictor.weigh(case.read))
    chosen = predictor.choose(case.read, proposed).fields
    for name in FIELDS:
        if name not in case.document.known:
            continue
        truths = truths_of(case, name)
        best = max(chosen.get(name, ()), key=lambda one: one.probability, default=None)
        if best is None or best.probability < LIKELY:
            yield name, "missed" if truths else "rightly none"
            continue
        is_right = bool(truths) and same_value(predictor.schema[name].type, best.value, truths)
        yield name, "right" if is_right else "wrong"
        if not is_right and best.probability >= SURE:
            yield name, "wrong at .9"


def main() -> None:
    """Read the documents; fit where that is wanted; measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cache", type=Path, default=Path("build/development"))
    parser.add_argument("--write", action="store_true", help="fit, and write into the default model")
    options = parser.parse_args()
    predictor = Predictor(default_model_path(), None, None)
    sets = load_sets(sources_at(options.cache), SETS, False, print)
    cases = [case for documents in sets.values() for case in cases_of(predictor, documents)]
    shipped = load_weights(evidence_of(default_model_path()))
    choices = defaultdict[int, list[Choice]](list)
    for case in cases if options.write else ():
        choices[case.fold] += choices_of(case, predictor.scorer)
    counts: dict[str, Counter[tuple[str, str]]] = {}
    for fold in range(FOLDS):
        if options.write:
            rest = [one for own, those in choices.items() if own != fold for one in those]
            predictor.scorer = Scorer(with_weights(shipped, fit_weights(rest, NAMES)))
        for case in cases:
            if case.fold == fold:
                counts.setdefault(case.listed or "no list", Counter()).update(count(case, predictor))
    show(counts)
    if options.write:
        fitted = fit_weights([one for those in choices.values() for one in those], NAMES)
        for name in NAMES:
            own = {type_: found.get(name, 0.0) for type_, found in fitted.types.items()}
            print(f"{name:32} {fitted.shared[name]:+.2f}", *(f"{t} {w:+.2f}" for t, w in own.items() if w))
        save_weights(with_weights(shipped, fitted), evidence_of(default_model_path()))


def show(counts: Mapping[str, Counter[tuple[str, str]]]) -> None:
    """One line for each kind of list, names and all fields."""
    for listed in ("no list", *LISTED, UNPRINTED, NOWHERE):
        found = counts.get(listed, Counter())
        names = {what: found["supplier_name", what] for what in ("right", "wrong", "missed", "wrong at .9")}
        every = Counter[str]()
        for (_, what), number in found.items():
            every[what] += number
        print(f"{listed:21} supplier {names}  all {dict(every)}", flush=True)


if __name__ == "__main__":
    main()
