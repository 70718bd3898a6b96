"""Training and decoding a translator, beside torch.nn.Transformer and CTranslate2, on Multi30k.

    python benchmarks/translation.py train [--steps N] [--threads N] [--preset tiny]
    python benchmarks/translation.py decode MODEL [--threads N] [--lines N] [--length-penalty X]

``train``: target tokens per second of the whole step (batch, loss, gradients, optimiser), same shape, same
batches, same dropout, all taking turns, in float32 and under autocast to bfloat16; the median over the turns.
``decode``: a translator's beam-5 translation of test2016 as the library does it, with every prefix computed
anew (no cache), and by CTranslate2 with the same weights and the same limit of length where that is installed
(``pip install ctranslate2``; it is in no extra). MODEL is the folder that ``paperformer translate train
recipes/multi30k-en-de.yaml`` printed. The two penalise length by other formulas; ``--length-penalty 0`` lets
both rank by probability alone, and only then does the part that is the same say something. Needs
PAPERFORMER_DATA.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from paperformer.learning.optimisation import adamw
from paperformer.learning.trainer import Trainer
from paperformer.learning.trainer_config import PrecisionName, TrainerConfig
from paperformer.text.subword_training import train_subwords
from paperformer.transformer.generation.protocol import Prompt
from paperformer.transformer.position import SinusoidalPositions
from paperformer.transformer.seq2seq import Seq2Seq
from paperformer.translation.batches import Batch, Batches, encode_pairs, grouped
from paperformer.translation.config import ModelChoice, ParallelText
from paperformer.translation.corpus import read_pairs
from paperformer.translation.model_folder import build, shape_of
from paperformer.translation.task import TranslationTask
from paperformer.translation.translator import TOKENS_PER_BATCH, Translator, longest_translation

SMOOTHING, TOKENS, VOCABULARY = 0.1, 4096, 10_000
TURNS = 5
BEAM = 5
PRECISIONS: tuple[PrecisionName, ...] = ("float32", "bfloat16")
BASELINE = "torch.nn.Transformer float32"
Step = Callable[[Sequence[Batch]], None]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="?", choices=["train", "decode"], default="train")
    parser.add_argument("model", nargs="?", type=Path)
    parser.add_argument("--steps", type=int, default=10, help="a turn")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--lines", type=int, default=1000)
    parser.add_argument("--length-penalty", type=float, help="as the model says, where it is left out")
    parser.add_argument("--preset", default="tiny")
    options = parser.parse_args()
    folder = os.environ.get("PAPERFORMER_DATA")
    if not folder:
        sys.exit("set PAPERFORMER_DATA to the folder that holds translation-multi30k")
    torch.set_num_threads(options.threads)
    data = Path(folder) / "translation-multi30k"
    if options.what == "train":
        compare_training(data, options.preset, options.steps)
    elif options.model is None:
        sys.exit("name a model folder")
    else:
        compare_decoding(data, options.model, options.lines, options.length_penalty)


class Peer(nn.Module):
    """torch.nn.Transformer with the embeddings, the tied head and the dropout of the paper."""

    def __init__(self, config: Any) -> None:
        super().__init__()
        size = config.hidden_size
        self.token = nn.Embedding(config.vocabulary_size, size, padding_idx=config.padding_id)
        self.places = SinusoidalPositions(size=size)
        self.dropout = nn.Dropout(config.dropout)
        self.transformer = nn.Transformer(
            size,
            config.heads,
            config.layers,
            config.decoder_layers or config.layers,
            config.feedforward_size,
            config.dropout,
            batch_first=True,
        )
        for module in self.transformer.modules():  # it drops in two places more than the paper does
            if isinstance(module, nn.MultiheadAttention):
                module.dropout = 0.0
            if isinstance(module, nn.TransformerEncoderLayer | nn.TransformerDecoderLayer):
                module.dropout.p = 0.0

    def embed(self, ids: Tensor) -> Tensor:
        token = self.token(ids) * math.sqrt(self.token.embedding_dim)
        return self.dropout(token + self.places(ids.shape[1]))

    def forward(self, batch: Batch) -> Tensor:
        causal = nn.Transformer.generate_square_subsequent_mask(batch.given.shape[1], dtype=torch.bool)
        hidden = None if batch.source_mask is None else ~batch.source_mask
        states = self.transformer(
            self.embed(batch.source),
            self.embed(batch.given),
            tgt_mask=causal,
            tgt_is_causal=True,
            src_key_padding_mask=hidden,
            memory_key_padding_mask=hidden,
        )
        return states.flatten(0, 1)[batch.places] @ self.token.weight.T


def compare_training(data: Path, preset: str, steps: int) -> None:
    """Tokens per second, ours and theirs in turns."""
    text = ParallelText(source=str(data / "train.en"), target=str(data / "train.de"))
    pairs = read_pairs([text])
    joint = train_subwords([side for pair in pairs for side in pair], VOCABULARY)
    encoded = encode_pairs(pairs, (joint, joint))
    batches = Batches(encoded, grouped(encoded, TOKENS, np.random.default_rng(0)), (joint, joint))
    used = batches[: steps * TURNS]
    config: Any = shape_of(ModelChoice(preset=preset), (joint, joint))  # type: ignore[arg-type]
    paces: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        contestants = [*_ours(config, used, Path(folder)), *_theirs(config)]
        for turn in range(-1, TURNS):  # the first is to warm up
            part = used[max(turn, 0) * steps : (max(turn, 0) + 1) * steps]
            for name, step in contestants:
                seconds = timed(lambda step=step, part=part: [step([b]) for b in part])
                if turn >= 0:
                    paces.setdefault(name, []).append(sum(b.tokens for b in part) / seconds)
    real = sum(b.tokens for b in used) / sum(b.given.numel() for b in used)
    print(f"{preset}, {torch.get_num_threads()} threads, {steps} steps a turn, {1 - real:.1%} padding")
    for name, found in paces.items():
        ratios = [one / other for one, other in zip(found, paces[BASELINE], strict=True)]
        print(
            f"{name:30} {statistics.median(found):8.0f} tokens/s, {statistics.median(ratios):.2f} times"
            f" {BASELINE} (from {min(ratios):.2f} to {max(ratios):.2f})"
        )


def _ours(config: Any, batches: Sequence[Batch], folder: Path) -> list[tuple[str, Step]]:
    found: list[tuple[str, Step]] = []
    for precision in PRECISIONS:
        settings = TrainerConfig(clip=0, average=0, precision=precision)
        trainer = Trainer(build(config, 0), TranslationTask(SMOOTHING), lambda _: batches, folder, settings)
        found.append((f"paperformer {precision}", trainer._step))
    return found


def _theirs(config: Any) -> list[tuple[str, Step]]:
    return [
        (f"torch.nn.Transformer {precision}", _peer_step(Peer(config), precision)) for precision in PRECISIONS
    ]


def _peer_step(model: Peer, precision: str) -> Step:
    optimizer = adamw(model, rate=1e-4, fresh_rate=1e-4, fresh=(), weight_decay=0.01)

    def step(group: Sequence[Batch]) -> None:
        model.train()
        for batch in group:
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=precision == "bfloat16"):
                loss = cross_entropy(model(batch), batch.wanted, label_smoothing=SMOOTHING)
            loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)

    return step


def timed(work: Callable[[], object]) -> float:
    """Seconds."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


