"""The families of decoders: by what their ``config.json`` calls them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paperformer.errors import ModelMismatch
from paperformer.transformer.config import DecoderConfig
from paperformer.transformer.pretrained.families import Family
from paperformer.transformer.pretrained.gpt2 import GPT2, gpt2_config
from paperformer.transformer.pretrained.llama import LLAMA, QWEN2, llama_config

DECODER_FAMILIES: dict[str, Family] = {"gpt2": GPT2, "llama": LLAMA, "mistral": LLAMA, "qwen2": QWEN2}


def decoder_family_of(theirs: Mapping[str, Any]) -> Family:
    """The family of a ``config.json``.

    Raises:
        ModelMismatch: when it is none that we know.
    """
    kind = theirs.get("model_type")
    if not isinstance(kind, str) or kind not in DECODER_FAMILIES:
        raise ModelMismatch(f"model_type is {kind!r}", f"Give one of {', '.join(DECODER_FAMILIES)}")
    return DECODER_FAMILIES[kind]


def decoder_config(theirs: Mapping[str, Any], family: Family, source: str) -> DecoderConfig:
    """The shape that a ``config.json`` states; ``source`` is named in errors.

    Raises:
        ModelMismatch: when it states what our decoder cannot be.
    """
    return gpt2_config(theirs, source) if family is GPT2 else llama_config(theirs, family, source)
