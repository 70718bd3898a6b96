"""What a long list of known parties costs: loading it, and looking for all of them on a document.

    python benchmarks/known_parties.py [--count N]

The list is made up, by a seed; the document is a sample.
"""

from __future__ import annotations

import argparse
import random
import string
import time
from pathlib import Path

from paperformer import Extractor
from paperformer.extraction.known_parties.party import KnownParty
from paperformer.extraction.known_parties.printed import PartyIndex

SAMPLE = Path(__file__).parents[1] / "samples" / "invoice-en.pdf"
TIMES = 5


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100_000)
    count = parser.parse_args().count
    parties = made_up(count, random.Random(1))
    begin = time.perf_counter()
    index = PartyIndex(parties)
    print(f"{count} parties  loaded in {time.perf_counter() - begin:.1f} s")
    with Extractor(min_confidence=0.0) as extractor:
        document = extractor.read(SAMPLE).document
        proposed = extractor.predictor.propose(document, [], {})
    begin = time.perf_counter()
    for _ in range(TIMES):
        index.sightings(document.words, proposed)
    print(f"{(time.perf_counter() - begin) / TIMES:.3f} s a document of {len(document.words)} words")


def made_up(count: int, chance: random.Random) -> list[KnownParty]:
    """So many parties, of names and streets from 5,000 words."""
    words = ["".join(chance.choices(string.ascii_lowercase, k=chance.randint(4, 10))) for _ in range(5_000)]
    return [
        KnownParty(
            f"{' '.join(chance.choices(words, k=3))} Ltd",
            addresses=(f"{chance.randint(1, 200)} {' '.join(chance.choices(words, k=4))}",),
            vat_numbers=(f"GB{chance.randint(10**8, 10**9 - 1)}",),
        )
        for _ in range(count)
    ]


if __name__ == "__main__":
    main()
