"""Documents in Cyrillic and Greek letters, read from their pictures (``invoices-world``).

    PAPERFORMER_DATA=folder python benchmarks/further_scripts.py [--split dev] [--dpi 150]
    PAPERFORMER_DATA=folder python benchmarks/further_scripts.py --latin  # pages in Latin letters
    python benchmarks/further_scripts.py --time

Each PDF is drawn, so that the text layer says what OCR should have read. Words are runs of letters and
figures, compared in capitals wherever they stand on the page. Of fields, the best candidate counts, at any
confidence. Pictures (photos and scans) have no such text; their fields count. ``test`` is for finished
versions. ``--latin`` reads German receipts, and every sixth of SROIE's, and counts words in further letters.
``--time`` prints the processor time of the recogniser on four lines, and of the further head on its features.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pypdfium2
from gate.labelled_pages import LabelledPage, read_labels
from gate.page_scores import field_counts
from world import labels_at

from paperformer.documents.ocr.further_head import FEATURES, load_further_head
from paperformer.documents.ocr.ppocr_weights import recognizer_file
from paperformer.documents.ocr.session import Network
from paperformer.documents.reader import DocumentReader
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.pipeline import Extractor

LANGUAGES = frozenset({"be", "bg", "el", "kk", "ky", "mk", "mn", "ru", "sr", "uk"})
LETTERS = re.compile("[Ͱ-ӿ]{3}")  # of both scripts
ANY_LETTER = re.compile("[Ѐ-ӿΆ-ωԱ-ևა-ჰƠơƯưẠ-ỹ]")


@dataclass(slots=True)
class Tally:
    """Counts of words (true, found, right) and of fields (printed, right)."""

    words: Counter[str] = field(default_factory=Counter)
    fields: Counter[str] = field(default_factory=Counter)

    def add_words(self, true: str, found: str) -> None:
        """Compare what stands on a page with what was read."""
        truth, read = (Counter(re.findall(r"[^\W_]+", text.upper())) for text in (true, found))
        self.words.update(true=truth.total(), found=read.total(), right=(truth & read).total())

    def line(self, name: str) -> str:
        """The figures of one document, or of all."""
        recall = self.words["right"] / max(1, self.words["true"])
        precision = self.words["right"] / max(1, self.words["found"])
        values = f"{self.fields['right']:4} of {self.fields['printed']:4}"
        return f"{name:28}{self.words['true']:6}{recall:8.3f}{precision:10.3f}{values:>14}"


def main() -> int:
    """Draw, read, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--split", default="dev", choices=("train", "dev", "test"))
    parser.add_argument("--dpi", type=float, default=150)
    parser.add_argument("--latin", action="store_true", help="pages in Latin letters instead")
    parser.add_argument("--time", action="store_true", help="what the further head costs")
    options = parser.parse_args()
    if options.latin:
        return latin()
    if options.time:
        return times()
    labels = labels_at(f"invoices-world/labels-{options.split}.jsonl")
    if labels is None:
        return 0
    everything = Tally()
    print(f"{'':28}{'words':>6}{'recall':>8}{'precision':>10}{'values':>14}")
    reader = DocumentReader()
    with Extractor(default_model_path(), einvoice="ignore", min_confidence=0.0) as extractor:
        for page in read_labels(labels):
            if page.facts["language"] in LANGUAGES:
                tally = measured(page, options.dpi, reader, extractor)
                print(tally.line(page.file.name), flush=True)
                everything.words.update(tally.words)
                everything.fields.update(tally.fields)
    print(everything.line("all"))
    return 0


def latin() -> int:
    """Print the words with letters of further scripts that are read on receipts in Latin letters."""
    labels = [labels_at(f"receipts-{name}") for name in ("softmatic/labels.jsonl", "sroie/train.jsonl")]
    if None in labels:
        return 0
    files = [page.file for page in read_labels(labels[0])]
    files += sorted((labels[1].parent / "images").iterdir())[::6]
    reader, wrong, words = DocumentReader(), 0, 0
    for file in files:
        texts = [word.text for word in reader.read(file).words]
        strange = [text for text in texts if ANY_LETTER.search(text)]
        wrong, words = wrong + len(strange), words + len(texts)
        if strange:
            print(file.name, *strange)
    print(f"{wrong} of {words} words on {len(files)} pages")
    return 0


def times() -> int:
    """Print the least processor time of several runs of both networks, on one thread."""
    network = Network(recognizer_file("accurate"), threads=1, inner=FEATURES)
    head = load_further_head().network
    lines = np.random.default_rng(1).uniform(-1, 1, (4, 3, 48, 320)).astype(np.float32)
    _, features = network.with_inner(lines)
    whole, further = least_time(lambda: network(lines)), least_time(lambda: head(features))
    print(f"recogniser {whole:.4f} s, further head {further:.4f} s: {further / whole:.1%}")
    return 0


def least_time(run: Callable[[], object]) -> float:
    """Seconds of the processor, of the quickest of 20 runs."""
    took = []
    for _ in range(20):
        before = time.process_time()
        run()
        took.append(time.process_time() - before)
    return min(took)


def measured(page: LabelledPage, dpi: float, reader: DocumentReader, extractor: Extractor) -> Tally:
    """Read one document from the picture of its first page."""
    tally = Tally()
    picture, text = drawn(page, dpi) if page.file.suffix == ".pdf" else (page.file.read_bytes(), "")
    document = reader.read(picture)
    if LETTERS.search(text):
        tally.add_words(text, " ".join(word.text for word in document.words))
    best = {
        name: found[0].value for name, found in extractor.extract_document(document).fields.items() if found
    }
    printed, right = field_counts(best, page.fields)
    tally.fields.update(printed=printed.total(), right=right.total())
    return tally


def drawn(page: LabelledPage, dpi: float) -> tuple[bytes, str]:
    """A PDF's first page as PNG, and its text layer."""
    with pypdfium2.PdfDocument(page.file) as document:
        stream = io.BytesIO()
        document[0].render(scale=dpi / 72).to_pil().save(stream, "PNG")
        return stream.getvalue(), document[0].get_textpage().get_text_range()


if __name__ == "__main__":
    sys.exit(main())
