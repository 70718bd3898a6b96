"""How well a language model tells texts that it did not learn from, in training and afterwards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from torch import Tensor

from paperformer.errors import InvalidConfig, TrainingFailed
from paperformer.learning.language.batches import Arrangement, LanguageBatches
from paperformer.learning.language.config import PretrainConfig, TextSource, Training
from paperformer.learning.language.folder import (
    LanguageManifest,
    Model,
    Tokenizer,
    config_of,
    load_language_model,
)
from paperformer.learning.language.masked_model import narrows
from paperformer.learning.language.objective import LARGEST, hidden_tokens, measure, next_tokens
from paperformer.learning.language.sources import Fragment, fragments
from paperformer.learning.language.start import packs
from paperformer.learning.language.store import TokenStore, write_store
from paperformer.learning.language.tokens import COLUMNS, sequences
from paperformer.text.subwords import Subwords
from paperformer.transformer.config import DecoderConfig, EncoderConfig

HELD_OUT = 10**9  # takes the place of an epoch's number: what is held out is always hidden in the same way
ALL = 1.0


def assess(folder: Path, data: Sequence[TextSource], *, tokens_per_batch: int = 4096) -> dict[str, float]:
    """How well the language model in ``folder`` tells texts or documents, cut and hidden as in its training.

    Args:
        folder: Of a language model.
        data: All of it is measured on, whatever ``hold_out`` says.
        tokens_per_batch: Padding included; the figures do not depend on it, but for what is hidden.

    Returns:
        The figures of ``measure``; of a causal model also ``words``, as spaces part them and each text's end
        for one more (WikiText's ``<eos>``), and ``word_perplexity``, the exponential of the whole cross
        entropy by their number, by which models of different pieces can be compared.

    Raises:
        ModelMismatch: the folder is no language model.
        InvalidConfig: the data cannot be read, or there is nothing in them to tell.
        TrainingFailed: no room for temporary files.
    """
    saved = load_language_model(folder)
    config = _asking(saved.manifest, data, tokens_per_batch)
    shape = config_of(saved.manifest, folder)
    try:
        with TemporaryDirectory(prefix="paperformer-") as kept:
            rows = sequences(config, saved.tokenizer, held_out=True)
            store = write_store(Path(kept), rows, COLUMNS[config.objective], "held out")
            batches = held_out_batches(config, arrangement(config, shape, saved.tokenizer), store)
            figures = dict(figures_of(saved.model, saved.tokenizer, batches))
            del store, batches  # Windows removes no file that is mapped
    except OSError as error:
        raise TrainingFailed(
            f"the tokens cannot be kept in a temporary folder ({error.strerror or error})",
            "Free some space, or name a folder in TMPDIR",
        ) from error
    if not figures["tokens"]:
        raise InvalidConfig(
            f"{', '.join(source.path for source in data)}: nothing to tell", "Give longer texts"
        )
    return figures | _of_words(config, figures)


def arrangement(
    config: PretrainConfig, shape: DecoderConfig | EncoderConfig, tokenizer: Tokenizer
) -> Arrangement:
    """How the sequences of a pre-training become batches.

    Raises:
        InvalidConfig: texts shall share rows, and the model cannot keep them apart.
    """
    causal = isinstance(tokenizer, Subwords)
    return Arrangement(
        prepare=next_tokens if isinstance(tokenizer, Subwords) else hidden_tokens(tokenizer, config.masking),
        room=config.max_tokens,
        tokens_per_batch=config.training.tokens_per_batch,
        pack=packs(config, shape),
        narrows=isinstance(shape, EncoderConfig) and narrows(shape),
        padding_id=tokenizer.padding_id,
        shorter=int(causal),
    )


def held_out_batches(config: PretrainConfig, how: Arrangement, store: TokenStore) -> LanguageBatches:
    """What is held out, the same tokens hidden every time."""
    seed = config.training.seed
    return how.batches(store, (seed, HELD_OUT), (seed, HELD_OUT, 1))


def figures_of(model: Model, tokenizer: Tokenizer, batches: LanguageBatches) -> Mapping[str, float]:
    """The figures of ``measure``, by byte too where the pieces are bytes' own."""
    sizes: Tensor | None = None
    if isinstance(tokenizer, Subwords):
        sizes = torch.from_numpy(tokenizer.byte_counts())
    return measure(model, batches, sizes)


def _asking(manifest: LanguageManifest, data: Sequence[TextSource], tokens_per_batch: int) -> PretrainConfig:
    """The pre-training of a model, as if these data were held out of it."""
    return PretrainConfig(
        output="",
        objective=manifest.objective,
        data=tuple(source.model_copy(update={"hold_out": ALL}) for source in data),
        masking=manifest.masking,
        max_tokens=manifest.max_tokens,
        training=Training(tokens_per_batch=tokens_per_batch),
    )


def _of_words(config: PretrainConfig, figures: Mapping[str, float]) -> dict[str, float]:
    if config.objective != "causal":
        return {}
    words = sum(_words(fragments(config.data, held_out=True)))
    nats = figures["loss"] * figures["tokens"] / words
    return {"words": words, "word_perplexity": math.exp(min(nats, LARGEST))}


def _words(texts: Iterable[Fragment]) -> Iterator[int]:
    """How many words and ends of texts each piece adds."""
    inside = False  # whether the piece before ended within a word
    for piece in texts:
        inside = inside and not piece.begins
        yield int(piece.begins)
        if piece.text:
            yield len(piece.text.split()) - (inside and not piece.text[0].isspace())
            inside = not piece.text[-1].isspace()
