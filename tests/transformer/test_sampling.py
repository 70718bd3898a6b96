"""Sampling: what may be drawn, how often, and that a seed draws the same again."""

import pytest
import torch
from decoding_toys import BUILDERS, END, Model, lively, log_probability, prompts

from paperformer.errors import InvalidConfig
from paperformer.transformer.generation.greedy import greedy
from paperformer.transformer.generation.protocol import Limits, Prompt
from paperformer.transformer.generation.sampling import Sampling, probabilities, sample

LIMITS = Limits(max_tokens=6, end_id=END)
LOGITS = torch.tensor([[0.5, 0.1, 0.25, 0.15], [0.1, 0.2, 0.3, 0.4]]).log()


@pytest.fixture(params=BUILDERS)
def model(request: pytest.FixtureRequest, generator: torch.Generator) -> Model:
    return lively(request.param, generator)


def chance(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def test_by_default_tokens_are_drawn_as_likely_as_the_model_says() -> None:
    torch.testing.assert_close(probabilities(LOGITS, Sampling()), LOGITS.exp())


def test_temperature_divides_the_logits() -> None:
    found = probabilities(LOGITS, Sampling(temperature=0.5))
    torch.testing.assert_close(found, LOGITS.exp().square() / LOGITS.exp().square().sum(1, keepdim=True))


def test_top_k_keeps_the_k_likeliest() -> None:
    found = probabilities(LOGITS, Sampling(top_k=2))
    torch.testing.assert_close(found, torch.tensor([[2 / 3, 0, 1 / 3, 0], [0, 0, 3 / 7, 4 / 7]]))


@pytest.mark.parametrize(
    ("top_p", "kept"), [(0.3, 1), (0.49, 1), (0.51, 2), (0.74, 2), (0.76, 3), (0.95, 4), (1.0, 4)]
)
def test_top_p_keeps_the_fewest_that_hold_p(top_p: float, kept: int) -> None:
    found = probabilities(LOGITS[:1], Sampling(top_p=top_p))[0]
    order = [0, 2, 3, 1]
    expected = torch.zeros(4)
    expected[order[:kept]] = LOGITS[0].exp()[order[:kept]]
    torch.testing.assert_close(found, expected / expected.sum())


def test_top_p_counts_what_temperature_and_top_k_have_left() -> None:
    """The three likeliest of the second row hold 4/9, 3/9, 2/9: 0.75 takes two of them."""
    found = probabilities(LOGITS[1:], Sampling(top_k=3, top_p=0.75))
    torch.testing.assert_close(found, torch.tensor([[0, 0, 3 / 7, 4 / 7]]))


def test_equal_logits_lose_none_but_what_top_k_takes() -> None:
    assert (probabilities(torch.zeros(1, 6), Sampling(top_k=4)) > 0).sum() == 4


def test_the_logits_given_stay_as_they_are() -> None:
    before = LOGITS.clone()
    probabilities(LOGITS, Sampling(top_k=1))
    assert torch.equal(LOGITS, before)


def test_texts_are_drawn_as_often_as_the_model_says(model: Model) -> None:
    """The first two tokens of 4,000 draws, against the product of their probabilities."""
    draws = 4000
    one = prompts(model, [2])
    many = Prompt(
        one.tokens.expand(draws, -1),
        source=None if one.source is None else one.source.expand(draws, -1),
        source_mask=None if one.source_mask is None else one.source_mask.expand(draws, -1),
    )
    found = sample(model, many, Limits(max_tokens=2), Sampling(), chance(1))
    texts = [hypothesis.tokens for hypothesis in found]
    for text in set(texts):
        share = torch.tensor(log_probability(model, one, text)).exp().item()
        allowed = 4.5 * (share * (1 - share) / draws) ** 0.5
        assert abs(texts.count(text) / draws - share) < allowed + 1e-3


def test_the_same_seed_draws_the_same_texts_and_leaves_global_chance_alone(model: Model) -> None:
    batch = prompts(model, [2], [3, 4, 2], [4], [2], [3])
    torch.manual_seed(4)
    before = torch.get_rng_state()
    first, second, other = (sample(model, batch, LIMITS, Sampling(), chance(seed)) for seed in (1, 1, 2))
    assert first == second
    assert first != other
    assert torch.equal(before, torch.get_rng_state())


@pytest.mark.parametrize("sampling", [Sampling(top_k=1), Sampling(top_p=1e-9), Sampling(temperature=1e-4)])
def test_where_only_the_likeliest_is_left_sampling_is_greedy(model: Model, sampling: Sampling) -> None:
    batch = prompts(model, [2], [3, 4, 2], [4])
    found = sample(model, batch, LIMITS, sampling, chance(1))
    assert [one.tokens for one in found] == [one.tokens for one in greedy(model, batch, LIMITS)]


def test_a_text_carries_the_models_own_probability_whatever_it_was_drawn_with(model: Model) -> None:
    prompt = prompts(model, [2])
    (found,) = sample(model, prompt, LIMITS, Sampling(temperature=3.0, top_k=4), chance(3))
    text = (*found.tokens, END) if found.finished else found.tokens
    assert found.log_probability == pytest.approx(log_probability(model, prompt, text), abs=1e-4)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"temperature": 0.0}, "temperature is 0.0"),
        ({"temperature": float("nan")}, "temperature is nan"),
        ({"top_k": 0}, "top_k is 0"),
        ({"top_p": 0.0}, "top_p is 0.0"),
        ({"top_p": 1.5}, "top_p is 1.5"),
    ],
)
def test_what_cannot_be_drawn_from_is_refused(settings: dict[str, float], said: str) -> None:
    with pytest.raises(InvalidConfig, match=said):
        Sampling(**settings)
