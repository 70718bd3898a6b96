"""The answers to documents as JSON files, so that those of two commits can be compared by ``diff -r``.

    python benchmarks/answers.py FOLDER [PATH ...] [--split]

Each PATH is a document or a folder of documents; without any, ``samples``. Each document gives a JSON file in
FOLDER, with all candidates of every field, whatever their confidence, and without times. A document that
cannot be read gives its error. Run it on both commits, into two folders, with ``PYTHONPATH=src``.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from paperformer import Extractor
from paperformer.errors import PaperformerError

SAMPLES = Path(__file__).parents[1] / "samples"
MOST_CANDIDATES = 100


def main() -> None:
    """Write one file per document."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the answers are written")
    parser.add_argument("paths", type=Path, nargs="*", default=[SAMPLES], help="documents, folders")
    parser.add_argument("--split", action="store_true", help="answer for each document in a file")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with Extractor(max_results=MOST_CANDIDATES, min_confidence=0.0) as extractor:
        for path in documents(options.paths):
            answers = answers_to(extractor, path, split=options.split)
            text = json.dumps(answers, indent=1, ensure_ascii=False, sort_keys=True)
            (options.folder / f"{path.name}.json").write_text(text + "\n", encoding="utf-8")
            print(path)


def documents(paths: list[Path]) -> list[Path]:
    """The files that are named, and those in folders; the answers that lie beside samples are none."""
    files = [file for path in paths for file in (sorted(path.iterdir()) if path.is_dir() else [path])]
    return [file for file in files if file.suffix != ".json"]


def answers_to(extractor: Extractor, path: Path, *, split: bool) -> list[object]:
    """The answer to a file, or those to the documents in it."""
    try:
        readings = list(extractor.read_each(path)) if split else [extractor.read(path)]
    except PaperformerError as error:
        return [{"error": str(error)}]
    return [reading.extraction.model_dump(mode="json", exclude={"timing_ms"}) for reading in readings]


if __name__ == "__main__":
    main()
