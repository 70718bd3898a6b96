"""Greedy decoding, for a decoder alone, an encoder-decoder and a recurrent one alike."""

import pytest
import torch
from decoding_toys import BUILDERS, END, VOCABULARY, Model, lively, log_probability, only, prompts

from paperformer.errors import InvalidConfig
from paperformer.transformer.build import build_decoder
from paperformer.transformer.config import DecoderConfig
from paperformer.transformer.generation.greedy import greedy
from paperformer.transformer.generation.protocol import Limits, Prompt

LIMITS = Limits(max_tokens=6, end_id=END)


@pytest.fixture(params=BUILDERS)
def model(request: pytest.FixtureRequest, generator: torch.Generator) -> Model:
    return lively(request.param, generator)


def test_every_token_is_the_likeliest_after_those_before(model: Model) -> None:
    prompt = prompts(model, [2])
    (found,) = greedy(model, prompt, LIMITS)
    text: tuple[int, ...] = ()
    while len(text) < 6 and END not in text:
        text += (max(range(VOCABULARY), key=lambda t: log_probability(model, prompt, (*text, t))),)
    assert found.tokens == tuple(token for token in text if token != END)
    assert found.finished == (END in text)
    assert found.log_probability == pytest.approx(log_probability(model, prompt, text), abs=1e-4)
    assert found.score == found.log_probability


def test_a_batch_of_unequal_prompts_equals_one_by_one(model: Model) -> None:
    batch = prompts(model, [2], [3, 4, 2, 2], [4, 3], [2, 2, 3])
    together = greedy(model, batch, LIMITS)
    assert len({one.tokens for one in together}) > 1
    for row, found in enumerate(together):
        (alone,) = greedy(model, only(batch, row), LIMITS)
        assert alone.tokens == found.tokens
        assert alone.finished == found.finished
        assert alone.log_probability == pytest.approx(found.log_probability, abs=1e-4)


def test_without_an_end_token_every_text_is_as_long_as_allowed(model: Model) -> None:
    found = greedy(model, prompts(model, [2], [3, 4, 2]), Limits(max_tokens=9))
    assert [len(one.tokens) for one in found] == [9, 9]
    assert not any(one.finished for one in found)


def test_decoding_keeps_no_gradients_and_leaves_training_as_it_was(model: Model) -> None:
    greedy(model, prompts(model, [2]), LIMITS)
    assert torch.is_grad_enabled()
    assert all(parameter.grad is None for parameter in model.parameters())


def test_a_learned_table_that_is_too_short_is_an_error_not_a_shorter_text(
    generator: torch.Generator,
) -> None:
    config = DecoderConfig(
        vocabulary_size=5,
        hidden_size=8,
        layers=1,
        heads=2,
        feedforward_size=8,
        positions="learned",
        max_positions=4,
    )
    model = build_decoder(config, generator).eval()
    with pytest.raises(InvalidConfig, match="do not fit into 4 positions"):
        greedy(model, Prompt(torch.tensor([[2]])), Limits(max_tokens=5))
    model.embedding.position.extend(5)
    assert len(greedy(model, Prompt(torch.tensor([[2]])), Limits(max_tokens=5))[0].tokens) == 5


@pytest.mark.parametrize("lengths", [[0, 2], [3, 1]])
def test_a_prompt_without_tokens_or_with_more_than_there_are_is_refused(lengths: list[int]) -> None:
    with pytest.raises(InvalidConfig, match="every row of a prompt"):
        Prompt(torch.tensor([[2, 3], [2, 3]]), torch.tensor(lengths))


def test_no_tokens_at_all_are_refused() -> None:
    with pytest.raises(InvalidConfig, match="max_tokens is 0"):
        Limits(max_tokens=0)
