"""Models small enough to make in a test, as ``paperformer look`` sees them."""

from __future__ import annotations

from pathlib import Path

import torch
from PIL import Image

from paperformer.inspection.look.subject import Subject
from paperformer.text.subwords import BYTES, SPECIAL, Subwords
from paperformer.transformer.build import build_decoder, build_encoder, build_recurrent, build_seq2seq
from paperformer.transformer.config import (
    AttentionConfig,
    DecoderConfig,
    EncoderConfig,
    RecurrentConfig,
    Seq2SeqConfig,
)
from paperformer.transformer.config.attention import EXACT
from paperformer.transformer.config.names import PositionsName
from paperformer.translation.config import Search
from paperformer.translation.model_folder import Manifest, TranslationParts
from paperformer.translation.preparation import Preparation
from paperformer.translation.translator import Translator
from toy_model import toy_tokenizer

TEXT = "invoice no 2024 total due"


def sharp(model: torch.nn.Module) -> torch.nn.Module:
    """Queries large enough that layers and heads differ."""
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name.endswith("attention.query.weight"):
                parameter.mul_(30)
    return model.eval()


def an_encoder(attention: AttentionConfig = EXACT, *, positions: int = 64) -> Subject:
    """Two layers of four heads over sixty pieces."""
    pieces = toy_tokenizer()
    config = EncoderConfig(
        vocabulary_size=len(pieces), hidden_size=32, layers=2, heads=4, feedforward_size=32,
        max_positions=positions, attention=attention,
    )  # fmt: skip
    model = sharp(build_encoder(config, torch.Generator().manual_seed(1)))
    return Subject("toy", "encoder", model, pieces)


def subwords() -> Subwords:
    """Bytes and nothing else."""
    return Subwords("bpe", [*SPECIAL, *BYTES])


def a_decoder(positions: PositionsName = "sinusoidal") -> Subject:
    """A language model of two layers."""
    pieces = subwords()
    config = DecoderConfig(
        vocabulary_size=len(pieces), hidden_size=16, layers=2, heads=2, feedforward_size=16,
        positions=positions,
    )  # fmt: skip
    model = sharp(build_decoder(config, torch.Generator().manual_seed(1)))
    return Subject("writer", "language", model, pieces)


def translator_parts() -> TranslationParts:
    """A translator of two and two layers that has learned nothing."""
    pieces = subwords()
    config = Seq2SeqConfig(
        vocabulary_size=len(pieces), hidden_size=16, layers=2, heads=2, feedforward_size=16
    )
    model = sharp(build_seq2seq(config, torch.Generator().manual_seed(1)))
    manifest = Manifest(
        name="toy", version="1", source="en", target="de", prepare="none", architecture="transformer",
        shape=config.to_dict(), subwords=(pieces.fingerprint(), pieces.fingerprint()), search=Search(beam=1),
    )  # fmt: skip
    return TranslationParts(
        model, (pieces, pieces), (Preparation("none", "en"), Preparation("none", "de")), manifest
    )


def a_recurrent_translator() -> Subject:
    """One that attends with a network, and has learned nothing."""
    pieces, untrained = subwords(), translator_parts()
    config = RecurrentConfig(vocabulary_size=len(pieces), hidden_size=16)
    model = build_recurrent(config, torch.Generator().manual_seed(1)).eval()
    manifest = untrained.manifest.model_copy(update={"architecture": "recurrent", "shape": config.to_dict()})
    parts = TranslationParts(model, untrained.subwords, untrained.preparations, manifest)
    return Subject("toy", "translator", model, pieces, Translator(parts))


def a_translator() -> Subject:
    """The same, to look at."""
    parts = translator_parts()
    return Subject("toy", "translator", parts.model, parts.subwords[0], Translator(parts))


def is_blank(path: Path) -> bool:
    """Whether a picture shows hardly anything."""
    with Image.open(path) as picture:
        return len(picture.convert("L").getcolors(256) or ()) < 12
