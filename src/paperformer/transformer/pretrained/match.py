"""Strictly: every parameter finds its place, or the one error lists all that did not."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from paperformer.errors import ModelMismatch
from paperformer.transformer.headed import EncoderWithHead
from paperformer.transformer.pretrained.names import NameTable, listed

# One matrix under two names; the second is the one that we keep.
TIED = {"head.decoder.weight": "embedding.token.weight"}
LAYOUT = "embedding.layout."
MECHANISM = ".attention.mechanism."
HEAD = "head."


@dataclass(frozen=True, slots=True)
class Renamed:
    """A checkpoint's parameters, sorted out.

    Args:
        ours: Under our names.
        unused: Those that the model has no use for, under theirs.
        unknown: Names that are in no table.
        torn: Names that should hold the same as another and do not.
    """

    ours: dict[str, Tensor]
    unused: dict[str, Tensor]
    unknown: list[str]
    torn: list[str]


def sort_out(
    theirs: Mapping[str, Tensor],
    table: NameTable,
    wanted: Collection[str],
    head: str | None,
    tied: Mapping[str, str] = TIED,
) -> Renamed:
    """Which parameter is which.

    Args:
        theirs: The checkpoint's parameters.
        table: Their names.
        wanted: Our names of what the model holds.
        head: The kind of head that it has.
        tied: Names of what is another's: the second is the one that the model keeps.
    """
    found = Renamed({}, {}, [], [])
    for name, tensor in theirs.items():
        our = table.ours(name, head)
        our = tied.get(our, our) if our is not None else None
        if our is not None and our in wanted:
            if our in found.ours and not torch.equal(found.ours[our], tensor):
                found.torn.append(name)
            found.ours.setdefault(our, tensor)
        elif table.is_unused(name):
            found.unused[name] = tensor
        else:
            found.unknown.append(name)
    return found


@torch.no_grad()
def copy_strictly(
    parameters: Mapping[str, nn.Parameter], renamed: Renamed, source: str, *, fresh_head: bool = False
) -> None:
    """Give every parameter its values.

    What no checkpoint can hold may be missing: layout tables, and what a mechanism learns beside the
    projections. Global tokens' own projections then start as those of all tokens (Beltagy et al. 2020,
    section 5).

    Raises:
        ModelMismatch: listing all that is unknown, missing, of another shape, or untied.
    """
    given = dict(renamed.ours)
    for name in parameters:
        twin = name.replace(".mechanism.projections.", ".")
        if twin != name and name not in given and twin in given:
            given[name] = given[twin]
    missing = [n for n in parameters if n not in given and not _may_be_new(n, fresh_head=fresh_head)]
    odd = [name for name, tensor in given.items() if parameters[name].shape != tensor.shape]
    faults = {
        "missing": missing,
        "unknown": renamed.unknown,
        "of another shape": odd,
        "not tied": renamed.torn,
    }
    if any(faults.values()):
        said = "; ".join(f"{fault} {listed(names)}" for fault, names in faults.items() if names)
        raise ModelMismatch(f"{source}: parameters {said}", "Give the checkpoint its own config and head")
    for name, tensor in given.items():
        parameters[name].copy_(tensor)


def parameters_of(model: nn.Module) -> dict[str, nn.Parameter]:
    """The parameters by the names of a bare encoder's, and those of a head as ``head.``; tied ones once."""
    bare = "encoder." if isinstance(model, EncoderWithHead) else ""
    return {name.removeprefix(bare): parameter for name, parameter in model.named_parameters()}


def layer_of(name: str | None) -> int:
    """The number of the layer that a parameter of ours belongs to; -1 for the others."""
    parts = (name or "").split(".")
    return int(parts[2]) if parts[0] in ("encoder", "decoder") and parts[1:2] == ["layers"] else -1


def _may_be_new(name: str, *, fresh_head: bool) -> bool:
    return name.startswith(LAYOUT) or MECHANISM in name or (fresh_head and name.startswith(HEAD))
