"""What a model of a config is made of: its parts, their parameters and their operations, nothing built.

Operations are those of matrix products, a multiplication and its addition being two, of one input of so many
tokens. Norms, softmax and activations are left out: they are few.
"""

from __future__ import annotations

from itertools import groupby

from paperformer.inspection.look.operations import (
    attention_operations,
    cell_operations,
    linear_operations,
)
from paperformer.inspection.look.parts import (
    Architecture,
    Block,
    Part,
    PartKind,
    Stack,
    embedding_part,
    learned_in,
    plain_part,
    under,
)
from paperformer.inspection.look.recurrent_architecture import recurrent_stacks
from paperformer.transformer.config import (
    AttentionConfig,
    DecoderConfig,
    EncoderConfig,
    RecurrentConfig,
    Seq2SeqConfig,
    StackConfig,
)
from paperformer.transformer.config.attention import attention_of_each
from paperformer.transformer.config.tensors import ModelConfig, TensorSpec, tensors_of


def architecture_of(config: ModelConfig, tokens: int = 128, written: int | None = None) -> Architecture:
    """The parts of a model.

    Args:
        config: Its shape.
        tokens: How many it reads, at most what it can.
        written: How many a decoder behind an encoder writes; None is as many.
    """
    tensors = tuple(tensors_of(config))
    if isinstance(config, RecurrentConfig):
        return Architecture(config, "recurrent", recurrent_stacks(config, tensors, tokens, written or tokens))
    if isinstance(config, EncoderConfig):
        return Architecture(config, "encoder", (_encoder(config, tensors, tokens),))
    if isinstance(config, Seq2SeqConfig):
        stacks = _both(config, tensors, tokens, written or tokens)
        return Architecture(config, "seq2seq", stacks)
    return Architecture(config, "decoder", (_decoder(config, tensors, "embedding.", tokens),))


def _encoder(config: EncoderConfig, tensors: tuple[TensorSpec, ...], tokens: int) -> Stack:
    narrow = config.layers if config.narrow_after is None else config.narrow_after
    blocks = _blocks(config, tensors, "encoder", config.attentions, tokens, narrow=narrow)
    norm = plain_part("encoder-norm", "norm", "Norm", under(tensors, "encoder.norm."))
    above = [norm] if norm.tensors else []
    return Stack("encoder", embedding_part("encoder", tensors, "embedding."), blocks, tuple(above), tokens)


def _both(
    config: Seq2SeqConfig, tensors: tuple[TensorSpec, ...], tokens: int, written: int
) -> tuple[Stack, ...]:
    norm = plain_part("encoder-norm", "norm", "Norm", under(tensors, "encoder.norm."))
    encoder = Stack(
        "encoder",
        embedding_part("encoder", tensors, "source_embedding."),
        _blocks(config, tensors, "encoder", config.attentions, tokens),
        (norm,) if norm.tensors else (),
        tokens,
    )
    return encoder, _decoder(config, tensors, "target_embedding.", written, memory=tokens)


def _decoder(
    config: DecoderConfig,
    tensors: tuple[TensorSpec, ...],
    embedding: str,
    tokens: int,
    memory: int | None = None,
) -> Stack:
    layers = config.layers_of_decoder if isinstance(config, Seq2SeqConfig) else config.layers
    mechanisms = attention_of_each(config.causal_attention, layers)
    blocks = _blocks(config, tensors, "decoder", mechanisms, tokens, memory=memory)
    norm = plain_part("decoder-norm", "norm", "Norm", under(tensors, "decoder.norm."))
    operations = linear_operations(tokens, config.hidden_size, config.vocabulary_size)
    head = plain_part("decoder-head", "head", "Scores of all tokens", under(tensors, "head."), operations)
    above = (norm, head) if norm.tensors else (head,)
    return Stack("decoder", embedding_part("decoder", tensors, embedding), blocks, above, tokens)


def _blocks(
    config: StackConfig,
    tensors: tuple[TensorSpec, ...],
    stack: str,
    mechanisms: tuple[AttentionConfig, ...],
    tokens: int,
    *,
    memory: int | None = None,
    narrow: int | None = None,
) -> tuple[Block, ...]:
    """Runs of layers that are alike; ``narrow`` is the first one that runs on words."""
    layers = enumerate(mechanisms)
    runs = groupby(layers, key=lambda layer: (layer[1], narrow is not None and layer[0] >= narrow))
    blocks = []
    for (mechanism, words), run in runs:
        numbers = [number for number, _ in run]
        parts = _layer(config, tensors, stack, mechanism, numbers, tokens, memory, words=words)
        blocks.append(Block(numbers[0], len(numbers), parts, words))
    return tuple(blocks)


def _layer(
    config: StackConfig,
    tensors: tuple[TensorSpec, ...],
    stack: str,
    mechanism: AttentionConfig,
    numbers: list[int],
    tokens: int,
    memory: int | None,
    *,
    words: bool,
) -> tuple[Part, ...]:
    names = [f"{stack}.layers.{number}." for number in numbers]
    key, causal, count = f"{stack}-{numbers[0]}", stack == "decoder", len(numbers)
    block = config.block if isinstance(config, EncoderConfig) and not words else None
    block = None if block is None or tokens <= 2 * block else block  # so few see one another

    def part(
        kind: PartKind, title: str, below: str, operations: int = 0, of: AttentionConfig | None = None
    ) -> Part:
        held = [under(tensors, name + below) for name in names]
        parameters = sum(learned_in(group) for group in held)
        attention = mechanism if of is None else of
        shown = attention if kind in ("attention", "cross") else None
        return Part(
            f"{key}-{below.strip('.')}",
            kind,
            title,
            held[0],
            parameters,
            count * operations,
            shown,
            block if shown else None,
        )

    if isinstance(config, EncoderConfig) and config.recurrent is not None:
        held = under(tensors, names[0] + "rnn.")
        name = config.recurrent.upper()
        return (part("cells", f"{name}, both directions", "rnn.", cell_operations(tokens, held)),)
    title = f"{'Masked self' if causal else 'Self'}-attention"
    parts = [
        part(
            "attention",
            title,
            "attention.",
            attention_operations(config, mechanism, tokens, tokens, causal=causal, block=block),
        ),
        part("norm", "Add & norm", "attention_residual."),
    ]
    if memory is not None and isinstance(config, Seq2SeqConfig):
        cross = config.memory_attention
        operations = attention_operations(config, cross, tokens, memory)
        parts += [
            part("cross", "Cross-attention", "cross_attention.", operations, cross),
            part("norm", "Add & norm", "cross_attention_residual."),
        ]
    if config.feedforward_size:
        width = (3 if config.gated else 2) * config.feedforward_size
        operations = linear_operations(tokens, config.hidden_size, width)
        parts += [
            part("feedforward", "Feed-forward", "feedforward.", operations),
            part("norm", "Add & norm", "feedforward_residual."),
        ]
    return tuple(parts)
