"""How long reading takes, and how much memory: on the samples, with the default model. No other data needed.

    python benchmarks/speed.py [--model DIR] [--repeat N] [--documents N]

``wall`` is what a user waits, ``cpu`` the processor time of all processes; on a busy machine only the second
means anything. Each figure is the median of the repetitions. Memory is the resident memory of all processes
together, after reading the first and the last of many documents.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from paperformer import Extractor
from paperformer.documents.model import Document, Page, Word
from paperformer.errors import OcrUnavailable
from paperformer.extraction.session import ModelSession

SAMPLES = Path(__file__).parents[1] / "samples"
PDF, PHOTO = SAMPLES / "invoice-en.pdf", SAMPLES / "receipt-photo.jpg"
TOKENS = 1_024


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, default=None)
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--documents", type=int, default=500, help="for memory")
    options = parser.parse_args()
    print(f"{'what':44} {'wall s':>8} {'cpu s':>8}")
    report("cold start: paperformer extract of a PDF", lambda: cold(options.model), options.repeat)
    with Extractor(options.model) as extractor:
        session = ModelSession(extractor.folder)
        words = some_words(extractor, session)
        report(f"words to scores, {TOKENS:,} tokens", lambda: session.score(words), options.repeat)
        document = Document("words", (Page(1, 595, 842, words),))
        extract = extractor.extract_document
        report(f"words to fields, {TOKENS:,} tokens", lambda: extract(document), options.repeat)
        report("PDF page with a text layer, warm", lambda: extractor.extract(PDF), options.repeat)
    for engine in ("accurate", "fast", "tesseract"):
        scanned(options.model, engine, options.repeat)
    memory(options.model, options.documents)


def report(what: str, action: Callable[[], object], repeat: int) -> None:
    """Time ``action``, once to warm up and ``repeat`` times to measure."""
    action()
    walls, cpus = [], []
    for _ in range(repeat):
        wall, cpu = time.perf_counter(), cpu_seconds()
        action()
        walls.append(time.perf_counter() - wall)
        cpus.append(cpu_seconds() - cpu)
    print(f"{what:44} {statistics.median(walls):8.3f} {statistics.median(cpus):8.3f}", flush=True)


def cpu_seconds() -> float:
    """Processor time of this process, of its children that run, and of those that ended."""
    own = psutil.Process().cpu_times()
    total = own.user + own.system + own.children_user + own.children_system
    for child in psutil.Process().children(recursive=True):
        times = child.cpu_times()
        total += times.user + times.system + times.children_user + times.children_system
    return float(total)


def cold(model: Path | None) -> None:
    """One document, from nothing."""
    command = [sys.executable, "-m", "paperformer.cli", "extract", str(PDF), "--output", "json"]
    if model is not None:
        command += ["--model", str(model)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def some_words(extractor: Extractor, session: ModelSession) -> tuple[Word, ...]:
    """The invoice's words over and over, as many as make ``TOKENS`` tokens."""
    page = extractor.read(PDF).document.words
    words = page * (TOKENS // len(page) + 1)
    counts = [len(session.tokenizer.encode([word.text]).ids) for word in words]
    total = 2  # the tokens before and after
    for number, count in enumerate(counts):
        total += count
        if total > TOKENS:
            return words[:number]
    return words


def scanned(model: Path | None, engine: str, repeat: int) -> None:
    """The photographed receipt, and the invoice's page as a picture."""
    with Extractor(model, ocr="always", ocr_engine=engine) as extractor:
        try:
            report(f"photo of a receipt, warm, {engine}", lambda: extractor.extract(PHOTO), repeat)
            report(f"page of an invoice as a scan, warm, {engine}", lambda: extractor.extract(PDF), repeat)
        except OcrUnavailable as error:
            print(f"{engine}: {error}")


def memory(model: Path | None, documents: int) -> None:
    """Resident memory while reading many documents, every tenth of them scanned."""
    with Extractor(model) as extractor:
        seen = []
        for number in range(documents):
            extractor.extract(PHOTO if number % 10 == 9 else PDF)
            seen.append(resident_megabytes())
    tenth = max(1, documents // 10)
    print(f"memory after {tenth} of {documents} documents: {seen[tenth - 1]:.0f} MB, "
          f"at the end {seen[-1]:.0f} MB, at most {max(seen):.0f} MB")  # fmt: skip


def resident_megabytes() -> float:
    """Of this process and its children; what they share counts for each."""
    own = psutil.Process()
    return float(sum(p.memory_info().rss for p in (own, *own.children(recursive=True)))) / 1e6


if __name__ == "__main__":
    main()
