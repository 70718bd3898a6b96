"""Models of ours as folders: ``config.json`` with the whole config, ``model.safetensors`` with all tensors.

A file of weights is compared with the config by names and shapes before room is made for either. No code in
either file is run. A tied matrix stands in the file once; the config says where else it serves.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor, nn

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.transformer.config import DecoderConfig, EncoderConfig, RecurrentConfig, Seq2SeqConfig
from paperformer.transformer.config.tensors import ModelConfig, Shape, tensors_of
from paperformer.transformer.lora import adapters
from paperformer.transformer.pretrained.match import MECHANISM, Renamed, copy_strictly, layer_of
from paperformer.transformer.pretrained.names import listed
from paperformer.transformer.pretrained.source import CONFIG, WEIGHTS, Source, find_source, read_config
from paperformer.transformer.pretrained.stretch import stretch_positions

MODEL_TYPE, VERSION = "paperformer", 1
KINDS: dict[str, type[ModelConfig]] = {
    "encoder": EncoderConfig,
    "decoder": DecoderConfig,
    "seq2seq": Seq2SeqConfig,
    "recurrent": RecurrentConfig,
}
CLASSES = {"encoder": "Encoder", "decoder": "Decoder", "seq2seq": "Seq2Seq", "recurrent": "RecurrentSeq2Seq"}
TABLE_OF_POSITIONS = ".position.table.weight"
REMEDY = "Save the model again with save_pretrained"
Model = TypeVar("Model", bound=nn.Module)
Config = TypeVar("Config", EncoderConfig, DecoderConfig, Seq2SeqConfig, RecurrentConfig)


def save_own(model: nn.Module, config: ModelConfig, folder: Path) -> Path:
    """Write ``config.json`` and ``model.safetensors``; a folder that holds an older model is overwritten.

    Raises:
        ModelMismatch: the model has adapters or tensors that its config does not describe, or the folder
            cannot be written.
    """
    if any(True for _ in adapters(model)):
        raise ModelMismatch("the model has adapters", "Merge them (merge_lora), or save them (save_lora)")
    tensors = {name: tensor.detach() for name, tensor in tensors_in(model).items()}
    shapes = {name: tuple(tensor.shape) for name, tensor in tensors.items()}
    _compare(shapes, config, "the model", "Build it from the config that it shall have")
    kind = next(name for name, config_type in KINDS.items() if config_type is type(config))
    said = {"model_type": MODEL_TYPE, "version": VERSION, "kind": kind, "config": config.to_dict()}
    kept = {name: tensor.cpu().contiguous() for name, tensor in tensors.items()}
    weights = WEIGHTS[0]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Written aside and renamed: the old file may be the one that this model's weights were read from.
        save_file(kept, folder / f"{weights}.new", metadata={"format": "pt"})
        text = json.dumps(said, indent=2) + "\n"
        (folder / f"{CONFIG}.new").write_text(text, encoding="utf-8")
        for name in (weights, CONFIG):
            (folder / f"{name}.new").replace(folder / name)
    except OSError as error:
        raise ModelMismatch(f"{folder} cannot be written ({error})", "Choose another folder") from error
    return folder


def is_own(theirs: Mapping[str, Any]) -> bool:
    """Whether a ``config.json`` is one that ``save_own`` wrote."""
    return theirs.get("model_type") == MODEL_TYPE


def own_config(theirs: Mapping[str, Any], source: str, kind: str | None = None) -> ModelConfig:
    """The config in a ``config.json`` that ``save_own`` wrote; ``source`` is named in errors.

    Args:
        theirs: What the file says.
        source: Its path.
        kind: The kind of model that is wanted; None takes any.

    Raises:
        ModelMismatch: it is of another kind or version, or states a config that cannot be.
    """
    if not is_own(theirs):
        found = str(theirs.get("model_type"))[:40]
        raise ModelMismatch(f"{source}: model_type is {found!r}, not {MODEL_TYPE!r}", REMEDY)
    found_kind, version = theirs.get("kind"), theirs.get("version")
    if version != VERSION:
        raise ModelMismatch(f"{source}: version is {version!r}, not {VERSION}", "Update paperformer")
    if not isinstance(found_kind, str) or found_kind not in KINDS:
        raise ModelMismatch(f"{source}: kind is {str(found_kind)[:40]!r}", f"It is one of {', '.join(KINDS)}")
    if kind is not None and found_kind != kind:
        raise ModelMismatch(
            f"{source}: the model is a {found_kind}, not a {kind}",
            f"Load it with {CLASSES[found_kind]}.from_pretrained",
        )
    values = theirs.get("config")
    if not isinstance(values, dict):
        raise ModelMismatch(f"{source}: config is no object", REMEDY)
    try:
        return KINDS[found_kind].from_dict(values)
    except InvalidConfig as error:
        raise ModelMismatch(f"{source}: {error.message}", REMEDY) from error


def load_model(
    where: str | Path, kind: type[Config], build: Callable[[Config], Model], changes: Mapping[str, Any]
) -> Model:
    """A saved model of one kind, with other settings where ``changes`` are given.

    Raises:
        ModelMismatch: it is unreadable, of another kind, or does not fit tensor by tensor.
        InvalidConfig: ``changes`` say something that cannot be.
    """
    source = find_source(where)
    name = next(name for name, config_type in KINDS.items() if config_type is kind)
    stated: Any = own_config(read_config(source.config), str(source.config), name)
    if not changes:
        return load_own(source, stated, build)
    return load_changed(source, stated, stated.changed(**changes), build)


def load_own(source: Source, config: Config, build: Callable[[Config], Model]) -> Model:
    """The model, each tensor as it was saved, its type included.

    Args:
        source: Its files.
        config: What ``own_config`` read.
        build: Makes a new model of a config.

    Raises:
        ModelMismatch: the file of weights is missing or damaged, or does not fit; one error lists all.
    """
    weights = read_own(source, config)
    model = build(config)
    for name, tensor in tensors_in(model).items():
        # A copy lies where torch aligns it: products over it round as they did in the model that was saved.
        tensor.data = weights[name].clone()
    return model


def load_changed(source: Source, stated: Config, config: Config, build: Callable[[Config], Model]) -> Model:
    """The model with another config, as ``load_pretrained`` changes the checkpoints of others.

    Args:
        source: Its files.
        stated: Its own config.
        config: Another mechanism, other positions, fewer layers (the lowest stay).
        build: Makes a new model of a config.

    Raises:
        ModelMismatch: as ``load_own``, or the weights do not fit the other config.
    """
    model = build(config)
    parameters = dict(model.named_parameters())
    taken_out = range(config.layers, stated.layers)
    given = {
        name: tensor
        for name, tensor in read_own(source, stated).items()
        if layer_of(name) not in taken_out and not (MECHANISM in name and name not in parameters)
    }
    for name in given.keys() & parameters.keys():
        if name.endswith(TABLE_OF_POSITIONS):
            given[name] = stretch_positions(given[name], len(parameters[name]))
    unknown = sorted(given.keys() - parameters.keys())
    known = {name: tensor for name, tensor in given.items() if name in parameters}
    copy_strictly(parameters, Renamed(known, {}, unknown, []), str(source.weights))
    return model


def read_own(source: Source, config: ModelConfig) -> dict[str, Tensor]:
    """The tensors of a model of this config, once their names and shapes fit it.

    Raises:
        ModelMismatch: as ``load_own``.
    """
    path = source.weights
    if path.suffix != ".safetensors":
        raise ModelMismatch(f"{path} is no safetensors file", REMEDY)
    try:
        with safe_open(path, framework="pt") as file:
            shapes = {name: tuple(file.get_slice(name).get_shape()) for name in file.keys()}  # noqa: SIM118
            _compare(shapes, config, str(path), "Give the folder of one model")
            weights: dict[str, Tensor] = {name: file.get_tensor(name) for name in shapes}
    except (OSError, SafetensorError, ValueError) as error:
        said = (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
        raise ModelMismatch(f"{path} cannot be read ({said})", REMEDY) from error
    odd = [name for name, tensor in weights.items() if not tensor.dtype.is_floating_point]
    if odd:
        raise ModelMismatch(f"{path}: no floating-point numbers in {listed(odd)}", REMEDY)
    return weights


@torch.no_grad()
def tensors_in(model: nn.Module) -> dict[str, Tensor]:
    """The parameters and kept buffers of a model; what stands in several places has its first name alone."""
    kept = model.state_dict().keys()
    buffers = {name: buffer for name, buffer in model.named_buffers() if name in kept}
    return {**dict(model.named_parameters()), **buffers}


def _compare(found: Mapping[str, Shape], config: ModelConfig, source: str, remedy: str) -> None:
    """Refuse tensors that are not those of the config.

    Raises:
        ModelMismatch: listing what is missing, unknown or of another shape.
    """
    stack = getattr(config, "decoder_layers", None)
    if max(config.layers, stack or 0) > len(found):  # before as many names are listed
        raise ModelMismatch(f"{source}: {len(found)} tensors are too few for {config.layers} layers", remedy)
    wanted = {tensor.name: tensor.shape for tensor in tensors_of(config)}
    odd = [
        f"{name} ({_printed(found[name])} instead of {_printed(shape)})"
        for name, shape in wanted.items()
        if name in found and found[name] != shape
    ]
    faults = {
        "missing": wanted.keys() - found.keys(),
        "unknown": found.keys() - wanted.keys(),
        "of another shape": odd,
    }
    if any(faults.values()):
        said = "; ".join(f"{fault} {_shortened(names)}" for fault, names in faults.items() if names)
        raise ModelMismatch(f"{source}: tensors {said}", remedy)


def _printed(shape: Shape) -> str:
    return " x ".join(str(side) for side in shape) or "a number"


def _shortened(names: Any, most: int = 8) -> str:
    """The first names in order, and how many more."""
    ordered = sorted(name[:120] for name in names)
    more = f" and {len(ordered) - most} more" if len(ordered) > most else ""
    return listed(ordered[:most]) + more
