"""How often the masked word of a held-out sentence is the likeliest, and among the first five.

    PAPERFORMER_DATA=folder python benchmarks/fill.py MODEL [--sentences N]

Sentences of 6 to 40 words of WikiText-2's `test.txt`, every k-th of them; in each, one word of letters that
the vocabulary spells with one piece is masked. MODEL is what `paperformer pretrain
recipes/language-masked-minilm.yaml` made of `valid.txt`; `always the commonest` names the five commonest
words every time.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
from collections import Counter
from pathlib import Path

from masked_words.text import UNSPELLABLE, articles

from paperformer.learning.language.fill import load_gap_filler

SHORTEST, LONGEST, FIRST = 6, 40, 5
SENTENCE = re.compile(r"(?<= [.!?]) ")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", nargs="?")
    parser.add_argument("--sentences", type=int, default=1000)
    options = parser.parse_args()
    data = os.environ.get("PAPERFORMER_DATA")
    if data is None or options.model is None:
        print("skipped: needs PAPERFORMER_DATA (with wikitext-2) and the folder of a masked language model")
        return
    folder = Path(data) / "wikitext-2"
    sentences = some(folder / "test.txt", options.sentences)
    common = [w for w, _ in Counter(words(folder / "valid.txt")).most_common(FIRST)]
    filler = load_gap_filler(options.model)
    chance, ranks, naive = random.Random(0), [], 0
    for sentence in sentences:
        places = [n for n, word in enumerate(sentence.split()) if word.isalpha()]
        chance.shuffle(places)
        for place in places:  # the first that one piece spells
            if found := filler.rank_words(sentence, [place]):
                ranks += found
                naive += sentence.split()[place].lower() in common
                break
    print(
        json.dumps(
            {
                "sentences": len(ranks),
                "first": round(sum(rank == 1 for rank in ranks) / len(ranks), 4),
                "among the first five": round(sum(rank <= FIRST for rank in ranks) / len(ranks), 4),
                "always the commonest, among five": round(naive / len(ranks), 4),
            }
        )
    )


def words(path: Path) -> list[str]:
    """All words of letters, without capitals."""
    return [
        word.lower() for article in articles(path.read_text("utf-8")) for word in article if word.isalpha()
    ]


def some(path: Path, count: int) -> list[str]:
    """So many sentences, evenly over the text."""
    text = " ".join(" ".join(article) for article in articles(path.read_text(encoding="utf-8")))
    fit = [s for s in SENTENCE.split(text) if SHORTEST <= len(s.split()) <= LONGEST and UNSPELLABLE not in s]
    step = max(1, len(fit) // count)
    return fit[::step][:count]


if __name__ == "__main__":
    main()
