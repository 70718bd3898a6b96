"""What is written in and beside the boxes of a diagram."""

from __future__ import annotations

from paperformer.inspection.look.parts import Architecture, Block, Part, Stack
from paperformer.transformer.config import DecoderConfig, EncoderConfig, RecurrentConfig, StackConfig


def note(architecture: Architecture, part: Part) -> str:
    """What a part is, in a few words."""
    config = architecture.config
    if part.kind in ("attention", "cross") and isinstance(config, StackConfig) and part.mechanism:
        shared = f", {config.shared_heads} of keys" if config.shared_heads != config.heads else ""
        near = f", blocks of {part.block}" if part.block else ""
        return f"{part.mechanism.mechanism}, {config.heads} heads{shared}{near}"
    if isinstance(config, RecurrentConfig):
        layers = f"{config.layers} layer{'s' if config.layers > 1 else ''}"
        says = {
            "cells": layers,
            "cross": "one weight for each token read",
            "feedforward": "state, context, token",
        }
        return says.get(part.kind, "")
    if part.kind == "cells":
        return f"{config.hidden_size // 2:,} wide each way"
    if part.kind == "feedforward" and isinstance(config, StackConfig):
        gated = "gated " if config.gated else ""
        return f"{config.hidden_size:,} to {config.feedforward_size:,}, {gated}{config.activation}"
    return ""


def head_note(architecture: Architecture) -> str:
    """From which width to how many tokens the head leads."""
    config = architecture.config
    assert isinstance(config, DecoderConfig | RecurrentConfig)
    tied = ", tied to the table" if config.tied else ""
    return f"{config.hidden_size:,} to {config.vocabulary_size:,}{tied}"


def tables(architecture: Architecture) -> str:
    """The tables whose rows are summed."""
    config, names = architecture.config, ["token"]
    if not isinstance(config, RecurrentConfig) and config.positions != "none":
        kind = config.positions.split("-")[0]
        named = {"learned": "position", "rotary": "rotary"}
        names.append(named.get(kind, f"{kind} position"))
    if isinstance(config, EncoderConfig):
        names += ["segment"] if config.segment_types else []
        names += ["layout"] if config.layout else []
    return " + ".join(names)


def label_of(block: Block) -> str:
    """How often a block stands there."""
    return f"{block.count} \N{MULTIPLICATION SIGN}"


def letter(architecture: Architecture, stack: Stack) -> str:
    """How the number of a stack's tokens is called."""
    return "n" if len(architecture.stacks) == 1 or stack.name == "encoder" else "m"


def shape(stack: Stack, architecture: Architecture, *, words: bool = False) -> str:
    """The shape of the states in a stack."""
    rows = "w" if words else letter(architecture, stack)
    return f"{rows} \N{MULTIPLICATION SIGN} {architecture.config.hidden_size:,}"


def output(architecture: Architecture, stack: Stack) -> str:
    """The shape of what a model gives."""
    if stack.name == "encoder":
        words = any(block.words for block in stack.blocks)
        return shape(stack, architecture, words=words)
    return f"{letter(architecture, stack)} \N{MULTIPLICATION SIGN} {architecture.config.vocabulary_size:,}"
