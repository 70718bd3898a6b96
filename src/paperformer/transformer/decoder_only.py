"""A language model: a decoder that stands alone (Liu et al. 2018; Radford et al. 2018)."""

from __future__ import annotations

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.cache import DecoderState
from paperformer.transformer.config import DecoderConfig
from paperformer.transformer.decoder import DecoderStack
from paperformer.transformer.embedding import TokenEmbedding
from paperformer.transformer.generation.protocol import Prompt
from paperformer.transformer.mask import AnyMask


class Decoder(nn.Module):
    """Embedding, decoder and head: from ids to the scores of what follows each of them.

    Args:
        embedding: From ids to first states.
        decoder: A stack without cross-attention.
        head: From a state to the scores of all tokens.
    """

    def __init__(self, *, embedding: TokenEmbedding, decoder: DecoderStack, head: nn.Module) -> None:
        super().__init__()
        self.embedding = embedding
        self.decoder = decoder
        self.head = head

    @classmethod
    def from_config(cls, config: DecoderConfig, *, seed: int = 0) -> Decoder:
        """A new language model with random weights."""
        from paperformer.transformer.build import build_decoder

        return build_decoder(config, torch.Generator().manual_seed(seed))

    def forward(
        self,
        ids: Int[Tensor, "batch length"],
        mask: AnyMask | None = None,
        *,
        places: Int[Tensor, "batch length"] | None = None,
    ) -> Float[Tensor, "batch length vocabulary"]:
        """At each place the logits of the token after it.

        Args:
            ids: Token ids.
            mask: True for the tokens that exist, or who may see whom; None when all exist.
            places: Position of each token where several texts share a row; None counts along the row.
        """
        return self.head(self.decoder(self.embedding(ids, places=places), mask))  # type: ignore[no-any-return]

    def start(self, prompt: Prompt) -> DecoderState:
        """The state before the first token of the prompt.

        Raises:
            InvalidConfig: when the prompt has a source, which only an encoder could read.
        """
        if prompt.source is not None:
            raise InvalidConfig("a decoder alone reads no source", "Put it into the prompt's tokens")
        table = self.embedding.token.weight
        return self.decoder.initial_state(prompt.tokens.shape[0], dtype=table.dtype, device=table.device)

    def step(
        self, tokens: Int[Tensor, "rows new"], state: DecoderState
    ) -> tuple[Float[Tensor, "rows vocabulary"], DecoderState]:
        """The logits of what follows the last of ``tokens``, and the state after them."""
        hidden, state = self.decoder.step(self.embedding(tokens, state.length), state)
        return self.head(hidden[:, -1]), state
