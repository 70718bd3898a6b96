"""How well and how fast the OCR engines read scanned receipts (ICDAR 2019 SROIE, train images).

    PAPERFORMER_DATA=/path/to/data python benchmarks/ocr.py --engine accurate --count 40
    PAPERFORMER_DATA=/path/to/data python benchmarks/ocr.py --held-out [--without-language]

Words are compared as a multiset, upper case: recall is the share of true words found, precision the share of
found words that are true. ``content`` takes runs of letters and figures for words, wherever spaces and signs
stand. ``--held-out`` reads the receipts that neither the default model nor the character model has seen.
``total`` and ``date`` count receipts whose true value stands in the text, spaces ignored. Wall seconds depend
on what else runs; CPU seconds less so. ``peak_mb`` is of the whole process.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from paperformer.documents.ocr.ppocr_weights import load_ppocr
from paperformer.documents.ocr.protocol import ENGINES, OcrEngine, OcrPage, load_engine
from paperformer.extraction.model_path import default_model_path

NETWORKS = ("accurate", "fast")


@dataclass
class Tally:
    """What was counted over the receipts so far."""

    true: int = 0
    found: int = 0
    right: int = 0
    content: Counter[str] = field(default_factory=Counter)
    totals: int = 0
    dates: int = 0
    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    resident_mb: list[float] = field(default_factory=list)

    def add(self, receipt: dict[str, Any], page: OcrPage) -> None:
        """Compare what was read with what stands on the receipt."""
        true = Counter(" ".join(line["text"] for line in receipt["words"]).upper().split())
        found = Counter(word.text.upper() for word in page.words)
        self.true += true.total()
        self.found += found.total()
        self.right += (true & found).total()
        alike = [
            Counter(re.findall(r"[^\W_]+", " ".join(texts).upper()))
            for texts in ((line["text"] for line in receipt["words"]), (word.text for word in page.words))
        ]
        self.content["true"] += alike[0].total()
        self.content["found"] += alike[1].total()
        self.content["right"] += (alike[0] & alike[1]).total()
        text = "".join(word.text for word in page.words).upper()
        self.totals += _squeezed(receipt["raw"].get("total", "")) in text
        self.dates += _squeezed(receipt["raw"].get("date", "")) in text

    def summary(self, engine: str) -> dict[str, Any]:
        """The figures, ready to print."""
        wall, cpu = np.array(self.wall), np.array(self.cpu)
        half = len(self.resident_mb) // 2
        return {
            "engine": engine,
            "receipts": len(wall),
            "word_recall": round(self.right / max(1, self.true), 4),
            "word_precision": round(self.right / max(1, self.found), 4),
            "content_recall": round(self.content["right"] / max(1, self.content["true"]), 4),
            "content_precision": round(self.content["right"] / max(1, self.content["found"]), 4),
            "total_found": self.totals,
            "date_found": self.dates,
            "wall_s": {
                "mean": round(wall.mean(), 3),
                "median": round(np.median(wall), 3),
                "max": round(wall.max(), 3),
            },
            "cpu_s": {
                "mean": round(cpu.mean(), 3),
                "median": round(np.median(cpu), 3),
                "max": round(cpu.max(), 3),
            },
            "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            "resident_mb": {
                "first_half": round(float(np.max(self.resident_mb[:half] or [0.0]))),
                "second_half": round(float(np.max(self.resident_mb[half:]))),
            },
        }


@contextmanager
def timed(wall: list[float], cpu: list[float]) -> Iterator[None]:
    """Append how long the body took."""
    start, start_cpu = time.perf_counter(), time.process_time()
    yield
    wall.append(time.perf_counter() - start)
    cpu.append(time.process_time() - start_cpu)


def measure(
    engine: str, reader: OcrEngine, receipts: list[dict[str, Any]], folder: Path, turn: Callable[[Any], Any]
) -> dict[str, Any]:
    """Read every receipt with an engine and count."""
    reader.read(_picture(folder / receipts[0]["file"], turn))  # the first page pays for loading
    tally = Tally()
    for number, receipt in enumerate(receipts, 1):
        picture = _picture(folder / receipt["file"], turn)
        with timed(tally.wall, tally.cpu):
            page = reader.read(picture)
        tally.add(receipt, page)
        tally.resident_mb.append(_resident_mb())
        print(f"\r{number}/{len(receipts)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return tally.summary(engine)


def _picture(path: Path, turn: Callable[[Any], Any]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    with Image.open(path) as image:
        return np.asarray(turn(image.convert("RGB")))


def _turn(degrees: float) -> Callable[[Any], Any]:
    def turn(image: Any) -> Any:
        return image.rotate(-degrees, expand=True, fillcolor="white", resample=Image.Resampling.BICUBIC)

    return turn if degrees else lambda image: image


def _squeezed(text: str) -> str:
    return "".join(text.upper().split())


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 2**20


def main() -> None:
    """Measure one engine and print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", choices=ENGINES, default="accurate")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--turn", type=float, default=0.0, help="turn every picture clockwise, degrees")
    parser.add_argument("--held-out", action="store_true", help="the held-out receipts instead")
    parser.add_argument("--without-language", action="store_true", help="what the networks say alone")
    options = parser.parse_args()
    if "PAPERFORMER_DATA" not in os.environ:
        parser.error("set PAPERFORMER_DATA to the folder that holds receipts-sroie")
    folder = Path(os.environ["PAPERFORMER_DATA"], "receipts-sroie")
    lines = (folder / "train.jsonl").read_text(encoding="utf-8").splitlines()
    receipts = [json.loads(line) for line in lines]
    if options.held_out:
        keys = json.loads((default_model_path() / "held_out.json").read_text("utf-8"))["receipts-sroie"]
        receipts = [receipt for receipt in receipts if receipt["id"] in keys]
    else:
        receipts = random.Random(options.seed).sample(receipts, options.count)
    if options.without_language:
        if options.engine not in NETWORKS:
            parser.error(f"{options.engine} has its own language")
        reader: OcrEngine = load_ppocr(options.engine, language=False)
    else:
        reader = load_engine(options.engine)
    print(json.dumps(measure(options.engine, reader, receipts, folder, _turn(options.turn)), indent=2))


if __name__ == "__main__":
    main()
