"""How well the e-invoice readers agree with labels, and how much they get out of the example suites.

    PAPERFORMER_DATA=... python benchmarks/einvoice.py

Prints, per field of ``invoices-zugferd``: in how many documents the label is among the values read from
the embedded XML, and of how many; every disagreement; in how many documents that give the field its value
was found on a page, and of how many; every warning. And for the XML files of ``einvoice-xml``: how many are
read and how many fields each gives. Exits with 1 when a file is not read.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from paperformer.documents import DocumentReader
from paperformer.documents.einvoice import EInvoice, read_einvoice
from paperformer.errors import UnreadableDocument
from paperformer.extraction.einvoice import EInvoiceAnswer, answer_from_einvoice
from paperformer.extraction.printed import PrintedText
from paperformer.fields.context import infer_context
from paperformer.fields.schema import load_schema

_COMPACT = frozenset({"iban", "bic", "supplier_vat_number", "receiver_vat_number"})

# The labels call the buyer's order (BT-13) plainly the order
_LABELLED_AS = {"order_number": "receiver_order_number"}


def main() -> int:
    """Print both tables; 0 when every file was read."""
    folder = os.environ.get("PAPERFORMER_DATA")
    if not folder:
        print("einvoice: set PAPERFORMER_DATA to the folder of the labelled documents", file=sys.stderr)
        return 2
    unread = compare_with_labels(Path(folder) / "invoices-zugferd")
    unread += count_fields(Path(folder) / "einvoice-xml" / "einvoice-xml.zip")
    return 1 if unread else 0


def compare_with_labels(folder: Path) -> int:
    """Agreement per field with the labels, printed or not; the number of documents not read."""
    tally = Tally()
    schema = load_schema()
    with DocumentReader() as reader:
        for record in map(json.loads, (folder / "train.jsonl").read_text(encoding="utf-8").splitlines()):
            document = reader.read(folder / record["file"], name=record["id"], ocr="never")
            if document.einvoice is None:
                print(f"NOT READ  {document.name}")
                tally.unread += 1
                continue
            invoice = read_einvoice(document.einvoice)
            tally.compare(document.name, invoice, record["fields"] | record["not_printed"])
            printed = PrintedText(document, infer_context(document.words))
            tally.locate(document.name, answer_from_einvoice(invoice, printed, schema))
    tally.show()
    return tally.unread


@dataclass
class Tally:
    """Counts of documents per field."""

    agreed: Counter[str] = field(default_factory=Counter)
    labelled: Counter[str] = field(default_factory=Counter)
    located: Counter[str] = field(default_factory=Counter)
    given: Counter[str] = field(default_factory=Counter)
    unread: int = 0

    def compare(self, name: str, invoice: EInvoice, labels: dict[str, list[str]]) -> None:
        """Count the labels that are among the values read."""
        for label, values in labels.items():
            self.labelled[label] += 1
            read = invoice.fields.get(_LABELLED_AS.get(label, label), ())
            if {comparable(label, value) for value in values} <= {comparable(label, value) for value in read}:
                self.agreed[label] += 1
            else:
                print(f"differs   {name[:44]:44}  {label}: label {values}, read {list(read)}")

    def locate(self, name: str, answer: EInvoiceAnswer) -> None:
        """Count the fields of which a value was found on a page."""
        self.given.update(answer.fields.keys())
        self.located.update(key for key, found in answer.fields.items() if any(one.box for one in found))
        for warning in answer.warnings:
            print(f"warning   {name[:44]:44}  {warning}")

    def show(self) -> None:
        """Print all counts."""
        print(f"\n{'field':28} agreed  of   on a page  of")
        for name in sorted(self.labelled | self.given):
            counts = self.agreed[name], self.labelled[name], self.located[name], self.given[name]
            print("{:28} {:6} {:3}   {:9} {:3}".format(name, *counts))
        totals = self.agreed.total(), self.labelled.total(), self.located.total(), self.given.total()
        print("{:28} {:6} {:3}   {:9} {:3}".format("all", *totals))


def comparable(name: str, value: str) -> str:
    """Labels group the characters of some identifiers as the page does; we compact them."""
    return re.sub(r"\s", "", value) if name in _COMPACT else value


def count_fields(archive: Path) -> int:
    """How many fields each example gives; the number of files not read."""
    sizes: list[int] = []
    given: Counter[str] = Counter()
    unread = lines = 0
    started = time.process_time()
    for name, xml in xml_files(archive):
        try:
            invoice = read_einvoice(xml)
        except UnreadableDocument as error:
            print(f"NOT READ  {name}: {error}")
            unread += 1
            continue
        for warning in invoice.warnings:
            print(f"warning   {name}: {warning}")
        sizes.append(len(invoice.fields))
        lines += len(invoice.purchase_lines)
        given.update(invoice.fields.keys())
    spent = time.process_time() - started
    print(f"\n{len(sizes)} example files read, {unread} not; {lines} purchase lines; {spent:.2f} s of CPU")
    print(f"fields per file: {min(sizes)} to {max(sizes)}, mean {sum(sizes) / len(sizes):.1f}")
    for name, count in given.most_common():
        print(f"{name:30} {count:4}")
    return unread


def xml_files(archive: Path) -> Iterator[tuple[str, bytes]]:
    """Every XML file of a zip archive."""
    with zipfile.ZipFile(archive) as files:
        for name in files.namelist():
            if name.lower().endswith(".xml"):
                yield name, files.read(name)


if __name__ == "__main__":
    sys.exit(main())
