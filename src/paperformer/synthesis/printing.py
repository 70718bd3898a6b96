"""How amounts, quantities, rates and dates are put on paper in one document."""

from __future__ import annotations

import datetime
import random
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from paperformer.synthesis.chance import chance, weighted
from paperformer.synthesis.ink import Line, Piece
from paperformer.synthesis.locale import Locale


@dataclass(frozen=True, slots=True)
class Printer:
    """The habits of one document: it prints every date and amount the same way.

    Args:
        locale: Whose month names and currency signs to use.
        currency: ISO code.
        decimal_mark, group: Between units and cents, between thousands.
        date_format: Template with ``{dd} {d} {mm} {m} {yyyy} {yy} {month} {mon}``.
        money_format: Template of a total with ``{amount} {code} {sign}``.
        trailing_minus: Whether a negative amount is printed ``10.00-``.
        upper_months: Whether month names are in capitals.
    """

    locale: Locale
    currency: str
    decimal_mark: str
    group: str
    date_format: str
    money_format: str
    trailing_minus: bool
    upper_months: bool

    def amount(self, cents: int) -> str:
        """``cents`` as a plain amount, ``1 234,50``."""
        whole, rest = divmod(abs(cents), 100)
        text = f"{whole:,}".replace(",", self.group) + f"{self.decimal_mark}{rest:02d}"
        if cents >= 0:
            return text
        return f"{text}-" if self.trailing_minus else f"-{text}"

    def number(self, value: Decimal, places: int | None = None) -> str:
        """A quantity or a rate, without needless zeros unless ``places`` are asked for."""
        if places is None:
            text = f"{value.normalize():f}"
        else:
            text = f"{value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):f}"
        return text.replace(".", self.decimal_mark)

    def date(self, day: datetime.date) -> str:
        """``day`` in the document's format."""
        locale = self.locale
        month, short = locale.months[day.month - 1], locale.short_months[day.month - 1]
        return self.date_format.format(
            d=day.day,
            dd=f"{day.day:02d}",
            m=day.month,
            mm=f"{day.month:02d}",
            yyyy=day.year,
            yy=f"{day.year % 100:02d}",
            month=month.upper() if self.upper_months else month,
            mon=short.upper() if self.upper_months else short,
        )

    def money(self, cents: int, fields: tuple[str, ...] = ()) -> Line:
        """``cents`` with the currency where the document prints it beside totals.

        A currency that stands alone is a word of its own and is labelled so.
        """
        head, _, tail = self.money_format.partition("{amount}")
        pieces = [Piece(self.amount(cents), fields)]
        if head:
            pieces = [*self._currency(head, fields), *pieces]
        if tail:
            pieces += self._currency(tail, fields)
        return tuple(pieces)

    def _currency(self, template: str, fields: tuple[str, ...]) -> list[Piece]:
        text = template.format(code=self.currency, sign=self.locale.sign(self.currency))
        spaced = text != text.strip()
        if not spaced:  # glued to the amount: part of its word
            return [Piece(text, fields)]
        mark = Piece(text.strip(), ("currency",) if fields else ())
        return [mark, Piece(" ")] if text.endswith(" ") else [Piece(" "), mark]


def draw_printer(rng: random.Random, locale: Locale) -> Printer:
    """The habits of a new document of ``locale``."""
    currency = weighted(rng, locale.currencies)
    money_format = weighted(rng, locale.currency_print)
    own_sign = locale.sign(currency)
    if (
        own_sign not in money_format
        and currency not in money_format
        and "{" not in money_format.replace("{amount}", "")
    ):
        # a sign spelled out in the data belongs to the main currency only
        main = next(iter(locale.currencies))
        if currency != main and money_format != "{amount}":
            money_format = "{code} {amount}"
    return Printer(
        locale=locale,
        currency=currency,
        decimal_mark=locale.decimal_mark,
        group=weighted(rng, locale.groups),
        date_format=weighted(rng, locale.date_formats),
        money_format=money_format,
        trailing_minus=chance(rng, 0.15),
        upper_months=chance(rng, 0.1),
    )


def decimal_text(cents: int) -> str:
    """The normalised value of an amount: a decimal with a dot and two places."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"
