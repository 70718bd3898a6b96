"""Several models that write one text together."""

import copy

import pytest
import torch
from decoding_toys import BUILDERS, END, Model, every_text, lively, log_probabilities, prompts

from paperformer.errors import InvalidConfig
from paperformer.transformer.build import build_decoder
from paperformer.transformer.config import DecoderConfig
from paperformer.transformer.generation.beam import Beams, beam_search, penalty
from paperformer.transformer.generation.ensemble import Ensemble
from paperformer.transformer.generation.greedy import greedy
from paperformer.transformer.generation.protocol import Limits, Prompt

LIMITS = Limits(max_tokens=4, end_id=END)
TEXTS = [[2], [3, 4, 2], [4, 3]]


def pair(kinds: tuple[str, str], generator: torch.Generator) -> tuple[Model, Model]:
    return lively(kinds[0], generator), lively(kinds[1], generator)


@pytest.mark.parametrize(
    "kinds",
    [("encoder-decoder", "encoder-decoder"), ("encoder-decoder", "recurrent"), ("decoder-only", "performer")],
    ids=" and ".join,
)
def test_the_best_text_is_the_one_of_the_best_mean_probabilities(
    kinds: tuple[str, str], generator: torch.Generator
) -> None:
    """Every text there is, each token's probability the mean of what the whole forward passes say."""
    models = pair(kinds, generator)
    prompt = prompts(models[0], [2])
    texts = every_text(LIMITS.max_tokens)
    # log_probabilities has sums of whole texts; a token's is the difference of a text's and its beginning's.
    beginnings = {text[:length] for text in texts for length in range(1, len(text) + 1)}
    sums = [log_probabilities(model, prompt, sorted(beginnings)) | {(): 0.0} for model in models]
    totals = {
        text: sum(
            sum(
                torch.tensor(own[text[:place]] - own[text[: place - 1]]).double().exp() for own in sums
            ).div(2).log().item()  # type: ignore[union-attr]
            for place in range(1, len(text) + 1)
        )
        for text in texts
    }  # fmt: skip
    scored = {text: total / penalty(len(text), 0.6) for text, total in totals.items()}
    (found,) = beam_search(Ensemble(models), prompt, LIMITS, Beams(width=len(texts), n_best=5))
    best = sorted(texts, key=lambda text: -scored[text])[:5]
    assert [(*one.tokens, END) if one.finished else one.tokens for one in found] == best
    assert [one.score for one in found] == pytest.approx([scored[text] for text in best], abs=1e-4)


@pytest.mark.parametrize("kind", BUILDERS)
def test_a_model_together_with_itself_writes_what_it_writes_alone(
    kind: str, generator: torch.Generator
) -> None:
    model = lively(kind, generator)
    batch, beams = prompts(model, *TEXTS), Beams(width=4, n_best=2)
    alone = beam_search(model, batch, LIMITS, beams)
    together = beam_search(Ensemble([model, copy.deepcopy(model)]), batch, LIMITS, beams)
    assert [[one.tokens for one in row] for row in together] == [[one.tokens for one in row] for row in alone]


def test_it_decodes_greedily_too_whatever_the_order(generator: torch.Generator) -> None:
    first, second = pair(("encoder-decoder", "recurrent"), generator)
    batch = prompts(first, *TEXTS)
    found = [greedy(Ensemble(models), batch, LIMITS) for models in ((first, second), (second, first))]
    assert [one.tokens for one in found[0]] == [one.tokens for one in found[1]]


def test_no_model_is_said() -> None:
    with pytest.raises(InvalidConfig, match="no model"):
        Ensemble([])


def test_vocabularies_of_two_sizes_are_said(generator: torch.Generator) -> None:
    shape = DecoderConfig(vocabulary_size=5, hidden_size=16, layers=1, heads=2, feedforward_size=24)
    models = [build_decoder(shape.changed(vocabulary_size=size), generator).eval() for size in (5, 7)]
    with pytest.raises(InvalidConfig, match="models of 5, 7 tokens"):
        greedy(Ensemble(models), Prompt(torch.tensor([[2]])), LIMITS)
