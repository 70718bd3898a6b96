"""A layer of an encoder that reads on by a cell, forwards and backwards, where others attend."""

from __future__ import annotations

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from paperformer.errors import InvalidConfig
from paperformer.transformer.dropout import Dropout
from paperformer.transformer.mask import AnyMask


class RecurrentLayer(nn.Module):
    """A cell in both directions, their states side by side (Graves & Schmidhuber 2005).

    It stands where an ``EncoderLayer`` stands, so that the same heads read its states.

    Args:
        rnn: Of one layer, in both directions, each half as wide as a state.
        dropout: On the states, while training.
    """

    def __init__(self, *, rnn: nn.GRU | nn.LSTM, dropout: float) -> None:
        super().__init__()
        self.rnn = rnn
        self.dropout = Dropout(dropout)

    def forward(
        self,
        x: Float[Tensor, "batch length size"],
        mask: AnyMask | None = None,
        places: Int[Tensor, "batch length"] | None = None,
    ) -> Float[Tensor, "batch length size"]:
        """The states; zeros in padding, which has no say in any other.

        Raises:
            InvalidConfig: when several texts share a row, or padding stands elsewhere than at the end.
        """
        if places is not None:
            raise InvalidConfig("a recurrent layer reads one text per row", "Leave places out")
        if not x.numel():
            return x
        return self.dropout(read_in_order(self.rnn, x, mask))  # type: ignore[no-any-return]


def read_in_order(
    rnn: nn.GRU | nn.LSTM, x: Float[Tensor, "batch length size"], mask: AnyMask | None
) -> Float[Tensor, "batch length states"]:
    """A network's states of all tokens, in full precision also under autocast: errors add up over the steps.

    Args:
        rnn: ``batch_first``.
        x: Of each token.
        mask: True for the tokens that exist; a row may have none.

    Raises:
        InvalidConfig: when padding stands elsewhere than at the end.
    """
    with torch.autocast(x.device.type, enabled=False):
        x = x.to(next(rnn.parameters()).dtype)
        if mask is None:
            return rnn(x)[0]  # type: ignore[no-any-return]
        lengths = _lengths(mask)
        packed = pack_padded_sequence(x, lengths.clamp(min=1).cpu(), batch_first=True, enforce_sorted=False)
        states, _ = pad_packed_sequence(rnn(packed)[0], batch_first=True, total_length=x.shape[1])
    return states * mask.unsqueeze(-1)


def _lengths(mask: Bool[Tensor, ...]) -> Int[Tensor, " batch"]:
    if mask.ndim != 2 or bool((mask[:, 1:] & ~mask[:, :-1]).any()):
        raise InvalidConfig("a text is padded elsewhere than at its end", "Pad at the end, one text per row")
    return mask.sum(dim=1)
