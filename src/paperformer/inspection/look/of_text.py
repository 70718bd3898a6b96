"""A text goes through a model, and its attention is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from paperformer.errors import InvalidConfig
from paperformer.inspection.look.attention import AttentionMap, Seen, maps_of
from paperformer.inspection.look.grouping import Groups, grouped
from paperformer.inspection.look.subject import Subject
from paperformer.text.subwords import BYTES, SPACE, Subwords
from paperformer.text.word_tokenizer import WordTokenizer
from paperformer.transformer.attention.linformer import LinformerAttention
from paperformer.transformer.position import PositionEmbedding
from paperformer.transformer.recurrent import RecurrentSeq2Seq
from paperformer.transformer.tracing import TraceRecord, trace
from paperformer.translation.alignment import recurrent_attention

MOST = 256  # rows of a matrix; longer inputs are shown by blocks


def see_text(subject: Subject, text: str, *, target: str | None = None, most: int = MOST) -> Seen:
    """All attention of a text.

    Args:
        subject: The model.
        text: What it reads; a translator's source.
        target: A translation to look at instead of the model's own.
        most: Rows and columns of a matrix; more tokens are put together in blocks.

    Raises:
        InvalidConfig: the text is empty, a target is given to no translator, or Linformer is too short.
    """
    if not text.strip():
        raise InvalidConfig("the text is empty", "Give a sentence")
    if subject.kind == "translator":
        return _see_translation(subject, text, target, most)
    if target is not None:
        raise InvalidConfig("only a translator has a target", "Leave --target out")
    record, labels, notes = _traced(subject, text)
    groups = Groups.blocks(labels, most)
    maps = maps_of(subject.model, record, texts={"encoder": groups, "decoder": groups})
    return _seen(subject, text, maps, len(labels), groups, notes)


def traced_text(subject: Subject, text: str) -> tuple[TraceRecord, list[str]]:
    """The trace of a text without weights, and its tokens; for models of one stack.

    Raises:
        InvalidConfig: the text is empty, or the model is a translator.
    """
    if not text.strip():
        raise InvalidConfig("the text is empty", "Give a sentence")
    if subject.kind == "translator":
        raise InvalidConfig("a translator has two stacks", "Give an encoder")
    record, labels, _ = _traced(subject, text)
    return record, labels


def _traced(subject: Subject, text: str) -> tuple[TraceRecord, list[str], list[str]]:
    """The trace, the tokens, and what to say of it."""
    ids, notes = _ids(subject, text)
    labels = [piece_label(piece) for piece in subject.pieces(ids)]
    notes += _made_long_enough(subject, len(ids))
    with torch.no_grad(), trace(subject.model, weights=False) as record:
        _run(subject, torch.tensor([ids]))
    return record, labels, notes


def _run(subject: Subject, ids: Tensor) -> None:
    """The attention layers; heads are left out, and words are not made of pieces."""
    model = subject.model
    encoder: Any = getattr(model, "encoder", None) if subject.kind == "document" else model
    if encoder is None:
        raise InvalidConfig(f"{subject.name} has no encoder", "Give another model")
    if subject.kind == "encoder" and hasattr(model, "head"):  # a masked language model
        encoder = model.encoder
    encoder(ids)


def _see_translation(subject: Subject, text: str, target: str | None, most: int) -> Seen:
    translator = subject.translator
    if translator is None:
        raise InvalidConfig(f"{subject.name} is no translator", "Give the folder of one")
    reading, writing = translator.parts.subwords
    source = reading.encode([translator.parts.preparations[0].apply(text)])[0]
    if target is None:
        (translations,) = translator.translate([text])
        if not translations:
            raise InvalidConfig("the text is longer than the translator reads", "Give a shorter one")
        written, shown = list(translations[0].target_ids), translations[0].text
    else:
        written, shown = writing.encode([translator.parts.preparations[1].apply(target)])[0], target
    source_ids, given = [*source, reading.end_id], [writing.begin_id, *written]
    sides = {
        "encoder": Groups.blocks([piece_label(piece) for piece in reading.pieces(source_ids)], most),
        "decoder": Groups.blocks([piece_label(piece) for piece in writing.pieces(given)], most),
    }
    rows = [torch.tensor([ids], device=translator.device) for ids in (source_ids, given)]
    if isinstance(subject.model, RecurrentSeq2Seq):
        maps: tuple[AttentionMap, ...] = (_recurrent_map(subject.model, rows, sides),)
    else:
        with torch.no_grad(), trace(subject.model, weights=False) as record:
            subject.model.states(*rows)  # type: ignore[operator]
        maps = maps_of(subject.model, record, texts=sides)
    longest = max(len(source_ids), len(given))
    return _seen(subject, f"{text} → {shown}", maps, longest, sides["encoder"], [])


def _recurrent_map(
    model: RecurrentSeq2Seq, rows: Sequence[Tensor], sides: Mapping[str, Groups]
) -> AttentionMap:
    """The one attention that a recurrent translator has, with its one head."""
    source, given = rows
    queries, keys = sides["decoder"], sides["encoder"]
    weights = grouped(recurrent_attention(model, source, given).cpu()[None], queries, keys)
    return AttentionMap("cross", 0, model.config.scorer, weights.numpy(), queries.labels, keys.labels)


def _seen(
    subject: Subject, text: str, maps: tuple[AttentionMap, ...], length: int, groups: Groups, notes: list[str]
) -> Seen:
    block = 1 if groups.single else -(-length // len(groups.labels))
    shown = " ".join(text.split())
    shown = shown if len(shown) <= 90 else f"{shown[:87]}..."
    if block > 1:
        notes.append(f"{length:,} tokens are shown in blocks of {block}")
    return Seen(f"Attention in {subject.short_name}: “{shown}”", maps, block, tuple(notes))


def _ids(subject: Subject, text: str) -> tuple[list[int], list[str]]:
    pieces = subject.tokenizer
    if isinstance(pieces, Subwords):
        return [pieces.begin_id, *pieces.encode([text])[0]], []
    return [pieces.first_id, *pieces.encode(text.split()).ids.tolist(), pieces.separator_id], []


def _made_long_enough(subject: Subject, tokens: int) -> list[str]:
    """Room for all tokens, and what to say of it."""
    position = subject.embedding.position
    for module in subject.model.modules():
        if isinstance(module, LinformerAttention) and tokens > module.projections.max_length:
            raise InvalidConfig(
                f"{tokens} tokens do not fit linformer's {module.projections.max_length}",
                f"Give --attention linformer:max_length={tokens}, or a shorter text",
            )
    if not isinstance(position, PositionEmbedding) or tokens <= position.table.num_embeddings:
        return []
    known = position.table.num_embeddings
    position.extend(tokens)
    return [f"the model learned {known} positions: beyond them they are repeated"]


def piece_label(piece: str) -> str:
    """A piece as the pictures show it: a space by its sign, a byte by its character where it has one."""
    if piece in BYTES and 0x20 < (byte := BYTES.index(piece)) < 0x7F:
        return chr(byte)
    return piece.replace(SPACE, "") or "␣"


def tokens_of(pieces: WordTokenizer | Subwords, text: str) -> list[str]:
    """The pieces of a text as they are written, without those around it."""
    ids = (
        pieces.encode([text])[0] if isinstance(pieces, Subwords) else pieces.encode(text.split()).ids.tolist()
    )
    return pieces.pieces(ids)
