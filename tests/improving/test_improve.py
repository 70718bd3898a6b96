"""A model learns from confirmed documents, and is measured on those of other suppliers."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.model import Box, Document, Page, Word
from paperformer.errors import InvalidConfig, InvalidSettings, PaperformerError
from paperformer.evaluation.sroie import Score
from paperformer.extraction.model_folder import EVIDENCE, read_manifest
from paperformer.extraction.model_path import default_model_path
from paperformer.improving.improve import LEAST_HELD_OUT, LEAST_LEARNED, Improvement, improve, split
from paperformer.improving.model_copy import copy_model, name_fitted
from paperformer.labelled.documents import LabelledDocument
from paperformer.synthesis.corpus import write_corpus


def _document(key: str, issuer: str) -> LabelledDocument:
    words = tuple(Word(text, Box(0.1, 0.1, 0.2, 0.2), 1, 0) for text in (issuer, "Mill", "Lane"))
    pages = (Page(1, 600, 800, words),)
    return LabelledDocument(Document(key, pages), {}, frozenset(), None, {}, key)


def _keys(documents: Sequence[LabelledDocument]) -> set[str]:
    return {one.key for one in documents}


@given(st.integers(13, 60), st.integers(1, 4))
def test_a_quarter_is_held_out_and_a_suppliers_documents_stay_together(issuers: int, each: int) -> None:
    documents = [_document(f"{n}-{i}", f"issuer{n}") for n in range(issuers) for i in range(each)]
    learned, held_out = map(_keys, split(documents))
    assert learned | held_out == _keys(documents)
    assert {key.partition("-")[0] for key in learned}.isdisjoint(key.partition("-")[0] for key in held_out)
    assert len(documents) // 4 <= len(held_out) < len(documents) // 4 + each
    assert (learned, held_out) == tuple(map(_keys, split(documents[::-1])))


@pytest.mark.parametrize("count", [1, LEAST_LEARNED])
def test_too_few_documents_are_refused_with_what_is_needed(count: int) -> None:
    needed = f"cannot be divided into {LEAST_LEARNED} to learn from and {LEAST_HELD_OUT} of other suppliers"
    with pytest.raises(InvalidConfig, match=needed):
        split([_document(str(n), f"issuer{n}") for n in range(count)])


def test_documents_of_one_supplier_alone_are_refused_with_the_reason() -> None:
    with pytest.raises(InvalidConfig, match="40 confirmed documents of 1 supplier cannot be divided"):
        split([_document(str(n), "issuer") for n in range(40)])


def test_the_new_model_is_a_copy_that_was_fitted_and_both_are_measured(tmp_path: Path) -> None:
    dataset = write_corpus(tmp_path / "confirmed.jsonl", 32, 5)
    found = improve(dataset, default_model_path(), tmp_path / "new")
    assert found.learned + found.held_out == 32
    assert read_manifest(found.model) == found.manifest
    day = time.strftime("%Y%m%d", time.gmtime())
    assert re.fullmatch(rf"7\+fitted\.{day}\.[0-9a-f]{{8}}", found.manifest.version)
    old, new = ((folder / EVIDENCE).read_text() for folder in (default_model_path(), found.model))
    assert old != new
    assert found.before["all"].expected == found.after["all"].expected > found.held_out
    report = json.loads(json.dumps(found.to_dict()))
    assert report["fields"]["all"]["right_after"] == found.after["all"].matched
    assert report["version"] == found.manifest.version
    card = (found.model / "README.md").read_text("utf-8")
    assert card.startswith(f"# {found.manifest.name} {found.manifest.version}\n")
    all_fields = found.before["all"], found.after["all"]
    assert f"| all | {all_fields[0].expected} | {all_fields[0].matched} | {all_fields[1].matched} |" in card
    assert (found.model / "before.md").read_text("utf-8") == (default_model_path() / "README.md").read_text(
        "utf-8"
    )
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []
    again = copy_model(found.model, tmp_path / "again")
    assert name_fitted(again) == found.manifest  # the same content
    (again / EVIDENCE).write_text(old)
    other = name_fitted(again).version
    assert (other != found.manifest.version, other.count("+fitted")) == (True, 1)


def test_a_run_that_fails_leaves_nothing_and_overwrites_nothing(tmp_path: Path) -> None:
    dataset = write_corpus(tmp_path / "confirmed.jsonl", 32, 5)
    model = Path(shutil.copytree(default_model_path(), tmp_path / "model"))
    (model / EVIDENCE).write_text("{}")
    with pytest.raises(PaperformerError):
        improve(dataset, model, tmp_path / "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["confirmed.jsonl", "model"]
    with pytest.raises(InvalidSettings, match="is not empty"):
        improve(dataset, default_model_path(), model)


@pytest.mark.parametrize(
    ("matched", "better", "worse"), [(9, True, False), (8, False, False), (7, False, True)]
)
def test_better_is_what_has_the_higher_f1(matched: int, better: bool, worse: bool) -> None:
    before, after = {"all": Score(8, 10, 10)}, {"all": Score(matched, 10, 10)}
    found = Improvement(Path("x"), read_manifest(default_model_path()), 20, 5, before, after)
    assert (found.is_better, found.is_worse) == (better, worse)


@pytest.mark.parametrize(
    ("gain", "chance"), [(1, True), (4, True), (5, False), (40, False), (-1, True), (-5, False)]
)
def test_a_difference_of_four_values_may_be_chance_and_one_of_five_is_none(gain: int, chance: bool) -> None:
    before, after = {"all": Score(50, 100, 100)}, {"all": Score(50 + gain, 100, 100)}
    found = Improvement(Path("x"), read_manifest(default_model_path()), 20, 5, before, after)
    assert (found.gain, found.may_be_chance) == (gain, chance)


def test_models_that_answer_alike_do_not_differ_by_chance() -> None:
    score = {"all": Score(50, 100, 100)}
    found = Improvement(Path("x"), read_manifest(default_model_path()), 20, 5, score, score)
    assert not found.may_be_chance
