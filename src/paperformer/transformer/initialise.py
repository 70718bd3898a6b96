"""First weights, always from an explicit generator."""

from __future__ import annotations

import torch
from torch import Generator, nn

from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.embedding import BoxEmbedding
from paperformer.transformer.residual import PostNorm

STANDARD_DEVIATION = 0.02
JOINED_GAIN = 0.5**0.5  # of one of three square layers, drawn as if they were one


@torch.no_grad()
def initialise(model: nn.Module, generator: Generator) -> None:
    """Draw all weights of ``model`` anew as BERT does (Devlin et al. 2019: normal, 0.02).

    Biases are 0, norms 1, layout tables 0 so that they start silent.
    """
    for module in model.modules():
        if isinstance(module, nn.Linear | nn.Embedding):
            module.weight.normal_(0.0, STANDARD_DEVIATION, generator=generator)
        if isinstance(module, nn.RNNBase):
            initialise_cells(module, generator)
        if isinstance(module, nn.Linear) and module.bias is not None:
            module.bias.zero_()
        if isinstance(module, nn.Embedding) and module.padding_idx is not None:
            module.weight[module.padding_idx].zero_()
        if isinstance(module, nn.LayerNorm | nn.RMSNorm):
            module.reset_parameters()
    for module in model.modules():
        if isinstance(module, BoxEmbedding):
            for table in module.parameters():
                table.zero_()


@torch.no_grad()
def initialise_evenly(model: nn.Module, generator: Generator) -> None:
    """Draw all weights of ``model`` anew so that signals keep their size at any width (Glorot & Bengio 2010).

    Linear layers are uniform as equation 16 has it, token tables normal with the deviation
    1 / sqrt(width), so that the same table may serve as output layer; recurrent cells are uniform within
    1 / sqrt(width). Biases are 0, norms 1. Where the norm stands behind each sub-layer, queries, keys and
    values begin smaller, by what it makes that three square layers are drawn as one of three times the
    width: it starts faster so.
    """
    projections = _projections_behind_norms(model)
    for module in model.modules():
        if isinstance(module, nn.Linear):
            gain = JOINED_GAIN if module in projections else 1.0
            nn.init.xavier_uniform_(module.weight, gain=gain, generator=generator)
            if module.bias is not None:
                module.bias.zero_()
        elif isinstance(module, nn.Embedding):
            module.weight.normal_(0.0, module.embedding_dim**-0.5, generator=generator)
            if module.padding_idx is not None:
                module.weight[module.padding_idx].zero_()
        elif isinstance(module, nn.RNNBase):
            initialise_cells(module, generator)
        elif isinstance(module, nn.LayerNorm | nn.RMSNorm):
            module.reset_parameters()


def initialise_cells(cells: nn.RNNBase, generator: Generator) -> None:
    """Draw the weights of recurrent cells anew: uniform within 1 / sqrt(width)."""
    bound = cells.hidden_size**-0.5
    for parameter in cells.parameters():
        nn.init.uniform_(parameter, -bound, bound, generator=generator)


def _projections_behind_norms(model: nn.Module) -> set[nn.Module]:
    """What makes queries, keys and values in a model whose norms stand behind the sub-layers."""
    modules = list(model.modules())
    if not any(isinstance(module, PostNorm) for module in modules):
        return set()
    attentions = [module for module in modules if isinstance(module, MultiHeadAttention)]
    return {layer for attention in attentions for layer in (attention.query, attention.key, attention.value)}
