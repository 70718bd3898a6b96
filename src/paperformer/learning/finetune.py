"""Fine-tuning: labelled documents in, a model folder out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from torch import nn

from paperformer.errors import TrainingFailed
from paperformer.extraction.labelled import LabelledDocument, load_corpus
from paperformer.extraction.model_folder import Manifest
from paperformer.extraction.tokens import encode_words
from paperformer.fields.context import infer_context
from paperformer.fields.schema import Schema, load_schema
from paperformer.learning.alignment import align
from paperformer.learning.augmentation import augmented
from paperformer.learning.batches import Batch, Example, bucketed, collate
from paperformer.learning.checkpoint import load_checkpoint
from paperformer.learning.config import DataSource, FinetuneConfig, load_finetune_config
from paperformer.learning.export.folder import export
from paperformer.learning.layout_model import FieldLoss
from paperformer.learning.scoring import validation_scores
from paperformer.learning.split import split_by_group
from paperformer.learning.start import Start, starting_point
from paperformer.learning.trainer import Trainer, TrainerConfig
from paperformer.learning.weights import save_model
from paperformer.text.wordpiece import WordPiece

HELD_OUT = "held_out.json"
# Types that no word prints by itself: they are read off the document as a whole, by rules.
DOCUMENT_TYPES = frozenset({"currency", "country", "language", "document_type", "group"})


@dataclass(frozen=True, slots=True)
class TrainingDocument:
    """A labelled document with its aligned targets."""

    labelled: LabelledDocument
    targets: np.ndarray
    repeat: float


def run(config_path: Path, report: Callable[[Mapping[str, float]], None] | None = None) -> Path:
    """Train as the YAML file says, from the latest checkpoint where there is one; the model's folder.

    The folder is ready to read documents: exported, and calibrated on the documents held out.

    Raises:
        InvalidConfig: the configuration or the data cannot be read.
        TrainingFailed: nothing to learn from, or the disk is full.
    """
    config = load_finetune_config(config_path)
    schema = load_schema(Path(config.schema_path) if config.schema_path else None)
    fields = word_fields(schema)
    start = starting_point(config.encoder, fields)
    train, held_out = read_data(config.data, schema, fields)
    if not train:
        raise TrainingFailed(f"{config_path}: no document to train on", "Check the data paths and hold_out")
    output = Path(config.output)
    trainer = _trainer(config, start, train, held_out, schema, output, report)
    trainer.run()
    best = load_checkpoint(output, "best.pt")
    start.model.load_state_dict(best["model"] if best else trainer.averaged_state())
    manifest = Manifest(
        name=config.name,
        version=config.version,
        fields=fields,
        max_tokens=start.model.config.max_positions,
        encoder=start.model.config.to_dict(),
    )
    folder = save_model(output / "model", start.model, start.tokenizer, manifest, schema)
    _note_held_out(folder, held_out)
    export(folder, folder, held_out=held_out)
    return folder


def _note_held_out(folder: Path, held_out: Sequence[LabelledDocument]) -> None:
    """Say which documents no training saw, set by set, so that they can be measured on later."""
    keys: dict[str, list[str]] = {}
    for labelled in held_out:
        keys.setdefault(str((labelled.flags or {}).get("set", "")), []).append(labelled.key)
    text = json.dumps({name: sorted(those) for name, those in sorted(keys.items())}, indent=1)
    (folder / HELD_OUT).write_text(text + "\n", encoding="utf-8")


def word_fields(schema: Schema) -> tuple[str, ...]:
    """The fields that the head scores: all whose value is printed by words."""
    return tuple(f.name for f in schema.fields if f.type not in DOCUMENT_TYPES)


def read_data(
    sources: Sequence[DataSource], schema: Schema, fields: Sequence[str]
) -> tuple[list[TrainingDocument], list[LabelledDocument]]:
    """Documents to train on, aligned, and those held out, by whole groups."""
    train: list[TrainingDocument] = []
    held_out: list[LabelledDocument] = []
    for source in sources:
        documents = load_corpus(Path(source.path))
        if source.only:
            documents = [
                d for d in documents if str((d.flags or {}).get("source", "")).startswith(source.only)
            ]
        documents = [_renamed(d, source.rename) for d in documents]
        learn, keep = split_by_group(documents, source.group_by, source.hold_out)
        held_out.extend(keep)
        for labelled in learn:
            context = infer_context(labelled.document.words)
            targets = align(labelled, schema, fields, context)
            if labelled.document.words and (targets >= 0).any():
                train.append(TrainingDocument(labelled, targets, source.repeat))
    return train, held_out


def _renamed(labelled: LabelledDocument, names: Mapping[str, str]) -> LabelledDocument:
    """The same with other field names, labels of words included."""
    if not names:
        return labelled
    labels = labelled.labels
    return replace(
        labelled,
        fields={names.get(name, name): values for name, values in labelled.fields.items()},
        known=frozenset(names.get(name, name) for name in labelled.known),
        labels=None if labels is None else tuple(names.get(label or "", label) for label in labels),
    )


def epoch_examples(
    train: Sequence[TrainingDocument], tokenizer: WordPiece, config: FinetuneConfig, epoch: int
) -> list[list[Example]]:
    """The examples of one epoch, batched; the same for the same epoch and seed."""
    generator = np.random.default_rng((config.training.seed, epoch))
    examples: list[Example] = []
    for document in train:
        times = int(document.repeat) + int(generator.random() < document.repeat % 1)
        for _ in range(times):
            words, targets = augmented(
                document.labelled.document.words, document.targets, config.augmentation, generator
            )
            for window in encode_words(words, tokenizer, config.max_tokens):
                part = targets[window.first : window.first + window.words]
                examples.append(Example(window, part))
    lengths = [len(e.window.ids) for e in examples]
    return [
        [examples[i] for i in batch]
        for batch in bucketed(lengths, config.training.tokens_per_batch, generator)
    ]


def _trainer(
    config: FinetuneConfig,
    start: Start,
    train: Sequence[TrainingDocument],
    held_out: Sequence[LabelledDocument],
    schema: Schema,
    output: Path,
    report: Callable[[Mapping[str, float]], None] | None,
) -> Trainer[Batch]:
    settings = config.training
    contexts = [infer_context(labelled.document.words) for labelled in held_out]

    def evaluate(model: nn.Module) -> Mapping[str, float]:
        return validation_scores(
            model,
            start.tokenizer,
            schema,
            held_out,
            contexts,
            start.model.fields,
            start.model.config.max_positions,
        )

    return Trainer(
        start.model,
        FieldLoss(pick=settings.pick_weight),
        lambda epoch: _Batches(epoch_examples(train, start.tokenizer, config, epoch)),
        output,
        TrainerConfig(**settings.model_dump(exclude={"tokens_per_batch", "pick_weight"})),
        fresh=start.fresh,
        evaluate=evaluate if held_out else None,
        report=report,
        identity=_identity(config),
    )


class _Batches(Sequence[Batch]):
    """Batches that are padded when they are asked for, so that an epoch's tensors never all exist."""

    def __init__(self, groups: Sequence[Sequence[Example]]) -> None:
        self.groups = groups

    def __len__(self) -> int:
        return len(self.groups)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        if isinstance(index, slice):
            return [collate(group) for group in self.groups[index]]
        return collate(self.groups[index])


def _identity(config: FinetuneConfig) -> str:
    """What must not change between a training and its resumption: everything but where and how often it saves."""
    values = config.model_dump(exclude={"output": True, "training": {"checkpoint_seconds", "threads"}})
    return hashlib.sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()[:16]
