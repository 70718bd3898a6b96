"""What pages say that are no invoice: sentences in ``prose/*.yaml``, and what fills their places."""

from __future__ import annotations

import datetime
import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import yaml

from paperformer.errors import InvalidConfig
from paperformer.synthesis.chance import chance, digits, filled, pick
from paperformer.synthesis.locale import Locale, load_locale, locale_codes
from paperformer.synthesis.names import person_name
from paperformer.synthesis.parties import Party, company
from paperformer.synthesis.phones import phone
from paperformer.synthesis.printing import Printer, draw_printer

Texts = tuple[str, ...]


@lru_cache(maxsize=16)
def load_prose(language: str) -> Mapping[str, Texts]:
    """The sentences of a language, by where they belong (``letter``, ``clauses`` ...).

    Raises:
        InvalidConfig: when there are none.
    """
    entry = resources.files(__package__) / "prose" / f"{language}.yaml"
    if not entry.is_file():
        raise InvalidConfig(f"no prose for language {language!r}", "Add synthesis/prose/<language>.yaml")
    raw: dict[str, list[str]] = yaml.safe_load(entry.read_text(encoding="utf-8"))
    return {name: tuple(texts) for name, texts in raw.items()}


@lru_cache(maxsize=1)
def prose_locales() -> tuple[Locale, ...]:
    """The locales whose language there is prose for."""
    known = {entry.name[:-5] for entry in (resources.files(__package__) / "prose").iterdir()}
    return tuple(load_locale(code) for code in locale_codes() if code.split("-")[0] in known)


@dataclass(slots=True)
class Writer:
    """Writes the sentences of one document: its two parties stay the same, everything else is drawn anew."""

    rng: random.Random
    locale: Locale
    prose: Mapping[str, Texts]
    own: Party
    other: Party
    printer: Printer
    day: datetime.date

    @classmethod
    def of(cls, rng: random.Random, locale: Locale) -> Writer:
        """A writer in the language and country of ``locale``."""
        day = datetime.date(1995, 1, 1) + datetime.timedelta(days=rng.randrange(31 * 365))
        prose, printer = load_prose(locale.language), draw_printer(rng, locale)
        return cls(rng, locale, prose, company(rng, locale), company(rng, locale), printer, day)

    def one(self, part: str) -> str:
        """One text of ``part``, its places filled."""
        return self.filled(pick(self.rng, self.prose[part]))

    def several(self, part: str, least: int, most: int) -> list[str]:
        """Different texts of ``part`` (fewer where there are not so many)."""
        texts = self.prose[part]
        count = min(self.rng.randint(least, most), len(texts))
        return [self.filled(text) for text in self.rng.sample(texts, count)]

    def date(self) -> str:
        """A day near the document's own, as it prints dates."""
        return self.printer.date(self.day + datetime.timedelta(days=self.rng.randint(-200, 200)))

    def amount(self) -> str:
        """A sum of money in running text."""
        cents = 100 * self.rng.randint(2, 90) * self.rng.choice((5, 10, 50, 100, 1000))
        return "".join(piece.text for piece in self.printer.money(cents))

    def number(self) -> str:
        """A count."""
        return str(self.rng.choice((2, 3, 5, 7, 8, 12, 14, 24, 30, 36, 60, 90, 120, 250, 400, 1200)))

    def code(self) -> str:
        """A number that names something, but nothing that we read."""
        return filled(self.rng, pick(self.rng, ("@@-####", "######", "@#####", "##/####", "#### ####")))

    def filled(self, text: str) -> str:
        """``text`` with its places filled."""
        if "{" not in text:
            return text
        rng, locale = self.rng, self.locale
        return text.format(
            person=person_name(rng, locale),
            other=pick(rng, locale.last_names),
            company=self.own.name,
            firm=self.other.name,
            city=pick(rng, locale.cities),
            town=pick(rng, locale.cities),
            street=", ".join(self.own.address) if chance(rng, 0.3) else self.own.address[0],
            date=self.date(),
            later=self.date(),
            year=self.day.year,
            past=self.day.year - rng.randint(1, 40),
            number=self.number(),
            amount=self.amount(),
            month=pick(rng, locale.months),
            phone=phone(rng, locale).text,
            code=self.code() if chance(rng, 0.8) else digits(rng, 5),
        )
