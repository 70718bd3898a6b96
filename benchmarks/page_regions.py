"""Pages of several receipts: how many are told apart, and how many single pages are cut.

    PAPERFORMER_DATA=... python benchmarks/page_regions.py [--pages N] [--pictures N]

Single pages are those of receipts-sroie, invoices-zugferd and orders-deepform (training parts; of the last
every fourth document), all taken for pictures: none holds several receipts. Composed pages hold two to four
receipts of SROIE's training part, side by side, stacked, two by two or three in a row, each of its own size
and turned by up to 6 degrees, made from the labelled words of each. Found means: as many documents as there
are receipts, each with the words of one. ``--pictures`` composes the scans themselves, has OCR read them, and
compares total and date of each document with what is read from the scan alone.
"""

from __future__ import annotations

import argparse
import io
import math
import os
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from paperformer.documents.model import Page, Word
from paperformer.documents.order import PlacedWord, order_words
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.result import Extraction
from paperformer.fields.schema import load_schema
from paperformer.labelled.documents import LabelledDocument, load_corpus
from paperformer.splitting.copies import find_copies
from paperformer.splitting.regions import regions_of

SINGLE = {
    "receipts-sroie/train.jsonl": 1,
    "invoices-zugferd/train.jsonl": 1,
    "orders-deepform/train.jsonl.gz": 4,
}
RECEIPTS = "receipts-sroie/train.jsonl"
LAYOUTS = {"side by side": (2, 1), "stacked": (1, 2), "two by two": (2, 2), "three in a row": (3, 1)}
MOST_TILT = 6.0
TABLE = (96, 72, 58)  # what the sheets lie on
COMPARED = ("total_incl_vat", "document_date")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=50, help="pages to compose of each layout")
    parser.add_argument("--pictures", type=int, default=0, help="pictures to compose of each layout")
    options = parser.parse_args()
    data = Path(os.environ.get("PAPERFORMER_DATA") or "/nowhere")
    missing = [name for name in SINGLE if not (data / name).is_file()]
    if missing:
        sys.exit(f"Skipped: set PAPERFORMER_DATA to a folder that holds {', '.join(missing)}")
    for name, step in SINGLE.items():
        measure_single(name, load_corpus(data / name)[::step])
    receipts = load_corpus(data / RECEIPTS)
    for layout in LAYOUTS:
        measure_composed(layout, receipts, options.pages)
    if options.pictures:
        with Extractor(min_confidence=0.0) as extractor:
            for layout in LAYOUTS:
                measure_pictures(layout, receipts, options.pictures, extractor)


def measure_single(name: str, corpus: Sequence[LabelledDocument]) -> None:
    """Print how many pages of single documents are cut or said to be printed twice."""
    schema = load_schema()
    pages = [replace(page, reading="ocr") for one in corpus for page in one.document.pages if page.words]
    cut = sum(len(regions_of(page, schema)) > 1 for page in pages)
    print(f"{name}: {cut} of {len(pages)} pages cut")
    for one in corpus:
        copies = find_copies(one.document)
        if copies.words:
            print(f"  {one.key}: pages {copies.pages} printed again, {copies.halves} twice")


def measure_composed(layout: str, receipts: Sequence[LabelledDocument], count: int) -> None:
    """Print how many pages composed of labelled words are told apart."""
    chance, schema = random.Random(7), load_schema()
    columns, rows = LAYOUTS[layout]
    found = 0
    for _ in range(count):
        some = [one.document.pages[0] for one in chance.sample(list(receipts), columns * rows)]
        regions = regions_of(composed(some, layout, chance), schema)
        found += _texts(some) == _texts([region.page for region in regions])
    print(f"{layout}: {found} of {count} pages of words found", flush=True)


def measure_pictures(
    layout: str, receipts: Sequence[LabelledDocument], count: int, extractor: Extractor
) -> None:
    """Print how many composed pictures are told apart, and how many answers are those of the scan alone."""
    chance = random.Random(11)
    columns, rows = LAYOUTS[layout]
    found, same = 0, 0
    for _ in range(count):
        scans = []
        for one in chance.sample([one for one in receipts if one.file], columns * rows):
            with Image.open(str(one.file)) as scan:
                scans.append(scan.convert("RGB"))
        alone = [_answer(extractor.extract(_png(scan))) for scan in scans]
        answers = [
            _answer(one.extraction) for one in extractor.read_each(_png(pasted(scans, layout, chance)))
        ]
        found += len(answers) == len(scans)
        same += sum(answer in answers for answer in alone)
    of = count * columns * rows
    print(
        f"{layout}: {found} of {count} pictures found, {same} of {of} totals and dates as alone", flush=True
    )


