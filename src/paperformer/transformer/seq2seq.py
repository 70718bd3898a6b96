"""The Transformer of the paper: an encoder reads, a decoder writes (Vaswani et al. 2017, figure 1)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.cache import DecoderState
from paperformer.transformer.config import Seq2SeqConfig
from paperformer.transformer.decoder import DecoderStack
from paperformer.transformer.embedding import TokenEmbedding
from paperformer.transformer.encoder import EncoderStack
from paperformer.transformer.generation.protocol import Prompt
from paperformer.transformer.inputs import check_mask, check_rows, check_vocabulary, checked_ids

if TYPE_CHECKING:
    from paperformer.transformer.pretrained.load import Pretrained


class Seq2Seq(nn.Module):
    """Encoder and decoder, each with its embedding, and the head that scores the next token.

    Args:
        source_embedding: Of the text that is read.
        encoder: Its stack.
        target_embedding: Of the text that is written.
        decoder: Its stack, with cross-attention.
        head: From a state to the scores of all target tokens.
        config: Its shape.
    """

    def __init__(
        self,
        *,
        source_embedding: TokenEmbedding,
        encoder: EncoderStack,
        target_embedding: TokenEmbedding,
        decoder: DecoderStack,
        head: nn.Module,
        config: Seq2SeqConfig,
    ) -> None:
        super().__init__()
        self.source_embedding = source_embedding
        self.encoder = encoder
        self.target_embedding = target_embedding
        self.decoder = decoder
        self.head = head
        self.config = config
        self._origin: Pretrained | None = None

    @classmethod
    def from_config(cls, config: Seq2SeqConfig, *, seed: int = 0) -> Seq2Seq:
        """A new encoder-decoder with random weights."""
        from paperformer.transformer.build import build_seq2seq

        return build_seq2seq(config, torch.Generator().manual_seed(seed))

    @classmethod
    def from_pretrained(cls, where: str | Path, *, seed: int = 0, **changes: Any) -> Seq2Seq:
        """What ``save_pretrained`` wrote, a translator of Marian's (Opus-MT), or a T5; in evaluation mode.

        Args:
            where: A folder, a file of weights beside its ``config.json``, or a hub id.
            seed: Of what the folder does not hold, where ``changes`` ask for it.
            **changes: Other settings of ``Seq2SeqConfig``: another attention, fewer ``layers`` ...

        Raises:
            ModelMismatch: it is unreadable, of another kind, or does not fit tensor by tensor.
            InvalidConfig: a setting that cannot be.
        """
        from paperformer.transformer.build import build_seq2seq
        from paperformer.transformer.pretrained.own import is_own, load_model
        from paperformer.transformer.pretrained.seq2seq import load_seq2seq
        from paperformer.transformer.pretrained.source import find_source, read_config

        generator = torch.Generator().manual_seed(seed)
        if is_own(read_config(find_source(where).config)):
            return load_model(
                where, Seq2SeqConfig, lambda config: build_seq2seq(config, generator), changes
            ).eval()
        model, origin = load_seq2seq(where, generator, **changes)
        model._origin = origin
        return model.eval()

    def save_pretrained(self, folder: str | Path) -> Path:
        """Write ``config.json`` and ``model.safetensors``; ``from_pretrained`` reads them back exactly.

        A translator from a checkpoint of others is written under the names of its family where that can say
        all of it, every other one with our whole config.

        Raises:
            ModelMismatch: the model was changed so that its config does not describe it, or the folder
                cannot be written.
        """
        from paperformer.transformer.pretrained.own import save_own
        from paperformer.transformer.pretrained.save import family_can_say, save_pretrained

        if self._origin is not None and family_can_say(self._origin):
            return save_pretrained(self._origin, Path(folder))
        return save_own(self, self.config, Path(folder))

    def forward(
        self,
        source: Tensor,
        target: Tensor,
        source_mask: Tensor | None = None,
        target_mask: Tensor | None = None,
    ) -> Float[Tensor, "batch target vocabulary"]:
        """At each place of the target the logits of the token after it.

        Args:
            source: Ids of what is read.
            target: Ids of what is written, from the token that begins it.
            source_mask: True for the source tokens that exist; None when all do.
            target_mask: The same for the target.

        Raises:
            InvalidConfig: ids without a batch axis, empty ones, or such as are not in the vocabulary; a mask
                that is not boolean or of another shape; not as many sources as targets.
        """
        return self.head(self.states(source, target, source_mask, target_mask))  # type: ignore[no-any-return]

    if TYPE_CHECKING:  # what calls it gets logits, where torch's own ``__call__`` promises nothing
        __call__ = forward

    def states(
        self,
        source: Tensor,
        target: Tensor,
        source_mask: Tensor | None = None,
        target_mask: Tensor | None = None,
    ) -> Float[Tensor, "batch target size"]:
        """What ``forward`` gives to the head."""
        memory = self.encode(source, source_mask)
        target = checked_ids(target, "target ids")
        check_rows(source, target)
        check_mask(target_mask, target, "target ids")
        check_vocabulary(target, self.target_embedding.token.num_embeddings, "target ids")
        hidden = self.target_embedding(target)
        return self._compared(self.decoder(hidden, target_mask, memory=memory, memory_mask=source_mask))

    def encode(self, source: Tensor, source_mask: Tensor | None = None) -> Float[Tensor, "batch source size"]:
        """The memory: the encoder's states of the source."""
        source = checked_ids(source, "source ids")
        check_mask(source_mask, source, "source ids")
        check_vocabulary(source, self.source_embedding.token.num_embeddings, "source ids")
        return self.encoder(self.source_embedding(source), source_mask)  # type: ignore[no-any-return]

    def start(self, prompt: Prompt) -> DecoderState:
        """The state before the first token of the prompt; its source is read here, once.

        Raises:
            InvalidConfig: when the prompt has no source.
        """
        if prompt.source is None:
            raise InvalidConfig("an encoder-decoder needs a source to read", "Give the prompt a source")
        memory = self.encode(prompt.source, prompt.source_mask)
        table = self.target_embedding.token.weight
        return self.decoder.initial_state(
            prompt.tokens.shape[0],
            memory=memory,
            memory_mask=prompt.source_mask,
            dtype=table.dtype,
            device=table.device,
        )

    def step(
        self, tokens: Int[Tensor, "rows new"], state: DecoderState
    ) -> tuple[Float[Tensor, "rows vocabulary"], DecoderState]:
        """The logits of what follows the last of ``tokens``, and the state after them."""
        hidden, state = self.decoder.step(self.target_embedding(tokens, state.length), state)
        return self.head(self._compared(hidden[:, -1])), state

    def _compared(self, hidden: Tensor) -> Tensor:
        """The states as the head compares them with its rows."""
        return hidden * self.config.hidden_size**-0.5 if self.config.head_scaled else hidden
