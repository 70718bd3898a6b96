"""What one more token costs a decoder, early and late, by attention mechanism.

    python benchmarks/decoding.py [--quick] [--mechanisms NAMES] [--threads N]

A decoder of 6 layers of 384 reads so many tokens at once, then goes on one by one from its state: the median
of those steps, the least, and the size of the state. Performer's state is of one size, hybrid's and
Longformer's end at their window; softmax keeps all keys and values, and copies them in every step.
"""

from __future__ import annotations

import argparse
import dataclasses
import time
from collections.abc import Iterator
from statistics import median

import torch

from paperformer.transformer.build import build_decoder
from paperformer.transformer.config import DecoderConfig
from paperformer.transformer.generation.protocol import Prompt

MECHANISMS = ("softmax", "performer", "hybrid", "longformer")
PLACES = (10, 10_000)
QUICK = (10, 300)
VOCABULARY = 1000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help=f"token {QUICK[1]} instead of {PLACES[1]:,}")
    parser.add_argument("--mechanisms", nargs="+", choices=MECHANISMS, default=MECHANISMS)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--steps", type=int, default=30)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    places = QUICK if options.quick else PLACES
    print(f"{'mechanism':12}{'token':>8}{'median ms':>12}{'least ms':>11}{'state KB':>11}")
    for mechanism in options.mechanisms:
        medians = []
        for place in places:
            seconds, size = steps(mechanism, place, options.steps)
            medians.append(median(seconds))
            print(
                f"{mechanism:12}{place:>8,}{medians[-1] * 1e3:>12.2f}{min(seconds) * 1e3:>11.2f}"
                f"{size / 1e3:>11,.0f}",
                flush=True,
            )
        print(f"  token {places[1]:,} takes {medians[1] / medians[0]:.2f} times as long as token {places[0]}")


@torch.inference_mode()
def steps(mechanism: str, place: int, count: int) -> tuple[list[float], int]:
    """Seconds of steps after ``place`` tokens, and the bytes of the state before the first of them."""
    config = DecoderConfig.from_dict(
        {
            "vocabulary_size": VOCABULARY,
            "hidden_size": 384,
            "heads": 12,
            "feedforward_size": 1536,
            "attention": {"mechanism": mechanism},
        }
    )
    model = build_decoder(config, torch.Generator().manual_seed(0)).eval()
    chance = torch.Generator().manual_seed(1)
    prompt = torch.randint(1, VOCABULARY, (1, place - 1), generator=chance)
    _, state = model.step(prompt, model.start(Prompt(prompt)))
    size = sum(x.numel() * x.element_size() for x in tensors(state))
    token = prompt[:, -1:]
    model.step(token, state)
    seconds = []
    for _ in range(count):
        start = time.perf_counter()
        _, state = model.step(token, state)
        seconds.append(time.perf_counter() - start)
    return seconds, size


def tensors(state: object) -> Iterator[torch.Tensor]:
    """All tensors that a state holds."""
    if isinstance(state, torch.Tensor):
        yield state
    elif isinstance(state, tuple):
        for part in state:
            yield from tensors(part)
    elif dataclasses.is_dataclass(state):
        for field in dataclasses.fields(state):
            yield from tensors(getattr(state, field.name))


if __name__ == "__main__":
    main()
