"""What CONFIG or MODEL on the command line of ``look model`` names: a config, without its weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.extraction.model_folder import MANIFEST
from paperformer.inspection.look.mechanism import PRESET_NAMES, attention_from
from paperformer.learning.checkpoint_folder import checkpoint_folder
from paperformer.learning.language.folder import LANGUAGE
from paperformer.transformer.config import DecoderConfig, EncoderConfig, RecurrentConfig, Seq2SeqConfig
from paperformer.transformer.config.presets import PRESETS, SEQ2SEQ_PRESETS
from paperformer.transformer.config.tensors import ModelConfig
from paperformer.transformer.pretrained.decoder_families import DECODER_FAMILIES, decoder_config
from paperformer.transformer.pretrained.families import FAMILIES
from paperformer.transformer.pretrained.load import encoder_config
from paperformer.transformer.pretrained.own import is_own, own_config
from paperformer.transformer.pretrained.seq2seq import SEQ2SEQ_KINDS, seq2seq_config
from paperformer.transformer.pretrained.source import CONFIG, read_config

VOCABULARY = 30_000  # of a preset, which has none
REMEDY = (
    f"Give a folder with a {CONFIG}, a {CONFIG}, a model, `default`, or a preset: {', '.join(PRESET_NAMES)}"
)


def config_named(name: str, vocabulary: int = VOCABULARY, attention: str | None = None) -> ModelConfig:
    """The config of a model, a file, a checkpoint or a preset.

    Args:
        name: Of it.
        vocabulary: Rows of a preset's token table.
        attention: Another mechanism, as ``attention_from`` reads it.

    Raises:
        ModelMismatch: nothing of that name is there, or its config is none that we know.
        InvalidConfig: the mechanism is none, or cannot be put in.
    """
    config = _found(name, vocabulary)
    if attention is None:
        return config
    if isinstance(config, RecurrentConfig):
        raise InvalidConfig("a recurrent model has no attention to exchange", "Leave --attention out")
    blocks: dict[str, Any] = {"block": None} if isinstance(config, EncoderConfig) else {}
    return config.changed(attention=attention_from(attention), **blocks)


def _found(name: str, vocabulary: int) -> ModelConfig:
    presets: dict[str, Any] = {**PRESETS, **SEQ2SEQ_PRESETS}
    if name in presets and not Path(name).exists():
        shape: ModelConfig = presets[name](vocabulary_size=vocabulary)
        return shape
    path = Path(name)
    if path.is_file():
        return _stated(read_config(path), str(path))
    folder = checkpoint_folder(name)
    if (folder / CONFIG).is_file():
        return _stated(read_config(folder / CONFIG), str(folder / CONFIG))
    if (folder / LANGUAGE).is_file() or (folder / MANIFEST).is_file():
        return _of_model(name, folder)
    raise ModelMismatch(f"{name}: no config is there", REMEDY)


def _stated(theirs: dict[str, Any], source: str) -> ModelConfig:
    if is_own(theirs):
        return own_config(theirs, source)
    kind = theirs.get("model_type", "bert")
    if isinstance(kind, str) and kind in DECODER_FAMILIES:
        return decoder_config(theirs, DECODER_FAMILIES[kind], source)
    if isinstance(kind, str) and kind in FAMILIES:
        return encoder_config(theirs, FAMILIES[kind], source)
    if kind in SEQ2SEQ_KINDS:
        return seq2seq_config(theirs, source)
    known = ", ".join((*FAMILIES, *DECODER_FAMILIES, *SEQ2SEQ_KINDS))
    raise ModelMismatch(f"{source}: model_type is {str(kind)[:40]!r}", f"It may be one of {known}")


def _of_model(name: str, folder: Path) -> ModelConfig:
    """The config in a folder that a training of ours wrote."""
    if (folder / LANGUAGE).is_file():
        from paperformer.learning.language.folder import load_language_model

        model: Any = load_language_model(folder).model
        return model.config  # type: ignore[no-any-return]
    if read_config(folder / MANIFEST).get("format") == "paperformer-translator":
        from paperformer.translation.model_folder import shape_in
        from paperformer.translation.translator import Translator

        return shape_in(Translator.load(folder).parts.manifest)
    manifest = read_config(folder / MANIFEST)
    try:
        return EncoderConfig.from_dict(manifest["encoder"])
    except (InvalidConfig, KeyError, TypeError, AttributeError) as error:
        raise ModelMismatch(f"{name}: its manifest states no encoder", REMEDY) from error


def kind_of(config: ModelConfig) -> str:
    """What a model of this config is, in words."""
    if isinstance(config, RecurrentConfig):
        return "recurrent encoder-decoder"
    if isinstance(config, Seq2SeqConfig):
        return "encoder-decoder"
    return "decoder" if isinstance(config, DecoderConfig) else "encoder"
