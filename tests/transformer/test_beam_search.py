"""Beam search against greedy decoding and against looking at every text there is."""

import pytest
import torch
from decoding_toys import (
    BUILDERS,
    END,
    VOCABULARY,
    Model,
    every_text,
    lively,
    log_probabilities,
    log_probability,
    only,
    prompts,
)

from paperformer.errors import InvalidConfig
from paperformer.transformer.generation.beam import Beams, beam_search, penalty
from paperformer.transformer.generation.greedy import greedy
from paperformer.transformer.generation.protocol import Hypothesis, Limits

MOST = 4
LIMITS = Limits(max_tokens=MOST, end_id=END)
TEXTS = [[2], [3, 4, 2], [4, 3]]


@pytest.fixture(params=BUILDERS)
def model(request: pytest.FixtureRequest, generator: torch.Generator) -> Model:
    return lively(request.param, generator)


def written(hypothesis: Hypothesis) -> tuple[int, ...]:
    return (*hypothesis.tokens, END) if hypothesis.finished else hypothesis.tokens


@pytest.mark.parametrize("alpha", [0.0, 0.6, 2.0])
@pytest.mark.parametrize("early_stopping", [False, True])
def test_a_beam_of_one_is_greedy(model: Model, alpha: float, early_stopping: bool) -> None:
    batch = prompts(model, *TEXTS)
    beams = Beams(width=1, length_penalty=alpha, early_stopping=early_stopping)
    for (found,), expected in zip(
        beam_search(model, batch, LIMITS, beams), greedy(model, batch, LIMITS), strict=True
    ):
        assert (found.tokens, found.finished) == (expected.tokens, expected.finished)
        assert found.log_probability == pytest.approx(expected.log_probability, abs=1e-4)


@pytest.mark.parametrize("alpha", [0.0, 0.6, 2.0])
def test_a_wide_beam_finds_what_looking_at_every_text_finds(model: Model, alpha: float) -> None:
    """The ten best of all texts of up to four tokens, by the whole forward pass."""
    prompt = prompts(model, [2])
    texts = every_text(MOST)
    totals = log_probabilities(model, prompt, texts)
    scored = {text: total / penalty(len(text), alpha) for text, total in totals.items()}
    expected = sorted(texts, key=lambda text: -scored[text])[:10]
    beams = Beams(width=len(texts), n_best=10, length_penalty=alpha)
    (found,) = beam_search(model, prompt, LIMITS, beams)
    assert [written(hypothesis) for hypothesis in found] == expected
    for hypothesis in found:
        assert hypothesis.score == pytest.approx(scored[written(hypothesis)], abs=1e-4)


def test_the_best_are_sorted_all_different_and_as_many_as_asked(model: Model) -> None:
    for found in beam_search(model, prompts(model, *TEXTS), LIMITS, Beams(width=6, n_best=5)):
        scores = [hypothesis.score for hypothesis in found]
        assert scores == sorted(scores, reverse=True)
        assert len({written(hypothesis) for hypothesis in found}) == 5


def test_every_text_has_the_probability_of_the_whole_forward_pass(model: Model) -> None:
    batch = prompts(model, *TEXTS)
    beams = Beams(width=4, n_best=4, length_penalty=1.0)
    for row, found in enumerate(beam_search(model, batch, LIMITS, beams)):
        for hypothesis in found:
            text = written(hypothesis)
            expected = log_probability(model, only(batch, row), text)
            assert hypothesis.log_probability == pytest.approx(expected, abs=1e-4)
            assert hypothesis.score == pytest.approx(expected / penalty(len(text), 1.0), abs=1e-4)
            assert END not in hypothesis.tokens
            assert len(text) == MOST or hypothesis.finished


@pytest.mark.parametrize("early_stopping", [False, True])
def test_a_batch_of_unequal_prompts_is_searched_as_one_by_one(model: Model, early_stopping: bool) -> None:
    batch = prompts(model, *TEXTS)
    beams = Beams(width=3, n_best=2, early_stopping=early_stopping)
    for row, found in enumerate(beam_search(model, batch, LIMITS, beams)):
        (alone,) = beam_search(model, only(batch, row), LIMITS, beams)
        assert [one.tokens for one in alone] == [one.tokens for one in found]
        assert [one.score for one in alone] == pytest.approx([one.score for one in found], abs=1e-4)


def test_a_wider_beam_that_sees_all_is_never_worse_than_greedy(model: Model) -> None:
    batch = prompts(model, *TEXTS)
    wide = beam_search(model, batch, LIMITS, Beams(width=300, length_penalty=0.0))
    for (found,), plain in zip(wide, greedy(model, batch, LIMITS), strict=True):
        assert found.score >= plain.score - 1e-5


def test_early_stopping_takes_no_more_steps_and_a_patient_search_is_no_worse(model: Model) -> None:
    limits, steps = Limits(max_tokens=12, end_id=END), []
    plain = model.step

    def counted(*arguments: object) -> object:
        steps.append(1)
        return plain(*arguments)

    model.step = counted  # type: ignore[method-assign]
    hasty, patient = [], []
    for early_stopping, found in ((True, hasty), (False, patient)):
        steps.clear()
        beams = Beams(width=4, early_stopping=early_stopping, length_penalty=1.0)
        ((best,),) = beam_search(model, prompts(model, [2]), limits, beams)
        found += [len(steps), best.score]
    assert hasty[0] <= patient[0]
    assert hasty[1] <= patient[1]


def test_a_longer_text_gains_by_a_length_penalty() -> None:
    assert penalty(1, 0.6) == 1.0
    assert penalty(7, 1.0) == 2.0
    assert penalty(7, 0.0) == 1.0


def test_where_there_are_fewer_texts_than_asked_all_are_returned(model: Model) -> None:
    (found,) = beam_search(
        model, prompts(model, [2]), Limits(max_tokens=1, end_id=END), Beams(width=9, n_best=9)
    )
    assert sorted(written(hypothesis) for hypothesis in found) == [(token,) for token in range(VOCABULARY)]


def test_without_an_end_token_all_texts_are_as_long_as_allowed(model: Model) -> None:
    (found,) = beam_search(model, prompts(model, [2]), Limits(max_tokens=3), Beams(width=4, n_best=4))
    assert [len(hypothesis.tokens) for hypothesis in found] == [3] * 4


@pytest.mark.parametrize("settings", [{"width": 0}, {"width": 2, "n_best": 3}, {"n_best": 0}])
def test_a_beam_narrower_than_what_it_returns_is_refused(settings: dict[str, int]) -> None:
    with pytest.raises(InvalidConfig, match="n_best"):
        Beams(**settings)


def test_a_penalty_that_favours_short_texts_is_refused() -> None:
    with pytest.raises(InvalidConfig, match="length_penalty is -1"):
        Beams(length_penalty=-1.0)
