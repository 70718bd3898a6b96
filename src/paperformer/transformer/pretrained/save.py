"""A loaded model back under the names that its checkpoint had, for whoever reads that family."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import Tensor

from paperformer.errors import ModelMismatch
from paperformer.transformer.config import DecoderConfig, Seq2SeqConfig
from paperformer.transformer.pretrained.decoder_families import decoder_config
from paperformer.transformer.pretrained.load import POSITIONS, Pretrained, encoder_config
from paperformer.transformer.pretrained.match import parameters_of
from paperformer.transformer.pretrained.names import listed
from paperformer.transformer.pretrained.seq2seq import seq2seq_config
from paperformer.transformer.pretrained.source import CONFIG, WEIGHTS

MAX_POSITIONS = "max_position_embeddings"


def save_pretrained(pretrained: Pretrained, folder: Path) -> Path:
    """Write ``config.json`` and ``model.safetensors``.

    Every name of the checkpoint is there again, with the type it had: what the model holds as it is now,
    what it has no use for as it was. A head that the checkpoint lacked is added.

    Args:
        pretrained: What ``load_pretrained`` gave; its model may have been trained since.
        folder: Made where it is missing.

    Raises:
        ModelMismatch: when the model has parameters for which the family has no name (layout tables,
            Linformer's projections), or the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        config = json.dumps(_their_config(pretrained), indent=2, sort_keys=True) + "\n"
        (folder / CONFIG).write_text(config, encoding="utf-8")
        save_file(their_weights(pretrained), folder / WEIGHTS[0], metadata={"format": "pt"})
    except OSError as error:
        raise ModelMismatch(f"{folder} cannot be written ({error})", "Choose another folder") from error
    return folder


def family_can_say(pretrained: Pretrained) -> bool:
    """Whether a checkpoint of the family says all of the model: shape, attention and layout."""
    try:
        theirs, family, source = _their_config(pretrained), pretrained.family, "the model"
        if isinstance(pretrained.config, Seq2SeqConfig):
            return seq2seq_config(theirs, source, tied=pretrained.config.tied) == pretrained.config
        if isinstance(pretrained.config, DecoderConfig):
            return decoder_config(theirs, family, source) == pretrained.config
        return encoder_config(theirs, family, source) == pretrained.config
    except ModelMismatch:
        return False


@torch.no_grad()
def their_weights(pretrained: Pretrained) -> dict[str, Tensor]:
    """All tensors under the checkpoint's names.

    Raises:
        ModelMismatch: when the family has no name for a parameter; all of them are listed.
    """
    names, head = pretrained.family.names, pretrained.head
    ours: dict[str, Tensor] = {n: p.detach() for n, p in parameters_of(pretrained.model).items()}
    if POSITIONS in ours:
        ours[POSITIONS] = torch.cat([pretrained.first_positions.to(ours[POSITIONS]), ours[POSITIONS]])
    places = {name: names.ours(name, head) or "" for name in pretrained.types}
    places = {name: pretrained.tied.get(our, our) for name, our in places.items()}
    unwritten = [our for our in ours if our not in places.values()]
    added = {our: names.theirs(our, head) for our in unwritten}
    nameless = [our for our, their in added.items() if their is None]
    if nameless:
        raise ModelMismatch(
            f"the family has no name for {listed(nameless)}", "Save the state with torch instead"
        )
    weights = {n: ours[our].to(pretrained.types[n]) for n, our in places.items() if our in ours}
    weights |= {their: ours[our] for our, their in added.items() if their is not None}
    weights |= pretrained.unused
    weights = pretrained.family.pack(weights) if pretrained.family.pack else weights
    return {name: tensor.clone().contiguous() for name, tensor in weights.items()}


def _their_config(pretrained: Pretrained) -> dict[str, Any]:
    """The ``config.json``, with what our config changed."""
    family, config = pretrained.family, pretrained.config
    changed = {
        their: getattr(config, our)
        for their, our in family.settings.items()
        if getattr(config, our) != getattr(pretrained.stated, our)
    }
    if MAX_POSITIONS in changed:
        changed[MAX_POSITIONS] += len(pretrained.first_positions)
    return {**pretrained.theirs, **changed}
