"""What is added to a document after it was printed: a stamp of receipt, a signature."""

from __future__ import annotations

import datetime

from paperformer.synthesis.blocks import Align, framed, paragraph, rule, stack
from paperformer.synthesis.chance import chance, pick
from paperformer.synthesis.fonts import covers, hands, line_width
from paperformer.synthesis.ink import Area, Block, Colour, Line, Pen, plain
from paperformer.synthesis.pages import Pages

_INKS: tuple[Colour, ...] = ((0.7, 0.1, 0.12), (0.15, 0.2, 0.55), (0.1, 0.1, 0.12), (0.1, 0.4, 0.2))


def stamp(pages: Pages) -> Block:
    """A box or an ellipse with a word and, in some, the day on which it came down, which is no field."""
    rng, style = pages.rng, pages.style
    colour = pick(rng, _INKS)
    pen = Pen(style.family.bold, style.body * rng.choice((1.3, 1.6, 2.0)), 1.0, colour)
    lines: list[Line] = [plain(pages.label("stamp"))]
    if chance(rng, 0.5):
        day = datetime.date(2012, 1, 1) + datetime.timedelta(days=rng.randrange(5600))
        lines.append(plain(pages.invoice.printer.date(day)))
    width = max(line_width(line, pen) for line in lines)
    words = paragraph(lines, pen, 1.2, width, "center")
    if chance(rng, 0.3):
        across, down = width * 1.5, words.height * 1.9
        ring = Area(0, 0, across, down, None, colour, ellipse=True)
        place = ((across - width) / 2, (down - words.height) / 2, words)
        return Block(across, down, (ring,), (place,))
    return framed(words, style.body * 0.7, None, colour, radius=rng.choice((0.0, 4.0)))


def signature(pages: Pages, width: float) -> Block:
    """A name as if written by hand (in slanted letters where no such face is there) over a rule."""
    rng, style = pages.rng, pages.style
    align: Align = "center" if chance(rng, 0.4) else "left"
    name_text = pages.invoice.supplier.person
    able = [face for face in hands() if covers(face, name_text)] or [style.family.italic]
    ink = Pen(pick(rng, able), style.body * rng.choice((1.4, 1.8, 2.2)), 0.9, pick(rng, _INKS[1:3]))
    name = paragraph([plain(name_text)], ink, 1.2, width, align)
    caption = paragraph([plain(pages.label("signature"))], style.pen(size=style.small), 1.3, width, align)
    return stack([name, rule(width, 0.5, style.grey), caption], 1.5)
