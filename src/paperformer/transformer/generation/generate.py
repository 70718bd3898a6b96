"""Writing texts with one call: greedily, by sampling, or with a beam."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from jaxtyping import Bool, Int
from torch import Generator, Tensor, nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.decoder_only import Decoder
from paperformer.transformer.generation.beam import Beams, beam_search
from paperformer.transformer.generation.greedy import greedy
from paperformer.transformer.generation.protocol import Hypothesis, Limits, Prompt
from paperformer.transformer.generation.sampling import Sampling, sample
from paperformer.transformer.seq2seq import Seq2Seq


def generate(
    model: Decoder | Seq2Seq,
    tokens: Int[Tensor, "batch length"],
    *,
    source: Int[Tensor, "batch source"] | None = None,
    source_mask: Bool[Tensor, "batch source"] | None = None,
    max_tokens: int = 64,
    end_id: int | None = None,
    beams: int = 1,
    temperature: float = 0.0,
    seed: int = 0,
) -> list[Hypothesis]:
    """For each row of ``tokens`` the text that follows. The model is in evaluation mode meanwhile.

    Args:
        model: A language model, or an encoder-decoder, which reads ``source``.
        tokens: What each text begins with: one token at least.
        source: Ids of what is read.
        source_mask: True for the source tokens that exist; None when all do.
        max_tokens: How many tokens are added at most, the end token included.
        end_id: The token that ends a text; None goes on to ``max_tokens``.
        beams: Width of the beam; 1 takes the likeliest token each time.
        temperature: Above 0 tokens are drawn by chance; see ``Sampling``.
        seed: Of that chance.

    Raises:
        InvalidConfig: a setting that cannot be, or a beam that samples.
    """
    if beams < 1:
        raise InvalidConfig(f"beams is {beams}", "Give 1 or more")
    if beams > 1 and temperature > 0.0:
        raise InvalidConfig("a beam does not sample", "Give beams=1, or temperature=0")
    prompt = Prompt(tokens, source=source, source_mask=source_mask)
    limits = Limits(max_tokens, end_id)
    with _evaluating(model):
        if beams > 1:
            return [found[0] for found in beam_search(model, prompt, limits, Beams(width=beams))]
        if temperature > 0.0:
            chance = Generator(tokens.device).manual_seed(seed)
            return sample(model, prompt, limits, Sampling(temperature=temperature), chance)
        return greedy(model, prompt, limits)


@contextmanager
def _evaluating(model: nn.Module) -> Iterator[None]:
    """The model in evaluation mode inside the ``with`` block."""
    training = model.training
    model.eval()
    try:
        yield
    finally:
        model.train(training)