@dataclass(frozen=True, slots=True)
class Prefix:
    """A decoding state that remembers nothing but the text."""

    tokens: Tensor
    source: Tensor
    mask: Tensor | None

    def reorder(self, rows: Tensor, *, same_source: bool = False) -> Prefix:
        if same_source:
            return replace(self, tokens=self.tokens[rows])
        mask = None if self.mask is None else self.mask[rows]
        return Prefix(self.tokens[rows], self.source[rows], mask)


class Uncached(nn.Module):
    """The same model, computing the whole text again for each token; the source is read once."""

    def __init__(self, model: Seq2Seq) -> None:
        super().__init__()
        self.model = model

    def start(self, prompt: Prompt) -> Prefix:
        if prompt.source is None:
            raise ValueError("no source")
        memory = self.model.encode(prompt.source, prompt.source_mask)
        return Prefix(prompt.tokens[:, :0], memory, prompt.source_mask)

    def step(self, tokens: Tensor, state: Prefix) -> tuple[Tensor, Prefix]:
        text = torch.cat([state.tokens, tokens], dim=1)
        hidden = self.model.target_embedding(text)
        hidden = self.model.decoder(hidden, memory=state.source, memory_mask=state.mask)
        return self.model.head(hidden[:, -1]), replace(state, tokens=text)


