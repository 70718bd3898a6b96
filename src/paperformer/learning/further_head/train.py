"""The training of the head: lines drawn as it goes, and CTC (Graves et al. 2006)."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from paperformer.documents.ocr.further_head import CHARACTERS, FEATURES
from paperformer.documents.ocr.ppocr_weights import recognizer_characters, recognizer_file
from paperformer.documents.ocr.session import with_output
from paperformer.learning.further_head.head import ScriptHead
from paperformer.learning.further_head.lines import Vocabulary, is_drawn
from paperformer.learning.further_head.pictures import Typefaces, draw_line

if TYPE_CHECKING:
    from numpy.typing import NDArray

_REQUIRED = "ЖжΩωựԺժჟ"  # of each script a letter: a font with none of them has none of the scripts
_PASSES = 3  # over them: features cost more than updates
_EVERY = 250  # steps between two lines of the log
_TRIES = 1000  # texts until one can be drawn
_CLIP = 5.0  # norm of gradients


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """How the head is trained.

    Args:
        steps: Updates.
        batch: Lines an update.
        rate: The highest learning rate; it warms up over 200 steps and falls to nothing by a cosine.
        seed: Of lines, typefaces and wear.
        held_out: Families of typefaces, separated by commas, that only the tests see.
        pool: Batches that are drawn at once, and put together by width; a third as many are the test.
    """

    steps: int = 9000
    batch: int = 32
    rate: float = 1e-3
    seed: int = 1
    held_out: str = "Carlito,NotoSerif,PTC55F,FreeMono,Roboto"
    pool: int = 48


@dataclass(frozen=True, slots=True)
class Batch:
    """Features (count, 384, 1, columns), how many columns each line has, and the characters' classes."""

    features: Tensor
    columns: Tensor
    classes: Tensor
    lengths: Tensor
    texts: Sequence[str]


class Lines:
    """Batches of drawn lines with the recogniser's features."""

    def __init__(self, vocabulary: Vocabulary, typefaces: Typefaces, pool: int) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = torch.get_num_threads()
        self._network = onnxruntime.InferenceSession(
            with_output(recognizer_file("accurate"), FEATURES), options
        )
        self._vocabulary = vocabulary
        self._typefaces = typefaces
        self._pool = pool

    def batches(self, size: int, chance: random.Random) -> Iterator[Batch]:
        """Without end; lines of like width together, each seen a few times in any order."""
        while True:
            drawn = sorted(
                (self._line(chance) for _ in range(size * self._pool)), key=lambda line: line[1].shape[1]
            )
            groups = [drawn[start : start + size] for start in range(0, len(drawn), size)]
            chance.shuffle(groups)
            batches = []
            for group in groups:
                batches.append(self._batch(group))
                yield batches[-1]
            for _ in range(_PASSES - 1):
                chance.shuffle(batches)
                yield from batches

    def _line(self, chance: random.Random) -> tuple[str, NDArray[np.uint8]]:
        for _ in range(_TRIES):
            text = self._vocabulary.line(chance)
            # Capitals of a few letters are two characters, one of which may be unknown.
            readable = text and is_drawn(text)
            picture = draw_line(text, self._typefaces, chance) if readable else None
            if picture is not None and picture.shape[1] // 8 > _columns_needed(text):
                return text, picture
        raise ValueError("no font has the letters of these words: give it others")

    def _batch(self, lines: Sequence[tuple[str, NDArray[np.uint8]]]) -> Batch:
        width = max(160, *(-(-picture.shape[1] // 8) * 8 for _, picture in lines))
        pixels = np.zeros((len(lines), 3, 48, width), np.float32)
        for row, (_, picture) in zip(pixels, lines, strict=True):
            row[:, :, : picture.shape[1]] = picture.transpose(2, 0, 1) * np.float32(2 / 255) - np.float32(1)
        features = self._network.run([FEATURES], {self._network.get_inputs()[0].name: pixels})[0]
        classes = [[CHARACTERS.index(letter) + 1 for letter in text] for text, _ in lines]
        return Batch(
            torch.from_numpy(features),
            torch.full((len(lines),), features.shape[3]),
            torch.tensor([each for line in classes for each in line]),
            torch.tensor([len(line) for line in classes]),
            [text for text, _ in lines],
        )


def train(
    vocabulary: Vocabulary,
    fonts: Sequence[Path],
    config: TrainingConfig,
    checkpoint: Path,
    *,
    log: TextIO,
) -> ScriptHead:
    """A trained head.

    Args:
        vocabulary: What the lines say.
        fonts: Folders of typefaces.
        config: How to train.
        checkpoint: Where its state is kept; training goes on from there.
        log: Gets a line now and then: steps, loss, error rate on typefaces held out.
    """
    torch.manual_seed(config.seed)
    head = ScriptHead()
    head.start_from(recognizer_file("accurate"), recognizer_characters("accurate"))
    held_out = frozenset(config.held_out.split(","))
    seen = Lines(vocabulary, Typefaces(fonts, _REQUIRED, without=held_out), config.pool)
    unseen = Lines(vocabulary, Typefaces(fonts, _REQUIRED, only=held_out), config.pool).batches(
        config.batch, random.Random(0)
    )
    tests = [next(unseen) for _ in range(max(1, config.pool // 3))]
    optimiser = torch.optim.AdamW(head.parameters(), config.rate, weight_decay=0.01)
    start = 0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        head.load_state_dict(state["head"])
        optimiser.load_state_dict(state["optimiser"])
        start = state["step"]
    batches = seen.batches(config.batch, random.Random(config.seed + start))
    for step in range(start, config.steps):
        for group in optimiser.param_groups:
            group["lr"] = config.rate * _schedule(step, config.steps)
        loss = _loss(head.train(), next(batches))
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(head.parameters(), _CLIP)
        optimiser.step()
        if (step + 1) % _EVERY == 0 or step + 1 == config.steps:
            rate = error_rate(head, tests)
            print(
                f"step {step + 1}: loss {loss.item():.3f}, {rate:.4f} of characters wrong",
                file=log,
                flush=True,
            )
            torch.save(
                {"head": head.state_dict(), "optimiser": optimiser.state_dict(), "step": step + 1}, checkpoint
            )
    return head.eval()


def error_rate(head: ScriptHead, batches: Sequence[Batch]) -> float:
    """Edits by characters, of the best text of each line."""
    from rapidfuzz.distance import Levenshtein

    wrong = characters = 0
    head.eval()
    for batch in batches:
        with torch.no_grad():
            best = head(batch.features).argmax(-1)
        for row, text in zip(best.tolist(), batch.texts, strict=True):
            wrong += Levenshtein.distance(collapsed(row), text)
            characters += len(text)
    return wrong / characters


def collapsed(classes: Sequence[int]) -> str:
    """Repeats and nothings left out."""
    pairs = zip(classes, [0, *classes], strict=False)
    return "".join(CHARACTERS[now - 1] for now, before in pairs if now not in (0, before))


def _loss(head: ScriptHead, batch: Batch) -> Tensor:
    scores = head(batch.features).transpose(0, 1)
    return functional.ctc_loss(scores, batch.classes, batch.columns, batch.lengths, zero_infinity=True)


def _columns_needed(text: str) -> int:
    """CTC needs a column for each character, and one between two that are equal."""
    return len(text) + sum(a == b for a, b in pairwise(text))


def _schedule(step: int, steps: int) -> float:
    warm = min(1.0, (step + 1) / 200)
    return warm * 0.5 * (1 + math.cos(math.pi * step / steps))
