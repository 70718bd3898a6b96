"""Pooling pieces into words equals the plain loop."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from paperformer.transformer.narrowing import pool_words, word_mask


@st.composite
def documents(draw: st.DrawFn) -> tuple[torch.Tensor, torch.Tensor, int]:
    """States, word numbers (any order, some dropped) and a number of words that leaves room for padding."""
    batch, tokens, words = draw(st.integers(1, 3)), draw(st.integers(1, 12)), draw(st.integers(1, 6))
    numbers = draw(st.lists(st.integers(-1, words - 1), min_size=batch * tokens, max_size=batch * tokens))
    seed = draw(st.integers(0, 2**16))
    hidden = torch.randn(batch, tokens, 5, generator=torch.Generator().manual_seed(seed))
    return hidden, torch.tensor(numbers).view(batch, tokens), words + draw(st.integers(0, 2))


@given(documents())
def test_it_equals_a_loop_in_double_precision(document: tuple[torch.Tensor, torch.Tensor, int]) -> None:
    hidden, word_index, words = document
    expected = torch.zeros(hidden.shape[0], words, hidden.shape[2], dtype=torch.float64)
    exists = torch.zeros(hidden.shape[0], words, dtype=torch.bool)
    for row in range(hidden.shape[0]):
        for word in range(words):
            pieces = hidden[row, word_index[row] == word].double()
            exists[row, word] = len(pieces) > 0
            if len(pieces):
                expected[row, word] = pieces.mean(dim=0)
    found = pool_words(hidden, word_index, words)
    torch.testing.assert_close(found.double(), expected, atol=1e-6, rtol=1e-6)
    assert torch.equal(word_mask(word_index, words), exists)
    assert torch.equal(found[~exists], torch.zeros_like(found[~exists]))  # exact, not nearly


def test_gradients_are_shared_among_the_pieces_of_a_word() -> None:
    hidden = torch.zeros(1, 4, 1, requires_grad=True)
    word_index = torch.tensor([[-1, 0, 1, 1]])
    (pool_words(hidden, word_index, 2) * torch.tensor([[[6.0], [4.0]]])).sum().backward()
    assert hidden.grad is not None
    assert hidden.grad.flatten().tolist() == [0.0, 6.0, 2.0, 2.0]