def compare_decoding(data: Path, folder: Path, lines: int, length_penalty: float | None) -> None:
    """Seconds for beam-5 translation, and whether all write the same."""
    translator = Translator.load(folder)
    if length_penalty is None:
        length_penalty = translator.parts.manifest.search.length_penalty
    source = (data / f"test_2016_flickr.{translator.parts.manifest.source}").read_text(encoding="utf-8")
    texts = source.splitlines()[:lines]
    prepared = [translator.parts.preparations[0].apply(text) for text in texts]
    written: dict[str, list[tuple[int, ...]]] = {}
    seconds: dict[str, float] = {}

    def run(name: str, translate: Callable[[], list[tuple[int, ...]]]) -> None:
        begun = time.perf_counter()
        written[name] = translate()
        seconds[name] = time.perf_counter() - begun

    def ours() -> list[tuple[int, ...]]:
        found = translator.translate_prepared(prepared, beam=BEAM, length_penalty=length_penalty)
        return [best.target_ids for best, *_ in found]

    ours()
    run("cached", ours)
    cached, translator.model = translator.model, Uncached(translator.model)  # type: ignore[arg-type, assignment]
    run("uncached", ours)
    translator.model = cached
    peer = ctranslate2_peer(translator, prepared, length_penalty)
    if peer is not None:
        peer()
        run("CTranslate2", peer)
    for name, took in seconds.items():
        same = sum(a == b for a, b in zip(written[name], written["cached"], strict=True)) / len(texts)
        print(f"{name:12} {took:7.1f} s  {took / seconds['cached']:5.2f} times cached  {same:.1%} the same")


def ctranslate2_peer(
    translator: Translator, prepared: list[str], length_penalty: float
) -> Callable[[], list[tuple[int, ...]]] | None:
    """CTranslate2 with the same weights; None where it is not installed."""
    try:
        import ctranslate2
    except ImportError:
        print("CTranslate2 is not installed: pip install ctranslate2")
        return None
    from ctranslate2_model import converted

    folder = Path(tempfile.mkdtemp())
    converted(translator.parts, folder)
    reading, writing = translator.parts.subwords
    peer = ctranslate2.Translator(str(folder), intra_threads=torch.get_num_threads(), inter_threads=1)
    sources = reading.encode(prepared)
    # It takes one limit a call: texts that may become as long, those of one of our classes, go together.
    calls: dict[int, list[int]] = {}
    for row, ids in enumerate(sources):
        calls.setdefault(longest_translation(len(ids)), []).append(row)
    pieces = [[*reading.pieces(ids), reading.vocabulary[reading.end_id]] for ids in sources]
    numbers = {piece: number for number, piece in enumerate(writing.vocabulary)}

    def translate() -> list[tuple[int, ...]]:
        written: list[tuple[int, ...]] = [()] * len(pieces)
        for most, rows in calls.items():
            found = peer.translate_batch(
                [pieces[row] for row in rows], beam_size=BEAM, length_penalty=length_penalty,
                max_decoding_length=most,
                max_batch_size=TOKENS_PER_BATCH, batch_type="tokens",
            )  # fmt: skip
            for row, one in zip(rows, found, strict=True):
                written[row] = tuple(numbers[piece] for piece in one.hypotheses[0])
        return written

    return translate


if __name__ == "__main__":
    main()
