"""How an e-invoice's values are written on its page: by the country of the seller."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from drawn.wording import amount, day, quantity, table, word

_ELSEWHERE: Mapping[str, Any] = {"lang": "en", "money": "1,234.50", "date": "dd/mm/yyyy"}
_PLACES = 4  # of a price


@cache
def words() -> Mapping[str, Any]:
    """What ``words.yaml`` holds."""
    loaded: Mapping[str, Any] = yaml.safe_load((Path(__file__).parent / "words.yaml").read_text("utf-8"))
    return loaded


@dataclass(frozen=True)
class Wording:
    """Words, amounts and days as the firms of a country write them, in one of two ways."""

    country: str
    variant: int

    @property
    def language(self) -> str:
        """What the page is written in."""
        return str(self._facts["lang"])

    @property
    def _facts(self) -> Mapping[str, Any]:
        facts: Mapping[str, Any] = table("countries.yaml").get(self.country, _ELSEWHERE)
        return facts

    def word(self, key: str) -> str:
        """A caption."""
        own = words().get(self.language, {}).get(key) or words()["en"].get(key)
        return str(own) if own else word(self.language, key, self.variant)

    def money(self, text: str) -> str:
        """An amount of a term, with two places or as many as it has."""
        number = Decimal(text)
        exponent = number.normalize().as_tuple().exponent
        places = min(max(2, -int(exponent)), _PLACES) if isinstance(exponent, int) else 2
        return amount(number, self._facts["money"], places)

    def number(self, text: str) -> str:
        """A quantity or rate."""
        return quantity(Decimal(text), self._facts["money"])

    def day(self, text: str) -> str:
        """A day; as it is where it is none."""
        try:
            return day(date.fromisoformat(text), self._facts["date"], self.language)
        except ValueError:
            return text

    def land(self, code: str) -> str:
        """A country: its own name where that is the page's language, else the English one."""
        facts = table("countries.yaml").get(code)
        if facts is None:
            return code
        own, english = facts["names"]
        return str(own if facts["lang"] == self.language else english)

    def unit(self, code: str) -> str:
        """What a line prints for the code of its unit."""
        ways = words()["units"].get(code, {})
        return str(ways.get(self.language) or ways.get("any") or code)
