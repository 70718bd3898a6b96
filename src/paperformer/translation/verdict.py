"""Whether a translator has learned: its BLEU beside that of ones that know nothing, and what to do if not."""

from __future__ import annotations

import importlib.util
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from paperformer.translation.config import TranslationConfig
from paperformer.translation.corpus import Pair, read_pairs
from paperformer.translation.model_folder import TranslationParts
from paperformer.translation.preparation import PreparationName
from paperformer.translation.scaling import stated_otherwise
from paperformer.translation.score import bleu, scores
from paperformer.translation.translator import UNTRANSLATED, Translator
from paperformer.translation.validation import Validation

CLOSED = 0.05  # of the way from the baseline to 100: less is no learning
HALF = 0.5  # of the loss of one who knows the words' frequencies alone
JUDGED = 200  # training pairs, where there are no validation pairs
FEW = 300  # pairs that teach next to nothing


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a training came to.

    Args:
        learned: Whether the translator is better than one that knows nothing.
        figures: The sentence that says by what.
        remedy: What to do; empty where it learned.
    """

    learned: bool
    figures: str
    remedy: str = ""

    def __str__(self) -> str:
        said = "learned" if self.learned else "not learned"
        return f"{said}: {self.figures}" + (f". {self.remedy}" if self.remedy else "")


def closing(
    config: TranslationConfig, parts: TranslationParts, train: Sequence[Pair], validation: Sequence[Pair]
) -> list[str]:
    """What is said at the end of a training: the test texts' figures, if there are some, and the verdict.

    Raises:
        InvalidConfig: the test texts cannot be read, or sacreBLEU is missing for them.
    """
    lines = []
    if config.test:
        pairs = read_pairs(config.test)
        translator = Translator(parts)
        ranked = translator.translate([source for source, _ in pairs])
        found = [translations[0] if translations else UNTRANSLATED for translations in ranked]
        figures = scores(translator, found, [target for _, target in pairs])
        lines = [f"{len(pairs)} test pairs: {figure}" for figure in figures]
    return [*lines, str(judge(config, parts, train, validation))]


def judge(
    config: TranslationConfig, parts: TranslationParts, train: Sequence[Pair], validation: Sequence[Pair]
) -> Verdict:
    """Judge a translator by the validation pairs; where there are none, by pairs that it learned from.

    Args:
        config: How it was trained.
        parts: The translator with its best weights.
        train: Prepared pairs that it learned from.
        validation: Others.
    """
    pairs, name = (validation, "validation") if validation else (train[:JUDGED], "training")
    measured = Validation(parts, pairs, config.training.tokens_per_batch)
    loss = measured.loss()
    guessing = frequency_loss(parts, [target for _, target in train], [target for _, target in pairs])
    figures = f"loss {loss:.2f} nats a subword (knowing frequencies alone: {guessing:.2f})"
    learned = loss <= HALF * guessing
    if importlib.util.find_spec("sacrebleu") is not None:
        own = measured.bleu()
        nothing, how = baseline(train, pairs, config.prepare)
        learned = 100 - own <= (1 - CLOSED) * (100 - nothing)
        figures = f"BLEU {own:.1f} on {len(pairs)} {name} pairs ({how}: {nothing:.1f}), {figures}"
    if learned:
        return Verdict(True, figures)
    by_heart = Validation(parts, train[:JUDGED], config.training.tokens_per_batch).loss() <= HALF * guessing
    return Verdict(False, figures, remedy(config, len(train), knows_its_texts=by_heart and bool(validation)))


def baseline(train: Sequence[Pair], pairs: Sequence[Pair], prepare: PreparationName) -> tuple[float, str]:
    """BLEU of the better of two that know nothing, and which: the source itself, or always one sentence."""
    references = [target for _, target in pairs]
    frequent = Counter(target for _, target in train).most_common(1)[0][0]
    copied = bleu([source for source, _ in pairs], references, prepare).score
    same = bleu([frequent] * len(pairs), references, prepare).score
    return max((copied, "copying the source"), (same, "always the most frequent sentence"))


def frequency_loss(parts: TranslationParts, train: Sequence[str], judged: Sequence[str]) -> float:
    """Cross entropy a subword of one who knows how often each occurs, in nats; ends of texts count too."""
    subwords = parts.subwords[1]
    counts = Counter(subwords.end_id for _ in train)
    for ids in subwords.encode(train):
        counts.update(ids)
    total = sum(counts.values()) + len(subwords)  # one more of each: none has no probability
    asked = [number for ids in subwords.encode(judged) for number in (*ids, subwords.end_id)]
    return sum(math.log(total / (counts[number] + 1)) for number in asked) / len(asked)


def remedy(config: TranslationConfig, pairs: int, *, knows_its_texts: bool) -> str:
    """What to do where nothing was learned."""
    if pairs < FEW:
        return f"{pairs} pairs teach next to nothing: give it at least {FEW}"
    if other := stated_otherwise(config, pairs):
        return f"Leave out {', '.join(other)}: then what suits {pairs:,} pairs is set"
    if knows_its_texts:
        return "It knows the training pairs by heart: give it more of them, or a higher model.changes.dropout"
    return "It does not know the training pairs yet: raise training.steps, or lower training.learning_rate"
