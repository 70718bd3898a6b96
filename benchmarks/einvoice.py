"""How well the e-invoice readers agree with labels, and how much they get out of the example suites.

    PAPERFORMER_DATA=... python benchmarks/einvoice.py

Prints, per field of ``invoices-zugferd``: in how many documents the label is among the values read from
the embedded XML, and of how many; every disagreement; and for the XML files of ``einvoice-xml`` how many
are read and how many fields each gives. Exits with 1 when a file is not read.
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
from pathlib import Path

import pypdfium2

from paperformer.documents.einvoice import EInvoice, read_einvoice
from paperformer.documents.embedded import find_einvoice
from paperformer.documents.limits import Limits
from paperformer.errors import UnreadableDocument

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
    agreed: Counter[str] = Counter()
    labelled: Counter[str] = Counter()
    unread = 0
    for document in map(json.loads, (folder / "train.jsonl").read_text(encoding="utf-8").splitlines()):
        invoice = read_attachment(folder / document["file"])
        if invoice is None:
            print(f"NOT READ  {document['id']}")
            unread += 1
            continue
        for field, values in (document["fields"] | document["not_printed"]).items():
            labelled[field] += 1
            read = invoice.fields.get(_LABELLED_AS.get(field, field), ())
            if {comparable(field, value) for value in values} <= {comparable(field, value) for value in read}:
                agreed[field] += 1
            else:
                print(f"differs   {document['id'][:44]:44}  {field}: label {values}, read {list(read)}")
    print(f"\n{'field':24} agreed  of")
    for field, count in sorted(labelled.items()):
        print(f"{field:24} {agreed[field]:6} {count:3}")
    print(f"{'all':24} {agreed.total():6} {labelled.total():3}")
    return unread


def read_attachment(path: Path) -> EInvoice | None:
    """The e-invoice inside a PDF."""
    with pypdfium2.PdfDocument(path) as pdf:
        xml, _ = find_einvoice(pdf, Limits())
    return None if xml is None else read_einvoice(xml)


def comparable(field: str, value: str) -> str:
    """Labels group the characters of some identifiers as the page does; we compact them."""
    return re.sub(r"\s", "", value) if field in _COMPACT else value


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
    print(f"fields a file: {min(sizes)} to {max(sizes)}, mean {sum(sizes) / len(sizes):.1f}")
    for field, count in given.most_common():
        print(f"{field:30} {count:4}")
    return unread


def xml_files(archive: Path) -> Iterator[tuple[str, bytes]]:
    """Every XML file of a zip archive."""
    with zipfile.ZipFile(archive) as files:
        for name in files.namelist():
            if name.lower().endswith(".xml"):
                yield name, files.read(name)


if __name__ == "__main__":
    sys.exit(main())
