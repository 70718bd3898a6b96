"""Pre-training: texts or documents in, the folder of a language model out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from paperformer.learning.language.batches import Arrangement, LanguageBatch, LanguageBatches
from paperformer.learning.language.config import PretrainConfig, load_pretrain_config
from paperformer.learning.language.folder import LanguageManifest, LanguageModel, save_language_model
from paperformer.learning.language.masked_model import narrows
from paperformer.learning.language.objective import LanguageLoss, hidden_tokens, measure, next_tokens
from paperformer.learning.language.start import Beginning, beginning, packs
from paperformer.learning.language.tokens import Corpus, read_tokens
from paperformer.learning.processes import Processes
from paperformer.learning.trainer import Trainer, accelerator
from paperformer.text.subwords import Subwords
from paperformer.transformer.config import EncoderConfig

HELD_OUT = 10**9  # takes the place of an epoch's number: what is held out is always hidden in the same way
Report = Callable[[Mapping[str, float]], None]


def run(config_path: Path, report: Report | None = None) -> Path:
    """Train as the YAML file says, from the latest checkpoint where there is one; the model's folder.

    Args:
        config_path: See ``PretrainConfig``.
        report: Told of the data's figures, of every record of the log, and of the finished model's figures.

    Raises:
        InvalidConfig: the configuration or the data cannot be read.
        ModelMismatch: what it shall start from is not there or does not fit.
        TrainingFailed: nothing to learn from, the disk is full, or the folder holds another training.
    """
    config = load_pretrain_config(config_path)
    output = Path(config.output)
    processes = Processes.joined(accelerator())
    # Each writes tokens of its own: the same, but none reads a file that another is just writing.
    folder = output / ("tokens" if processes.is_first else f"tokens-{processes.rank}")
    begun = beginning(config, folder)
    corpus = read_tokens(config, begun.tokenizer, folder)
    arrangement = _arrangement(config, begun)
    if processes.is_first and report is not None:
        report(corpus.figures())
    trainer = _trainer(config, begun, corpus, arrangement, report)
    trainer.run()
    if processes.is_first:
        begun.model.load_state_dict(trainer.best_state())
        _save(config, begun, corpus, arrangement, report)
    processes.part()
    return output / "model"


def _save(
    config: PretrainConfig, begun: Beginning, corpus: Corpus, arrangement: Arrangement, report: Report | None
) -> None:
    """Measure the finished model on what was held out, and write its folder."""
    begun.model.eval()
    figures = _figures(begun, _held_out(config, corpus, arrangement)) if len(corpus.held_out) else {}
    if report is not None and figures:
        report(figures)
    manifest = LanguageManifest(
        name=config.name,
        version=config.version,
        objective=config.objective,
        model=begun.config.to_dict(),
        max_tokens=config.max_tokens,
        figures=dict(figures),
    )
    saved = LanguageModel(begun.model.cpu(), begun.tokenizer, manifest)
    save_language_model(Path(config.output) / "model", saved)


def _arrangement(config: PretrainConfig, begun: Beginning) -> Arrangement:
    causal = isinstance(begun.tokenizer, Subwords)
    return Arrangement(
        prepare=next_tokens
        if isinstance(begun.tokenizer, Subwords)
        else hidden_tokens(begun.tokenizer, config.masking),
        room=config.max_tokens,
        tokens_per_batch=config.training.tokens_per_batch,
        pack=packs(config, begun.config),
        narrows=isinstance(begun.config, EncoderConfig) and narrows(begun.config),
        padding_id=begun.tokenizer.padding_id,
        shorter=int(causal),
    )


def _trainer(
    config: PretrainConfig, begun: Beginning, corpus: Corpus, arrangement: Arrangement, report: Report | None
) -> Trainer[LanguageBatch]:
    settings = config.training
    seed = settings.seed

    def evaluate(_: nn.Module) -> Mapping[str, float]:
        figures = _figures(begun, _held_out(config, corpus, arrangement))
        return {"score": -figures["loss"], **figures}

    return Trainer(
        begun.model,
        LanguageLoss(),
        lambda epoch: arrangement.batches(corpus.train, (seed, epoch), (seed, epoch, 1)),
        Path(config.output),
        settings.trainer(),
        fresh=begun.fresh,
        evaluate=evaluate if len(corpus.held_out) else None,
        report=report,
        identity=_identity(config, corpus),
        unit="tokens",
    )


def _held_out(config: PretrainConfig, corpus: Corpus, arrangement: Arrangement) -> LanguageBatches:
    seed = config.training.seed
    return arrangement.batches(corpus.held_out, (seed, HELD_OUT), (seed, HELD_OUT, 1))


def _figures(begun: Beginning, batches: LanguageBatches) -> Mapping[str, float]:
    sizes: Tensor | None = None
    if isinstance(begun.tokenizer, Subwords):
        sizes = torch.from_numpy(begun.tokenizer.byte_counts())
    return measure(begun.model, batches, sizes)


def _identity(config: PretrainConfig, corpus: Corpus) -> str:
    """What must not change between a training and its resumption."""
    free: Any = {"output": True, "training": config.training.free()}
    values = config.model_dump(exclude=free)
    text = json.dumps([values, corpus.figures()], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
