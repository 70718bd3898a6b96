"""The global tokens' own queries, keys and values (Beltagy et al. 2020, section 3.1)."""

from __future__ import annotations

import math

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention

from paperformer.transformer.attention.global_tokens import GlobalTokens


class GlobalProjections(nn.Module):
    """softmax(Q_g K_g^T / sqrt(d)) V_g for the rows of the global tokens.

    Args:
        size: Width of the hidden states.
        heads: How many heads there are.
        head_dim: Width of a head's queries and keys.
        value_dim: Width of a head's values.
    """

    def __init__(self, *, size: int, heads: int, head_dim: int, value_dim: int) -> None:
        super().__init__()
        self.query = nn.Linear(size, heads * head_dim)
        self.key = nn.Linear(size, heads * head_dim)
        self.value = nn.Linear(size, heads * value_dim)
        self.heads = heads

    @property
    def size(self) -> int:
        """Width of the hidden states."""
        return self.query.in_features

    @torch.no_grad()
    def copy_from(self, *, query: nn.Linear, key: nn.Linear, value: nn.Linear) -> None:
        """Start as the projections of all tokens, as the paper does with weights that have no others."""
        for own, given in ((self.query, query), (self.key, key), (self.value, value)):
            own.load_state_dict(given.state_dict())

    def attend(
        self,
        hidden: Float[Tensor, "batch length size"],
        tokens: GlobalTokens,
        pairs: Bool[Tensor, "#batch #heads #slots length"] | None,
        dropout: float = 0.0,
    ) -> Float[Tensor, "batch heads slots value_dim"]:
        """The global tokens' outputs, at the cost of a few rows instead of two projections of all tokens.

        For (W_k x + b_k) . q = x . (W_k^T q) + a constant, which softmax ignores; and the mean of
        W_v x + b_v is W_v times the mean of x, plus b_v. So the states are keys and values themselves.

        Args:
            hidden: The states that queries, keys and values are made of.
            tokens: Which of them are global.
            pairs: What each of them may see; None is all.
            dropout: Probability of dropping an attention weight.
        """
        query = self._queries(hidden, tokens)  # (batch, heads, slots, head_dim)
        slots, head_dim = query.shape[2:]
        of_key, of_value = (torch.unflatten(x.weight, 0, (self.heads, -1)) for x in (self.key, self.value))
        asking = (query @ of_key).flatten(1, 2).unsqueeze(1)  # (batch, 1, heads slots, size)
        states = hidden.unsqueeze(1)
        mask = None if pairs is None else pairs.expand(-1, self.heads, slots, -1).flatten(1, 2).unsqueeze(1)
        mean = scaled_dot_product_attention(
            asking, states, states, attn_mask=mask, dropout_p=dropout, scale=1 / math.sqrt(head_dim)
        )
        mean = torch.unflatten(mean.squeeze(1), 1, (self.heads, slots))  # (batch, heads, slots, size)
        output = mean @ of_value.transpose(-2, -1)
        return output + torch.unflatten(self.value.bias, 0, (self.heads, 1, -1))

    def logits(
        self, hidden: Float[Tensor, "batch length size"], tokens: GlobalTokens
    ) -> Float[Tensor, "batch heads slots length"]:
        """Q_g K_g^T / sqrt(d), in so many words."""
        query = self._queries(hidden, tokens)
        key = torch.unflatten(self.key(hidden), -1, (self.heads, -1)).transpose(1, 2)
        return query @ key.transpose(-2, -1) / math.sqrt(query.shape[-1])

    def _queries(self, hidden: Tensor, tokens: GlobalTokens) -> Tensor:
        return torch.unflatten(self.query(tokens.states(hidden)), -1, (self.heads, -1)).transpose(1, 2)
