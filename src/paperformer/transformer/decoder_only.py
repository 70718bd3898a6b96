"""A language model: a decoder that stands alone (Liu et al. 2018; Radford et al. 2018)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.cache import DecoderState
from paperformer.transformer.config import DecoderConfig
from paperformer.transformer.decoder import DecoderStack
from paperformer.transformer.embedding import TokenEmbedding
from paperformer.transformer.generation.protocol import Prompt
from paperformer.transformer.inputs import check_mask, check_vocabulary, checked_ids

if TYPE_CHECKING:
    from paperformer.transformer.pretrained.load import Pretrained


class Decoder(nn.Module):
    """Embedding, decoder and head: from ids to the scores of what follows each of them.

    Args:
        embedding: From ids to first states.
        decoder: A stack without cross-attention.
        head: From a state to the scores of all tokens.
        config: Its shape.
    """

    def __init__(
        self, *, embedding: TokenEmbedding, decoder: DecoderStack, head: nn.Module, config: DecoderConfig
    ) -> None:
        super().__init__()
        self.embedding = embedding
        self.decoder = decoder
        self.head = head
        self.config = config
        self._origin: Pretrained | None = None

    @classmethod
    def from_config(cls, config: DecoderConfig, *, seed: int = 0) -> Decoder:
        """A new language model with random weights."""
        from paperformer.transformer.build import build_decoder

        return build_decoder(config, torch.Generator().manual_seed(seed))

    @classmethod
    def from_pretrained(cls, where: str | Path, *, seed: int = 0, **changes: Any) -> Decoder:
        """What ``save_pretrained`` wrote, or a checkpoint of others, in evaluation mode.

        Of others: GPT-2, Llama, Mistral, Qwen2 and what has their shape.

        Args:
            where: A folder, a file of weights beside its ``config.json``, or a hub id.
            seed: Of what the checkpoint does not hold, such as Performer's directions.
            **changes: Other settings of ``DecoderConfig``: ``attention``, ``rotary``, fewer ``layers`` ...

        Raises:
            ModelMismatch: it is unreadable, or does not fit parameter by parameter.
            InvalidConfig: a setting that cannot be.
        """
        from paperformer.transformer.build import build_decoder
        from paperformer.transformer.pretrained.decoder import load_decoder
        from paperformer.transformer.pretrained.own import is_own, load_model
        from paperformer.transformer.pretrained.source import find_source, read_config

        generator = torch.Generator().manual_seed(seed)
        if is_own(read_config(find_source(where).config)):
            return load_model(
                where, DecoderConfig, lambda config: build_decoder(config, generator), changes
            ).eval()
        model, origin = load_decoder(where, generator, **changes)
        model._origin = origin
        return model.eval()

    def save_pretrained(self, folder: str | Path) -> Path:
        """Write ``config.json`` and ``model.safetensors``; ``from_pretrained`` reads them back exactly.

        A decoder from a checkpoint of others is written under the names of its family where that can say all
        of it, every other one with our whole config.

        Raises:
            ModelMismatch: the decoder was changed so that its config does not describe it, or the folder
                cannot be written.
        """
        from paperformer.transformer.pretrained.own import save_own
        from paperformer.transformer.pretrained.save import family_can_say, save_pretrained

        if self._origin is not None and family_can_say(self._origin):
            return save_pretrained(self._origin, Path(folder))
        return save_own(self, self.config, Path(folder))

    def forward(
        self,
        ids: Tensor,
        mask: Tensor | None = None,
        *,
        places: Int[Tensor, "batch length"] | None = None,
    ) -> Float[Tensor, "batch length vocabulary"]:
        """At each place the logits of the token after it.

        Args:
            ids: Token ids.
            mask: True for the tokens that exist, or who may see whom; None when all exist.
            places: Position of each token where several texts share a row; None counts along the row.

        Raises:
            InvalidConfig: ids without a batch axis, empty ones, or such as are not in the vocabulary; a mask
                that is not boolean or of another shape.
        """
        ids = checked_ids(ids)
        check_mask(mask, ids)
        check_vocabulary(ids, self.embedding.token.num_embeddings)
        hidden = self.embedding(ids, places=places)
        turned = places if self.config.positions == "rotary" else None
        return self.head(self.decoder(hidden, mask, places=turned))  # type: ignore[no-any-return]

    if TYPE_CHECKING:  # what calls it gets logits, where torch's own ``__call__`` promises nothing
        __call__ = forward

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
