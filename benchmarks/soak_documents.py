"""Documents of all kinds for ``soak.py``, the same ones for the same seed.

Generated invoices and receipts as PDFs and as worn pictures, the repository's samples, small files of every
kind that is opened and damaged ones, ZIPs of two PDFs, and mails with a PDF.
"""

from __future__ import annotations

import io
import random
import sys
import zipfile
from email.message import EmailMessage
from pathlib import Path
from typing import Final

from paperformer.synthesis.corpus import place_order
from paperformer.synthesis.draw import draw_pdf
from paperformer.synthesis.folder import worn

ROOT: Final = Path(__file__).parents[1]
_SMALL = 0.2  # share of the small files of every kind, half of them damaged
_ARCHIVES, _MAILS, _SAMPLES = 0.05, 0.05, 0.02


class Documents:
    """What a soak posts.

    Args:
        count: How many there are.
        seed: Of all chances.
        pictures: Share of worn pictures among the generated ones, 0 to 1.
    """

    def __init__(self, count: int, seed: int, pictures: float) -> None:
        self._order, self._seed, self._pictures = place_order(count * 2, seed), seed, pictures

    def document(self, number: int) -> bytes:
        """Document number ``number``."""
        chance = random.Random(f"{self._seed} {number}")
        drawn = chance.random()
        if (drawn := drawn - _SMALL) < 0:
            return small(number, is_damaged=chance.random() < 0.5)
        if (drawn := drawn - _ARCHIVES) < 0:
            return archive([self._pdf(2 * number), self._pdf(2 * number + 1)])
        if (drawn := drawn - _MAILS) < 0:
            return mail(f"Invoice {number}", self._pdf(number))
        if drawn - _SAMPLES < 0:
            return sample(number)
        is_picture = random.Random(f"picture {self._seed} {number}").random() < self._pictures
        return self._picture(number) if is_picture else self._pdf(number)

    def _pdf(self, number: int) -> bytes:
        made = self._order.draw(number)
        return draw_pdf(made.sheets, title=made.id)

    def _picture(self, number: int) -> bytes:
        made = self._order.draw(number)
        return worn(made, self._seed, number)[0].jpeg()


def small(number: int, *, is_damaged: bool) -> bytes:
    """A small file of one of the kinds that are opened, as the tests of damaged files make it."""
    sys.path.append(str(ROOT / "tests" / "hostile"))
    from mutations import mutated
    from samples import samples

    kinds = list(samples())
    body = samples()[kinds[number % len(kinds)]]
    return mutated(body, f"soak {number}") if is_damaged else body


def sample(number: int) -> bytes:
    """An invoice or the photo of a receipt; bytes behind its end tell it from the other copies."""
    files = sorted(path for path in (ROOT / "samples").iterdir() if path.suffix != ".json")
    return files[number % len(files)].read_bytes() + f"\n%{number}\n".encode()


def archive(files: list[bytes]) -> bytes:
    """A ZIP of PDFs."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as written:
        for at, data in enumerate(files):
            written.writestr(f"{at}.pdf", data)
    return buffer.getvalue()


def mail(subject: str, attached: bytes) -> bytes:
    """A mail with a PDF."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.com", "b@example.com", subject
    message.set_content("Please find the invoice attached.")
    message.add_attachment(attached, maintype="application", subtype="pdf", filename="invoice.pdf")
    return message.as_bytes()
