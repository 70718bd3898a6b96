"""Fine-tuning by a few weights: a product of two narrow matrices beside each projection (Hu et al. 2021).

W x becomes W x + (alpha / rank) B A x (arXiv 2106.09685, section 4.1). W stays as it is, A and B are trained.
B begins at 0, so that the model answers as before until it learns.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import get_args

import torch
from jaxtyping import Float
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Generator, Tensor, nn
from torch.nn.functional import linear

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.transformer.config.lora import LoraConfig, Projection
from paperformer.transformer.dropout import Dropout

SETTINGS, ADAPTERS = "lora.json", "adapters.safetensors"


class LowRankLinear(nn.Linear):
    """A linear layer whose own weights are fixed, and the adapter that learns beside them.

    Args:
        base: The layer; its weight and bias are used as they are, under the same names.
        config: Rank, strength and dropout of the adapter.
        generator: Draws ``down``; ``up`` is 0.
    """

    def __init__(self, base: nn.Linear, config: LoraConfig, generator: Generator) -> None:
        nn.Module.__init__(self)
        self.in_features, self.out_features = base.in_features, base.out_features
        self.weight, self.bias = base.weight, base.bias
        self.scale = config.alpha / config.rank
        self.dropout = Dropout(config.dropout)
        drawn = torch.randn(config.rank, base.in_features, generator=generator) / base.in_features**0.5
        self.down = nn.Parameter(drawn.to(base.weight))
        self.up = nn.Parameter(base.weight.new_zeros(base.out_features, config.rank))

    def forward(self, x: Float[Tensor, "*batch inputs"]) -> Float[Tensor, "*batch outputs"]:
        own = linear(x, self.weight, self.bias)
        return own + self.scale * linear(linear(self.dropout(x), self.down), self.up)

    @torch.no_grad()
    def merged(self) -> nn.Linear:
        """One layer that answers the same, as wide as the base and with weights of its own."""
        plain = self.base()
        plain.weight = nn.Parameter(self.weight + self.scale * (self.up @ self.down))
        return plain

    def base(self) -> nn.Linear:
        """The layer without its adapter: the very weights that it was given."""
        plain = nn.Linear(self.in_features, self.out_features, bias=self.bias is not None, device="meta")
        plain.weight, plain.bias = self.weight, self.bias
        return plain.train(self.training)


def add_lora(model: nn.Module, config: LoraConfig, *, seed: int = 0, also: tuple[str, ...] = ()) -> None:
    """Give the projections of ``model`` adapters and fix every other parameter.

    Args:
        model: Any that holds attention; it is changed in place.
        config: Which projections, and how.
        seed: Of the adapters' first weights.
        also: Names (prefixes) of parameters that go on learning too, such as a new head.

    Raises:
        InvalidConfig: it has adapters already, or none of these projections.
    """
    if any(True for _ in adapters(model)):
        raise InvalidConfig("the model has adapters already", "Merge or remove them first")
    generator = torch.Generator().manual_seed(seed)
    chosen = [
        (parent, name, layer)
        for parent in model.modules()
        for name, layer in parent.named_children()
        if name in config.projections and isinstance(layer, nn.Linear)
    ]
    if not chosen:
        raise InvalidConfig(
            f"the model has no {', '.join(config.projections)} to adapt",
            f"Choose among {get_args(Projection)}",
        )
    for name, parameter in model.named_parameters():
        parameter.requires_grad_(bool(also) and name.startswith(also))
    for parent, name, layer in chosen:
        setattr(parent, name, LowRankLinear(layer, config, generator).train(layer.training))


def merge_lora(model: nn.Module) -> dict[str, LowRankLinear]:
    """Put the adapters into the weights: the model answers the same, at the speed that it had without them.

    Returns:
        The layers with adapters, by their names: what ``unmerge_lora`` puts back.
    """
    names = {layer: name for name, layer in model.named_modules()}
    before = {}
    for parent, name, layer in adapters(model):
        before[names[layer]] = layer
        setattr(parent, name, layer.merged())
    model.requires_grad_(True)
    return before


def unmerge_lora(model: nn.Module, layers: Mapping[str, LowRankLinear]) -> None:
    """Put back what ``merge_lora`` returned: weights and adapters are, bit for bit, what they were."""
    for name, layer in layers.items():
        parent, _, own = name.rpartition(".")
        setattr(model.get_submodule(parent), own, layer)


def remove_lora(model: nn.Module) -> None:
    """Take the adapters away: the model is, bit for bit, what it was before them."""
    for parent, name, layer in adapters(model):
        setattr(parent, name, layer.base())
    model.requires_grad_(True)


def adapters(model: nn.Module) -> Iterator[tuple[nn.Module, str, LowRankLinear]]:
    """Each layer with an adapter: what holds it, its name there, and itself."""
    for parent in list(model.modules()):
        for name, layer in list(parent.named_children()):
            if isinstance(layer, LowRankLinear):
                yield parent, name, layer


def lora_state(model: nn.Module) -> dict[str, Tensor]:
    """The adapters' weights alone, by their names in the model."""
    names = {layer: name for name, layer in model.named_modules()}
    state = {}
    for _, _, layer in adapters(model):
        for part in ("down", "up"):
            state[f"{names[layer]}.{part}"] = getattr(layer, part).detach()
    return state


def save_lora(model: nn.Module, config: LoraConfig, folder: Path) -> Path:
    """Write ``lora.json`` and ``adapters.safetensors``: some thousandths of the model's size.

    Raises:
        ModelMismatch: the model has no adapters, or the folder cannot be written.
    """
    state = {name: tensor.contiguous() for name, tensor in lora_state(model).items()}
    if not state:
        raise ModelMismatch("the model has no adapters to save", "Add them before it is trained")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / SETTINGS).write_text(json.dumps(asdict(config), indent=2) + "\n", encoding="utf-8")
        save_file(state, folder / ADAPTERS)
    except (OSError, SafetensorError) as error:
        raise ModelMismatch(f"{folder} cannot be written ({error})", "Choose another folder") from error
    return folder


def load_lora(model: nn.Module, folder: Path) -> LoraConfig:
    """Give ``model`` the adapters that ``save_lora`` wrote, and their settings.

    Raises:
        ModelMismatch: the files are missing or damaged, or belong to a model of another shape.
        InvalidConfig: the model has adapters already.
    """
    try:
        values = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
        config = LoraConfig(**{**values, "projections": tuple(values["projections"])})
        state = load_file(folder / ADAPTERS)
    except (OSError, ValueError, TypeError, KeyError, SafetensorError) as error:
        raise ModelMismatch(
            f"{folder}: no adapters can be read ({error})", "Give the folder of save_lora"
        ) from error
    add_lora(model, config)
    _copy(state, model, folder)
    return config


@torch.no_grad()
def _copy(state: Mapping[str, Tensor], model: nn.Module, folder: Path) -> None:
    ours = lora_state(model)
    odd = sorted(ours.keys() ^ state.keys()) or [n for n, t in ours.items() if t.shape != state[n].shape]
    if odd:
        remove_lora(model)
        raise ModelMismatch(
            f"{folder}: the adapters do not fit ({odd[0]})", "Give the model they were made for"
        )
    for name, tensor in ours.items():
        tensor.copy_(state[name])
