"""What `recipes/smartscan-half.yaml` starts from: the default model with twelve layers instead of six.

    python recipes/smartscan-half/start.py $PAPERFORMER_RUNS/smartscan-half-start

Each layer is followed by a copy of itself that says nothing yet: what the copy would add is zero (block
expansion, Wu et al. 2024, arXiv 2401.02415), and its norms give back what comes in. Training begins near the
default model.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from torch import Tensor, full_like, zeros_like

from paperformer.extraction.model_folder import SCHEMA, read_manifest
from paperformer.extraction.model_path import default_model_path
from paperformer.fields.schema import load_schema
from paperformer.learning.layout_model import LayoutModel
from paperformer.learning.weights import LAYERS, load_model, save_model
from paperformer.transformer.config import EncoderConfig

ADDED = ("attention.output.", "feedforward.outer.")  # what a sub-layer adds to the stream is their product
LAST_NORM = "feedforward_residual.norm."


def grown(state: Mapping[str, Tensor], layers: int) -> dict[str, Tensor]:
    """The weights with every layer followed by a silent copy."""
    wider = {name: tensor for name, tensor in state.items() if not name.startswith(LAYERS)}
    for i in range(layers):
        source = f"{LAYERS}{i}."
        own = {name.removeprefix(source): tensor for name, tensor in state.items() if name.startswith(source)}
        wider |= {f"{LAYERS}{2 * i}.{name}": tensor for name, tensor in own.items()}
        wider |= {f"{LAYERS}{2 * i + 1}.{name}": silent(name, own) for name in own}
    return wider


def silent(name: str, layer: Mapping[str, Tensor]) -> Tensor:
    """The parameter of a layer that gives back what the layer above it in the stack made."""
    tensor = layer[name]
    if name.startswith(ADDED):
        return zeros_like(tensor)
    if ".norm." not in name:
        return tensor.clone()
    # What comes in is gain * n + shift, with n of mean 0 and variance 1. A norm takes its mean and deviation
    # away, and gives them back with this gain and this shift.
    gain, shift = layer[LAST_NORM + "weight"], layer[LAST_NORM + "bias"]
    deviation = (gain.square().mean() + shift.var()).sqrt()
    return full_like(tensor, float(deviation if name.endswith("weight") else shift.mean()))


def main() -> None:
    """Write the grown model to the folder that the command names."""
    folder, source = Path(sys.argv[1]), default_model_path()
    model, tokenizer = load_model(source)
    config: EncoderConfig = model.config.changed(layers=2 * model.config.layers)
    twice = LayoutModel(config, model.fields)
    twice.load_state_dict(grown(model.state_dict(), model.config.layers))
    manifest = read_manifest(source).model_copy(update={"encoder": config.to_dict()})
    save_model(folder, twice, tokenizer, manifest, load_schema(source / SCHEMA))


if __name__ == "__main__":
    main()
