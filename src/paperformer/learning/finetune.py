"""Fine-tuning: labelled documents in, a model folder out."""

from __future__ import annotations

import hashlib
import json
import logging
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import overload

import numpy as np
from torch import nn

from paperformer.errors import InvalidConfig
from paperformer.extraction.model_folder import CALIBRATION, Manifest
from paperformer.fields.context import infer_context
from paperformer.fields.schema import Schema, load_schema
from paperformer.fields.values.kinds import GRAMMAR_TYPES
from paperformer.fields.values.value_types import types_where
from paperformer.learning.batches import Batch, Example, collate
from paperformer.learning.config import FinetuneConfig, load_finetune_config
from paperformer.learning.corpus import Corpus, epoch_examples, read_corpus
from paperformer.learning.evidence_fit import ENOUGH_TO_CALIBRATE, ENOUGH_TO_FIT, fit_folder
from paperformer.learning.exchange import Wardrobe
from paperformer.learning.export.encoder import check_exportable
from paperformer.learning.export.folder import export_trained
from paperformer.learning.held_out_documents import write_held_out
from paperformer.learning.invention import InventedContent
from paperformer.learning.layout_model import FieldLoss
from paperformer.learning.scoring import validation_scores
from paperformer.learning.start import HEAD, Start, starting_point
from paperformer.learning.trainer import Trainer, TrainerConfig
from paperformer.learning.weights import save_model
from paperformer.transformer.config.lora import LoraConfig
from paperformer.transformer.lora import add_lora, lora_state, merge_lora, save_lora

LEARNED_TYPES = types_where(lambda value_type: value_type.is_learned)

Report = Callable[[Mapping[str, float]], None]
LOG = logging.getLogger(__name__)
ADAPTERS = "adapters"  # the folder of what a training with ``lora`` learned of the encoder


def run(config_path: Path, report: Report | None = None) -> Path:
    """Train as the YAML file says, from the latest checkpoint where there is one; the model's folder.

    The folder is ready to read documents: exported, and calibrated on the documents held out.

    Args:
        config_path: See ``FinetuneConfig``.
        report: Told of the data's figures, and of every record of the log.

    Raises:
        InvalidConfig: the configuration or the data cannot be read.
        ModelMismatch: there is no such checkpoint to start from, or it cannot be exported.
        TrainingFailed: nothing to learn from, the disk is full, or the folder holds another training.
    """
    config = load_finetune_config(config_path)
    schema = load_schema(Path(config.schema_path) if config.schema_path else None)
    start = starting_point(config.encoder, word_fields(schema))
    check_exportable(start.model.config)  # now, not when the training is done
    adapters = _adapted(config, start)
    corpus = read_corpus(config.data, schema, start.model.fields, Path(config.output) / "read")
    if report is not None:
        report(corpus.figures())
    trainer = _trainer(config, start, corpus, schema, report)
    trainer.run()
    start.model.load_state_dict(trainer.best_state())
    if adapters is not None:
        save_lora(start.model, adapters, Path(config.output) / ADAPTERS)
        merge_lora(start.model)
    _check_new_fields(start, corpus, schema, report)
    folder = save_model(
        Path(config.output) / "model", start.model, start.tokenizer, _manifest(config, start), schema
    )
    write_held_out(folder, corpus.held_out)
    _fit(folder, start, corpus)
    return folder


def _adapted(config: FinetuneConfig, start: Start) -> LoraConfig | None:
    """Give the encoder adapters where the configuration says so; the head learns too."""
    if config.lora is None:
        return None
    lora = LoraConfig(**config.lora.model_dump())
    add_lora(start.model, lora, seed=config.encoder.seed, also=(HEAD, *start.fresh))
    return lora


def _check_new_fields(start: Start, corpus: Corpus, schema: Schema, report: Report | None) -> None:
    """Report how well the finished model reads the fields that it had to learn; warn of those never right."""
    wanted = {name for held_out in corpus.held_out for name in start.new_fields if held_out.fields.get(name)}
    if not wanted:
        return
    contexts = [infer_context(labelled.document.words) for labelled in corpus.held_out]
    start.model.eval()
    scores = validation_scores(start.model, start.tokenizer, schema, corpus.held_out, contexts)
    figures = {f"new_f1_{name}": scores[f"f1_{name}"] for name in sorted(wanted)}
    if report is not None:
        report(figures)
    for name in sorted(wanted):
        if scores[f"f1_{name}"] == 0.0:
            LOG.warning(
                "%s was learned in none of the %d documents held out: label more documents, or train longer "
                "(training.epochs)",
                name, len(corpus.held_out),
            )  # fmt: skip


