"""Labelled documents made ready to learn from: chosen, renamed, cut in two, aligned; an epoch's examples."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paperformer.documents.model import Word
from paperformer.errors import TrainingFailed
from paperformer.extraction.flow import flow_of
from paperformer.extraction.tokens import encode_words
from paperformer.fields.context import infer_context
from paperformer.fields.schema import Schema
from paperformer.fields.values.kinds import GRAMMAR_TYPES
from paperformer.labelled.documents import LabelledDocument, load_corpus
from paperformer.learning.alignment import PRESENT, UNKNOWN, align
from paperformer.learning.augmentation import augmented
from paperformer.learning.batches import Example, bucketed
from paperformer.learning.config import Augmentation, DataSource
from paperformer.learning.exchange import Wardrobe, exchanged
from paperformer.learning.invention import InventedContent, invented
from paperformer.learning.rereading import reread
from paperformer.learning.signs import with_branch, with_sign
from paperformer.learning.split import split_by_group
from paperformer.text.word_tokenizer import WordTokenizer

LOG = logging.getLogger(__name__)

SELLER, PLACE = "supplier_name", "supplier_address"  # what stands under a sign, and under a branch's name


@dataclass(frozen=True, slots=True)
class TrainingDocument:
    """A labelled document with its aligned targets, how often an epoch sees it, whose clothes it may wear."""

    labelled: LabelledDocument
    targets: NDArray[np.int8]
    repeat: float
    wardrobe: str = ""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Documents to learn from, and those held out.

    Args:
        train: What to learn from.
        held_out: What is not.
        fields: What the model scores.
        free_text: Columns of the fields without a grammar: names and addresses.
        dates: Columns of the fields that are dates.
    """

    train: Sequence[TrainingDocument]
    held_out: Sequence[LabelledDocument]
    fields: Sequence[str]
    free_text: Sequence[int] = ()
    dates: Sequence[int] = ()

    def wardrobes(self) -> dict[str, Wardrobe]:
        """The names and addresses of every wardrobe."""
        return {name: Wardrobe.of(own, self.free_text) for name, own in self._by_wardrobe().items()}

    def invented_contents(self) -> dict[str, InventedContent]:
        """What the documents of every wardrobe can say in place of what they say."""
        documents = self._by_wardrobe()
        return {name: InventedContent.of(own, self.free_text, self.dates) for name, own in documents.items()}

    def _by_wardrobe(self) -> dict[str, list[tuple[tuple[Word, ...], NDArray[np.int8]]]]:
        documents: dict[str, list[tuple[tuple[Word, ...], NDArray[np.int8]]]] = defaultdict(list)
        for document in self.train:
            documents[document.wardrobe].append((document.labelled.document.words, document.targets))
        return documents

    @property
    def shown(self) -> float:
        """How many documents an epoch shows."""
        return sum(document.repeat for document in self.train)

    def figures(self) -> dict[str, float]:
        """How many there are; how many values the answers give, and how many were found on the pages."""
        given = sum(bool(d.labelled.fields.get(name)) for d in self.train for name in self.fields)
        found = sum(int((d.targets == PRESENT).any(axis=0).sum()) for d in self.train)
        counts = {"documents": len(self.train), "held_out": len(self.held_out)}
        return {**counts, "values": given, "values_found": found}


def read_corpus(sources: Sequence[DataSource], schema: Schema, fields: Sequence[str], cache: Path) -> Corpus:
    """All documents of ``sources``, cut by whole groups; those to learn from aligned.

    A document that several sources hold out counts once.

    Args:
        sources: What to read.
        schema: The types of the fields.
        fields: What the model scores.
        cache: Where words read by OCR are kept.

    Raises:
        InvalidConfig: a source cannot be read.
        TrainingFailed: there is nothing to learn from.
    """
    is_chosen = any(source.hold_out is not None for source in sources)
    train: list[TrainingDocument] = []
    held_out: dict[tuple[str, str], LabelledDocument] = {}
    for number, source in enumerate(sources):
        documents = _chosen(source, schema)
        hold_out = source.hold_out if source.hold_out is not None or not is_chosen else 0
        learn, keep = split_by_group(documents, source.group_by, hold_out)
        if not learn and documents:
            LOG.warning(
                "%s: all %d documents are held out, none is left to learn from", source.path, len(keep)
            )
        if 2 * len(keep) < min(source.hold_out or 0, len(documents)):
            LOG.warning(
                "%s: %d documents are held out, not %d: those of one %s stay together, and large groups in "
                "training",
                source.path, len(keep), source.hold_out, source.group_by,
            )  # fmt: skip
        for labelled in keep:
            held_out.setdefault((source.path, labelled.key), labelled)
        if source.from_image:
            learn = reread(learn, cache / Path(source.path).parent.name)
        for labelled in learn:
            targets = align(labelled, schema, fields, infer_context(labelled.document.words))
            if (targets != UNKNOWN).any():
                # A source writes names in its own way: it shares them only when it is told to.
                wardrobe = source.wardrobe or f"{number}: {source.path}"
                train.append(TrainingDocument(labelled, targets, source.repeat, wardrobe))
    if not train:
        raise TrainingFailed(
            "no document is left to learn from", "Check the paths, the fields' names and hold_out of the data"
        )
    free_text = [i for i, name in enumerate(fields) if schema[name].type not in GRAMMAR_TYPES]
    dates = [i for i, name in enumerate(fields) if schema[name].type == "date"]
    return Corpus(train, list(held_out.values()), tuple(fields), free_text, dates)


