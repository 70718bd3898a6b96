"""A sliding window and a few global tokens: exact, local, linear in length (Beltagy et al. 2020)."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.dilated import dilated_window_attention
from paperformer.transformer.attention.global_projections import GlobalProjections
from paperformer.transformer.attention.global_tokens import GlobalTokens, choose_global
from paperformer.transformer.attention.longformer_pattern import band, pattern, seen_by_global, sees_global
from paperformer.transformer.attention.longformer_state import LongformerState, empty_state
from paperformer.transformer.attention.softmax import SoftmaxAttention
from paperformer.transformer.attention.window import BesideKeys
from paperformer.transformer.mask import AnyMask, as_key_mask


class LongformerAttention(nn.Module):
    """softmax(Q K^T / sqrt(d)) V, where a query sees its window and the global tokens, and these see all.

    Self-attention only: a window needs queries and keys of the same places.

    Args:
        window: How many keys a query sees to each side; with its own, 2 window + 1.
        dilation: Distance between these keys, one for all heads or one for each.
        global_tokens: How many tokens can be global: the first ones, or those that ``global_attention``
            names.
        projections: The global tokens' own queries, keys and values; None takes those of all tokens.
        dropout: Probability of dropping an attention weight while training.
        block: See ``window_attention``.
    """

    def __init__(
        self,
        *,
        window: int,
        dilation: Sequence[int] = (1,),
        global_tokens: int = 0,
        projections: GlobalProjections | None = None,
        dropout: float = 0.0,
        block: int | None = None,
    ) -> None:
        super().__init__()
        self.window = window
        self.dilation = tuple(dilation)
        self.global_tokens = global_tokens
        self.projections = projections
        self.dropout = dropout
        self.block = block
        self.global_mask: Tensor | None = None  # set by ``global_attention``

    @property
    def needs_hidden(self) -> bool:
        """See ``AttentionOnHidden``."""
        return self.projections is not None

    def forward(
        self,
        query: Float[Tensor, "batch heads query head_dim"],
        key: Float[Tensor, "batch heads key head_dim"],
        value: Float[Tensor, "batch heads key value_dim"],
        mask: AnyMask | None = None,
        *,
        causal: bool = False,
        hidden: Float[Tensor, "batch key size"] | None = None,
    ) -> Float[Tensor, "batch heads query value_dim"]:
        """As in every attention; ``hidden`` are the states before the projections.

        Raises:
            InvalidConfig: when queries and keys differ in number, ``mask`` differs between queries, or
                ``hidden`` is missing where global tokens have their own projections.
        """
        if not query.shape[0] or not (query.shape[2] or key.shape[2]):
            return scaled_dot_product_attention(query, key, value)  # of no tokens: as in every attention
        visible, tokens = self._prepare(query, key, mask)
        dropout = self.dropout if self.training else 0.0
        beside, windowed = None, visible
        if tokens is not None:  # they stand beside the windows, each counted once
            beside = BesideKeys(
                tokens.take(key), tokens.take(value), sees_global(tokens, visible, causal=causal)
            )
            ordinary = ~tokens.chosen.unsqueeze(1)
            windowed = ordinary if visible is None else visible & ordinary
        output = dilated_window_attention(
            query,
            key,
            value,
            window=self.window,
            dilation=self.dilation,
            visible=windowed,
            beside=beside,
            causal=causal,
            block=self.block,
            dropout=dropout,
        )
        if tokens is None:
            return output
        pairs = seen_by_global(tokens, visible, causal=causal)
        if self.projections is not None:
            rows = self.projections.attend(self._given(hidden), tokens, pairs, dropout)
        else:
            asking = tokens.take(query)
            rows = scaled_dot_product_attention(asking, key, value, attn_mask=pairs, dropout_p=dropout)
        return tokens.put(output, rows)

    def weights(
        self,
        query: Float[Tensor, "batch heads query head_dim"],
        key: Float[Tensor, "batch heads key head_dim"],
        mask: AnyMask | None = None,
        *,
        causal: bool = False,
        hidden: Float[Tensor, "batch key size"] | None = None,
    ) -> Float[Tensor, "batch heads query key"]:
        """The whole matrix, zeros where nothing is seen: O(length^2).

        Raises:
            InvalidConfig: as ``forward``.
        """
        visible, tokens = self._prepare(query, key, mask)
        places = torch.arange(query.shape[2], device=query.device)
        near = band(places, places, window=self.window, dilation=self.dilation, causal=causal)
        seen = pattern(near, visible, tokens, causal=causal)
        whole = SoftmaxAttention().weights(query, key, seen)
        if tokens is None or self.projections is None:
            return whole
        logits = self.projections.logits(self._given(hidden), tokens)
        pairs = seen_by_global(tokens, visible, causal=causal)
        logits = logits if pairs is None else logits.masked_fill(~pairs, -torch.inf)
        return tokens.put(whole, logits.softmax(dim=-1))

    def initial_state(
        self,
        batch: int,
        heads: int,
        head_dim: int,
        value_dim: int,
        *,
        dtype: torch.dtype,
        device: torch.device,
    ) -> LongformerState:
        """The state before the first token."""
        size = self.projections.size if self.projections is not None else 0
        return empty_state(batch, heads, (head_dim, value_dim, size), dtype=dtype, device=device)

    def step(
        self,
        query: Float[Tensor, "batch heads new head_dim"],
        key: Float[Tensor, "batch heads new head_dim"],
        value: Float[Tensor, "batch heads new value_dim"],
        state: LongformerState,
        *,
        hidden: Float[Tensor, "batch new size"] | None = None,
    ) -> tuple[Float[Tensor, "batch heads new value_dim"], LongformerState]:
        """Causal attention of new tokens to those before in their window, to the first ones, and themselves.

        Raises:
            InvalidConfig: when ``hidden`` is missing where global tokens have their own projections, or
                other tokens than the first are to be global.
        """
        if self.global_mask is not None:
            raise InvalidConfig("step by step, the global tokens are the first ones", "Name no others")
        new = key.shape[2]
        states = key.new_zeros(key.shape[0], new, 0) if self.projections is None else self._given(hidden)
        grown = state.extended(key, value, states)
        if state.seen == 0:  # a whole prompt, at linear cost
            output = self(query, key, value, causal=True, hidden=hidden)
        else:
            asking = grown.places[-new:]
            seen = band(asking, grown.places, window=self.window, dilation=self.dilation, causal=True)
            first = (grown.places < self.global_tokens) & (grown.places <= asking[:, None])
            output = SoftmaxAttention()(query, grown.key, grown.value, seen | first)
            output = self._with_global_rows(output, grown.hidden[:, : self.global_tokens], state.seen)
        reach = self.window * max(self.dilation)
        return output, grown.forgetting(reach=reach, first=self.global_tokens)

    def _with_global_rows(self, output: Tensor, hidden: Tensor, seen: int) -> Tensor:
        """``output`` of a step; those of its tokens that are global answer by their own projections."""
        count = hidden.shape[1]
        if self.projections is None or seen >= count:
            return output
        tokens = choose_global(count, count, None, None, hidden.device)
        rows = self.projections.attend(hidden, tokens, seen_by_global(tokens, None, causal=True))
        return torch.cat([rows[:, :, seen:], output[:, :, count - seen :]], dim=2)

    def _prepare(
        self, query: Tensor, key: Tensor, mask: Tensor | None
    ) -> tuple[Tensor | None, GlobalTokens | None]:
        """The keys that exist, and which of them are global."""
        heads, length = query.shape[1:3]
        if length != key.shape[2]:
            raise InvalidConfig(
                f"longformer attention cannot slide a window of {length} queries over {key.shape[2]} keys",
                "Use it for self-attention, and softmax attention across",
            )
        if len(self.dilation) not in (1, heads):
            raise InvalidConfig(
                f"attention.dilation has {len(self.dilation)} entries for {heads} heads",
                "Give one or one each",
            )
        visible = None if mask is None else as_key_mask(mask, "longformer")
        if not self.global_tokens:
            return visible, None
        return visible, choose_global(self.global_tokens, length, visible, self.global_mask, query.device)

    def _given(self, hidden: Tensor | None) -> Tensor:
        if hidden is None:
            raise InvalidConfig(
                "global tokens with projections of their own need the hidden states",
                "Call it through MultiHeadAttention, or set attention.global_projections to false",
            )
        return hidden
