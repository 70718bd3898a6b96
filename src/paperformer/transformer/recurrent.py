"""The recurrent encoder-decoder with attention, which the Transformer replaced (Bahdanau et al. 2015).

It has the interface of ``Seq2Seq`` and can be trained, compared and decoded in its place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.config import CellName, RecurrentConfig, ScorerName
from paperformer.transformer.dropout import Dropout
from paperformer.transformer.generation.protocol import Prompt
from paperformer.transformer.inputs import check_mask, check_rows, check_vocabulary, checked_ids
from paperformer.transformer.recurrent_layer import read_in_order
from paperformer.transformer.scorer import AdditiveScorer, DotScorer, ScoredAttention

CELLS: dict[CellName, type[nn.GRU] | type[nn.LSTM]] = {"gru": nn.GRU, "lstm": nn.LSTM}


@dataclass(frozen=True, slots=True)
class RecurrentState:
    """The decoder's own state, and the annotations that it attends to.

    Args:
        hidden: State of every layer.
        cell: An LSTM's second state; None for a GRU.
        keys: The annotations as the scorer compares them, projected once.
        annotations: The encoder's states.
        mask: True for the annotations that exist; None when all do.
    """

    hidden: Float[Tensor, "layers rows size"]
    cell: Float[Tensor, "layers rows size"] | None
    keys: Float[Tensor, "rows source size"]
    annotations: Float[Tensor, "rows source double"]
    mask: Bool[Tensor, "rows source"] | None

    def reorder(self, rows: Int[Tensor, " new"], *, same_source: bool = False) -> RecurrentState:
        """The state whose row i is row ``rows[i]`` of this one.

        Where ``same_source`` says that each of these two reads the same source, its annotations stay.
        """
        hidden, cell = self.hidden[:, rows], None if self.cell is None else self.cell[:, rows]
        if same_source:
            return replace(self, hidden=hidden, cell=cell)
        return RecurrentState(
            hidden=hidden,
            cell=cell,
            keys=self.keys[rows],
            annotations=self.annotations[rows],
            mask=None if self.mask is None else self.mask[rows],
        )


class RecurrentEncoder(nn.Module):
    """Reads forwards and backwards; a token's annotation is both states side by side (section 3.2)."""

    def __init__(self, *, size: int, layers: int, cell: CellName, dropout: float) -> None:
        super().__init__()
        self.rnn = CELLS[cell](
            size, size, layers, batch_first=True, bidirectional=True, dropout=dropout if layers > 1 else 0.0
        )

    def forward(
        self,
        embedded: Float[Tensor, "batch source size"],
        mask: Bool[Tensor, "batch source"] | None = None,
    ) -> Float[Tensor, "batch source 2*size"]:
        """The annotations; what stands in padding has no say in them.

        Raises:
            InvalidConfig: when a row is empty, or its padding does not stand at its end.
        """
        if mask is not None and bool((~mask.any(dim=1)).any()):
            raise InvalidConfig("a source is empty", "Leave out rows without tokens")
        return read_in_order(self.rnn, embedded, mask)


