"""How good a model in training is, measured with the decoding that users get."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from torch import nn

from paperformer.extraction.compare import content
from paperformer.extraction.decode import WordScores, combine, decode
from paperformer.extraction.labelled import LabelledDocument
from paperformer.extraction.scored import Scored
from paperformer.extraction.tokens import encode_words
from paperformer.fields.schema import Schema
from paperformer.fields.values.reading import ValueContext
from paperformer.learning.batches import Example, collate
from paperformer.text.wordpiece import WordPiece


@torch.no_grad()
def word_scores(
    model: nn.Module, tokenizer: WordPiece, document_words: Sequence, fields: Sequence[str], max_tokens: int
) -> WordScores:
    """Scores of one document by the torch model."""
    device = next(model.parameters()).device
    parts = []
    for window in encode_words(document_words, tokenizer, max_tokens):
        batch = collate([Example(window, np.zeros((window.words, len(fields)), dtype=np.int8))]).to(device)
        inside, pick = model(
            batch.ids, batch.boxes, batch.pages, batch.word_index, batch.word_mask, batch.mask
        )
        parts.append((window.first, inside[0].float().cpu().numpy(), pick[0].float().cpu().numpy()))
    return combine(parts, len(document_words), fields)


def validation_scores(
    model: nn.Module,
    tokenizer: WordPiece,
    schema: Schema,
    held_out: Sequence[LabelledDocument],
    contexts: Sequence[ValueContext],
    fields: Sequence[str],
    max_tokens: int,
) -> Mapping[str, float]:
    """Micro F1 of the best candidates by content, over what is known of every document; ``score`` is that F1."""
    matched: dict[str, int] = {}
    given: dict[str, int] = {}
    wanted: dict[str, int] = {}
    for labelled, context in zip(held_out, contexts, strict=True):
        words = labelled.document.words
        scores = word_scores(model, tokenizer, words, fields, max_tokens)
        candidates = decode(words, scores, schema, context)
        for name in labelled.known & set(fields):
            truth, best = labelled.fields.get(name, ()), candidates.get(name, ())
            answer = best[0] if best and best[0].probability >= 0.3 else None
            given[name] = given.get(name, 0) + (answer is not None)
            wanted[name] = wanted.get(name, 0) + bool(truth)
            matched[name] = matched.get(name, 0) + (answer is not None and same(answer, truth))
    result = {f"f1_{n}": 2 * matched[n] / max(1, given[n] + wanted[n]) for n in sorted(given)}
    total = sum(given.values()) + sum(wanted.values())
    return {"score": 2 * sum(matched.values()) / max(1, total), **result}


def same(answer: Scored, truth: Sequence[str]) -> bool:
    """The answer is one of the accepted values, by letters and digits."""
    return any(
        content(answer.value) == content(value) or content(answer.text) == content(value) for value in truth
    )
