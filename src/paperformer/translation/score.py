"""How good translations are: BLEU and chrF, always with the signature that says what was counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from paperformer.errors import InvalidConfig
from paperformer.translation.preparation import PreparationName
from paperformer.translation.translator import Translation, Translator


@dataclass(frozen=True, slots=True)
class Score:
    """One figure.

    Args:
        name: ``BLEU`` or ``chrF``, and on which form of the texts.
        score: From 0 to 100.
        signature: sacreBLEU's.
    """

    name: str
    score: float
    signature: str

    def __str__(self) -> str:
        return f"{self.name} {self.score:.2f}  {self.signature}"


def bleu(
    written: Sequence[str],
    references: Sequence[str],
    prepare: PreparationName = "none",
    *,
    lower: bool = False,
) -> Score:
    """Corpus BLEU (Papineni et al. 2002) by sacreBLEU (Post 2018).

    Args:
        written: The translations.
        references: What they should be, one each.
        prepare: How both were prepared. Texts that Moses has cut into words are taken as they are
            (``tokenize none``), others are cut by sacreBLEU's own rules (13a).
        lower: Fold case first.

    Raises:
        InvalidConfig: there are more of the one than of the other, none at all, or sacreBLEU is missing.
    """
    _check(written, references)
    metric = _sacrebleu().BLEU(tokenize="13a" if prepare == "none" else "none", lowercase=lower, force=True)
    score = metric.corpus_score(list(written), [list(references)])
    return Score("BLEU", float(score.score), str(metric.get_signature()))


def chrf(written: Sequence[str], references: Sequence[str]) -> Score:
    """Corpus chrF (Popović 2015) by sacreBLEU.

    Raises:
        InvalidConfig: as ``bleu``.
    """
    _check(written, references)
    metric = _sacrebleu().CHRF()
    score = metric.corpus_score(list(written), [list(references)])
    return Score("chrF", float(score.score), str(metric.get_signature()))


def scores(
    translator: Translator, translations: Sequence[Translation], references: Sequence[str]
) -> list[Score]:
    """All figures of these translations of a text: as the model writes, and as people do.

    Args:
        translator: What wrote them, for its preparation.
        translations: The best translation of each line.
        references: The true lines, raw.

    Raises:
        InvalidConfig: as ``bleu``.
    """
    prepare = translator.parts.preparations[1]
    _check(translations, references)
    texts = [translation.text for translation in translations]
    figures = [
        _named("BLEU detokenised", bleu(texts, references)),
        _named("BLEU detokenised, lowercased", bleu(texts, references, lower=True)),
        _named("chrF detokenised", chrf(texts, references)),
    ]
    if prepare.name == "none":
        return figures
    true = [prepare.apply(reference) for reference in references]
    own = bleu([translation.prepared for translation in translations], true, prepare.name)
    return [_named(f"BLEU {prepare.name}", own), *figures]


def _named(name: str, score: Score) -> Score:
    return Score(name, score.score, score.signature)


def _check(written: Sequence[object], references: Sequence[str]) -> None:
    if len(written) != len(references):
        raise InvalidConfig(
            f"{len(written)} translations and {len(references)} references",
            "Give files in which each line translates the other's",
        )
    if not references:
        raise InvalidConfig("there is nothing to score", "Give files with a sentence on each line")


def _sacrebleu() -> Any:
    try:
        from sacrebleu import metrics
    except ImportError as error:
        raise InvalidConfig(
            "scoring needs sacrebleu, which is not installed",
            "Install it with: pip install 'paperformer[translate]'",
        ) from error
    return metrics
