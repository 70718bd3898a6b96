"""Pre-training: texts or documents in, the folder of a language model out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from torch import nn

from paperformer.learning.language.batches import Arrangement, LanguageBatch
from paperformer.learning.language.config import PretrainConfig, load_pretrain_config
from paperformer.learning.language.folder import LanguageManifest, LanguageModel, save_language_model
from paperformer.learning.language.held_out import arrangement, figures_of, held_out_batches
from paperformer.learning.language.objective import LanguageLoss
from paperformer.learning.language.start import Beginning, beginning
from paperformer.learning.language.tokens import Corpus, read_tokens
from paperformer.learning.processes import Processes, accelerator
from paperformer.learning.trainer import Trainer

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
    how = arrangement(config, begun.config, begun.tokenizer)
    if processes.is_first and report is not None:
        report(corpus.figures())
    trainer = _trainer(config, begun, corpus, how, report)
    trainer.run()
    if processes.is_first:
        begun.model.load_state_dict(trainer.best_state())
        _save(config, begun, corpus, how, report)
    processes.part()
    return output / "model"


def _save(
    config: PretrainConfig, begun: Beginning, corpus: Corpus, how: Arrangement, report: Report | None
) -> None:
    """Measure the finished model on what was held out, and write its folder."""
    begun.model.eval()
    figures: Mapping[str, float] = {}
    if len(corpus.held_out):
        batches = held_out_batches(config, how, corpus.held_out)
        figures = figures_of(begun.model, begun.tokenizer, batches)
    if report is not None and figures:
        report(figures)
    manifest = LanguageManifest(
        name=config.name,
        version=config.version,
        objective=config.objective,
        model=begun.config.to_dict(),
        masking=config.masking,
        max_tokens=config.max_tokens,
        figures=dict(figures),
    )
    saved = LanguageModel(begun.model.cpu(), begun.tokenizer, manifest)
    save_language_model(Path(config.output) / "model", saved)


def _trainer(
    config: PretrainConfig, begun: Beginning, corpus: Corpus, how: Arrangement, report: Report | None
) -> Trainer[LanguageBatch]:
    settings = config.training
    seed = settings.seed

    def evaluate(_: nn.Module) -> Mapping[str, float]:
        batches = held_out_batches(config, how, corpus.held_out)
        figures = figures_of(begun.model, begun.tokenizer, batches)
        return {"score": -figures["loss"], **figures}

    return Trainer(
        begun.model,
        LanguageLoss(),
        lambda epoch: how.batches(corpus.train, (seed, epoch), (seed, epoch, 1)),
        Path(config.output),
        settings.trainer(),
        fresh=begun.fresh,
        evaluate=evaluate if len(corpus.held_out) else None,
        report=report,
        identity=_identity(config, corpus),
        unit="tokens",
    )


def _identity(config: PretrainConfig, corpus: Corpus) -> str:
    """What must not change between a training and its resumption."""
    free: Any = {"output": True, "training": config.training.free()}
    values = config.model_dump(exclude=free)
    text = json.dumps([values, corpus.figures()], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
