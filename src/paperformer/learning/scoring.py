"""How good a model in training is, measured with the decoding that users get."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from torch import Tensor

from paperformer.documents.model import Word
from paperformer.evaluation.sroie import Score
from paperformer.extraction.compare import same_value
from paperformer.extraction.decode import decode
from paperformer.extraction.flow import rows_of
from paperformer.extraction.scores import Array, WordLogits, WordScores, combine
from paperformer.extraction.tokens import Window, encode_words
from paperformer.fields.schema import Schema
from paperformer.fields.scored import Scored
from paperformer.fields.values.reading import ValueContext
from paperformer.labelled.documents import LabelledDocument
from paperformer.learning.alignment import UNKNOWN
from paperformer.learning.batches import Example, collate
from paperformer.learning.layout_model import LayoutModel
from paperformer.text.word_tokenizer import WordTokenizer

THRESHOLD = 0.3  # an answer of less probability counts as none given


@torch.no_grad()
def torch_logits(model: LayoutModel, window: Window) -> WordLogits[Array]:
    """The logits of one window by torch, ``(words, fields)`` each."""
    targets = np.full((window.words, len(model.fields)), UNKNOWN, dtype=np.int8)
    batch = collate([Example(window, targets, rows_of(window.words))]).to(next(model.parameters()).device)
    logits: WordLogits[Tensor] = model(*batch.inputs)
    return WordLogits(*(scores[0].float().cpu().numpy() for scores in logits))


def word_scores(
    model: LayoutModel, tokenizer: WordTokenizer, words: Sequence[Word], max_tokens: int
) -> WordScores:
    """Scores of one document by the torch model."""
    windows = encode_words(words, tokenizer, max_tokens)
    parts = [(window.first, torch_logits(model, window)) for window in windows]
    return combine(parts, len(words), model.fields)


def validation_scores(
    model: LayoutModel,
    tokenizer: WordTokenizer,
    schema: Schema,
    held_out: Sequence[LabelledDocument],
    contexts: Sequence[ValueContext],
) -> Mapping[str, float]:
    """F1 of the best candidates by field (``f1_NAME``) and over all (``score``), where the truth is known.

    Args:
        model: In evaluation.
        tokenizer: The model's tokenizer.
        schema: The model's fields.
        held_out: Documents that it does not learn from.
        contexts: What each of them says about its values.
    """
    scores = {name: Score() for name in model.fields}
    for labelled, context in zip(held_out, contexts, strict=True):
        words = labelled.document.words
        said = word_scores(model, tokenizer, words, model.config.max_positions)
        candidates = decode(words, said, schema, context)
        for name in labelled.known & scores.keys():
            best = next(iter(candidates.get(name, ())), None)
            scores[name] += _judged(best, schema[name].type, labelled.fields.get(name, ()))
    seen = {f"f1_{n}": score.f1 for n, score in sorted(scores.items()) if score.given or score.expected}
    return {"score": sum(scores.values(), Score()).f1, **seen}


def _judged(answer: Scored | None, type_: str, truths: Sequence[str]) -> Score:
    given = answer is not None and answer.probability >= THRESHOLD
    right = given and answer is not None and is_right(answer, type_, truths)
    return Score(matched=int(right), given=int(given), expected=int(bool(truths)))


def is_right(answer: Scored, type_: str, truths: Sequence[str]) -> bool:
    """The answer is one of the accepted values, normalised or as printed."""
    return same_value(type_, answer.value, truths) or same_value(type_, answer.text, truths)
