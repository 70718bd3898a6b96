"""PDF pages whose font calls its letters by other names: the picture is right, the text layer is not."""

from __future__ import annotations

import random
import string
from collections.abc import Callable

from pdf_writing import PageSpec, PdfSpec, stream, text_at, write_pdf

Naming = Callable[[str], str]

LINES = (
    "Bergmann & Sohn Maschinenbau KG",
    "Industrieweg 47, 70565 Stuttgart",
    "Rechnungsnummer: 2023-11842",
    "Rechnungsdatum: 17.11.2023",
    "Kundennummer 50718, Ihr Zeichen: hbf",
    "Kugellager 6204 2RS   12   4,85   58,20",
    "Dichtring Viton 30x42   40   1,10   44,00",
    "Fracht und Verpackung   1   9,90   9,90",
    "Nettobetrag 112,10 EUR",
    "Umsatzsteuer 19 % 21,30 EUR",
    "Gesamtbetrag 133,40 EUR",
    "Zahlbar bis 01.12.2023 ohne Abzug auf unser Konto",
)


def true_name(character: str) -> str:
    return character


def shifted(by: int, *, only_letters: bool = False) -> Naming:
    """Every character is called by the name of the one so many places on."""

    def name(character: str) -> str:
        return character if only_letters and not character.isalpha() else chr(ord(character) + by)

    return name


def permuted(seed: int, alphabet: str = string.ascii_lowercase) -> Naming:
    """Letters are called by one another's names, capitals as small ones."""
    order = list(alphabet)
    random.Random(seed).shuffle(order)
    names = dict(zip(alphabet, order, strict=True))

    def name(character: str) -> str:
        found = names.get(character.lower(), character)
        return found.upper() if character.isupper() else found

    return name


def page_of(
    naming: Naming, *, base: str = "Helvetica", lines: tuple[str, ...] = LINES, size: float = 10
) -> bytes:
    """A PDF page with ``lines``, its letters called as ``naming`` says."""
    font = f"<< /Type /Font /Subtype /Type1 /BaseFont /{base} /Encoding /WinAnsiEncoding /ToUnicode 11 0 R >>"
    content = b"".join(text_at(line, 60, 780 - 20 * row, size=size) for row, line in enumerate(lines))
    page = PageSpec(content, resources=b"/Font << /F1 10 0 R >> ")
    return write_pdf(PdfSpec([page], objects=[font.encode(), stream(_to_unicode(naming))]))


def _to_unicode(naming: Naming) -> bytes:
    pairs = [f"<{code:02x}> <{naming(chr(code)).encode('utf-16-be').hex()}>" for code in range(0x20, 0x7F)]
    blocks = [pairs[start : start + 100] for start in range(0, len(pairs), 100)]
    body = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /N def /CMapType 2 def\n"
        "1 begincodespacerange <00> <ff> endcodespacerange\n" + body + "\nendcmap end end"
    ).encode()
