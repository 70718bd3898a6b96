"""Invoices with text that nobody sees: does any of it become an answer?

    python benchmarks/hidden_text.py [--documents N] [--seed N] [--keep FOLDER]

Each document is an invoice drawn at random, with another IBAN, total, number or supplier hidden in it: by its
colour, size, a cover, the clip, transparency, a layer, without ink or off the page. Printed: for each way to
hide, how many documents, how many of the hidden values are among the answer's candidates, how many documents
have a warning, and how many of the visible values are the answer. Exit code 1 when a hidden one is an answer.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from paperformer import Extraction, Extractor
from paperformer.synthesis.check_digits import iso7064_mod97

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "documents"))
from pdf_writing import PageSpec, PdfSpec, grey_picture, stream, text_at, write_pdf

FIELDS = {
    "iban": ("iban",),
    "total": ("total_incl_vat", "amount_due"),
    "number": ("document_number",),
    "supplier": ("supplier_name",),
}
OBJECTS = [
    b"<< /Type /ExtGState /ca 0 /CA 0 >>",
    b"<< /Type /ExtGState /SMask << /Type /Mask /S /Luminosity /G 12 0 R >> >>",
    stream(
        b"0 g 0 0 600 850 re f",
        b"/Type /XObject /Subtype /Form /BBox [0 0 600 850] /Group << /S /Transparency /CS /DeviceGray >>",
    ),
    grey_picture(16, 16),
    stream(b"1 g 0 0 500 40 re f", b"/Type /XObject /Subtype /Form /BBox [0 0 500 40]"),
    b"<< /Type /OCG /Name (archive) >>",
]
RESOURCES = (
    b"/ExtGState << /Clear 10 0 R /Masked 11 0 R >> /XObject << /White 13 0 R /Lid 14 0 R >> "
    b"/Properties << /Layer 15 0 R >> "
)
CATALOGUE = b"/OCProperties << /OCGs [15 0 R] /D << /BaseState /ON /OFF [15 0 R] >> >> "


@dataclass(frozen=True)
class Invoice:
    """What an invoice says, and what is hidden in it."""

    iban: str
    total: str
    number: str
    supplier: str

    def line(self, what: str) -> str:
        """How it is printed."""
        return {
            "iban": f"IBAN: {' '.join(self.iban[at : at + 4] for at in range(0, len(self.iban), 4))}",
            "total": f"Total amount due: {self.total} EUR",
            "number": f"Invoice number: {self.number}",
            "supplier": f"Supplier: {self.supplier}",
        }[what]


@dataclass(frozen=True)
class Place:
    """Where hidden text stands, and how large it would be."""

    x: float
    y: float
    size: float


def main() -> None:
    """Draw, read and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--documents", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the documents")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    counts: dict[str, Counter[str]] = {way: Counter() for way in WAYS}
    with Extractor(min_confidence=0.0) as extractor:
        for number in range(options.documents):
            way = list(WAYS)[number % len(WAYS)]
            true, hidden = draw_invoice(chance), draw_invoice(chance)
            what = chance.choice(list(FIELDS))
            data = draw(chance, true, hidden.line(what), WAYS[way])
            if options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                (options.keep / f"{number:03d}-{way.replace(' ', '-')}-{what}.pdf").write_bytes(data)
            count(counts[way], extractor.extract(data, name=f"{number}.pdf"), true, hidden, what)
    print(f"{'hidden':24}{'documents':>10}{'answers':>10}{'warned':>10}{'visible right':>15}")
    total: Counter[str] = sum(counts.values(), Counter())
    for way, seen in [*counts.items(), ("all", total)]:
        right = f"{seen['right']} of {len(FIELDS) * seen['documents']}"
        print(f"{way:24}{seen['documents']:>10}{seen['answers']:>10}{seen['warned']:>10}{right:>15}")
    sys.exit(1 if total["answers"] else 0)


