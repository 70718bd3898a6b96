"""The layout model's forward pass on plain tensors of one type: fast on a GPU, the same function.

``tests/learning/test_lean_forward_pass.py`` compares it with ``LayoutModel``, which must narrow to words.
Besides softmax there is FAVOR+ in all layers, and an LSTM over words, to be compared on one recipe.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor

from paperformer.learning.batches import Batch
from paperformer.transformer.config import EncoderConfig

Weights = Mapping[str, Tensor]
EMBEDDING = "encoder.embedding."
LSTM = "lstm."
BOX_TABLES = ("x0", "y0", "x1", "y1", "width", "height", "page")


def forward(
    weights: Weights, config: EncoderConfig, batch: Batch, dropout: float, lengths: Tensor
) -> list[Tensor]:
    """Scores of words, ``(batch, words, fields)`` each: inside, pick, begin, end.

    Args:
        weights: Weights by the names of ``LayoutModel``, all of one type.
        config: The model's shape.
        batch: Padded examples.
        dropout: 0 in evaluation.
        lengths: Words of each example, on the CPU.
    """
    x = embedded(weights, config, batch, dropout)
    if f"{LSTM}0.forward.weight_ih" in weights:
        x = recurrent(weights, pooled(x, batch.word_index, batch.word_mask.shape[1]), lengths, dropout)
    else:
        x = encoded(weights, config, batch, x, dropout)
    x = F.dropout(x, dropout, dropout > 0)
    return list(F.linear(x, weights["head.scores.weight"], weights["head.scores.bias"]).chunk(4, dim=-1))


def embedded(weights: Weights, config: EncoderConfig, batch: Batch, dropout: float) -> Tensor:
    """Tokens with place, segment, box and page, normed."""
    assert config.layout is not None
    x0, y0, x1, y1 = batch.boxes.unbind(-1)
    n = config.layout.buckets
    width, height = (x1 - x0).clamp(min=0), (y1 - y0).clamp(min=0)
    page = batch.pages.clamp(0, config.layout.pages - 1)
    rows = torch.stack([t + i * n for i, t in enumerate((x0, y0, x1, y1, width, height, page))], dim=-1)
    table = torch.cat([weights[f"{EMBEDDING}layout.{name}.weight"] for name in BOX_TABLES])
    x = F.embedding(rows, table).sum(dim=2, dtype=torch.float32)
    x = x + F.embedding(batch.ids, weights[EMBEDDING + "token.weight"])
    x = (
        x
        + weights[EMBEDDING + "position.table.weight"][: x.shape[1]]
        + weights[EMBEDDING + "segment.weight"][0]
    )
    kind = weights[EMBEDDING + "token.weight"].dtype
    x = normed(weights, EMBEDDING + "norm", x.to(kind), config.layer_norm_epsilon)
    return F.dropout(x, dropout, dropout > 0)


def encoded(weights: Weights, config: EncoderConfig, batch: Batch, x: Tensor, dropout: float) -> Tensor:
    """The layers: over tokens in blocks, then over words."""
    assert batch.mask is not None
    seen, length = batch.mask[:, None, None, :], x.shape[1]
    if config.block is not None and length > 2 * config.block:
        number = torch.arange(length, device=x.device) // config.block
        seen = seen & ((number[:, None] - number[None, :]).abs() <= 1)
    keys = batch.mask
    mask = additive(seen, length, x.dtype)
    for i in range(config.layers):
        if i == config.narrow_after:
            x, keys = pooled(x, batch.word_index, batch.word_mask.shape[1]), batch.word_mask
            mask = additive(keys[:, None, None, :], x.shape[1], x.dtype)
        x = layer(weights, f"encoder.encoder.layers.{i}.", x, mask, keys, config, dropout)
    return x


def layer(
    weights: Weights, p: str, x: Tensor, mask: Tensor, keys: Tensor, config: EncoderConfig, dropout: float
) -> Tensor:
    """Attention and feed-forward, each added to what came in and normed."""
    a, f = p + "attention.", p + "feedforward."
    batch, length, width = x.shape
    names = ("query", "key", "value")
    matrix = torch.cat([weights[f"{a}{name}.weight"] for name in names])
    bias = torch.cat([weights[f"{a}{name}.bias"] for name in names])
    q, k, v = F.linear(x, matrix, bias).view(batch, length, 3, config.heads, -1).permute(2, 0, 3, 1, 4)
    directions = weights.get(a + "mechanism.directions")
    if directions is None:
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask.expand(-1, config.heads, length, length))
    else:
        y = favor(q, k, v, keys, directions).to(x.dtype)
    y = F.linear(
        y.transpose(1, 2).reshape(batch, length, width),
        weights[a + "output.weight"],
        weights[a + "output.bias"],
    )
    eps = config.layer_norm_epsilon
    x = normed(weights, p + "attention_residual.norm", x + F.dropout(y, dropout, dropout > 0), eps)
    y = F.gelu(F.linear(x, weights[f + "inner.weight"], weights[f + "inner.bias"]))
    y = F.linear(y, weights[f + "outer.weight"], weights[f + "outer.bias"])
    return normed(weights, p + "feedforward_residual.norm", x + F.dropout(y, dropout, dropout > 0), eps)


def favor(q: Tensor, k: Tensor, v: Tensor, keys: Tensor, directions: Tensor) -> Tensor:
    """FAVOR+ with hyperbolic features (Choromanski et al. 2021, lemma 1), as ``PerformerAttention``."""
    w = directions.float()
    w = torch.cat([w, -w]).T
    q, k = (x.float() * x.shape[-1] ** -0.25 for x in (q, k))
    of_keys = k @ w - k.square().sum(dim=-1, keepdim=True) / 2
    of_keys = of_keys.masked_fill(~keys[:, None, :, None], -torch.inf)
    largest = of_keys.detach().amax(dim=-2, keepdim=True).clamp(min=torch.finfo(torch.float32).min)
    sums = (of_keys - largest).exp().transpose(-2, -1) @ F.pad(v.float(), (0, 1), value=1.0)
    of_queries = q @ w + largest
    phi = (of_queries - of_queries.detach().amax(dim=-1, keepdim=True)).exp()
    out = phi @ sums
    return out[..., :-1] / out[..., -1:].clamp(min=1.0)


def recurrent(weights: Weights, x: Tensor, lengths: Tensor, dropout: float) -> Tensor:
    """Two bidirectional LSTM layers over words: the tagger that such systems were before the Transformer."""
    from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence

    packed = pack_padded_sequence(x, lengths.clamp(min=1), batch_first=True, enforce_sorted=False)
    names = [
        f"{LSTM}{i}.{way}.{part}"
        for i in range(2)
        for way in ("forward", "backward")
        for part in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
    ]
    layers = [weights[name] for name in names]
    start = x.new_zeros(4, len(lengths), layers[1].shape[1])
    data, _, _ = torch._VF.lstm(
        packed.data, packed.batch_sizes, (start, start), layers, True, 2, dropout, dropout > 0, True
    )  # type: ignore[attr-defined]
    out = PackedSequence(data, packed.batch_sizes, packed.sorted_indices, packed.unsorted_indices)
    return pad_packed_sequence(out, batch_first=True, total_length=x.shape[1])[0]


def normed(weights: Weights, name: str, x: Tensor, eps: float) -> Tensor:
    return F.layer_norm(x, x.shape[-1:], weights[name + ".weight"], weights[name + ".bias"], eps)


def additive(seen: Tensor, length: int, kind: torch.dtype) -> Tensor:
    """0 where a query sees a key (itself always, so that no row is empty), else minus infinity."""
    seen = seen | torch.eye(length, dtype=torch.bool, device=seen.device)
    return torch.zeros(seen.shape, dtype=kind, device=seen.device).masked_fill_(~seen, -math.inf)


def pooled(x: Tensor, word: Tensor, words: int) -> Tensor:
    """The mean of the tokens of each word."""
    slots = word + 1
    sums = x.new_zeros(x.shape[0], words + 1, x.shape[2], dtype=torch.float32)
    sums = sums.scatter_add(1, slots[..., None].expand_as(x), x.float())[:, 1:]
    count = torch.zeros(slots.shape[0], words + 1, device=x.device)
    count = count.scatter_add_(1, slots, torch.ones_like(slots, dtype=torch.float32))
    return (sums / count[:, 1:, None].clamp(min=1)).to(x.dtype)
