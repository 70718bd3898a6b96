"""The parts of a recurrent encoder-decoder."""

from __future__ import annotations

from paperformer.inspection.look.operations import cell_operations, linear_operations
from paperformer.inspection.look.parts import Block, Stack, embedding_part, plain_part, under
from paperformer.transformer.config import RecurrentConfig
from paperformer.transformer.config.tensors import TensorSpec


def recurrent_stacks(
    config: RecurrentConfig, tensors: tuple[TensorSpec, ...], tokens: int, written: int
) -> tuple[Stack, ...]:
    """Encoder and decoder, which attends at each step."""
    size = config.hidden_size
    read = under(tensors, "encoder.rnn.")
    write, bridge = under(tensors, "decoder.rnn."), under(tensors, "decoder.bridge.")
    asked = under(tensors, "decoder.attention.")
    name = config.cell.upper()
    reading = plain_part(
        "encoder-0-rnn", "cells", f"{name}, both directions", read, cell_operations(tokens, read)
    )
    keys = linear_operations(tokens, 2 * size, size)
    per_pair = 2 * size + 4 * size  # a score and a share of the mean of annotations
    query = linear_operations(written, size, size) if config.scorer == "additive" else 0
    attention = plain_part(
        "decoder-0-attention",
        "cross",
        f"{config.scorer.capitalize()} attention",
        asked,
        keys + query + written * tokens * per_pair,
    )
    cells = plain_part(
        "decoder-0-rnn", "cells", name, (*bridge, *write), cell_operations(written, write) + 2 * size * size
    )
    readout = under(tensors, "decoder.readout.")
    out = plain_part(
        "decoder-0-readout", "feedforward", "Readout", readout, linear_operations(written, 4 * size, size)
    )
    head = plain_part(
        "decoder-head",
        "head",
        "Scores of all tokens",
        under(tensors, "head."),
        linear_operations(written, size, config.vocabulary_size),
    )
    embeddings = (
        embedding_part("encoder", tensors, "source_"),
        embedding_part("decoder", tensors, "target_"),
    )
    return (
        Stack("encoder", embeddings[0], (Block(0, 1, (reading,)),), (), tokens),
        Stack("decoder", embeddings[1], (Block(0, 1, (attention, cells, out)),), (head,), written),
    )