def count(seen: Counter[str], answer: Extraction, true: Invoice, hidden: Invoice, what: str) -> None:
    """Count what an answer holds of the visible and the hidden."""
    seen["documents"] += 1
    seen["warned"] += any("hidden text" in warning for warning in answer.warnings)
    wrong = value_of(hidden, what)
    given = {candidate.value for name in FIELDS[what] for candidate in answer.fields.get(name, ())}
    seen["answers"] += wrong in given
    if wrong in given:
        print(f"{answer.file}: {wrong} is an answer")
    for field, names in FIELDS.items():
        best = [answer.fields[name][0].value for name in names if answer.fields.get(name)]
        seen["right"] += value_of(true, field) in best


def value_of(invoice: Invoice, what: str) -> str:
    """A field in its normal form."""
    return str(getattr(invoice, what)).replace(",", "")


def draw_invoice(chance: random.Random) -> Invoice:
    """An invoice's facts."""
    body = "".join(chance.choice("0123456789") for _ in range(18))
    stems = ("Nordlicht", "Blaumeer", "Talhof", "Seefeld", "Kranich", "Eichen", "Felsen", "Birken")
    trades = ("Werkzeuge", "Technik", "Druck", "Logistik", "Papier", "Garten", "Licht")
    return Invoice(
        iban=f"DE{iso7064_mod97(body + 'DE')}{body}",
        total=f"{chance.randint(100, 999_999) / 100:,.2f}",
        number=f"RE-{chance.randint(2019, 2026)}-{chance.randint(1000, 99999)}",
        supplier=f"{chance.choice(stems)} {chance.choice(trades)} {chance.choice(('GmbH', 'AG', 'KG'))}",
    )


def draw(
    chance: random.Random, true: Invoice, hidden: str, hide: Callable[[random.Random, str, Place], bytes]
) -> bytes:
    """A PDF of an invoice with a hidden line somewhere on its page, before or after the others."""
    total = float(true.total.replace(",", ""))
    net = round(total / 1.19, 2)
    lines = [
        (true.supplier, 60, 780, 14.0),
        ("Lindenweg 4, 80331 München", 60, 764, 9.0),
        ("Invoice", 60, 690, 18.0),
        (true.line("number"), 60, 660, 10.0),
        (f"Invoice date: {chance.randint(10, 28)}.03.2024", 60, 645, 10.0),
        ("Blaumeer Handels AG", 350, 690, 10.0),
        ("Hafenstraße 12, 20457 Hamburg", 350, 676, 10.0),
        ("Description", 60, 600, 9.0),
        ("Amount", 460, 600, 9.0),
        ("Consulting", 60, 584, 9.0),
        (f"{net:,.2f}", 460, 584, 9.0),
        (f"Net total: {net:,.2f} EUR", 350, 540, 10.0),
        (f"VAT 19 %: {total - net:,.2f} EUR", 350, 525, 10.0),
        (true.line("total"), 350, 505, 11.0),
        (f"Please pay to {true.supplier}", 60, 440, 9.0),
        (true.line("iban"), 60, 425, 9.0),
    ]
    visible = b"".join(text_at(text, x, y, size=size) for text, x, y, size in lines)
    place = Place(
        chance.uniform(40, 250), chance.choice((720, 620, 560, 470, 380, 200)), chance.uniform(7, 14)
    )
    secret = hide(chance, hidden, place)
    content = visible + secret if chance.random() < 0.7 else secret + visible
    spec = PageSpec(content, resources=RESOURCES)
    return write_pdf(PdfSpec([spec], objects=OBJECTS, catalogue=CATALOGUE))


def written(hidden: str, place: Place, size: float | None = None, mode: int = 0) -> bytes:
    """The hidden line, as it would be seen."""
    return text_at(hidden, place.x, place.y, size=size or place.size, mode=mode)


def kept(operators: bytes) -> bytes:
    """Operators whose state does not outlive them."""
    return b"q " + operators + b" Q "


def area(place: Place) -> bytes:
    """A rectangle around the line."""
    return b"%.1f %.1f 400 %.1f re " % (place.x - 4, place.y - 5, place.size + 8)


