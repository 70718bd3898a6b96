"""Scores are sacreBLEU's, with the signature that says what was counted."""

import sys
from dataclasses import replace

import pytest

from paperformer.errors import InvalidConfig
from paperformer.translation.preparation import Preparation
from paperformer.translation.score import bleu, chrf, scores
from paperformer.translation.translator import Translation, Translator

sacrebleu = pytest.importorskip("sacrebleu")

WRITTEN = ["Ein Mann steht auf einer Leiter.", "Zwei Hunde spielen im Schnee !"]
TRUE = ["Ein Mann steht auf der Leiter.", "Zwei Hunde spielen im Schnee!"]


def test_raw_text_is_cut_by_sacrebleu() -> None:
    score = bleu(WRITTEN, TRUE)
    assert score.score == pytest.approx(sacrebleu.corpus_bleu(WRITTEN, [TRUE]).score)
    assert "tok:13a" in score.signature
    assert "case:mixed" in score.signature


def test_prepared_text_is_taken_as_it_is() -> None:
    score = bleu(WRITTEN, TRUE, "moses-lower")
    assert score.score == pytest.approx(
        sacrebleu.corpus_bleu(WRITTEN, [TRUE], tokenize="none", force=True).score
    )
    assert "tok:none" in score.signature
    assert score.score < bleu(WRITTEN, TRUE).score


def test_case_can_be_folded() -> None:
    lowered = [text.lower() for text in WRITTEN]
    assert bleu(lowered, TRUE, lower=True).score == pytest.approx(bleu(WRITTEN, TRUE).score)
    assert "case:lc" in bleu(lowered, TRUE, lower=True).signature


def test_chrf_is_sacrebleus() -> None:
    assert chrf(WRITTEN, TRUE).score == pytest.approx(sacrebleu.corpus_chrf(WRITTEN, [TRUE]).score)
    assert chrf(TRUE, TRUE).score == 100.0


def test_a_model_of_prepared_text_is_scored_in_both_forms(untrained: Translator) -> None:
    pytest.importorskip("sacremoses")
    moses = Preparation("moses-lower", "de")
    parts = replace(untrained.parts, preparations=(untrained.parts.preparations[0], moses))
    found = [
        Translation(moses.undo(moses.apply(text)), moses.apply(text), 0.0, (), (), True) for text in TRUE
    ]
    figures = {score.name: score.score for score in scores(Translator(parts), found, TRUE)}
    assert figures["BLEU moses-lower"] == pytest.approx(100.0)
    assert figures["BLEU detokenised, lowercased"] == pytest.approx(100.0)
    assert figures["BLEU detokenised"] < 80.0  # the model knows no capitals


@pytest.mark.parametrize(("written", "true", "said"), [
    (["a"], ["a", "b"], "1 translations and 2 references"),
    ([], [], "nothing to score"),
])  # fmt: skip
def test_what_cannot_be_compared_is_one_line(written: list[str], true: list[str], said: str) -> None:
    with pytest.raises(InvalidConfig, match=said):
        bleu(written, true)


def test_where_sacrebleu_is_not_installed_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    with pytest.raises(InvalidConfig, match="needs sacrebleu, which is not installed"):
        bleu(WRITTEN, TRUE)
