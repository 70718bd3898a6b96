"""The look of one document: paper, typefaces, sizes, colours, how captions are set."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from paperformer.synthesis.chance import chance, pick, weighted
from paperformer.synthesis.fonts import Family, families_for
from paperformer.synthesis.ink import BLACK, Colour, Line, Pen, Piece
from paperformer.synthesis.locale import Locale

A4 = (595.28, 841.89)
LETTER = (612.0, 792.0)

_ACCENTS: tuple[Colour, ...] = (
    (0.0, 0.0, 0.0),
    (0.10, 0.22, 0.42),
    (0.0, 0.40, 0.45),
    (0.55, 0.10, 0.14),
    (0.13, 0.42, 0.20),
    (0.86, 0.40, 0.05),
    (0.35, 0.18, 0.48),
    (0.25, 0.28, 0.32),
    (0.0, 0.32, 0.66),
)


@dataclass(frozen=True, slots=True)
class Style:
    """How everything in one document is set. Sizes in points.

    Args:
        suffix: What follows a caption (``:``, `` :``, nothing).
        caption_bold, caption_upper, caption_accent: How captions stand out.
        rules: How lines are drawn: 0 none, otherwise their width.
        zebra: Whether every other table row is tinted.
        grid: Whether tables have vertical rules.
        label_above: Whether captions of pairs tend to stand above their values.
    """

    family: Family
    head_family: Family
    stretch: float
    body: float
    small: float
    title: float
    leading: float
    width: float
    height: float
    margin: float
    accent: Colour
    grey: Colour
    suffix: str
    caption_bold: bool
    caption_upper: bool
    caption_accent: bool
    rules: float
    zebra: bool
    grid: bool
    header_fill: bool
    tint: Colour

    @property
    def content_width(self) -> float:
        """The width between the margins."""
        return self.width - 2 * self.margin

    def pen(
        self, *, bold: bool = False, italic: bool = False, size: float | None = None, colour: Colour = BLACK
    ) -> Pen:
        """A pen of the body typeface."""
        family = self.family
        face = family.bold if bold else family.italic if italic else family.regular
        return Pen(face, size or self.body, self.stretch, colour)

    def caption_pen(self, size: float | None = None) -> Pen:
        """The pen that captions are written with."""
        colour = self.accent if self.caption_accent else self.grey if not self.caption_bold else BLACK
        return self.pen(bold=self.caption_bold, size=size, colour=colour)

    def title_pen(self) -> Pen:
        """The pen of the document's title."""
        return Pen(self.head_family.bold, self.title, self.stretch, self.accent)

    def caption(self, text: str, *, bare: bool = False) -> Line:
        """A caption with its suffix (``bare``: without)."""
        shown = text.upper() if self.caption_upper else text
        ends = shown.endswith((":", "#", "№"))
        return (Piece(shown if bare or ends or not shown else shown + self.suffix),)


def draw_style(rng: random.Random, locale: Locale, sample: str) -> Style:
    """A look for a document whose text has the letters of ``sample``."""
    fitting = families_for((*letters_of(locale), sample))
    kinds = [f for f in fitting if f.kind != "mono"] if chance(rng, 0.94) else list(fitting)
    family = pick(rng, kinds or fitting)
    head = family if chance(rng, 0.8) else pick(rng, fitting)
    body = rng.choice((7.0, 7.5, 8.0, 8.5, 9.0, 9.0, 9.5, 10.0, 10.5))
    if "DejaVu" in family.name or family.name == "Vera":
        body -= 1.0  # these are set wider and taller than their size says
    width, height = LETTER if locale.country in ("US", "CA") else A4
    grey = rng.choice((0.0, 0.25, 0.4, 0.45))
    accent = pick(rng, _ACCENTS)
    tint = tuple(1 - (1 - part) * rng.choice((0.06, 0.1, 0.15)) for part in accent)
    return Style(
        family=family,
        head_family=head,
        stretch=rng.choice((1.0, 1.0, 1.0, 0.9, 0.95)),
        body=body,
        small=body * rng.choice((0.75, 0.8, 0.85, 1.0)),
        title=body * rng.choice((1.3, 1.6, 2.0, 2.4, 3.0)),
        leading=rng.choice((1.15, 1.2, 1.25, 1.35, 1.5)),
        width=width,
        height=height,
        margin=rng.uniform(28, 68),
        accent=accent,
        grey=(grey, grey, grey),
        suffix=weighted(rng, {":": 5, "": 5, " :": 1, ".": 0.3}),
        caption_bold=chance(rng, 0.4),
        caption_upper=chance(rng, 0.1),
        caption_accent=chance(rng, 0.2),
        rules=rng.choice((0.0, 0.4, 0.5, 0.75, 1.0)),
        zebra=chance(rng, 0.2),
        grid=chance(rng, 0.25),
        header_fill=chance(rng, 0.35),
        tint=(tint[0], tint[1], tint[2]),
    )


def smaller(style: Style, factor: float) -> Style:
    """The same look in another size."""
    return replace(style, body=style.body * factor, small=style.small * factor)


def letters_of(locale: Locale) -> tuple[str, ...]:
    """Texts that show which letters a locale needs."""
    return (
        *locale.months,
        *locale.streets,
        *locale.cities,
        *locale.last_names,
        *locale.goods,
        *locale.signs.values(),
    )
