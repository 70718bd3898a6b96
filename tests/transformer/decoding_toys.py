"""Small models that decode, and slow but plain references for what decoding should find."""

import itertools
from collections.abc import Callable

import torch

from paperformer.transformer.build import build_decoder, build_recurrent, build_seq2seq
from paperformer.transformer.config import DecoderConfig, PerformerConfig, RecurrentConfig, Seq2SeqConfig
from paperformer.transformer.decoder_only import Decoder
from paperformer.transformer.generation.protocol import Prompt
from paperformer.transformer.recurrent import RecurrentSeq2Seq
from paperformer.transformer.seq2seq import Seq2Seq

VOCABULARY, END = 5, 1
Model = Decoder | Seq2Seq | RecurrentSeq2Seq
SHAPE = DecoderConfig(vocabulary_size=VOCABULARY, hidden_size=16, layers=2, heads=2, feedforward_size=24)
TWO_SIDED = Seq2SeqConfig.from_dict(SHAPE.to_dict())

BUILDERS: dict[str, Callable[[torch.Generator], Model]] = {
    "decoder-only": lambda g: build_decoder(SHAPE.changed(norm="pre", positions="learned"), g),
    "performer": lambda g: build_decoder(SHAPE.changed(attention=PerformerConfig()), g),
    "encoder-decoder": lambda g: build_seq2seq(TWO_SIDED, g),
    "recurrent": lambda g: build_recurrent(RecurrentConfig(vocabulary_size=VOCABULARY, hidden_size=16), g),
}


def lively(name: str, generator: torch.Generator) -> Model:
    """Weights so large that one token is clearly likelier than another."""
    model = BUILDERS[name](generator)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.3 * torch.randn(parameter.shape, generator=generator))
    return model.eval()


def prompts(model: Model, *texts: list[int]) -> Prompt:
    """Texts of any length, each with a source of another length where the model reads one."""
    lengths = torch.tensor([len(text) for text in texts])
    longest = int(lengths.max())
    tokens = torch.tensor([text + [0] * (longest - len(text)) for text in texts])
    if isinstance(model, Decoder):
        return Prompt(tokens, lengths)
    source = torch.arange(7) * 3 % VOCABULARY + torch.arange(len(texts))[:, None]
    source_lengths = torch.arange(len(texts)) % 3 * 2 + 3
    return Prompt(tokens, lengths, source % VOCABULARY, torch.arange(7) < source_lengths[:, None])


def only(prompt: Prompt, row: int) -> Prompt:
    """One row of a prompt, without any padding."""
    length = int(prompt.counted()[row])
    tokens = prompt.tokens[row : row + 1, :length]
    if prompt.source is None or prompt.source_mask is None:
        return Prompt(tokens)
    return Prompt(tokens, source=prompt.source[row : row + 1, prompt.source_mask[row]])


def log_probability(model: Model, prompt: Prompt, text: tuple[int, ...]) -> float:
    """Of a text after a prompt of one row."""
    return log_probabilities(model, prompt, [text])[text]


@torch.no_grad()
def log_probabilities(
    model: Model, prompt: Prompt, texts: list[tuple[int, ...]]
) -> dict[tuple[int, ...], float]:
    """Of texts after a prompt of one row, from the whole forward pass: no cache, no steps."""
    found, given = {}, prompt.tokens.shape[1]
    for length in {len(text) for text in texts}:
        same = [text for text in texts if len(text) == length]
        target = torch.cat([prompt.tokens.expand(len(same), -1), torch.tensor(same)], dim=1)
        if isinstance(model, Decoder):
            logits = model(target)
        else:
            source, mask = prompt.source, prompt.source_mask
            assert source is not None
            rows = torch.zeros(len(same), dtype=torch.long)
            logits = model(source[rows], target, None if mask is None else mask[rows])
        each = logits[:, given - 1 : -1].double().log_softmax(-1).gather(2, torch.tensor(same)[:, :, None])
        found |= dict(zip(same, each.sum(dim=(1, 2)).tolist(), strict=True))
    return found


def every_text(max_tokens: int) -> list[tuple[int, ...]]:
    """All that can be written: texts that end, and those cut off at ``max_tokens``."""
    return [
        text
        for length in range(1, max_tokens + 1)
        for text in itertools.product(range(VOCABULARY), repeat=length)
        if END not in text[:-1] and (text[-1] == END or length == max_tokens)
    ]
