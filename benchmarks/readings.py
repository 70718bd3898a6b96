"""Which reading of real PDF pages is believed, and how well their letters agree with their outlines.

    PAPERFORMER_DATA=... python benchmarks/readings.py [--pages]

All PDFs of invoices-zugferd, orders-deepform and receipts-world; OCR is not run. ``scanner`` are pages with a
scanner's words, which are read from their picture, ``layer`` those whose text layer is believed; the others
are named by what is wrong with theirs. ``--pages`` names each page that is not ``layer``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from pathlib import Path

from paperformer.documents.limits import Limits
from paperformer.documents.pdf import open_pdf
from paperformer.documents.soundness import judge

SETS = ("invoices-zugferd", "orders-deepform", "receipts-world")


def main() -> None:
    """Look at every page and print the figures of each set."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", action="store_true", help="name pages whose layer is not believed")
    options = parser.parse_args()
    data = Path(os.environ.get("PAPERFORMER_DATA", ""))
    folders = [data / name / "pdfs" for name in SETS if (data / name / "pdfs").is_dir()]
    if not os.environ.get("PAPERFORMER_DATA") or not folders:
        sys.exit(f"Skipped: set PAPERFORMER_DATA to a folder that holds {', '.join(SETS)}")
    for folder in folders:
        print(f"{folder.parent.name}: {report(folder, name_pages=options.pages)}")


def report(folder: Path, *, name_pages: bool) -> str:
    """How many pages are of each kind, and the least agreement of those whose layer is believed."""
    kinds: Counter[str] = Counter()
    agreements = []
    for path in sorted(folder.glob("*.pdf")):
        with open_pdf(path.read_bytes(), path.name, Limits()) as file:
            for number in range(1, len(file) + 1):
                with file.page(number) as page:
                    layer = page.text_layer()
                    assert layer is not None, "every page of a PDF has one, though it may be empty"
                    judgement = judge(layer, page.picture_part)
                kind = "scanner" if judgement.scanned else judgement.fault or "layer"
                kinds[kind] += 1
                if kind == "layer" and layer.agreement is not None:
                    agreements.append(layer.agreement)
                if kind != "layer" and name_pages:
                    print(f"{path.name} page {number}: {kind}")
    counts = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    least = f"; least agreement {min(agreements):.2f} of {len(agreements)}" if agreements else ""
    return counts + least


if __name__ == "__main__":
    main()
