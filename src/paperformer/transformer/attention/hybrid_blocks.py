"""Blocks of a sequence: those beside a block, and sums over those that are not."""

from __future__ import annotations

import torch
from jaxtyping import Shaped
from torch import Tensor
from torch.nn.functional import pad

from paperformer.transformer.attention.feature_sums import FeatureSums


def in_blocks(
    x: Shaped[Tensor, "batch heads length width"], size: int
) -> Shaped[Tensor, "batch heads blocks {size} width"]:
    """Cut into blocks of ``size``, the last filled up with zeros (False)."""
    return pad(x, (0, 0, 0, -x.shape[2] % size)).reshape(*x.shape[:2], -1, size, x.shape[3])


def beside(
    x: Shaped[Tensor, "batch heads blocks size width"], *, causal: bool
) -> Shaped[Tensor, "batch heads blocks near width"]:
    """For each block the one before, itself and, unless ``causal``, the one after; zeros past the ends."""
    blocks = x.shape[2]
    around = pad(x, (0, 0, 0, 0, 1, 0 if causal else 1))
    return torch.cat([around[:, :, start : start + blocks] for start in range(2 if causal else 3)], dim=3)


def not_beside(blocks: FeatureSums, *, causal: bool) -> FeatureSums:
    """For each block the sums over all blocks but those that ``beside`` gives; the blocks are on axis 2."""
    before = _earlier(blocks)
    return before if causal else before.plus(_flipped(_earlier(_flipped(blocks))))


def _earlier(blocks: FeatureSums) -> FeatureSums:
    """For each block the sums over those at least two before it."""
    parts = list(zip(blocks.largest.unbind(2), blocks.sums.unbind(2), strict=True))
    lowest = torch.full_like(blocks.largest[:, :, 0], torch.finfo(blocks.largest.dtype).min)
    running = [FeatureSums(lowest, torch.zeros_like(blocks.sums[:, :, 0]))] * 2
    for part in parts[:-2]:
        running.append(running[-1].plus(FeatureSums(*part)))
    running = running[: len(parts)]
    return FeatureSums(
        torch.stack([sums.largest for sums in running], dim=2),
        torch.stack([sums.sums for sums in running], dim=2),
    )


def _flipped(blocks: FeatureSums) -> FeatureSums:
    return FeatureSums(blocks.largest.flip(2), blocks.sums.flip(2))
