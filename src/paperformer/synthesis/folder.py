"""Writes a folder of synthetic documents with several processes: PDFs, worn pictures, and the truth of both.

What is written depends on the order and the wear only, not on how many processes do it.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from paperformer.errors import InvalidConfig
from paperformer.synthesis.chance import chance, generator
from paperformer.synthesis.corpus import Order, SyntheticDocument, record
from paperformer.synthesis.corpus_file import as_line
from paperformer.synthesis.draw import draw_pdf
from paperformer.synthesis.variety import Place, places
from paperformer.synthesis.worn import Manner, WornPage, draw_wear, worn_pages

TRUTH = "documents.jsonl"
_PHOTOS = {"receipt": 0.5}  # receipts are photographed, sheets are mostly scanned
_OTHER_PHOTOS = 0.1
_PIECE = 8  # documents that a process takes at a time


@dataclass(frozen=True, slots=True)
class Paper:
    """How the documents of a folder are put on paper.

    Args:
        split: What each document says it belongs to (train, valid, test).
        pictures: The share of documents that are worn pictures rather than PDFs, 0 to 1.
        pdfs: Whether to draw the others; False leaves the truth only.
    """

    split: str = "train"
    pictures: float = 0.0
    pdfs: bool = True


@dataclass(frozen=True, slots=True)
class Written:
    """A document that is on the disk: its line of the truth, and where its fields stand."""

    kind: str
    pages: int
    line: str
    places: Mapping[str, Place]


def write_folder(out: Path, order: Order, paper: Paper, processes: int = 1) -> Iterator[Written]:
    """Write the documents of ``order`` to ``out``; each is yielded once it is there, in order.

    The truth is in ``documents.jsonl``, the files in ``pdfs`` and ``pictures`` beside it. A picture's words
    have their boxes in its pixels, as its pages have their sizes.

    Raises:
        InvalidConfig: ``out`` holds such a set already.
    """
    check_new(out)
    out.mkdir(parents=True, exist_ok=True)
    if paper.pdfs:
        (out / "pdfs").mkdir(exist_ok=True)
    if paper.pictures:
        (out / "pictures").mkdir(exist_ok=True)
    with (out / TRUTH).open("w", encoding="utf-8", newline="\n") as lines:
        for written in _written(partial(_write, out, order, paper), order.count, processes):
            lines.write(written.line)
            yield written


def check_new(out: Path) -> None:
    """Refuse a folder that a set was written to: files of the old one would lie among those of the new.

    Raises:
        InvalidConfig: ``out`` holds a set already.
    """
    if (out / TRUTH).exists():
        raise InvalidConfig(
            f"{out} holds documents already ({TRUTH})", "Remove it, or write to another folder"
        )


def _written(write: partial[Written], count: int, processes: int) -> Iterator[Written]:
    if processes == 1 or count <= _PIECE:
        yield from map(write, range(count))
        return
    # A fresh interpreter each: what a caller's threads hold is not copied, and it is the same everywhere.
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        try:
            yield from pool.map(write, range(count), chunksize=_PIECE)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _write(out: Path, order: Order, paper: Paper, index: int) -> Written:
    document = order.draw(index)
    rng = generator("worn", order.seed, index)
    if chance(rng, paper.pictures):
        entry = _pictured(out, document, worn(document, order.seed, index), paper.split)
    elif paper.pdfs:
        file = f"pdfs/{document.id}.pdf"
        (out / file).write_bytes(draw_pdf(document.sheets, title=document.id))
        entry = record(document, paper.split, file)
    else:
        entry = record(document, paper.split)
    return Written(document.kind, len(document.sheets), as_line(entry), places(document))


def worn(document: SyntheticDocument, seed: int, index: int) -> list[WornPage]:
    """The pages of document number ``index`` as pictures, worn as its seed says."""
    rng = generator("wear", seed, index)
    photo = chance(rng, _PHOTOS.get(document.kind, _OTHER_PHOTOS))
    manner: Manner = "photo" if photo else "scan"
    wear = draw_wear(rng, manner)
    dpi = rng.choice((100.0, 120.0, 150.0, 150.0, 200.0))
    return worn_pages(document.sheets, document.words, rng, manner=manner, wear=wear, dpi=dpi)


def _pictured(out: Path, document: SyntheticDocument, pages: list[WornPage], split: str) -> dict[str, Any]:
    files = []
    for number, page in enumerate(pages, start=1):
        files.append(f"pictures/{document.id}-{number}.jpg")
        (out / files[-1]).write_bytes(page.jpeg())
    entry = record(
        replace(document, words=tuple(word for page in pages for word in page.words)), split, files[0]
    )
    entry["pages"] = [
        {"number": number, "width": page.image.width, "height": page.image.height}
        for number, page in enumerate(pages, start=1)
    ]
    return entry | {"pictures": files}
