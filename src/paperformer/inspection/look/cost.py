"""Time and memory of each attention against the length of its input, measured here, with fitted curves.

What is measured lies between the projections, which cost the same for all. Softmax is there twice: as it
runs, in a fused kernel that goes over blocks of keys and never holds the matrix of queries by keys, and as
equation 1 of Vaswani et al. (2017) is written, with the matrix in memory. Both compute n^2 products; only the
second needs n^2 numbers per head.
"""

from __future__ import annotations

import itertools
import math
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter
from torch import Tensor
from torch.profiler import ProfilerActivity, profile

from paperformer.errors import InvalidConfig
from paperformer.inspection.look.style import FAINT, INK, MECHANISM_COLOURS, bare, new_figure, title
from paperformer.transformer.attention.protocol import Attention
from paperformer.transformer.build_attention import build_attention
from paperformer.transformer.config import (
    AttentionConfig,
    HybridConfig,
    LinformerConfig,
    LongformerConfig,
    PerformerConfig,
    SoftmaxConfig,
)
from paperformer.transformer.config.attention import MECHANISMS
from paperformer.transformer.mask import AnyMask

MATRIX = "softmax-matrix"
ALL = (MATRIX, *MECHANISMS)
MATRIX_LONGEST = 2048  # tokens up to which the matrix is held: 12 heads take 201 MB then
LENGTHS = (256, 512, 1024, 2048, 4096)
WIDTH, HEADS, WINDOW, PROJECTED = 384, 12, 64, 128
REPEATS = 3
PANELS = (("seconds", 1e3, "time in ms"), ("bytes", 1e-6, "memory in MB"))
MARKS = ("X", "o", "s", "^", "D", "v")
FITTED = 3  # of the longest lengths: at short ones, what does not grow hides what does


@dataclass(frozen=True, slots=True)
class Measured:
    """A mechanism at a length: processor seconds of a pass, and the most bytes of tensors held at once."""

    mechanism: str
    length: int
    seconds: float
    bytes: int


@dataclass(frozen=True, slots=True)
class Curve:
    """factor * length ** exponent, fitted to the longest lengths: 1 is linear, 2 is quadratic."""

    factor: float
    exponent: float

    def at(self, length: float) -> float:
        """The curve's value."""
        return float(self.factor * length**self.exponent)


def measure(
    lengths: Sequence[int] = LENGTHS,
    mechanisms: Iterable[str] = ALL,
    *,
    repeats: int = REPEATS,
    report: Callable[[int], None] | None = None,
) -> list[Measured]:
    """Each mechanism at each length, forward, in inference, on one thread.

    Args:
        lengths: Tokens of the input.
        mechanisms: Names.
        repeats: The least time of so many passes counts.
        report: Told after each measurement how many are done.

    Raises:
        InvalidConfig: fewer than two lengths, or one below 1.
    """
    if len(set(lengths)) < 2 or min(lengths) < 1:
        raise InvalidConfig(
            f"lengths {', '.join(map(str, lengths))} make no curve", "Give two or more, from 1 up"
        )
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    found = []
    try:
        for mechanism, length in plan(lengths, mechanisms):
            measured = _measured(mechanism, length, max(lengths), repeats)
            found.append(measured)
            if report is not None:
                report(len(found))
    finally:
        torch.set_num_threads(threads)
    return found


def plan(lengths: Sequence[int], mechanisms: Iterable[str]) -> list[tuple[str, int]]:
    """What is measured: all, but the matrix only up to ``MATRIX_LONGEST`` and the two shortest lengths."""
    ordered = sorted(set(lengths))
    return [
        (mechanism, length)
        for mechanism, length in itertools.product(mechanisms, ordered)
        if mechanism != MATRIX or length <= max(MATRIX_LONGEST, ordered[1])
    ]


def matrix_bytes(length: int) -> int:
    """What the matrices of all heads take by the formula: h n^2 numbers of four bytes."""
    return 4 * HEADS * length**2


