"""Whether every official example e-invoice can be read, written, validated and read again, and is the same.

    PAPERFORMER_DATA=... python benchmarks/einvoice_roundtrip.py [--across]

For each XML file of ``einvoice-xml`` (EN 16931, Peppol BIS 3, XRechnung): the errors of the original, the
errors of what we write of it in the same syntax, and whether reading that gives the same invoice. An original
that breaks rules may break the same ones afterwards. ``--across`` writes UBL as CII and CII as UBL instead.
Exits with 1 when an invoice differs or has an error that its original has not.
"""

from __future__ import annotations

import argparse
import os
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

from paperformer.documents.einvoice.tree import sniff
from paperformer.einvoicing.reading import read_invoice
from paperformer.einvoicing.validation.validator import Validator
from paperformer.einvoicing.writing import write_invoice


def main() -> int:
    """Print what differs, and the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--across", action="store_true", help="write in the other syntax")
    across = parser.parse_args().across
    folder = os.environ.get("PAPERFORMER_DATA")
    archive = Path(folder or "") / "einvoice-xml" / "einvoice-xml.zip"
    if not folder or not archive.is_file():
        print(
            "einvoice_roundtrip: skipped: PAPERFORMER_DATA names no folder with einvoice-xml", file=sys.stderr
        )
        return 0
    files = equal = valid = sound = 0
    with Validator() as validator:
        for name, xml in examples(archive):
            files += 1
            before, new, same = roundtrip(xml, validator, across=across)
            sound += not before
            valid += not new
            equal += same
            if new or not same:
                rules = ", ".join(sorted(new)) or "none"
                print(f"{name}: {'equal' if same else 'differs'}; new errors: {rules}")
    where = "across" if across else "again"
    print(f"{files} examples, {sound} of them without an error; written {where}:")
    print(f"{valid} without an error that the original has not, {equal} equal when read again")
    return 0 if files == equal == valid else 1


def examples(archive: Path) -> Iterator[tuple[str, bytes]]:
    """The e-invoices of an archive, by name."""
    with zipfile.ZipFile(archive) as files:
        for name in sorted(files.namelist()):
            if name.lower().endswith(".xml") and sniff(xml := files.read(name)) is not None:
                yield name, xml


def roundtrip(xml: bytes, validator: Validator, *, across: bool) -> tuple[set[str], set[str], bool]:
    """The rules that the original breaks, those that only our XML breaks, and whether that is equal."""
    invoice = read_invoice(xml)
    is_cii = sniff(xml) == "cii"
    written = write_invoice(invoice, "cii" if is_cii != across else "ubl").xml
    before = broken(xml, validator)
    return before, broken(written, validator) - before, read_invoice(written) == invoice


def broken(xml: bytes, validator: Validator) -> set[str]:
    """The rules that an e-invoice breaks."""
    return {one.rule for one in validator.validate(xml) if one.severity == "error"}


if __name__ == "__main__":
    sys.exit(main())
