"""A decoder step by step: what it has read and written, where it attends, and what it writes next.

A causal decoder over the finished text has at each place the very states that it had when it wrote there, so
one run shows all steps.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from html import escape
from importlib.resources import files
from typing import Any

import torch
from torch import Tensor

from paperformer.errors import InvalidConfig
from paperformer.inspection.look.of_text import piece_label
from paperformer.inspection.look.subject import Subject
from paperformer.text.subwords import Subwords
from paperformer.transformer.generation.generate import generate
from paperformer.transformer.recurrent import RecurrentSeq2Seq
from paperformer.transformer.tracing import TraceRecord, trace
from paperformer.translation.alignment import recurrent_attention

BEST = 5  # likeliest tokens of a step
DIGITS = 4


@dataclass(frozen=True, slots=True)
class Guess:
    """A token that might be written, and its probability."""

    piece: str
    probability: float


@dataclass(frozen=True, slots=True)
class Step:
    """One token is written.

    Args:
        chosen: The token.
        best: The likeliest ones, and the chosen one where it is none of them.
        of_read: By layer, how much of the attention goes to each token read; empty without an encoder.
        of_written: By layer, to each token written so far, the one that begins it included; empty where the
            decoder is recurrent.
    """

    chosen: Guess
    best: tuple[Guess, ...]
    of_read: tuple[tuple[float, ...], ...]
    of_written: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Steps:
    """All steps of a text.

    Args:
        title: What is shown.
        read: The pieces of the source; of a language model there are none.
        written: The pieces from the one that begins, the last one without.
        given: How many of them the decoder was given.
        steps: One for each token that it wrote.
    """

    title: str
    read: tuple[str, ...]
    written: tuple[str, ...]
    given: int
    steps: tuple[Step, ...]

    def as_json(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)


@torch.no_grad()
def see_steps(subject: Subject, text: str, *, tokens: int = 16) -> Steps:
    """The steps in which a model writes.

    Args:
        subject: A translator, or a language model that writes.
        text: What a translator reads, or what a language model goes on from.
        tokens: Most tokens that a language model writes.

    Raises:
        InvalidConfig: the text is empty, or the model writes nothing.
    """
    if not text.strip():
        raise InvalidConfig("the text is empty", "Give a sentence")
    if subject.kind == "translator":
        return _of_translator(subject, text)
    if subject.kind != "language" or not isinstance(subject.tokenizer, Subwords):
        raise InvalidConfig(f"{subject.name} writes nothing", "Give a translator or a language model")
    return _of_language_model(subject, text, tokens)


def steps_page(seen: Steps) -> str:
    """The steps as one HTML file with a slider."""
    page = files("paperformer.inspection.look").joinpath("steps.html").read_text(encoding="utf-8")
    # What a script tag holds must not hold the tag's end.
    data = json.dumps(seen.as_json(), ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return page.replace("<!--TITLE-->", escape(seen.title)).replace("/*DATA*/null", data)


def _of_translator(subject: Subject, text: str) -> Steps:
    translator = subject.translator
    if translator is None:
        raise InvalidConfig(f"{subject.name} is no translator", "Give the folder of one")
    reading, writing = translator.parts.subwords
    source = [*reading.encode([translator.parts.preparations[0].apply(text)])[0], reading.end_id]
    (translations,) = translator.translate([text])
    if not translations:
        raise InvalidConfig("the text is longer than the translator reads", "Give a shorter one")
    written = [writing.begin_id, *translations[0].target_ids, writing.end_id]
    model: Any = subject.model
    rows = _row(source, translator.device), _row(written[:-1], translator.device)
    with trace(model) as record:
        logits = model(*rows)
    cross = _by_layer(record, "cross_attention")
    if isinstance(model, RecurrentSeq2Seq):
        cross = [recurrent_attention(model, *rows)]
    title = f"{subject.short_name}: “{text}” → “{translations[0].text}”"
    own = _by_layer(record, "attention")
    return _steps(title, (cross, own), logits, written, 1, writing, _labels(reading, source))


def _of_language_model(subject: Subject, text: str, tokens: int) -> Steps:
    pieces, model = subject.tokenizer, subject.model
    assert isinstance(pieces, Subwords)
    prompt = [pieces.begin_id, *pieces.encode([text])[0]]
    (hypothesis,) = generate(model, _row(prompt), max_tokens=tokens, end_id=pieces.end_id)  # type: ignore[arg-type]
    written = [*prompt, *(int(token) for token in hypothesis.tokens)]
    if len(written) == len(prompt):
        raise InvalidConfig(f"{subject.name} ends the text at once", "Give another text")
    with trace(model) as record:
        logits = model(_row(written[:-1]))
    title, own = f"{subject.short_name}: “{text}” ...", _by_layer(record, "attention")
    return _steps(title, ([], own), logits, written, len(prompt), pieces, ())


def _steps(
    title: str,
    attention: tuple[list[Tensor], list[Tensor]],
    logits: Tensor,
    written: list[int],
    given: int,
    pieces: Subwords,
    read: tuple[str, ...],
) -> Steps:
    probabilities = logits[0].softmax(dim=-1)
    cross, own = attention
    steps = tuple(
        Step(
            chosen=_guess(pieces, written[place + 1], probabilities[place]),
            best=_best(pieces, written[place + 1], probabilities[place]),
            of_read=tuple(_rounded(layer[place]) for layer in cross),
            of_written=tuple(_rounded(layer[place, : place + 1]) for layer in own),
        )
        for place in range(given - 1, len(written) - 1)
    )
    return Steps(title, read, _labels(pieces, written[:-1]), given, steps)


def _best(pieces: Subwords, chosen: int, probabilities: Tensor) -> tuple[Guess, ...]:
    likeliest = probabilities.topk(min(BEST, len(probabilities))).indices.tolist()
    wanted = likeliest if chosen in likeliest else [*likeliest[:-1], chosen]
    return tuple(_guess(pieces, position, probabilities) for position in wanted)


def _guess(pieces: Subwords, position: int, probabilities: Tensor) -> Guess:
    return Guess(_labels(pieces, [position])[0], round(float(probabilities[position]), DIGITS))


def _by_layer(record: TraceRecord, name: str) -> list[Tensor]:
    """The decoder's attention of each layer, the mean over its heads: ``(query, key)``."""
    names = [key for key in record.attention if key.startswith("decoder.") and key.endswith(f".{name}")]
    return [record.attention[key].weights[0].mean(dim=0) for key in names]


def _rounded(weights: Tensor) -> tuple[float, ...]:
    return tuple(round(float(weight), DIGITS) for weight in weights)


def _labels(pieces: Subwords, ids: list[int]) -> tuple[str, ...]:
    return tuple(piece_label(piece) for piece in pieces.pieces(ids))


def _row(ids: list[int], device: torch.device | None = None) -> Tensor:
    return torch.tensor([ids], device=device)
