"""Random directions for FAVOR+ (Choromanski et al. 2021, sections 2.3 and 2.4)."""

from __future__ import annotations

import math

import torch
from jaxtyping import Float
from torch import Generator, Tensor


def gaussian_directions(
    rows: int, width: int, generator: Generator, *, orthogonal: bool, regularised: bool
) -> Float[Tensor, "{rows} {width}"]:
    """Random directions, each by itself a standard Gaussian vector.

    Args:
        rows: How many directions.
        width: Numbers in each.
        generator: The source of chance; its device is the result's.
        orthogonal: Make the directions of every block of ``width`` rows orthogonal to one another, which
            lowers the estimator's variance and keeps it unbiased (Theorem 2).
        regularised: Give all directions the length sqrt(width), the softmax kernel's regularised
            version SMREG (Theorem 1), instead of the random length of a Gaussian vector: another kernel,
            which ``kernel_limit`` gives.
    """
    directions = _orthogonal(rows, width, generator) if orthogonal else _gaussian(rows, width, generator)
    if regularised:
        return directions * (math.sqrt(width) / _lengths(directions))
    if orthogonal:
        return directions * _lengths(_gaussian(rows, width, generator))
    return directions


def _gaussian(rows: int, width: int, generator: Generator) -> Tensor:
    return torch.randn(rows, width, generator=generator, device=generator.device)


def _lengths(directions: Tensor) -> Tensor:
    lengths: Tensor = torch.linalg.vector_norm(directions, dim=1, keepdim=True)
    return lengths


def _orthogonal(rows: int, width: int, generator: Generator) -> Tensor:
    """Unit rows, orthogonal within blocks of ``width``, each block uniform over all rotations."""
    blocks = math.ceil(rows / width)
    gaussian = torch.randn(blocks, width, width, generator=generator, device=generator.device)
    q: Tensor
    q, r = torch.linalg.qr(gaussian)
    # QR alone favours some rotations; the signs of R's diagonal undo that (Mezzadri 2007).
    q = q * torch.diagonal(r, dim1=-2, dim2=-1).sign().unsqueeze(-2)
    return q.transpose(-2, -1).reshape(blocks * width, width)[:rows]
