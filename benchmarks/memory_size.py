"""How large a memory of many suppliers is, and how much time of a processor it takes to look one up.

    python benchmarks/memory_size.py [--suppliers 10000] [--pages 3]

The suppliers are invented; each confirmed document has 24 fields with two prints each and a look of its own.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np

from paperformer.documents.model import Box, Document, Page, Word
from paperformer.evidence.remembered import ConfirmedPage
from paperformer.extraction.supplier_memory.confirmed import Lesson
from paperformer.extraction.supplier_memory.identity import keys_of_values, keys_on_page
from paperformer.extraction.supplier_memory.look import sketch_of
from paperformer.extraction.supplier_memory.store import Entry, MemoryFile
from paperformer.fields.page.layout import Layout
from paperformer.fields.schema import load_schema
from paperformer.fields.standing import Standing

FIELDS, PRINTS, LINES, LOOKUPS = 24, 2, 60, 200
_LETTERS = "abcdefghijklmnoprstuvwz"


def text(rng: Random, letters: int) -> str:
    """Letters by chance."""
    return "".join(rng.choices(_LETTERS, k=letters))


def document(supplier: int) -> Document:
    """A page of a supplier: its name, its number, and lines of its own."""
    rng = Random(f"page {supplier}")
    lines = [f"firm {name_of(supplier)}", f"VAT {number_of(supplier)}"]
    lines += [f"{text(rng, 8)} {text(rng, 6)} {rng.randrange(10**6)}" for _ in range(LINES)]
    words = tuple(
        Word(word, Box(0.1 + 0.1 * at, row / 80, 0.18 + 0.1 * at, (row + 0.8) / 80), 1, row)
        for row, line in enumerate(lines)
        for at, word in enumerate(line.split())
    )
    return Document(f"{supplier}", (Page(1, 595, 842, words),))


def name_of(supplier: int) -> str:
    """The name of a supplier."""
    return text(Random(f"name {supplier}"), 14)


def number_of(supplier: int) -> str:
    """Its tax number."""
    return f"{10**8 + supplier}"


def lesson(supplier: int, page: int, names: list[str]) -> Lesson:
    """What one confirmed document of a supplier teaches."""
    rng = Random(f"{supplier} {page}")
    fixed = Random(f"{supplier}")
    fields = {}
    for name in names:
        before, above = text(fixed, 14), text(fixed, 14)
        x, y = fixed.randrange(900), fixed.randrange(900)
        prints = [
            Standing(before, above, 1, x, x + 60, y + 20 * at, "A2-94/94", rng.getrandbits(63))
            for at in range(PRINTS)
        ]
        fields[name] = tuple(prints)
    sketch = np.random.default_rng(supplier).integers(0, 2**32, 32, dtype=np.uint32)
    values = {"supplier_name": [f"firm {name_of(supplier)}"], "supplier_vat_number": [number_of(supplier)]}
    return Lesson(ConfirmedPage(fields), keys_of_values(values, sketch), sketch)


def entries(suppliers: int, pages: int, names: list[str], documents: Mapping[int, Layout]) -> Iterator[Entry]:
    """What all suppliers teach; those that are looked up have the look of their document."""
    for supplier in range(suppliers):
        for page in range(pages):
            own = lesson(supplier, page, names)
            if supplier in documents:
                own = replace(own, sketch=sketch_of(documents[supplier]))
            yield Entry(f"{supplier} {page}", own, float(page))


def main() -> None:
    """Fill a memory, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--suppliers", type=int, default=10_000)
    parser.add_argument("--pages", type=int, default=3)
    options = parser.parse_args()
    names = list(load_schema().names)[:FIELDS]
    asked = Random(1).sample(range(options.suppliers), min(LOOKUPS, options.suppliers))
    documents = {supplier: Layout(document(supplier)) for supplier in asked}
    with tempfile.TemporaryDirectory() as folder:
        file = MemoryFile(Path(folder) / "memory.db")
        file.add_all(entries(options.suppliers, options.pages, names, documents))
        seconds = []
        for layout in documents.values():
            begin = time.process_time()
            sketch = sketch_of(layout)
            found = file.recognise(keys_on_page(layout, sketch), sketch)
            seconds.append(time.process_time() - begin)
            assert len(found) == options.pages
        file.close()
        size = file.path.stat().st_size
    ordered = sorted(seconds)
    print(f"{options.suppliers:,} suppliers of {options.pages} confirmed documents: {size / 1e6:.1f} MB")
    print(
        f"lookup: median {1000 * statistics.median(ordered):.1f} ms,"
        f" 95 of 100 below {1000 * ordered[int(0.95 * len(ordered))]:.1f} ms"
    )


if __name__ == "__main__":
    main()