def _chosen(source: DataSource, schema: Schema) -> list[LabelledDocument]:
    documents = load_corpus(
        Path(source.path),
        standoff=Path(source.labels) if source.labels else None,
        label_confidence=source.label_confidence,
    )
    if source.only:
        documents = [d for d in documents if str(d.flags.get("source", "")).startswith(source.only)]
    documents = [renamed(d, source.rename) for d in documents]
    strange = {name for d in documents for name in d.fields} - set(schema.names)
    if strange:
        LOG.warning("%s: not in the schema and left out: %s", source.path, ", ".join(sorted(strange)))
    return documents


def renamed(labelled: LabelledDocument, names: Mapping[str, str]) -> LabelledDocument:
    """The same with other field names, labels of words included."""

    def new(name: str) -> str:
        return names.get(name, name)

    labels = labelled.labels
    return replace(
        labelled,
        fields={new(name): values for name, values in labelled.fields.items()},
        known=frozenset(map(new, labelled.known)),
        labels=None if labels is None else tuple(tuple(map(new, printed)) for printed in labels),
    )


def epoch_examples(
    corpus: Corpus,
    wardrobes: Mapping[str, Wardrobe],
    contents: Mapping[str, InventedContent],
    tokenizer: WordTokenizer,
    noise: Augmentation,
    *,
    max_tokens: int,
    tokens_per_batch: int,
    generator: np.random.Generator,
) -> list[list[Example]]:
    """The batches of one epoch, not padded yet.

    Args:
        corpus: What to learn from.
        wardrobes: Its names and addresses, to be exchanged.
        contents: What its documents can say in place of what they say.
        tokenizer: The model's tokenizer.
        noise: Laid over every document anew.
        max_tokens: Longer documents are cut into windows.
        tokens_per_batch: Padding included.
        generator: All chance comes from it.
    """
    examples: list[Example] = []
    for document in corpus.train:
        times = int(document.repeat) + int(generator.random() < document.repeat % 1)
        for _ in range(times):
            wardrobe = wardrobes[document.wardrobe]
            words, targets = invented(
                document.labelled.document.words,
                document.targets,
                contents[document.wardrobe],
                noise.invent,
                generator,
            )
            words, targets = exchanged(
                words,
                targets,
                wardrobe,
                corpus.free_text,
                noise.exchange,
                generator,
            )
            words, targets = _with_signs(words, targets, wardrobe, corpus.fields, noise, generator)
            words, targets = augmented(words, targets, noise, generator)
            for window in encode_words(words, tokenizer, max_tokens):
                part = slice(window.first, window.first + window.words)
                examples.append(Example(window, targets[part], flow_of(words[part])))
    lengths = [len(example.window.ids) for example in examples]
    return [[examples[i] for i in batch] for batch in bucketed(lengths, tokens_per_batch, generator)]


def _with_signs(
    words: tuple[Word, ...],
    targets: NDArray[np.int8],
    wardrobe: Wardrobe,
    fields: Sequence[str],
    noise: Augmentation,
    generator: np.random.Generator,
) -> tuple[tuple[Word, ...], NDArray[np.int8]]:
    """The document with lines beside the seller's name and address that are no part of them."""
    if SELLER not in fields or PLACE not in fields:
        return words, targets
    seller, place = fields.index(SELLER), fields.index(PLACE)
    names = wardrobe.values.get((seller, 1), ())
    words, targets = with_branch(words, targets, names, place, noise.branch, generator)
    return with_sign(words, targets, names, seller, noise.sign, generator)
