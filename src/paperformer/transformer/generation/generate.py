"""Writing texts with one call: greedily, by sampling, or with a beam."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from torch import Generator, Tensor, nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.decoder_only import Decoder
from paperformer.transformer.embedding import TokenEmbedding
from paperformer.transformer.generation.beam import Beams, beam_search
from paperformer.transformer.generation.greedy import greedy
from paperformer.transformer.generation.protocol import Decodable, Hypothesis, Limits, Prompt
from paperformer.transformer.generation.sampling import Sampling, sample
from paperformer.transformer.inputs import check_mask, check_rows, check_vocabulary, checked_ids
from paperformer.transformer.recurrent import RecurrentSeq2Seq
from paperformer.transformer.seq2seq import Seq2Seq

Writer = Decoder | Seq2Seq | RecurrentSeq2Seq


def generate(
    model: Writer,
    tokens: Tensor,
    *,
    source: Tensor | None = None,
    source_mask: Tensor | None = None,
    max_tokens: int = 64,
    end_id: int | None = None,
    beams: int = 1,
    temperature: float = 0.0,
    top_k: int | None = None,
    top_p: float = 1.0,
    seed: int = 0,
) -> list[Hypothesis]:
    """For each row of ``tokens`` the text that follows. The model is in evaluation mode meanwhile.

    Args:
        model: A language model, or an encoder-decoder, recurrent or not, which reads ``source``.
        tokens: Ids that each text begins with, ``(batch, length)``: one at least.
        source: Ids of what is read.
        source_mask: True for the source tokens that exist; None when all do.
        max_tokens: How many tokens are added at most, the end token included.
        end_id: The token that ends a text; None goes on to ``max_tokens``.
        beams: Width of the beam; 1 takes the likeliest token each time.
        temperature: Above 0 tokens are drawn by chance; see ``Sampling``.
        top_k: Of these only the k likeliest may be drawn; None is all.
        top_p: And only the fewest likeliest that hold this much probability.
        seed: Of that chance: the same seed draws the same texts.

    Raises:
        InvalidConfig: a setting that cannot be, a beam that samples, ``top_k`` or ``top_p`` without a
            temperature, or tokens that the model does not know.
    """
    sampling = _sampling(beams, temperature, top_k, top_p)
    _check_tokens(model, tokens, source, source_mask)
    prompt = Prompt(tokens, source=source, source_mask=source_mask)
    limits = Limits(max_tokens, end_id)
    writer: Decodable[Any] = model
    with _evaluating(model):
        if beams > 1:
            return [found[0] for found in beam_search(writer, prompt, limits, Beams(width=beams))]
        if sampling is not None:
            chance = Generator(tokens.device).manual_seed(seed)
            return sample(writer, prompt, limits, sampling, chance)
        return greedy(writer, prompt, limits)


def _sampling(beams: int, temperature: float, top_k: int | None, top_p: float) -> Sampling | None:
    """How tokens are drawn; None where the likeliest is taken.

    Raises:
        InvalidConfig: settings that cannot be, or do not go together.
    """
    if beams < 1:
        raise InvalidConfig(f"beams is {beams}", "Give 1 or more")
    if not 0.0 <= temperature < math.inf:  # also what is no number
        raise InvalidConfig(f"temperature is {temperature}", "Give 0 to decode greedily, or more to sample")
    if beams > 1 and temperature > 0.0:
        raise InvalidConfig("a beam does not sample", "Give beams=1, or temperature=0")
    if temperature > 0.0:
        return Sampling(temperature=temperature, top_k=top_k, top_p=top_p)
    if top_k is not None or top_p != 1.0:
        raise InvalidConfig(
            "top_k and top_p choose among tokens that are drawn", "Give a temperature above 0"
        )
    return None


def _check_tokens(model: Writer, tokens: Tensor, source: Tensor | None, source_mask: Tensor | None) -> None:
    """Refuse ids that are not in the tables, and sources and masks that do not fit.

    Raises:
        InvalidConfig: any of these.
    """
    tokens = checked_ids(tokens, "tokens")
    if isinstance(model, Decoder):
        check_vocabulary(tokens, model.embedding.token.num_embeddings)
        return
    check_vocabulary(tokens, _table(model.target_embedding).num_embeddings)
    if source is not None:
        source = checked_ids(source, "source ids")
        check_rows(source, tokens)
        check_vocabulary(source, _table(model.source_embedding).num_embeddings, "source ids")
        check_mask(source_mask, source, "source ids")


def _table(embedding: TokenEmbedding | nn.Embedding) -> nn.Embedding:
    return embedding.token if isinstance(embedding, TokenEmbedding) else embedding


@contextmanager
def _evaluating(model: nn.Module) -> Iterator[None]:
    """The model in evaluation mode inside the ``with`` block."""
    training = model.training
    model.eval()
    try:
        yield
    finally:
        model.train(training)