class RecurrentDecoder(nn.Module):
    """s_t = f(s_(t-1), [y_(t-1); c_t]) with c_t the annotations that s_(t-1) asks for (appendix A.2.2)."""

    def __init__(self, *, size: int, layers: int, cell: CellName, scorer: ScorerName, dropout: float) -> None:
        super().__init__()
        scores = AdditiveScorer(size=size) if scorer == "additive" else DotScorer()
        self.bridge = nn.Linear(size, layers * size)
        self.attention = ScoredAttention(key=nn.Linear(2 * size, size, bias=False), scorer=scores)
        self.rnn = CELLS[cell](
            3 * size, size, layers, batch_first=True, dropout=dropout if layers > 1 else 0.0
        )
        self.readout = nn.Linear(4 * size, size)

    def initial_state(
        self,
        annotations: Float[Tensor, "batch source double"],
        mask: Bool[Tensor, "batch source"] | None = None,
    ) -> RecurrentState:
        """s_0 = tanh(W h_1), from the state with which the backward reading ends."""
        backward = annotations[:, 0, annotations.shape[2] // 2 :]  # (batch, size)
        first = self.bridge(backward).tanh().to(self.rnn.weight_hh_l0.dtype)  # (batch, layers * size)
        hidden = first.view(len(first), self.rnn.num_layers, -1).transpose(0, 1)
        cell = torch.zeros_like(hidden) if isinstance(self.rnn, nn.LSTM) else None
        keys = self.attention.key(annotations)
        return RecurrentState(hidden.contiguous(), cell, keys, annotations, mask)

    def step(
        self,
        embedded: Float[Tensor, "rows new size"],
        state: RecurrentState,
        mask: Bool[Tensor, "rows new"] | None = None,
    ) -> tuple[Float[Tensor, "rows new size"], RecurrentState]:
        """The states from which the next tokens are scored; a token that does not exist changes none."""
        outputs = []
        for place in range(embedded.shape[1]):
            step = embedded[:, place]  # (rows, size)
            asked = self.attention(state.hidden[-1], state.keys, state.annotations, state.mask)
            after = self._advance(torch.cat([step, asked.to(step.dtype)], dim=-1), state)
            state = after if mask is None else _where(mask[:, place], after, state)
            outputs.append(torch.cat([state.hidden[-1], asked, step], dim=-1))
        return self.readout(torch.stack(outputs, dim=1)).tanh(), state

    def _advance(self, given: Tensor, state: RecurrentState) -> RecurrentState:
        before = state.hidden if state.cell is None else (state.hidden, state.cell)
        _, after = _run(self.rnn, given[:, None], before)
        hidden, cell = (after, None) if state.cell is None else after
        return replace(state, hidden=hidden, cell=cell)


class RecurrentSeq2Seq(nn.Module):
    """Encoder and decoder, each with its token table, and the head that scores the next token.

    Args:
        source_embedding, target_embedding: Token tables of what is read and what is written.
        encoder, decoder: The recurrent networks.
        head: From a state to the scores of all target tokens.
        dropout: On token vectors and before the head, while training.
        config: Its shape.
    """

    def __init__(
        self,
        *,
        source_embedding: nn.Embedding,
        encoder: RecurrentEncoder,
        target_embedding: nn.Embedding,
        decoder: RecurrentDecoder,
        head: nn.Linear,
        dropout: float,
        config: RecurrentConfig,
    ) -> None:
        super().__init__()
        self.source_embedding = source_embedding
        self.encoder = encoder
        self.target_embedding = target_embedding
        self.decoder = decoder
        self.head = head
        self.dropout = Dropout(dropout)
        self.config = config

    @classmethod
    def from_config(cls, config: RecurrentConfig, *, seed: int = 0) -> RecurrentSeq2Seq:
        """A new recurrent encoder-decoder with random weights."""
        from paperformer.transformer.build import build_recurrent

        return build_recurrent(config, torch.Generator().manual_seed(seed))

    @classmethod
    def from_pretrained(cls, where: str | Path, *, seed: int = 0, **changes: Any) -> RecurrentSeq2Seq:
        """What ``save_pretrained`` wrote, in evaluation mode.

        Args:
            where: A folder.
            seed: Of what the folder does not hold, where ``changes`` ask for it.
            **changes: Other settings of ``RecurrentConfig``: another attention, fewer ``layers`` ...

        Raises:
            ModelMismatch: it is unreadable, of another kind, or does not fit tensor by tensor.
            InvalidConfig: a setting that cannot be.
        """
        from paperformer.transformer.build import build_recurrent
        from paperformer.transformer.pretrained.own import load_model

        generator = torch.Generator().manual_seed(seed)
        return load_model(
            where, RecurrentConfig, lambda config: build_recurrent(config, generator), changes
        ).eval()

    def save_pretrained(self, folder: str | Path) -> Path:
        """Write ``config.json``, which holds the whole config, and ``model.safetensors``.

        Raises:
            ModelMismatch: the model was changed so that its config does not describe it, or the folder
                cannot be written.
        """
        from paperformer.transformer.pretrained.own import save_own

        return save_own(self, self.config, Path(folder))

    def forward(
        self,
        source: Tensor,
        target: Tensor,
        source_mask: Tensor | None = None,
        target_mask: Tensor | None = None,
    ) -> Float[Tensor, "batch target vocabulary"]:
        """At each place of the target the logits of the token after it; arguments as in ``Seq2Seq``.

        Raises:
            InvalidConfig: as there.
        """
        return self.head(self.states(source, target, source_mask, target_mask))  # type: ignore[no-any-return]

    def states(
        self,
        source: Tensor,
        target: Tensor,
        source_mask: Tensor | None = None,
        target_mask: Tensor | None = None,
    ) -> Float[Tensor, "batch target size"]:
        """What ``forward`` gives to the head."""
        target = checked_ids(target, "target ids")
        check_rows(source, target)
        check_mask(target_mask, target, "target ids")
        check_vocabulary(target, self.target_embedding.num_embeddings, "target ids")
        state = self.decoder.initial_state(self.encode(source, source_mask), source_mask)
        hidden, _ = self.decoder.step(self.dropout(self.target_embedding(target)), state, target_mask)
        return self.dropout(hidden)  # type: ignore[no-any-return]

    def encode(
        self, source: Tensor, source_mask: Tensor | None = None
    ) -> Float[Tensor, "batch source double"]:
        """The annotations of the source."""
        source = checked_ids(source, "source ids")
        check_mask(source_mask, source, "source ids")
        check_vocabulary(source, self.source_embedding.num_embeddings, "source ids")
        return self.encoder(self.dropout(self.source_embedding(source)), source_mask)  # type: ignore[no-any-return]

    def start(self, prompt: Prompt) -> RecurrentState:
        """The state before the first token of the prompt; its source is read here, once.

        Raises:
            InvalidConfig: when the prompt has no source.
        """
        if prompt.source is None:
            raise InvalidConfig("an encoder-decoder needs a source to read", "Give the prompt a source")
        annotations = self.encode(prompt.source, prompt.source_mask)
        return self.decoder.initial_state(annotations, prompt.source_mask)

    def step(
        self, tokens: Int[Tensor, "rows new"], state: RecurrentState
    ) -> tuple[Float[Tensor, "rows vocabulary"], RecurrentState]:
        """The logits of what follows the last of ``tokens``, and the state after them."""
        hidden, state = self.decoder.step(self.dropout(self.target_embedding(tokens)), state)
        return self.head(self.dropout(hidden[:, -1])), state


def _run(rnn: nn.RNNBase, *given: Any) -> Any:
    """A recurrent network in full precision also under autocast: its errors would add up over the steps."""
    with torch.autocast(next(rnn.parameters()).device.type, enabled=False):
        return rnn(*given)


def _where(exists: Tensor, after: RecurrentState, before: RecurrentState) -> RecurrentState:
    """Row by row the new state or the old one."""
    rows = exists[None, :, None]
    cell = None
    if after.cell is not None and before.cell is not None:
        cell = torch.where(rows, after.cell, before.cell)
    return replace(after, hidden=torch.where(rows, after.hidden, before.hidden), cell=cell)