def fitted(lengths: Sequence[int], values: Sequence[float]) -> Curve:
    """The power of the length that fits the longest ones best, by least squares of the logarithms."""
    last = sorted(zip(lengths, values, strict=True))[-max(2, FITTED) :]
    x, y = (np.log([pair[i] for pair in last]) for i in (0, 1))
    exponent, offset = np.polyfit(x, y, 1)
    return Curve(math.exp(offset), float(exponent))


def curves(found: Sequence[Measured], what: str) -> dict[str, Curve]:
    """The fitted curve of each mechanism for ``seconds`` or ``bytes``."""
    names = dict.fromkeys(measured.mechanism for measured in found)
    return {
        name: fitted(
            [measured.length for measured in found if measured.mechanism == name],
            [float(getattr(measured, what)) for measured in found if measured.mechanism == name],
        )
        for name in names
    }


def as_json(found: Sequence[Measured]) -> dict[str, Any]:
    """Measurements and curves as plain values."""
    return {
        "attention": {
            "width": WIDTH,
            "heads": HEADS,
            "window": WINDOW,
            "projected_length": PROJECTED,
            "threads": 1,
        },
        "measured": [asdict(measured) for measured in found],
        "time": {name: asdict(curve) for name, curve in curves(found, "seconds").items()},
        "matrix_bytes": {
            length: matrix_bytes(length) for length in sorted({measured.length for measured in found})
        },
        "memory": {name: asdict(curve) for name, curve in curves(found, "bytes").items()},
    }


def draw_cost(found: Sequence[Measured]) -> Figure:
    """Time and memory on linear axes, and on logarithmic ones, where a power is a straight line."""
    picture = new_figure(10.4, 9.4)
    panels: Any = picture.subplots(2, 2)
    for row, logarithmic in zip(panels, (False, True), strict=True):
        for axes, (what, scale, name) in zip(row, PANELS, strict=True):
            _panel(axes, found, what, scale, logarithmic=logarithmic)
            axes.set_ylabel(name, fontsize=9, color=FAINT)
            kind = "logarithmic" if logarithmic else "linear"
            axes.set_title(f"{name.partition(' in ')[0]}, {kind} axes", fontsize=10.5, color=INK)
    title(
        picture,
        "Time and memory of attention against the length of the input",
        f"{HEADS} heads of {WIDTH // HEADS}, between the projections; forward, one thread. Points are "
        f"measured. Lines: the power of the length that fits the {FITTED} longest inputs; its exponent is in "
        "the legend (1 is linear, 2 quadratic). softmax-matrix holds the matrix of queries by keys, at h n² "
        "numbers of 4 bytes (dashed); softmax is the same in a fused kernel that never holds it.",
    )
    return picture


def _panel(axes: Any, found: Sequence[Measured], what: str, scale: float, *, logarithmic: bool) -> None:
    fits: Mapping[str, Curve] = curves(found, what)
    for number, (name, curve) in enumerate(fits.items()):
        own = [measured for measured in found if measured.mechanism == name]
        lengths = [measured.length for measured in own]
        values = [scale * getattr(measured, what) for measured in own]
        colour = MECHANISM_COLOURS.get(name, INK)
        # Hollow marks of several shapes: mechanisms that cost the same stay visible.
        points = {"marker": MARKS[number % len(MARKS)], "markersize": 6.5, "markerfacecolor": "none"}
        axes.plot(lengths, values, linestyle=":", linewidth=0.7, color=colour, **points)
        reach = np.geomspace(sorted(lengths)[-min(FITTED, len(lengths))], max(lengths), 30)
        axes.plot(reach, [scale * curve.at(x) for x in reach], color=colour, linewidth=1.4)
        axes.plot([], [], color=colour, linewidth=1.4, label=f"{name}  {curve.exponent:.2f}", **points)
    ticks = sorted({measured.length for measured in found})
    if what == "bytes" and MATRIX in fits:
        reach = np.geomspace(ticks[0], ticks[-1], 60)
        formula = [scale * matrix_bytes(length) for length in reach]
        axes.plot(reach, formula, color=INK, linewidth=1.0, linestyle="--", label="h n² numbers  2")
    if logarithmic:
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        low, high = axes.get_ylim()
        axes.set_ylim(low, high * (high / low) ** 0.55)  # room for the legend
    else:
        axes.set_ylim(0)
        axes.set_xlim(0)
        ticks = ticks[-3:]  # the others would cover one another
    axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
    axes.minorticks_off()
    axes.set_xlabel("tokens", fontsize=9, color=FAINT)
    bare(axes, grid=True)
    axes.legend(fontsize=8.5, frameon=False, labelcolor=INK, title="mechanism, exponent", title_fontsize=8.5,
                alignment="left")  # fmt: skip


