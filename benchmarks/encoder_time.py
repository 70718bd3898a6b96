"""Seconds that an LSTM, softmax attention and FAVOR+ take for documents of a given length, on this CPU.

    python benchmarks/encoder_time.py [--lengths 512 1496 4096] [--repeat 5] [--threads 2]

The shapes are those that `recipes/default-model/run.sh` trains on one recipe (docs/notes/encoders.md has
their F1). Weights are random, because they do not change the time; numbers have 32 bits, as torch runs them.
The table shows the fastest of the repetitions, forward only, with the word head.
"""

from __future__ import annotations

import argparse
import math
import time
from typing import Any

import torch
from torch import Tensor

from paperformer.learning.layout_model import LayoutModel
from paperformer.transformer import lstm_tagger, smartscan
from paperformer.transformer.config import EncoderConfig, LayoutConfig

VOCABULARY, PIECES_A_WORD, HEAD_FIELDS = 30_522, 1.6, 40  # receipts and invoices have 1.9 to 3.0
DEEP: dict[str, Any] = {
    "vocabulary_size": VOCABULARY, "hidden_size": 384, "layers": 12, "heads": 12, "feedforward_size": 1536,
    "max_positions": 4096, "layout": LayoutConfig(),
}  # fmt: skip
FAVOR = {"mechanism": "performer", "features": 112}


def shapes() -> dict[str, EncoderConfig]:
    """The encoders by name."""
    deep = EncoderConfig(**DEEP)
    return {
        "LSTM over words, 2 layers": lstm_tagger(VOCABULARY),
        "softmax, blocks of 64, then words": deep.changed(narrow_after=4, block=64),
        "softmax over all tokens": deep,
        "Performer, then words": deep.changed(narrow_after=4, attention=FAVOR),
        "Performer over all tokens": deep.changed(attention=FAVOR),
        "smartscan (Performer, 768 wide)": smartscan(VOCABULARY, max_positions=4096),
    }


def a_document(tokens: int, seed: int = 0) -> dict[str, Tensor]:
    """Inputs of one document: every word has one piece or two."""
    generator = torch.Generator().manual_seed(seed)
    words = (torch.arange(tokens) / PIECES_A_WORD).long()[None]
    corner = torch.randint(0, 900, (1, tokens, 2), generator=generator)
    return {
        "ids": torch.randint(1000, VOCABULARY, (1, tokens), generator=generator),
        "boxes": torch.cat([corner, corner + 50], dim=-1),
        "pages": torch.zeros(1, tokens, dtype=torch.long),
        "word_index": words,
        "word_mask": torch.ones(1, int(words.max()) + 1, dtype=torch.bool),
    }


def seconds(model: LayoutModel, tokens: int, repeat: int) -> float:
    """The fastest of the forward passes, after one that warms up."""
    document, fastest = a_document(tokens), math.inf
    with torch.inference_mode():
        for i in range(repeat + 1):
            begun = time.perf_counter()
            model(**document)
            if i:
                fastest = min(fastest, time.perf_counter() - begun)
    return fastest


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lengths", type=int, nargs="+", default=[512, 1496, 4096])
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    print(f"{'seconds a document':36}{'M':>8}" + "".join(f"{length:>10,}" for length in options.lengths))
    for name, config in shapes().items():
        model = LayoutModel(config, [f"field {i}" for i in range(HEAD_FIELDS)]).eval()
        size = sum(parameter.numel() for parameter in model.parameters()) / 1e6
        times = "".join(f"{seconds(model, length, options.repeat):10.3f}" for length in options.lengths)
        print(f"{name:36}{size:8.1f}{times}", flush=True)


if __name__ == "__main__":
    main()
