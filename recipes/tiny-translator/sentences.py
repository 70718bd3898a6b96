"""Writes the parallel text of the tiny translator: everyday English sentences and their German.

    python recipes/tiny-translator/sentences.py recipes/tiny-translator

The words, the grammar and the phrases are ours. Sentences are drawn from patterns, so that a small model
can learn the rules from few of them: German cases, endings of adjectives, the verb in second place, at the
end of a clause and split in two. What it is tested on are other sentences of the same words.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from grammar import PERSONS, Phrase, Verb, an, named, phrase
from words import (
    ADVERBS,
    FAMILY,
    GIVING,
    INTRANSITIVE,
    LEADERS,
    MODALS,
    NAMES,
    NOUNS,
    PEOPLE,
    PLACES,
    SMALL,
    SPOTS,
    TRANSITIVE,
    by_hand,
)

SIZES = {"train": 1500, "valid": 100, "test": 200}
SEED = 1
Pair = tuple[str, str]


@dataclass(frozen=True)
class Writer:
    """Draws sentences from ``chance``."""

    chance: random.Random

    def subject(self) -> Phrase:
        kind = self.chance.random()
        if kind < 0.35:
            return Phrase.of_person(self.chance.choice(PERSONS))
        if kind < 0.5:
            return named(self.chance.choice(NAMES))
        return self.somebody()

    def somebody(self) -> Phrase:
        if self.chance.random() < 0.3:
            return self.noun(FAMILY, "my", "your")
        return self.noun(PEOPLE, "the")

    def noun(self, names: tuple[str, ...], *articles: str) -> Phrase:
        """One of these nouns, with an article of these and often an adjective."""
        noun = NOUNS[self.chance.choice(names)]
        adjective = self.chance.choice(noun.adjectives) if self.chance.random() < 0.35 else None
        return phrase(noun, self.chance.choice(articles), adjective)

    def thing(self, verb: Verb, *articles: str) -> Phrase:
        return self.noun(verb.objects, *(articles or ("the", "a", "a", "my", "your")))

    def verb(self) -> Verb:
        return self.chance.choice(TRANSITIVE)

    def now(self) -> Pair:
        who, verb = self.subject(), self.verb()
        what = self.thing(verb)
        return f"{who.en} {verb.present(who)} {what.en}.", f"{who.nom} {verb.de(who)} {what.acc}."

    def when(self) -> Pair:
        """The verb is second: after an adverb the subject follows it."""
        who, verb = self.subject(), self.verb()
        what, (en, de) = self.thing(verb), self.chance.choice(ADVERBS)
        return f"{en} {who.en} {verb.present(who)} {what.en}.", f"{de} {verb.de(who)} {who.nom} {what.acc}."

    def past(self) -> Pair:
        who, verb = self.subject(), self.verb()
        what = self.thing(verb)
        en = f"{who.en} {verb.en_past} {what.en} yesterday."
        return en, f"{who.nom} {who.have_de} gestern {what.acc} {verb.participle}."

    def done(self) -> Pair:
        who, verb = self.subject(), self.verb()
        what = self.thing(verb)
        return (
            f"{who.en} {who.have_en} {verb.en_participle} {what.en}.",
            f"{who.nom} {who.have_de} {what.acc} {verb.participle}.",
        )

    def modal(self) -> Pair:
        who, verb = self.subject(), self.verb()
        while verb.en_infinitive == "need":  # nobody wants to need
            verb = self.verb()
        what, modal = self.thing(verb), self.chance.choice(MODALS)
        en = f"{who.en} {modal.present(who)} {verb.en_infinitive} {what.en}."
        return en, f"{who.nom} {modal.de(who)} {what.acc} {verb.infinitive}."

    def clause(self) -> Pair:
        """In a clause the verb is last."""
        (en, de), who, verb = self.chance.choice(LEADERS), self.subject(), self.verb()
        what = self.thing(verb)
        if self.chance.random() < 0.5:
            return (
                f"{en} that {who.en} {verb.present(who)} {what.en}.",
                f"{de}, dass {who.nom} {what.acc} {verb.de(who)}.",
            )
        return (
            f"{en} that {who.en} {who.have_en} {verb.en_participle} {what.en}.",
            f"{de}, dass {who.nom} {what.acc} {verb.participle} {who.have_de}.",
        )

    def negation(self) -> Pair:
        who, verb = self.subject(), self.verb()
        if self.chance.random() < 0.5:
            what = self.thing(verb, "the", "my", "your")
            return f"{who.en} {verb.negated(who)} {what.en}.", f"{who.nom} {verb.de(who)} {what.acc} nicht."
        what = self.thing(verb, "a")
        none = phrase(what.noun, "no", what.adjective)
        return f"{who.en} {verb.negated(who)} {what.en}.", f"{who.nom} {verb.de(who)} {none.acc}."

    def question(self) -> Pair:
        who, verb = self.subject(), self.verb()
        while who.number == 0:  # people seldom ask what they do themselves
            who = self.subject()
        what = self.thing(verb)
        if self.chance.random() < 0.5:
            return f"{verb.asked(who)} {what.en}?", f"{verb.de(who)} {who.nom} {what.acc}?"
        return (
            f"{who.have_en} {who.en} {verb.en_participle} {what.en}?",
            f"{who.have_de} {who.nom} {what.acc} {verb.participle}?",
        )

    def who(self) -> Pair:
        verb = self.verb()
        what = self.thing(verb, "the", "my", "your")
        return f"who {verb.en_past} {what.en}?", f"wer hat {what.acc} {verb.participle}?"

    def quality(self) -> Pair:
        noun = NOUNS[self.chance.choice(tuple(NOUNS))]
        what = phrase(noun, self.chance.choice(("the", "my", "your")))
        adjective = self.chance.choice(noun.adjectives)
        if self.chance.random() < 0.3:
            return f"{what.en} is not {adjective.en}.", f"{what.nom} ist nicht {adjective.de}."
        return f"{what.en} is {adjective.en}.", f"{what.nom} ist {adjective.de}."

    def spot(self) -> Pair:
        what, (en, de, there) = self.noun(SMALL, "the", "my", "your"), self.chance.choice(SPOTS)
        while what.noun.en == there:
            what = self.noun(SMALL, "the", "my", "your")
        if self.chance.random() < 0.25:
            return f"where is {what.en}?", f"wo ist {what.nom}?"
        return f"{what.en} is {en}.", f"{what.nom} ist {de}."

    def giving(self) -> Pair:
        """Two objects: to whom is in the dative."""
        who, whom, verb = self.subject(), self.somebody(), self.chance.choice(GIVING)
        while whom.noun is who.noun:
            whom = self.somebody()
        what = self.thing(verb, "the", "a", "a")
        if self.chance.random() < 0.5:
            return (
                f"{who.en} {verb.present(who)} {whom.en} {what.en}.",
                f"{who.nom} {verb.de(who)} {whom.dat} {what.acc}.",
            )
        return (
            f"{who.en} {who.have_en} {verb.en_participle} {whom.en} {what.en}.",
            f"{who.nom} {who.have_de} {whom.dat} {what.acc} {verb.participle}.",
        )

    def staying(self) -> Pair:
        who, verb, (en, de) = self.subject(), self.chance.choice(INTRANSITIVE), self.chance.choice(PLACES)
        kind = self.chance.random()
        if kind < 0.4:
            return f"{who.en} {verb.present(who)} {en}.", f"{who.nom} {verb.de(who)} {de}."
        if kind < 0.7:
            return (
                f"{who.en} {verb.en_past} {en} yesterday.",
                f"{who.nom} {who.have_de} gestern {de} {verb.participle}.",
            )
        modal = self.chance.choice(MODALS)
        return (
            f"{who.en} {modal.present(who)} {verb.en_infinitive} {en}.",
            f"{who.nom} {modal.de(who)} {de} {verb.infinitive}.",
        )

    def patterns(self) -> list[Callable[[], Pair]]:
        rare = [self.who, self.quality, self.spot]
        middling = [self.giving, self.staying, self.now, self.when, self.past, self.done, self.modal]
        return [*rare, *middling, *middling, *[self.clause, self.negation, self.question] * 2]


def sentence(pair: Pair) -> Pair:
    """With a capital at its beginning, and `an` before a vowel."""
    en, de = an(pair[0]), pair[1]
    return en[0].upper() + en[1:], de[0].upper() + de[1:]


def corpus() -> dict[str, list[Pair]]:
    """Three parts that share no sentence; the phrases written by hand are in the first."""
    chance = random.Random(SEED)
    patterns = Writer(chance).patterns()
    drawn: dict[str, str] = {}  # an English sentence has one translation here
    wanted = sum(SIZES.values()) - len(by_hand())
    while len(drawn) < wanted:
        en, de = sentence(chance.choice(patterns)())
        drawn.setdefault(en, de)
    pairs = list(drawn.items())
    test, valid = pairs[: SIZES["test"]], pairs[SIZES["test"] : SIZES["test"] + SIZES["valid"]]
    train = [*pairs[SIZES["test"] + SIZES["valid"] :], *by_hand()]
    chance.shuffle(train)
    return {"train": train, "valid": valid, "test": test}


def main(folder: Path) -> None:
    for name, pairs in corpus().items():
        for side, language in enumerate(("en", "de")):
            text = "".join(f"{pair[side]}\n" for pair in pairs)
            (folder / f"{name}.{language}").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
