"""As much English and German grammar as the sentences of the tiny translator need."""

from __future__ import annotations

import re
from dataclasses import dataclass

# Endings of the articles and of the adjective after them: nominative, accusative, dative.
DEFINITE = {
    "m": (("der", "e"), ("den", "en"), ("dem", "en")),
    "f": (("die", "e"), ("die", "e"), ("der", "en")),
    "n": (("das", "e"), ("das", "e"), ("dem", "en")),
}
INDEFINITE = {
    "m": (("", "er"), ("en", "en"), ("em", "en")),
    "f": (("e", "e"), ("e", "e"), ("er", "en")),
    "n": (("", "es"), ("", "es"), ("em", "en")),
}
STEMS = {"a": "ein", "no": "kein", "my": "mein", "your": "dein"}


@dataclass(frozen=True)
class Adjective:
    """``stem`` is what endings are added to: teuer, teure."""

    en: str
    de: str
    stem: str


@dataclass(frozen=True)
class Noun:
    """``oblique`` is its form in accusative and dative: der Junge, den Jungen."""

    en: str
    de: str
    gender: str
    adjectives: tuple[Adjective, ...]
    oblique: str


@dataclass(frozen=True)
class Person:
    """A grammatical person: 0 ich, 1 du, 2 er, 3 wir and sie."""

    en: str
    de: str
    number: int


PERSONS = (
    Person("I", "ich", 0),
    Person("you", "du", 1),
    Person("he", "er", 2),
    Person("she", "sie", 2),
    Person("we", "wir", 3),
    Person("they", "sie", 3),
)
BE, HAVE_EN, DO = (
    ("am", "are", "is", "are"),
    ("have", "have", "has", "have"),
    ("do", "do", "does", "do"),
)
HAVE_DE = ("habe", "hast", "hat", "haben")


@dataclass(frozen=True)
class Phrase:
    """Who or what, in English and in three German cases."""

    en: str
    nom: str
    acc: str
    dat: str
    number: int
    noun: Noun | None = None
    adjective: Adjective | None = None

    @classmethod
    def of_person(cls, person: Person) -> Phrase:
        """A pronoun as a subject."""
        return cls(person.en, person.de, "", "", person.number)

    @property
    def have_en(self) -> str:
        return HAVE_EN[self.number]

    @property
    def have_de(self) -> str:
        return HAVE_DE[self.number]


@dataclass(frozen=True)
class Verb:
    """``stative`` verbs have no progressive: `she needs a coat`."""

    en_infinitive: str
    en_third: str
    en_ing: str
    en_past: str
    en_participle: str
    german: tuple[str, str, str, str]
    infinitive: str
    participle: str
    objects: tuple[str, ...] = ()
    stative: bool = False

    def present(self, who: Phrase) -> str:
        if not self.stative:
            return f"{BE[who.number]} {self.en_ing}"
        return self.en_third if who.number == 2 else self.en_infinitive

    def negated(self, who: Phrase) -> str:
        if not self.stative:
            return f"{BE[who.number]} not {self.en_ing}"
        return f"{DO[who.number]} not {self.en_infinitive}"

    def asked(self, who: Phrase) -> str:
        if not self.stative:
            return f"{BE[who.number]} {who.en} {self.en_ing}"
        return f"{DO[who.number]} {who.en} {self.en_infinitive}"

    def de(self, who: Phrase) -> str:
        return self.german[who.number]


@dataclass(frozen=True)
class Modal:
    en: str
    en_third: str
    german: tuple[str, str, str, str]

    def present(self, who: Phrase) -> str:
        return self.en_third if who.number == 2 else self.en

    def de(self, who: Phrase) -> str:
        return self.german[who.number]


def phrase(noun: Noun, article: str, adjective: Adjective | None = None) -> Phrase:
    """``the``, ``a``, ``no``, ``my`` or ``your`` with a noun."""
    forms = DEFINITE[noun.gender] if article == "the" else INDEFINITE[noun.gender]
    cases = []
    for case, (word, ending) in enumerate(forms):
        name = noun.de if case == 0 else noun.oblique
        between = f"{adjective.stem}{ending} " if adjective else ""
        cases.append(f"{STEMS.get(article, '')}{word} {between}{name}")
    between = f"{adjective.en} " if adjective else ""
    return Phrase(f"{article} {between}{noun.en}", *cases, 2, noun, adjective)


def named(name: str) -> Phrase:
    """Somebody's name."""
    return Phrase(name, name, name, name, 2)


def an(text: str) -> str:
    """`a` becomes `an` before a vowel."""
    return re.sub(r"\ba (?=[aeiou])", "an ", text)