def _fit(folder: Path, start: Start, corpus: Corpus) -> None:
    """Export the trained model, and fit what weighs its scores on the documents held out.

    Too few of them say less than the model that the training went on from: what was fitted to that one stays.
    """
    for path in start.fitted:
        shutil.copyfile(path, folder / path.name)
    held_out = corpus.held_out
    export_trained(folder, () if (folder / CALIBRATION).is_file() else held_out)
    for least, what in ((ENOUGH_TO_FIT, "evidence"), (ENOUGH_TO_CALIBRATE, "confidences")):
        if len(held_out) < least:
            LOG.warning(
                "%d documents are held out, %d are needed to fit %s: those of the model that the training "
                "began with are kept",
                len(held_out), least, what,
            )  # fmt: skip
    if len(held_out) >= ENOUGH_TO_FIT:
        fit_folder(folder, held_out)


def word_fields(schema: Schema) -> tuple[str, ...]:
    """The fields that the head scores: all whose value is printed by words.

    Raises:
        InvalidConfig: there is none.
    """
    names = tuple(f.name for f in schema.fields if f.type in LEARNED_TYPES)
    if not names:
        raise InvalidConfig("the schema has no field that words print", "Add one, of type text for instance")
    return names


def _manifest(config: FinetuneConfig, start: Start) -> Manifest:
    return Manifest(
        name=config.name,
        version=config.version,
        fields=start.model.fields,
        max_tokens=start.model.config.max_positions,
        encoder=start.model.config.to_dict(),
    )


def _trainer(
    config: FinetuneConfig, start: Start, corpus: Corpus, schema: Schema, report: Report | None
) -> Trainer[Batch]:
    settings = config.training
    wardrobes, contents = corpus.wardrobes(), corpus.invented_contents()
    contexts = [infer_context(labelled.document.words) for labelled in corpus.held_out]

    def evaluate(_: nn.Module) -> Mapping[str, float]:
        return validation_scores(start.model, start.tokenizer, schema, corpus.held_out, contexts)

    return Trainer(
        start.model,
        FieldLoss(
            [schema[name].type not in GRAMMAR_TYPES for name in start.model.fields],
            pick=settings.pick_weight,
            span=settings.span_weight,
        ),
        lambda epoch: _epoch(config, start, corpus, wardrobes, contents, epoch),
        Path(config.output),
        TrainerConfig(
            **settings.model_dump(exclude={"epochs", "tokens_per_batch", "pick_weight", "span_weight"}),
            epochs=settings.epochs_for(corpus.shown),
        ),
        fresh=(*start.fresh, *lora_state(start.model)),
        evaluate=evaluate if corpus.held_out else None,
        report=report,
        identity=_identity(config),
        unit="documents",
    )


def _epoch(
    config: FinetuneConfig,
    start: Start,
    corpus: Corpus,
    wardrobes: Mapping[str, Wardrobe],
    contents: Mapping[str, InventedContent],
    epoch: int,
) -> Sequence[Batch]:
    """The batches of an epoch: the same for the same number and seed."""
    groups = epoch_examples(
        corpus,
        wardrobes,
        contents,
        start.tokenizer,
        config.augmentation,
        max_tokens=min(config.max_tokens, start.model.config.max_positions),
        tokens_per_batch=config.training.tokens_per_batch,
        generator=np.random.default_rng((config.training.seed, epoch)),
    )
    return PaddedLate(groups, start.tokenizer.padding_id)


class PaddedLate(Sequence[Batch]):
    """Batches that are padded when they are asked for, so that an epoch's tensors never all exist."""

    def __init__(self, groups: Sequence[Sequence[Example]], padding_id: int = 0) -> None:
        self.groups, self.padding_id = groups, padding_id

    def __len__(self) -> int:
        return len(self.groups)

    @overload
    def __getitem__(self, index: int) -> Batch: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Batch]: ...

    def __getitem__(self, index: int | slice) -> Batch | Sequence[Batch]:
        if isinstance(index, slice):
            return [collate(group, self.padding_id) for group in self.groups[index]]
        return collate(self.groups[index], self.padding_id)


def _identity(config: FinetuneConfig) -> str:
    """What must not change between a training and its resumption: all but where and when it saves or ends."""
    values = config.model_dump(
        exclude={"output": True, "training": {"checkpoint_seconds", "patience", "threads", "recompute"}}
    )
    return hashlib.sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()[:16]