def _measured(mechanism: str, length: int, longest: int, repeats: int) -> Measured:
    attention = _attention(mechanism, longest)
    chance = torch.Generator().manual_seed(length)
    heads = tuple(torch.randn(1, HEADS, length, WIDTH // HEADS, generator=chance) for _ in range(3))
    with torch.no_grad():
        attention(*(x[:, :, :64] for x in heads))  # what libraries do once
        held = _most_held(attention, heads)
        seconds = min(_seconds(attention, heads) for _ in range(repeats))
    return Measured(mechanism, length, seconds, held)


def _seconds(attention: Attention, heads: tuple[Tensor, ...]) -> float:
    """Processor seconds of a pass, so that a busy machine shows less."""
    begun = time.process_time()
    attention(*heads)
    return max(time.process_time() - begun, 1e-9)


def _most_held(attention: Attention, heads: tuple[Tensor, ...]) -> int:
    """The most bytes of tensors alive at once, beside queries, keys and values."""
    os.environ.setdefault("KINETO_LOG_LEVEL", "99")  # the profiler would write lines of its own to stderr
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as record:
        attention(*heads)
    results: Any = record.profiler.kineto_results
    changes = sorted((e for e in results.events() if e.name() == "[memory]"), key=lambda e: e.start_ns())
    return max(1, *itertools.accumulate(int(event.nbytes()) for event in changes))


class MatrixAttention:
    """Equation 1 of Vaswani et al. (2017) as it is written: the matrix of each head is in memory, once."""

    def __call__(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        mask: AnyMask | None = None,
        *,
        causal: bool = False,
    ) -> Tensor:
        return self.weights(query, key, mask, causal=causal) @ value

    def weights(
        self, query: Tensor, key: Tensor, mask: AnyMask | None = None, *, causal: bool = False
    ) -> Tensor:
        """softmax(Q K^T / sqrt(d)), computed in place; nothing is masked, since nothing is when measured.

        Raises:
            InvalidConfig: something is to be masked.
        """
        if mask is not None or causal:
            raise InvalidConfig("this attention masks nothing", "Use SoftmaxAttention")
        matrix = (query / math.sqrt(query.shape[-1])) @ key.mT
        matrix.sub_(matrix.amax(dim=-1, keepdim=True)).exp_()
        return matrix.div_(matrix.sum(dim=-1, keepdim=True))


def _attention(mechanism: str, longest: int) -> Attention:
    if mechanism == MATRIX:
        return MatrixAttention()
    configs: dict[str, AttentionConfig] = {
        "softmax": SoftmaxConfig(),
        "performer": PerformerConfig(),
        "longformer": LongformerConfig(window=WINDOW, global_projections=False),
        "hybrid": HybridConfig(window=WINDOW),
        "linformer": LinformerConfig(projected_length=PROJECTED, max_length=longest),
    }
    if mechanism not in configs:
        raise InvalidConfig(f"no attention mechanism {mechanism!r}", f"Use one of {', '.join(ALL)}")
    chance = torch.Generator().manual_seed(0)
    built: Any = build_attention(configs[mechanism], WIDTH // HEADS, chance, heads=HEADS)
    evaluated: Attention = built.eval()
    return evaluated
