"""What a layer of attention costs a token, by mechanism and length, beside what ``choose`` predicts.

    python benchmarks/attention.py [--quick] [--causal] [--mechanisms NAMES] [--lengths NUMBERS] [--repeat N]
                                   [--keep-memory]

One thread. Every figure comes from a process of its own: its memory is the most that tensors hold at once by
PyTorch's own count, its time the least of the repetitions, in processor seconds, so that a busy machine does
not show. ``backward`` is forward and backward together. Below stand the costs a token at the greatest length
over those at 1,024: 1.0 is linear.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import torch
from torch.profiler import ProfilerActivity, profile

from paperformer.transformer.attention.choose import choose
from paperformer.transformer.attention.cost import (
    MECHANISM_NAMES,
    AttentionShape,
    Machine,
    layer_cost,
)
from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.build import build_encoder
from paperformer.transformer.config import EncoderConfig

LENGTHS = (512, 1024, 2048, 4096, 8192, 16384)
QUICK = (128, 1024)
REFERENCE = 1024
WIDTH, HEADS, WINDOW, PROJECTED = 384, 12, 64, 128
# Longformer's window is its two sides; hybrid's blocks of this size see at least as far.
SETTINGS: dict[str, dict[str, object]] = {
    "softmax": {},
    "performer": {},
    "longformer": {"window": WINDOW},
    "hybrid": {"window": WINDOW},
    "linformer": {"projected_length": PROJECTED, "max_length": max(LENGTHS)},
}
# As it comes, glibc gives large blocks back at once and clears them anew: a third of the time at 16,384.
# PyTorch's tuning guide advises an allocator that keeps them; this does the same.
KEEP_MEMORY = {"MALLOC_MMAP_THRESHOLD_": "4000000000", "MALLOC_TRIM_THRESHOLD_": "8000000000"}
Figures = dict[str, float]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} tokens, one repetition")
    parser.add_argument("--causal", action="store_true")
    parser.add_argument("--mechanisms", nargs="+", choices=MECHANISM_NAMES, default=MECHANISM_NAMES)
    parser.add_argument("--lengths", nargs="+", type=int, default=None)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--keep-memory", action="store_true", help="glibc shall keep what is freed")
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)  # mechanism, length, pass: the child's side
    options = parser.parse_args()
    if options.one:
        mechanism, length, way = options.one
        print(json.dumps(measure(mechanism, int(length), way, options.causal, options.repeat)))
        return
    lengths = options.lengths or (QUICK if options.quick else LENGTHS)
    repeat = 1 if options.quick else options.repeat
    mechanisms = [name for name in options.mechanisms if not (options.causal and name == "linformer")]
    found = {}
    print(
        f"{'mechanism':11}{'tokens':>7}{'predicted ms':>14}{'measured ms':>13}"
        f"{'us a token':>12}{'KB a token':>12}{'backward us':>13}{'backward KB':>13}"
    )
    for length in lengths:
        for name in mechanisms:
            forward, backward = (
                child(name, length, way, options.causal, repeat, options.keep_memory)
                for way in ("forward", "backward")
            )
            found[name, length] = {**forward, **{f"backward {key}": value for key, value in backward.items()}}
            report(name, length, found[name, length], options.causal)
        verdict(length, mechanisms, found, options.causal)
    ratios(mechanisms, max(lengths), found)


def child(mechanism: str, length: int, way: str, causal: bool, repeat: int, keep_memory: bool) -> Figures:
    """The figures of one measurement, from a process of its own."""
    command = [
        sys.executable,
        str(Path(__file__)),
        "--one",
        mechanism,
        str(length),
        way,
        "--repeat",
        str(repeat),
    ]
    command += ["--causal"] * causal
    environment = {**os.environ, **(KEEP_MEMORY if keep_memory else {})}
    answer = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    figures: Figures = json.loads(answer.stdout)
    return figures


def measure(mechanism: str, length: int, way: str, causal: bool, repeat: int) -> Figures:
    """Least processor seconds of a pass, and the memory that the first one added, in bytes."""
    torch.set_num_threads(1)
    attention = layer(mechanism)
    states = torch.randn(1, length, WIDTH, generator=torch.Generator().manual_seed(length))
    warm_up(attention, causal, way)
    memory = most_held(attention, states, causal, way)
    times = [once(attention, states, causal, way)]
    times += [once(attention, states, causal, way) for _ in range(repeat)]
    return {"seconds": min(times), "bytes": memory}


def layer(mechanism: str) -> MultiHeadAttention:
    """One attention layer, its projections included."""
    config = EncoderConfig.from_dict(
        {
            "vocabulary_size": 2,
            "hidden_size": WIDTH,
            "heads": HEADS,
            "layers": 1,
            "attention": {"mechanism": mechanism, **SETTINGS[mechanism]},
        }
    )
    encoder = build_encoder(config, torch.Generator().manual_seed(0)).eval()
    attention: MultiHeadAttention = encoder.encoder.layers[0].attention  # type: ignore[assignment]
    return attention


def warm_up(attention: MultiHeadAttention, causal: bool, way: str) -> None:
    """What libraries take once and for all is no cost of a token."""
    once(attention, torch.zeros(1, 64, WIDTH), causal, way)


def once(attention: MultiHeadAttention, states: torch.Tensor, causal: bool, way: str) -> float:
    """Processor seconds of one pass."""
    states = states.detach().requires_grad_(way == "backward")
    start = time.process_time()
    with torch.set_grad_enabled(way == "backward"):
        output = attention(states, states, states, causal=causal)
    if way == "backward":
        output.sum().backward()
    return time.process_time() - start


def most_held(attention: MultiHeadAttention, states: torch.Tensor, causal: bool, way: str) -> int:
    """The most bytes of tensors that are alive at once in a pass, beside what was there before it."""
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as record:
        once(attention, states, causal, way)
    # ``record.events()`` leaves out the memory that operators account for.
    results = record.profiler.kineto_results
    changes = [event for event in results.events() if event.name() == "[memory]"]
    changes.sort(key=lambda event: event.start_ns())
    return max(itertools.accumulate(int(event.nbytes()) for event in changes))


def shape(length: int, causal: bool) -> AttentionShape:
    """What the cost model is told."""
    return AttentionShape(
        length=length,
        width=WIDTH,
        heads=HEADS,
        window=WINDOW,
        projected_length=PROJECTED,
        global_tokens=1,
        causal=causal,
    )


def report(mechanism: str, length: int, figures: Figures, causal: bool) -> None:
    """One line of the table."""
    predicted = layer_cost(mechanism, shape(length, causal)).seconds(Machine())
    seconds, memory = figures["seconds"], figures["bytes"]
    print(
        f"{mechanism:11}{length:>7,}{predicted * 1e3:>14.1f}{seconds * 1e3:>13.1f}"
        f"{seconds / length * 1e6:>12.2f}{memory / length / 1e3:>12.1f}"
        f"{figures['backward seconds'] / length * 1e6:>13.2f}"
        f"{figures['backward bytes'] / length / 1e3:>13.1f}",
        flush=True,
    )


def verdict(length: int, mechanisms: list[str], found: dict[tuple[str, int], Figures], causal: bool) -> None:
    """What ``choose`` names, and what the clock does."""
    named = choose(shape(length, causal), among=mechanisms)
    fastest = min(mechanisms, key=lambda name: found[name, length]["seconds"])
    lost = found[named, length]["seconds"] / found[fastest, length]["seconds"]
    print(
        f"  {length:,} tokens: choose names {named}, the fastest is {fastest}; "
        f"the choice takes {lost:.2f} times as long"
    )


def ratios(mechanisms: list[str], longest: int, found: dict[tuple[str, int], Figures]) -> None:
    """Cost a token at the greatest length over that at the reference length."""
    if longest <= REFERENCE or (mechanisms[0], REFERENCE) not in found:
        return
    print(f"\na token at {longest:,} over one at {REFERENCE:,}:")
    for name in mechanisms:
        long, short = found[name, longest], found[name, REFERENCE]
        grown = {key: long[key] / longest / max(short[key] / REFERENCE, 1e-12) for key in long}
        print(f"  {name:11}" + "  ".join(f"{key} {value:.2f}" for key, value in grown.items()))


if __name__ == "__main__":
    main()
