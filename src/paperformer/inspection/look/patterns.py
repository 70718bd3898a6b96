"""Which tokens see which: the patterns of sparse attention as the papers draw them, from our own mechanisms.

A mechanism is asked which keys a query's output depends on: its weights for queries and keys that are all
alike are positive exactly there. So what is drawn is what runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from numpy.typing import NDArray

from paperformer.inspection.look.matrices import draw_matrix
from paperformer.inspection.look.style import FAINT, INK, framed, new_figure, title
from paperformer.transformer.attention.linformer import LinformerAttention
from paperformer.transformer.build_attention import build_attention
from paperformer.transformer.config import (
    AttentionConfig,
    HybridConfig,
    LinformerConfig,
    LongformerConfig,
    PerformerConfig,
    SoftmaxConfig,
)

LENGTH, WIDTH = 32, 8  # tokens, and width of a head
SIDE, COLUMNS = 2.15, 4  # inches of a panel; panels a row
OUTSIDE, ESTIMATED, EXACT = 0, 1, 2  # not seen, seen by random features, seen exactly
_SHADES = ListedColormap(["#ffffff", "#9cc3e3", "#0b3166"])


@dataclass(frozen=True, slots=True)
class Pattern:
    """One mechanism's.

    Args:
        name: What it is called.
        seen: OUTSIDE, ESTIMATED or EXACT for each query and key; None for Linformer, which mixes keys.
        mixing: Linformer's matrix of mixtures by keys.
    """

    name: str
    seen: NDArray[np.int8] | None
    mixing: NDArray[np.float32] | None = None

    @property
    def share(self) -> float:
        """Of all pairs of tokens, the part that is compared one by one."""
        if self.seen is None:
            return len(self.mixing) / self.mixing.shape[1] if self.mixing is not None else 0.0
        return float((self.seen == EXACT).mean())


def patterns(length: int = LENGTH) -> list[Pattern]:
    """All patterns over so many tokens, from the mechanisms themselves."""
    window, blocks = max(1, length // 10), max(2, length // 8)
    local: Callable[..., LongformerConfig] = lambda **more: LongformerConfig(  # noqa: E731
        **{"window": window, "global_tokens": 0, "global_projections": False, **more}
    )
    mixtures = max(2, length // 4)
    linformer = LinformerConfig(max_length=length, projected_length=mixtures)
    chosen: Mapping[str, tuple[AttentionConfig, bool]] = {
        "full": (SoftmaxConfig(), False),
        "causal": (SoftmaxConfig(), True),
        "sliding window": (local(), False),
        "dilated window": (local(dilation=2), False),
        "global + sliding": (local(global_tokens=2), False),
        "hybrid": (HybridConfig(window=blocks), False),
        "Performer": (PerformerConfig(), False),
    }
    found = [Pattern(name, _seen(config, causal, length)) for name, (config, causal) in chosen.items()]
    return [*found, Pattern("Linformer's mixing", None, _mixing(linformer))]


def draw_patterns(drawn: list[Pattern]) -> Figure:
    """A panel for each pattern."""
    rows = -(-len(drawn) // COLUMNS)
    picture = new_figure(COLUMNS * SIDE + 0.4, rows * (SIDE + 0.62) + 0.8)
    grid: Any = picture.subplots(rows, COLUMNS, squeeze=False)
    for axes, pattern in zip(grid.flat, drawn, strict=False):
        if pattern.seen is None and pattern.mixing is not None:
            draw_matrix(axes, pattern.mixing)
            axes.set_aspect("equal")
            axes.set_xlabel(
                f"{len(pattern.mixing)} mixtures of {pattern.mixing.shape[1]} keys", fontsize=8.5, color=FAINT
            )
        elif pattern.seen is not None:
            axes.imshow(pattern.seen, cmap=_SHADES, vmin=0, vmax=2, aspect="equal")
            _cells(axes, len(pattern.seen))
            axes.set_xlabel(f"{100 * pattern.share:.0f} % of the pairs exactly", fontsize=8.5, color=FAINT)
        framed(axes)
        axes.set_title(pattern.name, fontsize=10.5, color=INK, pad=6)
    title(
        picture,
        "Attention patterns: which query sees which key",
        "Rows are queries, columns are keys. Dark: compared exactly. Light: estimated by random features. "
        "Linformer compares with learned mixtures of all keys: blue adds, red takes away.",
    )
    return picture


def _cells(axes: Any, length: int) -> None:
    """Thin lines between tokens, so that the steps can be counted."""
    axes.set_xticks(np.arange(-0.5, length), minor=True)
    axes.set_yticks(np.arange(-0.5, length), minor=True)
    axes.grid(which="minor", color="#ffffff", linewidth=0.35)
    axes.tick_params(which="minor", length=0)


def _seen(config: AttentionConfig, causal: bool, length: int) -> NDArray[np.int8]:
    """How each key is seen by each query."""
    mechanism = build_attention(config, WIDTH, torch.Generator().manual_seed(0), heads=1)
    alike = torch.zeros(1, 1, length, WIDTH)
    depends = mechanism.weights(alike, alike, causal=causal)[0, 0] > 0
    seen = np.where(depends.numpy(), EXACT, OUTSIDE).astype(np.int8)
    if isinstance(config, PerformerConfig):
        seen[seen == EXACT] = ESTIMATED
    if isinstance(config, HybridConfig):
        seen[(seen == EXACT) & ~_near(mechanism, length)] = ESTIMATED
    return seen


def _near(mechanism: Any, length: int) -> NDArray[np.bool_]:
    """Where hybrid attention is exact: there its weights are those of softmax whatever the features are.

    Of two draws of the features the exact pairs keep their proportion to the query's own key; estimated ones
    do not.
    """
    generator = torch.Generator().manual_seed(1)
    query, key = (3 * torch.randn(1, 1, length, WIDTH, generator=generator) for _ in range(2))
    ratios = []
    for seed in (2, 3):
        mechanism.train()
        mechanism.redraw(torch.Generator().manual_seed(seed))
        weights = mechanism.eval().weights(query.double(), key.double())[0, 0]
        ratios.append(weights / weights.diagonal()[:, None])
    near = (ratios[0] / ratios[1] - 1).abs() < 1e-4
    return np.asarray(near.numpy())


def _mixing(config: LinformerConfig) -> NDArray[np.float32]:
    mechanism = build_attention(config, WIDTH, torch.Generator().manual_seed(0), heads=1)
    if not isinstance(mechanism, LinformerAttention):
        raise TypeError(type(mechanism).__name__)
    return np.asarray(mechanism.projections.key.detach()[0].numpy(), dtype=np.float32)
