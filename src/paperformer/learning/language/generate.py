"""Writing on: a causal model and the beginning of a text in, the text out."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.learning.language.folder import LanguageModel
from paperformer.text.subwords import Subwords
from paperformer.transformer.config import DecoderConfig
from paperformer.transformer.decoder_only import Decoder
from paperformer.transformer.generation.beam import Beams, beam_search
from paperformer.transformer.generation.greedy import greedy
from paperformer.transformer.generation.protocol import Hypothesis, Limits, Prompt
from paperformer.transformer.generation.sampling import Sampling, sample


@dataclass(frozen=True, slots=True)
class Decoding:
    """How the next token is found: the likeliest, unless a beam is given, or anything of chance.

    Args:
        max_tokens: How many tokens are written at most.
        beam: Follow so many texts; the most probable is kept.
        temperature, top_k, top_p: Draw by chance, see ``Sampling``.
        seed: Of that chance.
    """

    max_tokens: int = 100
    beam: int | None = None
    temperature: float | None = None
    top_k: int | None = None
    top_p: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.beam is not None and self.draws:
            raise InvalidConfig("a beam search draws nothing by chance", "Give a beam or sampling, not both")

    @property
    def draws(self) -> bool:
        """Whether tokens are drawn by chance."""
        return (self.temperature, self.top_k, self.top_p) != (None, None, None)


def write_on(language: LanguageModel, prompt: str, decoding: Decoding) -> str:
    """What the model writes after ``prompt``.

    Args:
        language: A causal model.
        prompt: How the text begins; may be empty.
        decoding: How to go on.

    Raises:
        ModelMismatch: the model is none that writes.
        InvalidConfig: prompt and text are longer than the model's positions.
    """
    model, tokenizer = language.model, language.tokenizer
    if not isinstance(model, Decoder) or not isinstance(tokenizer, Subwords):
        raise ModelMismatch(
            f"{language.manifest.name}: a {language.manifest.objective} model fills gaps and does not write",
            "Give a causal model",
        )
    tokens = [tokenizer.begin_id, *tokenizer.encode([prompt])[0]]
    _check_room(language, len(tokens), decoding.max_tokens)
    limits = Limits(decoding.max_tokens, tokenizer.end_id)
    written = _decoded(model, Prompt(torch.tensor([tokens])), limits, decoding).tokens
    return tokenizer.decode(written, inside=bool(prompt))


def _decoded(model: Decoder, prompt: Prompt, limits: Limits, decoding: Decoding) -> Hypothesis:
    if decoding.beam is not None:
        return beam_search(model, prompt, limits, Beams(width=decoding.beam))[0][0]
    if decoding.draws:
        sampling = Sampling(
            temperature=1.0 if decoding.temperature is None else decoding.temperature,
            top_k=decoding.top_k,
            top_p=1.0 if decoding.top_p is None else decoding.top_p,
        )
        generator = torch.Generator().manual_seed(decoding.seed)
        return sample(model, prompt, limits, sampling, generator)[0]
    return greedy(model, prompt, limits)[0]


def _check_room(language: LanguageModel, prompt: int, more: int) -> None:
    config = DecoderConfig.from_dict(language.manifest.model)
    # The last token is written, but nothing is asked after it.
    if config.positions == "learned" and prompt + more - 1 > config.max_positions:
        raise InvalidConfig(
            f"a prompt of {prompt} tokens and {more} more do not fit into {config.max_positions} positions",
            "Give a shorter prompt, or fewer tokens to write",
        )
