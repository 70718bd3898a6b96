"""A tiny Transformer learns to copy what it reads, without a single mistake on texts it has not seen."""

import pytest
import torch
from torch.nn.functional import cross_entropy

from paperformer.transformer.build import build_seq2seq
from paperformer.transformer.config import Seq2SeqConfig
from paperformer.transformer.generation.beam import Beams, beam_search
from paperformer.transformer.generation.greedy import greedy
from paperformer.transformer.generation.protocol import Limits, Prompt
from paperformer.transformer.seq2seq import Seq2Seq

PADDING, BEGIN, END, LETTERS, LONGEST = 0, 1, 2, 8, 8


def texts(count: int, chance: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Random letters, and the mask of those that exist: one to eight a text."""
    lengths = torch.randint(1, LONGEST + 1, (count, 1), generator=chance)
    mask = torch.arange(LONGEST) < lengths
    letters = torch.randint(END + 1, END + 1 + LETTERS, (count, LONGEST), generator=chance)
    return letters.masked_fill(~mask, PADDING), mask


def ended(source: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """The text with the end token behind its last letter."""
    longer = torch.nn.functional.pad(source, (0, 1), value=PADDING)
    return longer.scatter(1, mask.sum(1, keepdim=True), END)


def train(model: Seq2Seq, steps: int, chance: torch.Generator) -> None:
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-2, betas=(0.9, 0.98))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 1e-2, total_steps=steps)
    for _ in range(steps):
        source, mask = texts(64, chance)
        wanted = ended(source, mask)
        given = torch.cat([torch.full((64, 1), BEGIN), wanted[:, :-1]], dim=1)
        logits = model(source, given, mask)
        loss = cross_entropy(logits.flatten(0, 1), wanted.flatten(), ignore_index=PADDING)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()


@pytest.mark.slow
def test_it_copies_three_hundred_unseen_texts_exactly() -> None:
    chance = torch.Generator().manual_seed(1)
    config = Seq2SeqConfig(
        vocabulary_size=END + 1 + LETTERS,
        hidden_size=32,
        layers=1,
        heads=2,
        feedforward_size=64,
        norm="pre",
        dropout=0.0,
    )
    model = build_seq2seq(config, chance)
    train(model, 600, chance)
    model.eval()
    source, mask = texts(300, chance)
    prompt = Prompt(torch.full((300, 1), BEGIN), source=source, source_mask=mask)
    wanted = [tuple(row[keep].tolist()) for row, keep in zip(source, mask, strict=True)]
    limits = Limits(max_tokens=LONGEST + 2, end_id=END)
    assert [found.tokens for found in greedy(model, prompt, limits)] == wanted
    assert [found.tokens for (found,) in beam_search(model, prompt, limits, Beams(width=3))] == wanted
