"""First weights, as BERT draws them (Devlin et al. 2019: normal, 0.02), from an explicit generator."""

from __future__ import annotations

import torch
from torch import Generator, nn

from paperformer.transformer.embedding import BoxEmbedding

STANDARD_DEVIATION = 0.02


@torch.no_grad()
def initialise(model: nn.Module, generator: Generator) -> None:
    """Draw all weights of ``model`` anew: biases 0, norms 1, layout tables 0 so that they start silent."""
    for module in model.modules():
        if isinstance(module, nn.Linear | nn.Embedding):
            module.weight.normal_(0.0, STANDARD_DEVIATION, generator=generator)
        if isinstance(module, nn.Linear) and module.bias is not None:
            module.bias.zero_()
        if isinstance(module, nn.Embedding) and module.padding_idx is not None:
            module.weight[module.padding_idx].zero_()
        if isinstance(module, nn.LayerNorm):
            module.reset_parameters()
    for module in model.modules():
        if isinstance(module, BoxEmbedding):
            for table in module.parameters():
                table.zero_()
