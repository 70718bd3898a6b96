"""Tables from the parameter names of published checkpoints to ours. Adding a family is adding a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from torch import Tensor

from paperformer.errors import ModelMismatch


@dataclass(frozen=True, slots=True)
class NameTable:
    """How a family of checkpoints names its parameters.

    Args:
        prefix: Stands before every name in checkpoints that carry a head; taken off.
        pairs: Their name and ours; ``{n}`` is a layer's number.
        unused: Patterns of parameters that an encoder has no use for (heads, poolers).
        aliases: Old spellings of an ending and the one the table uses.
    """

    prefix: str
    pairs: Mapping[str, str]
    unused: tuple[str, ...]
    aliases: Mapping[str, str]


BERT = NameTable(
    prefix="bert.",
    pairs={
        "embeddings.word_embeddings": "embedding.token",
        "embeddings.position_embeddings": "embedding.position.table",
        "embeddings.token_type_embeddings": "embedding.segment",
        "embeddings.LayerNorm": "embedding.norm",
        "encoder.layer.{n}.attention.self.query": "encoder.layers.{n}.attention.query",
        "encoder.layer.{n}.attention.self.key": "encoder.layers.{n}.attention.key",
        "encoder.layer.{n}.attention.self.value": "encoder.layers.{n}.attention.value",
        "encoder.layer.{n}.attention.output.dense": "encoder.layers.{n}.attention.output",
        "encoder.layer.{n}.attention.output.LayerNorm": "encoder.layers.{n}.attention_residual.norm",
        "encoder.layer.{n}.intermediate.dense": "encoder.layers.{n}.feedforward.inner",
        "encoder.layer.{n}.output.dense": "encoder.layers.{n}.feedforward.outer",
        "encoder.layer.{n}.output.LayerNorm": "encoder.layers.{n}.feedforward_residual.norm",
    },
    unused=(r"pooler\..*", r"cls\..*", r"embeddings\.position_ids"),
    aliases={"LayerNorm.gamma": "LayerNorm.weight", "LayerNorm.beta": "LayerNorm.bias"},
)


def rename(theirs: Mapping[str, Tensor], table: NameTable) -> dict[str, Tensor]:
    """The parameters under our names, those that the table calls unused left out.

    Raises:
        ModelMismatch: listing every name that is in no table.
    """
    ours, unknown = {}, []
    for full_name, tensor in theirs.items():
        name = _modern(full_name.removeprefix(table.prefix), table)
        if any(re.fullmatch(pattern, name) for pattern in table.unused):
            continue
        renamed = _rename_one(name, table.pairs)
        if renamed is None:
            unknown.append(full_name)
        else:
            ours[renamed] = tensor
    if unknown:
        raise ModelMismatch(f"unknown parameters: {listed(unknown)}", "Give a checkpoint of a BERT shape")
    return ours


def rename_back(ours: Mapping[str, Tensor], table: NameTable) -> dict[str, Tensor]:
    """The parameters that the table knows, under their names: the inverse of ``rename``."""
    backwards = {our: their for their, our in table.pairs.items()}
    renamed = {_rename_one(name, backwards): tensor for name, tensor in ours.items()}
    return {name: tensor for name, tensor in renamed.items() if name is not None}


def listed(names: Iterable[str]) -> str:
    """Names in order, for a message."""
    return ", ".join(sorted(names))


def _modern(name: str, table: NameTable) -> str:
    for old, new in table.aliases.items():
        name = name.removesuffix(old) + new if name.endswith(old) else name
    return name


def _rename_one(name: str, pairs: Mapping[str, str]) -> str | None:
    module, _, ending = name.rpartition(".")
    layer = re.search(r"(?<=\.)\d+(?=\.)", module)
    number = layer.group() if layer else ""
    pattern = re.sub(r"(?<=\.)\d+(?=\.)", "{n}", module, count=1)
    if pattern not in pairs or ending not in ("weight", "bias"):
        return None
    return f"{pairs[pattern].replace('{n}', number)}.{ending}"
