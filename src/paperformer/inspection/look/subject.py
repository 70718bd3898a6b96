"""What MODEL on the command line names: any model that has attention to look at, with its pieces."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch
from torch import Tensor, nn

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.extraction.model_folder import MANIFEST
from paperformer.learning.checkpoint_folder import checkpoint_folder, checkpoint_tokenizer
from paperformer.learning.language.folder import LANGUAGE, load_language_model
from paperformer.learning.language.masked_model import MaskedModel
from paperformer.learning.layout_model import LayoutModel
from paperformer.learning.weights import load_model
from paperformer.text.subwords import Subwords
from paperformer.text.word_tokenizer import WordTokenizer
from paperformer.transformer.build import build_decoder, build_encoder, build_seq2seq
from paperformer.transformer.config import AttentionConfig, DecoderConfig
from paperformer.transformer.decoder_only import Decoder
from paperformer.transformer.encoder import Encoder
from paperformer.transformer.pretrained.load import load_pretrained
from paperformer.transformer.recurrent import RecurrentSeq2Seq
from paperformer.transformer.seq2seq import Seq2Seq
from paperformer.translation.translator import Translator

Kind = Literal["encoder", "document", "language", "translator"]
REMEDY = "Give a model folder, a checkpoint, a language model, a translator, or `default`"


@dataclass(frozen=True, slots=True)
class Subject:
    """A model to look at.

    Args:
        name: What it is called.
        kind: A plain encoder, one that reads documents, a decoder alone, or encoder and decoder.
        model: In evaluation mode.
        tokenizer: Its pieces; of a translator those of the source.
        translator: What wraps a translator's model.
    """

    name: str
    kind: Kind
    model: nn.Module
    tokenizer: WordTokenizer | Subwords
    translator: Translator | None = None

    @property
    def short_name(self) -> str:
        """The name without the folders that lead to it, as titles have it."""
        return Path(self.name).name or self.name

    @property
    def embedding(self) -> Any:
        """The module with the tables of tokens and positions; of a recurrent model the table of tokens."""
        if isinstance(self.model, (Seq2Seq, RecurrentSeq2Seq)):
            return self.model.source_embedding
        if isinstance(self.model, (Encoder, Decoder)):
            return self.model.embedding
        return self.model.encoder.embedding  # type: ignore[union-attr]

    @property
    def vectors(self) -> Tensor:
        """A vector for each piece of the vocabulary, ``(pieces, size)``."""
        embedding = self.embedding
        table: Tensor = (embedding if isinstance(embedding, nn.Embedding) else embedding.token).weight
        return table.detach()

    def pieces(self, ids: list[int]) -> list[str]:
        """How the pieces of these numbers are written."""
        return self.tokenizer.pieces(ids)


def load_subject(name: str, attention: AttentionConfig | None = None) -> Subject:
    """The model that a folder, an installed package or the word ``default`` names.

    Args:
        name: Of it.
        attention: Another mechanism under the same weights; what the weights lack starts from nothing.

    Raises:
        ModelMismatch: it is none, incomplete or damaged.
        InvalidConfig: the mechanism cannot be put in.
    """
    folder = checkpoint_folder(name)
    if (folder / LANGUAGE).exists():
        return _language(name, folder, attention)
    if (folder / MANIFEST).exists():
        if _is_translator(folder):
            return _translator(name, folder, attention)
        changes = {} if attention is None else {"attention": attention, "block": None}
        model, pieces = load_model(folder, changes=changes)
        return Subject(name, "document", model.eval(), pieces)
    if not (folder / "config.json").exists():
        raise ModelMismatch(f"{name}: no model is there", REMEDY)
    encoder = load_pretrained(folder, torch.Generator().manual_seed(0)).encoder
    if attention is not None:
        config = encoder.config.changed(attention=attention)
        encoder = _exchanged(encoder, lambda: build_encoder(config, torch.Generator().manual_seed(0)))
    return Subject(name, "encoder", encoder.eval(), checkpoint_tokenizer(folder))


def layout_model(subject: Subject) -> LayoutModel | MaskedModel:
    """The model, where it reads documents in their layout.

    Raises:
        ModelMismatch: it knows no layout.
    """
    model = subject.model
    if isinstance(model, (LayoutModel, MaskedModel)) and model.config.layout is not None:
        return model
    raise ModelMismatch(
        f"{subject.name} reads plain text, not pages",
        "Give `default` or another model of documents, or a text",
    )


def _language(name: str, folder: Path, attention: AttentionConfig | None) -> Subject:
    loaded = load_language_model(folder)
    model: nn.Module = loaded.model
    if attention is not None and isinstance(model, MaskedModel):
        config = model.config.changed(attention=attention, block=None)
        model = _exchanged(model, lambda: MaskedModel(config, torch.Generator().manual_seed(0)))
    elif attention is not None:
        shape = DecoderConfig.from_dict(loaded.manifest.model).changed(attention=attention)
        model = _exchanged(model, lambda: build_decoder(shape, torch.Generator().manual_seed(0)))
    kind: Kind = "language" if isinstance(model, Decoder) else "encoder"
    if isinstance(model, MaskedModel) and model.config.layout is not None:
        kind = "document"
    return Subject(name, kind, model.eval(), loaded.tokenizer)


def _translator(name: str, folder: Path, attention: AttentionConfig | None) -> Subject:
    from paperformer.translation.model_folder import shape_in

    translator = Translator.load(folder)
    model = translator.model
    if attention is not None:
        if not isinstance(model, Seq2Seq):
            raise InvalidConfig("a recurrent model has no attention to exchange", "Leave --attention out")
        shape = shape_in(translator.parts.manifest).changed(attention=attention)
        model = _exchanged(model, lambda: build_seq2seq(shape, torch.Generator().manual_seed(0)))  # type: ignore[arg-type]
        model.to(translator.device)
    return Subject(name, "translator", model.eval(), translator.parts.subwords[0], translator)


def _exchanged(old: Any, build: Callable[[], Any]) -> Any:
    """A new model with the old one's weights; only what belongs to the mechanism may differ."""
    new = build()
    lacking = new.load_state_dict(old.state_dict(), strict=False)
    odd = [key for key in (*lacking.missing_keys, *lacking.unexpected_keys) if ".mechanism." not in key]
    if odd:
        raise InvalidConfig(f"the weights do not fit another mechanism ({odd[0]})", "Leave it out")
    return new


def _is_translator(folder: Path) -> bool:
    try:
        said = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelMismatch(f"{folder}: {MANIFEST} cannot be read", REMEDY) from error
    return isinstance(said, dict) and said.get("format") == "paperformer-translator"
