"""Fits a copy of a model on confirmed documents, and compares both on documents held out."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from paperformer.errors import InvalidConfig, InvalidSettings
from paperformer.evaluation.evaluate import evaluate
from paperformer.evaluation.sroie import Score
from paperformer.extraction.model_folder import Manifest, read_manifest
from paperformer.improving.model_card import Measured, write_card
from paperformer.improving.model_copy import copy_model, name_fitted
from paperformer.labelled.documents import LabelledDocument, load_jsonl

LEAST_LEARNED: Final = 10
LEAST_HELD_OUT: Final = 3
LEAST: Final = LEAST_LEARNED + LEAST_HELD_OUT
_HELD_OUT: Final = 4  # one in so many is held out
_SECONDS, _SECONDS_EACH = 5.0, 0.25  # of start and fit; of each document, read three times
_HEAD: Final = 6  # words at the head of a page by which documents of one issuer belong together

_LEAST_SURE: Final = 0.05  # probability that a difference is chance, from which it says nothing

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Improvement:
    """A model that learned from confirmed documents, beside the one that it goes on from.

    Args:
        model: The new model's folder.
        manifest: What it calls itself.
        learned, held_out: How many documents it learned from, and how many it was measured on.
        before, after: By field, and for ``all``, what both models get right on the documents held out.
    """

    model: Path
    manifest: Manifest
    learned: int
    held_out: int
    before: Mapping[str, Score]
    after: Mapping[str, Score]

    @property
    def is_better(self) -> bool:
        """Whether the new model has the higher F1 over all fields."""
        return self.after["all"].f1 > self.before["all"].f1

    @property
    def is_worse(self) -> bool:
        """Whether the new model has the lower F1 over all fields."""
        return self.after["all"].f1 < self.before["all"].f1

    @property
    def gain(self) -> int:
        """How many values more the new model gets right; below zero, how many fewer."""
        return self.after["all"].matched - self.before["all"].matched

    @property
    def may_be_chance(self) -> bool:
        """Whether models of equal worth differ as much in one trial of twenty (sign test, one-sided).

        At best all values that changed changed for the better: five of five have the probability 1/32.
        """
        return self.is_better != self.is_worse and 0.5 ** abs(self.gain) > _LEAST_SURE

    def to_dict(self) -> dict[str, Any]:
        """As JSON: the counts of both models by field, with their F1."""
        fields = {
            name: {
                "expected": before.expected,
                "right_before": before.matched,
                "right_after": self.after[name].matched,
                "f1_before": round(before.f1, 4),
                "f1_after": round(self.after[name].f1, 4),
            }
            for name, before in self.before.items()
            if name in self.after
        }
        return {
            "model": str(self.model),
            "name": self.manifest.name,
            "version": self.manifest.version,
            "learned": self.learned,
            "held_out": self.held_out,
            "better": self.is_better,
            "worse": self.is_worse,
            "may_be_chance": self.may_be_chance,
            "fields": fields,
        }


def improve(
    dataset: Path, model: Path, out: Path, progress: Progress = lambda _done, _all: None
) -> Improvement:
    """Fit a copy of ``model`` on three quarters of the documents, and measure both on the others.

    Documents of one issuer (by the head of their first page) stay on one side of the cut, which is the same
    each time. The new folder appears when it is whole: until then it is called ``OUT.part``.

    Args:
        dataset: Confirmed documents as JSONL (``paperformer corrections export``).
        model: Folder of the model to go on from.
        out: New folder of the model that learned.
        progress: Told how many of how many documents are done.

    Raises:
        InvalidConfig: there are too few documents, or they cannot be read, or the folder cannot be written.
        InvalidSettings: the new folder is there and holds something.
        ModelMismatch: there is no such model.
    """
    if out.exists() and any(out.iterdir()):
        raise InvalidSettings(f"{out} is not empty", "Give a new folder")
    part = out.with_name(f"{out.name}.part")
    try:
        improvement = _improved(dataset, model, part, progress)
        part.replace(out)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    return replace(improvement, model=out)


def _improved(dataset: Path, model: Path, out: Path, progress: Progress) -> Improvement:
    from paperformer.learning.evidence_fit import fit_folder

    learned, held_out = split(load_jsonl(dataset))
    keys = [document.key for document in held_out]
    steps = 2 * len(held_out) + len(learned)
    before = evaluate(dataset, model=model, keys=keys, progress=lambda done, _: progress(done, steps))
    fit_folder(copy_model(model, out), learned, lambda done, _: progress(len(held_out) + done, steps))
    manifest = name_fitted(out)
    read = len(held_out) + len(learned)
    after = evaluate(dataset, model=out, keys=keys, progress=lambda done, _: progress(read + done, steps))
    measured = Measured(len(held_out), before.fields, after.fields)
    write_card(out, read_manifest(model), manifest, len(learned), measured)
    return Improvement(out, manifest, len(learned), len(held_out), before.fields, after.fields)


def split(documents: Sequence[LabelledDocument]) -> tuple[list[LabelledDocument], list[LabelledDocument]]:
    """Documents to learn from, and those that are held out: a quarter, by issuers in the order of a hash.

    Raises:
        InvalidConfig: there are too few of one kind.
    """
    by_issuer: dict[int, list[LabelledDocument]] = {}
    for document in documents:
        by_issuer.setdefault(_number_of_issuer(document), []).append(document)
    held_out: list[LabelledDocument] = []
    learned: list[LabelledDocument] = []
    wanted = max(LEAST_HELD_OUT, len(documents) // _HELD_OUT)
    for number in sorted(by_issuer):
        (held_out if len(held_out) < wanted else learned).extend(by_issuer[number])
    if len(learned) < LEAST_LEARNED or len(held_out) < LEAST_HELD_OUT:
        there_are = _counted(len(documents), "confirmed document"), _counted(len(by_issuer), "supplier")
        raise InvalidConfig(
            f"{' of '.join(there_are)} cannot be divided into {LEAST_LEARNED} to learn from and "
            f"{LEAST_HELD_OUT} of other suppliers to measure with",
            "Confirm more documents, of other suppliers too",
        )
    return learned, held_out


def expected_seconds(documents: int) -> float:
    """About how long ``improve`` takes on one core."""
    return _SECONDS + _SECONDS_EACH * documents


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _number_of_issuer(document: LabelledDocument) -> int:
    head = " ".join(word.text for word in document.document.words[:_HEAD])
    return int.from_bytes(hashlib.sha256(head.encode()).digest()[:4], "big")
