"""Which way up pictures stand: how often the classifier and the OCR engine are right.

    PAPERFORMER_DATA=/path/to/data python benchmarks/orientation.py [--engine accurate] [--receipts 100]

Pictures of invoices-world (``train``), receipts-softmatic and receipts-sroie (``train``) are turned four
ways. The classifier says the direction of each. The engine reads those of which it is not certain.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from paperformer.documents.ocr.orientation import Orientation, clockwise
from paperformer.documents.ocr.protocol import ENGINES, load_engine
from paperformer.documents.ocr.upright import quarter_turned

CERTAIN = 0.8  # as the engine has it
LABELS = ("invoices-world/labels-train.jsonl", "receipts-softmatic/labels.jsonl")
STORED = {"en_photo_walmart.jpg": 270}  # pictures that are stored sideways: degrees clockwise
SUFFIXES = {".jpg", ".jpeg", ".png"}


def main() -> None:
    """Print one line for each picture that is doubtful, then the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", choices=sorted(ENGINES), default="accurate")
    parser.add_argument("--receipts", type=int, default=100, help="so many pictures of receipts-sroie")
    options = parser.parse_args()
    data = Path(os.environ.get("PAPERFORMER_DATA", "/nowhere"))
    if not data.is_dir():
        print("Skipped: set PAPERFORMER_DATA to the folder of labelled documents", file=sys.stderr)
        return
    orientation, engine = Orientation(), load_engine(options.engine)
    turns = wrong = doubtful = read_wrong = 0
    surest_mistake = 0.0
    for path in pictures(data, options.receipts):
        own = STORED.get(path.name, 0)
        stored = np.asarray(ImageOps.exif_transpose(Image.open(path)).convert("RGB"))
        for turned in (0, 90, 180, 270):
            picture, needed = quarter_turned(stored, turned), -(own + turned) % 360
            found = orientation.probabilities(picture)
            is_wrong = clockwise(found) != needed
            turns, wrong = turns + 1, wrong + is_wrong
            surest_mistake = max(surest_mistake, float(found.max()) * is_wrong)
            if found.max() < CERTAIN:
                doubtful += 1
                rotation = engine.read(picture).rotation
                read_wrong += rotation != needed
                says = f"classifier {found.round(2)}, engine {-rotation % 360}"
                print(f"{path.name}: turned {-needed % 360}, {says}")
            else:
                read_wrong += is_wrong
    print(f"{turns} pictures: the classifier is wrong on {wrong}, at most {surest_mistake:.2f} certain;")
    print(f"{doubtful} are doubtful; the engine is wrong on {read_wrong}")


def pictures(data: Path, receipts: int) -> Iterator[Path]:
    """The files of pictures."""
    for name in LABELS:
        labels = data / name
        records = (json.loads(line) for line in labels.read_text("utf-8").split("\n") if line.strip())
        files = (labels.parent / record["file"] for record in records)
        yield from (file for file in files if file.suffix.lower() in SUFFIXES)
    with (data / "receipts-sroie" / "train.jsonl").open(encoding="utf-8") as file:
        stored = (json.loads(line)["id"] for line in file)
        folder = data / "receipts-sroie" / "images"
        files = (folder / f"{Path(name).stem}.jpg" for name in stored)
        yield from islice(filter(Path.is_file, files), receipts)


if __name__ == "__main__":
    main()