def _texts(pages: Sequence[Page]) -> list[list[str]]:
    return sorted(sorted(word.text for word in page.words) for page in pages)


def _answer(extraction: Extraction) -> tuple[str, ...]:
    return tuple(next((c.value for c in extraction.fields.get(name, ())), "") for name in COMPARED)


def _png(picture: Image.Image) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "PNG")
    return stream.getvalue()


def pasted(scans: Sequence[Image.Image], layout: str, chance: random.Random) -> Image.Image:
    """A picture of a table with all ``scans`` on it."""
    width, height, sheets = laid_out([scan.size for scan in scans], *LAYOUTS[layout], chance)
    table = Image.new("RGB", (round(width), round(height)), TABLE)
    for scan, sheet in zip(scans, sheets, strict=True):
        size = round(scan.width * sheet.scale), round(scan.height * sheet.scale)
        turned = scan.resize(size).convert("RGBA").rotate(-sheet.tilt, Image.Resampling.BICUBIC, expand=True)
        place = round(sheet.x - turned.width / 2), round(sheet.y - turned.height / 2)
        table.paste(turned, place, turned)
    return table


class Sheet(NamedTuple):
    """Where a receipt lies: its middle, how much it is enlarged, and how far it is turned clockwise."""

    x: float
    y: float
    scale: float
    tilt: float


def laid_out(
    sizes: Sequence[tuple[float, float]], columns: int, rows: int, chance: random.Random
) -> tuple[float, float, list[Sheet]]:
    """Width and height of a table, and where sheets of ``sizes`` lie on it without touching."""
    scales = [600 / width * chance.uniform(0.85, 1.15) for width, _ in sizes]
    tilts = [chance.uniform(-MOST_TILT, MOST_TILT) for _ in sizes]
    taken = [
        _turned_size(width * scale, height * scale, tilt)
        for (width, height), scale, tilt in zip(sizes, scales, tilts, strict=True)
    ]
    gap = chance.uniform(15, 80)
    widths = [max(taken[i][0] for i in range(len(taken)) if i % columns == c) for c in range(columns)]
    heights = [max(taken[i][1] for i in range(len(taken)) if i // columns == r) for r in range(rows)]
    sheets = []
    for i, scale in enumerate(scales):
        c, r = i % columns, i // columns
        x = gap * (c + 1) + sum(widths[:c]) + widths[c] / 2
        y = gap * (r + 1) + sum(heights[:r]) + (taken[i][1] / 2 if rows == 1 else heights[r] / 2)
        sheets.append(Sheet(x, y, scale, tilts[i]))
    return gap * (columns + 1) + sum(widths), gap * (rows + 1) + sum(heights), sheets


def composed(receipts: Sequence[Page], layout: str, chance: random.Random) -> Page:
    """A page of all ``receipts`` as OCR would give it."""
    columns, rows = LAYOUTS[layout]
    sizes = [(page.width, page.height) for page in receipts]
    width, height, sheets = laid_out(sizes, columns, rows, chance)
    placed = [
        _placed(word, page, sheet)
        for page, sheet in zip(receipts, sheets, strict=True)
        for word in page.words
    ]
    words = order_words(placed, page=1, width=width, height=height)
    return Page(1, width, height, words, "ocr")


def _placed(word: Word, page: Page, sheet: Sheet) -> PlacedWord:
    x = ((word.box.x0 + word.box.x1) / 2 - 0.5) * page.width * sheet.scale
    y = ((word.box.y0 + word.box.y1) / 2 - 0.5) * page.height * sheet.scale
    cos, sin = math.cos(math.radians(sheet.tilt)), math.sin(math.radians(sheet.tilt))
    x, y = sheet.x + x * cos - y * sin, sheet.y + x * sin + y * cos
    width, height = _turned_size(
        word.box.width * page.width * sheet.scale, word.box.height * page.height * sheet.scale, sheet.tilt
    )
    box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    return PlacedWord(word.text, box, (box[1], box[3]), word.confidence)


def _turned_size(width: float, height: float, tilt: float) -> tuple[float, float]:
    cos, sin = math.cos(math.radians(tilt)), abs(math.sin(math.radians(tilt)))
    return width * cos + height * sin, width * sin + height * cos


if __name__ == "__main__":
    main()
