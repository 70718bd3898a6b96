"""Whether an official example e-invoice survives its page: XML, drawn page, read, XML again.

    PAPERFORMER_DATA=... nice python benchmarks/einvoice_page.py [--every 1] [--list 40] [--as-is]

Each XML file of ``einvoice-xml`` that keeps the rules of EN 16931 is drawn as a page (``einvoice_pages``), in
the words of its seller's country; files that give the same page count once. Where an example has a
placeholder in brackets ("[Seller name]"), an invented name stands in, since no page prints such a thing
(``--as-is`` prints it). The page is read, written as UBL, and that is read again. Of every term that the page
prints, the value must be the original's. All is told

- as read: what is doubtful is refused, and of a refused invoice no term counts as equal,
- forced: everything is written (``--force``).

Amounts are compared as numbers, identifiers without spaces, telephone numbers by their last digits, prices as
those of one unit with the four places that pages print. ``--list`` prints so many differences of the forced
XML, ``--keep FOLDER`` keeps the pages.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from einvoice_pages.as_printed import as_printed
from einvoice_pages.page import draw_page
from einvoice_pages.record import Printed, Record, compared
from einvoice_pages.stand_ins import with_stand_ins
from einvoice_roundtrip import broken, examples

from paperformer import Extractor
from paperformer.einvoicing.invoice import Invoice
from paperformer.einvoicing.reading import read_invoice
from paperformer.einvoicing.validation.validator import Validator
from paperformer.errors import InvoiceRefused
from paperformer.extraction.result import Extraction


@dataclass
class Tally:
    """How many printed terms are equal, by term, and what differs."""

    printed: Counter[str] = field(default_factory=Counter)
    equal: Counter[str] = field(default_factory=Counter)
    differing: list[str] = field(default_factory=list)
    invoices: int = 0
    written: int = 0

    def add(self, name: str, item: Printed, said: str | None) -> None:
        """Count one printed term."""
        self.printed[item.term] += 1
        self.equal[item.term] += said is None
        if said is not None:
            self.differing.append(f"{name} {item.path} {item.term}: printed {item.value!r}, said {said!r}")

    def show(self, title: str) -> None:
        """Print the share of all, and that of every term."""
        whole, same = self.printed.total(), self.equal.total()
        print(f"\n{title}: {self.written} of {self.invoices} written; "
              f"{same} of {whole} printed terms are equal ({same / max(whole, 1):.1%})")  # fmt: skip
        for term, count in self.printed.most_common():
            print(f"  {term:7} {self.equal[term]:5} of {count:5}  {self.equal[term] / count:6.1%}")


def main() -> int:
    """Print both tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--every", type=int, default=1, help="take every so many files")
    parser.add_argument("--list", type=int, default=0, help="print so many differences")
    parser.add_argument("--keep", type=Path, help="where the pages stay")
    parser.add_argument("--as-is", action="store_true", help="print placeholders in brackets")
    options = parser.parse_args()
    folder = os.environ.get("PAPERFORMER_DATA")
    archive = Path(folder or "") / "einvoice-xml" / "einvoice-xml.zip"
    if not folder or not archive.is_file():
        print("einvoice_page: skipped: PAPERFORMER_DATA names no folder with einvoice-xml", file=sys.stderr)
        return 0
    plain, forced, reasons = Tally(), Tally(), Counter[str]()
    with tempfile.TemporaryDirectory() as made, Extractor() as extractor:
        pages = options.keep or Path(made)
        pages.mkdir(parents=True, exist_ok=True)
        for name, invoice, record in drawn(archive, pages, options.every, as_is=options.as_is):
            answer = extractor.extract(pages / f"{name}.pdf")
            reasons.update(tell(plain, name, invoice, record, answer, force=False))
            tell(forced, name, invoice, record, answer, force=True)
    plain.show("as read")
    for reason, count in reasons.most_common(12):
        print(f"  {count:4} refused: {reason}")
    forced.show("forced")
    for line in forced.differing[: options.list]:
        print(f"  {line}")
    return 0


def drawn(archive: Path, pages: Path, every: int, *, as_is: bool) -> Iterator[tuple[str, Invoice, Record]]:
    """The examples that keep the rules, each with a page of its own."""
    seen: set[tuple[Printed, ...]] = set()
    with Validator() as validator:
        for place, (path, xml) in enumerate(examples(archive)):
            if place % every or broken(xml, validator):
                continue
            name, invoice = f"{place:03}-{Path(path).stem}", read_invoice(xml)
            invoice = as_printed(invoice if as_is else with_stand_ins(invoice))
            record = draw_page(invoice, pages / f"{name}.pdf", place)
            key = tuple(record.items)
            if key not in seen:
                seen.add(key)
                yield name, invoice, record


def tell(
    tally: Tally, name: str, invoice: Invoice, record: Record, answer: Extraction, *, force: bool
) -> list[str]:
    """Count the printed terms of one invoice; the fields that it is refused for."""
    tally.invoices += 1
    try:
        written = read_invoice(answer.to_ubl(force=force).xml)
    except InvoiceRefused as error:
        for item in record.items:
            tally.add(name, item, "")
        return [line.partition(":")[0] for line in error.message.split("\n")]
    tally.written += 1
    for item, said in compared(record, invoice, written):
        tally.add(name, item, said)
    return []


if __name__ == "__main__":
    sys.exit(main())
