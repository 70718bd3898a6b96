"""From the parameter names of published checkpoints to ours, by tables. Adding a family is adding a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from torch import Tensor

from paperformer.errors import ModelMismatch

ENDINGS = ("weight", "bias")


@dataclass(frozen=True, slots=True)
class NameTable:
    """How a family of checkpoints names its parameters.

    Args:
        prefix: Stands before the encoder's names in checkpoints that carry a head.
        pairs: Their name and ours, without ``weight`` or ``bias``; ``{n}`` is a layer's number.
        unused: Patterns of parameters that no model of ours has a use for.
        aliases: Old spellings of an ending and the one the table uses.
        heads: For each kind of head, the pairs of names that belong to it; ours start with ``head.``.
            What is tied may stand under several names.
    """

    prefix: str
    pairs: Mapping[str, str]
    unused: tuple[str, ...]
    aliases: Mapping[str, str] = field(default_factory=dict)
    heads: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def ours(self, full_name: str, head: str | None = None) -> str | None:
        """Our name of a parameter of an encoder with this kind of head; None where the table has none."""
        name = _modern(full_name.removeprefix(self.prefix), self)
        return _rename_one(name, {**self.pairs, **self.heads.get(head or "", {})})

    def is_unused(self, full_name: str) -> bool:
        """Whether a model of ours may leave the parameter out: a head that it lacks, or a buffer."""
        name = full_name.removeprefix(self.prefix)
        if any(re.fullmatch(pattern, name) for pattern in self.unused):
            return True
        return any(_rename_one(name, pairs) is not None for pairs in self.heads.values())

    def theirs(self, our_name: str, head: str | None = None) -> str | None:
        """Their name of a parameter of ours, without the prefix: the inverse of ``ours``."""
        # A tied matrix has several names: the first one of the table is the one to write.
        both = [*self.pairs.items(), *self.heads.get(head or "", {}).items()]
        return _rename_one(our_name, {our: their for their, our in reversed(both)})


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
    unused=(r"pooler\..*", r"cls\..*", r"qa_outputs\..*", r"embeddings\.position_ids"),
    aliases={"LayerNorm.gamma": "LayerNorm.weight", "LayerNorm.beta": "LayerNorm.bias"},
    heads={
        "masked_language": {
            "cls.predictions.transform.dense": "head.dense",
            "cls.predictions.transform.LayerNorm": "head.norm",
            "cls.predictions": "head.decoder",  # its bias; the weight is the token table
            "cls.predictions.decoder": "head.decoder",
        },
        "tagging": {"classifier": "head.scores"},
        "classification": {"pooler.dense": "head.pooler.dense", "classifier": "head.scores"},
    },
)


def rename(theirs: Mapping[str, Tensor], table: NameTable) -> dict[str, Tensor]:
    """An encoder's parameters under our names, those that the table calls unused left out.

    Raises:
        ModelMismatch: listing every name that is in no table.
    """
    names = {name: table.ours(name) for name in theirs if not table.is_unused(name)}
    unknown = [name for name, our in names.items() if our is None]
    if unknown:
        raise ModelMismatch(f"unknown parameters: {listed(unknown)}", "Give a checkpoint of a BERT shape")
    return {our: theirs[name] for name, our in names.items() if our is not None}


def rename_back(ours: Mapping[str, Tensor], table: NameTable) -> dict[str, Tensor]:
    """The parameters that the table knows, under their names: the inverse of ``rename``."""
    renamed = {table.theirs(name): tensor for name, tensor in ours.items()}
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
    if pattern not in pairs or ending not in ENDINGS:
        return None
    return f"{pairs[pattern].replace('{n}', number)}.{ending}"
