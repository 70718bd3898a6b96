"""Where in the sequence a token stands: a learned table, or waves that have no end."""

from __future__ import annotations

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.pretrained.stretch import StretchMethod, stretch_positions
from paperformer.transformer.size import Size


class PositionEmbedding(nn.Module):
    """A learned vector for every place in the sequence.

    Args:
        positions: How many places there are.
        size: Width of a vector.
    """

    def __init__(self, *, positions: int, size: int) -> None:
        super().__init__()
        self.table = nn.Embedding(positions, size)

    def forward(self, length: Size, start: Size = 0) -> Float[Tensor, "length size"]:
        """The vectors of ``length`` places from ``start`` on.

        Raises:
            InvalidConfig: when the table is shorter; nothing is ever cut off silently.
        """
        if start + length > self.table.num_embeddings:
            raise InvalidConfig(
                f"{start + length} tokens do not fit into {self.table.num_embeddings} positions",
                "Stretch the position table (pretrained.stretch) or cut the input into windows",
            )
        return self.table.weight[start : start + length]

    def at(self, places: Int[Tensor, "batch length"]) -> Float[Tensor, "batch length size"]:
        """The vectors of any places: where several texts share a row, each counts its own from 0.

        Raises:
            InvalidConfig: when a place is beyond the table.
        """
        last = int(places.max()) if places.numel() else 0
        if last >= self.table.num_embeddings:
            raise InvalidConfig(
                f"place {last} is beyond a table of {self.table.num_embeddings} positions",
                "Stretch the position table (pretrained.stretch) or cut the input into windows",
            )
        return self.table(places)  # type: ignore[no-any-return]

    @torch.no_grad()
    def extend(self, positions: int, method: StretchMethod = "repeat") -> None:
        """Make room for ``positions`` places; the first ones keep their vectors.

        The table becomes a new parameter: do this before an optimiser is made.

        Args:
            positions: How many places there shall be; fewer than there are changes nothing.
            method: What the new ones start as, see ``stretch_positions``.
        """
        if positions > self.table.num_embeddings:
            weight = stretch_positions(self.table.weight, positions, method)
            trained = self.table.weight.requires_grad
            self.table = nn.Embedding(positions, weight.shape[1], _weight=weight, _freeze=not trained)


class SinusoidalPositions(nn.Module):
    """sin and cos of the place at ever longer waves (Vaswani et al. 2017, section 3.5).

    PE(pos, 2i) = sin(pos / 10000^(2i / size)), PE(pos, 2i + 1) = cos of the same. Nothing is learned and
    no table is kept, so any length will do.

    Args:
        size: Width of a vector.
        halves: All sines before all cosines, as tensor2tensor and Marian order the same numbers.
    """

    even: Tensor

    def __init__(self, *, size: int, halves: bool = False) -> None:
        super().__init__()
        self.size = size
        self.halves = halves
        # Whole numbers keep their exactness when the model is cast to half precision; it is no weight.
        self.register_buffer("even", torch.arange(0, size, 2), persistent=False)

    def forward(self, length: Size, start: Size = 0) -> Float[Tensor, "length size"]:
        """The vectors of ``length`` places from ``start`` on."""
        # Counted up, because arange takes no length that is not known yet.
        places = torch.ones(length, dtype=torch.float64, device=self.even.device).cumsum(0).add(start - 1)
        return self._waves(places)

    def at(self, places: Int[Tensor, "batch length"]) -> Float[Tensor, "batch length size"]:
        """The vectors of any places: where several texts share a row, each counts its own from 0."""
        return self._waves(places.double())

    def _waves(self, places: Tensor) -> Tensor:
        frequencies = 10_000.0 ** (-self.even.double() / self.size)  # (size / 2)
        angles = places.unsqueeze(-1) * frequencies  # (..., size / 2), exact also at far places
        both = [angles.sin(), angles.cos()]
        if self.halves:
            both[1] = both[1][..., : self.size // 2]
            return torch.cat(both, dim=-1).to(torch.get_default_dtype())
        waves = torch.stack(both, dim=-1).flatten(-2)
        return waves[..., : self.size].to(torch.get_default_dtype())


Positions = PositionEmbedding | SinusoidalPositions