def in_paper_colour(chance: random.Random, hidden: str, place: Place) -> bytes:
    """White, or all but white, on white."""
    shade = chance.uniform(0.96, 1)
    return kept(b"%.3f %.3f %.3f rg " % (shade, shade, 1) + written(hidden, place))


def in_bar_colour(chance: random.Random, hidden: str, place: Place) -> bytes:
    """Any colour on a bar of the same."""
    colour = b"%.3f %.3f %.3f rg " % (chance.random(), chance.random(), chance.random())
    return kept(colour + area(place) + b"f " + written(hidden, place))


def tiny(chance: random.Random, hidden: str, place: Place) -> bytes:
    """Too small to read."""
    return written(hidden, place, size=chance.uniform(0.1, 1.5))


def squeezed(chance: random.Random, hidden: str, place: Place) -> bytes:
    """Letters squeezed to strokes."""
    matrix = b"%.4f 0 0 1 %.1f 0 cm " % (chance.uniform(0.001, 0.02), place.x)
    return kept(matrix + written(hidden, place))


def under_rectangle(chance: random.Random, hidden: str, place: Place) -> bytes:
    """Under a rectangle of any shade."""
    return written(hidden, place) + kept(b"%.2f g " % chance.random() + area(place) + b"f")


def under_picture(_: random.Random, hidden: str, place: Place) -> bytes:
    """Under a picture."""
    matrix = b"420 0 0 %.1f %.1f %.1f cm " % (place.size + 12, place.x - 8, place.y - 6)
    return written(hidden, place) + kept(matrix + b"/White Do")


def under_form(_: random.Random, hidden: str, place: Place) -> bytes:
    """Under a form object."""
    return written(hidden, place) + kept(b"1 0 0 1 %.1f %.1f cm /Lid Do" % (place.x - 5, place.y - 8))


def overwritten(_: random.Random, hidden: str, place: Place) -> bytes:
    """Under a rectangle on which other text is written."""
    cover = kept(b"1 g " + area(place) + b"f")
    return written(hidden, place) + cover + written("Thank you for your order, see you again soon", place)


def clipped(chance: random.Random, hidden: str, place: Place) -> bytes:
    """Outside the clip."""
    away = b"%.1f %.1f 100 40 re W n " % (
        chance.uniform(300, 400),
        (place.y + chance.uniform(100, 300)) % 800,
    )
    return kept(away + written(hidden, place, size=8))


def transparent(chance: random.Random, hidden: str, place: Place) -> bytes:
    """Of no opacity, by its graphics state or a soft mask."""
    return kept(chance.choice((b"/Clear gs ", b"/Masked gs ")) + written(hidden, place))


def without_ink(chance: random.Random, hidden: str, place: Place) -> bytes:
    """In a mode that draws nothing."""
    return kept(written(hidden, place, mode=chance.choice((3, 7))))


def off_page(chance: random.Random, hidden: str, place: Place) -> bytes:
    """Beside the page."""
    x, y = chance.choice(((-500, place.y), (620, place.y), (place.x, 860), (place.x, -30)))
    return written(hidden, Place(x, y, place.size))


def in_hidden_layer(_: random.Random, hidden: str, place: Place) -> bytes:
    """In a layer that is off."""
    return b"/OC /Layer BDC " + written(hidden, place) + b"EMC "


WAYS: dict[str, Callable[[random.Random, str, Place], bytes]] = {
    "colour of the paper": in_paper_colour,
    "colour of a bar": in_bar_colour,
    "tiny": tiny,
    "squeezed": squeezed,
    "under a rectangle": under_rectangle,
    "under a picture": under_picture,
    "under a form": under_form,
    "overwritten": overwritten,
    "outside the clip": clipped,
    "transparent": transparent,
    "without ink": without_ink,
    "off the page": off_page,
    "in a hidden layer": in_hidden_layer,
}


if __name__ == "__main__":
    main()
