"""Longformer is dense attention under its own mask, at every length, at a cost that grows with it."""

import json
from itertools import product

import pytest
import torch

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.global_projections import GlobalProjections
from paperformer.transformer.attention.global_tokens import global_attention
from paperformer.transformer.attention.longformer import LongformerAttention
from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.attention.softmax import SoftmaxAttention
from paperformer.transformer.build_attention import build_attention
from paperformer.transformer.config import EncoderConfig, LongformerConfig

HEADS, WIDTH, WINDOW = 3, 8, 3


def heads(batch: int, length: int, width: int = WIDTH, seed: int = 0) -> torch.Tensor:
    chance = torch.Generator().manual_seed(1000 * length + 10 * width + seed)
    return torch.randn(batch, HEADS, length, width, generator=chance)


def inputs(batch: int, length: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    return heads(batch, length), heads(batch, length, seed=1), heads(batch, length, 5, seed=2)


def dense_mask(
    length: int, *, dilation: tuple[int, ...], chosen: list[int], causal: bool, real: list[bool] | None = None
) -> torch.Tensor:
    """Who sees whom, pair by pair as the paper says it: (heads, query, key)."""
    mask = torch.zeros(HEADS, length, length, dtype=torch.bool)
    for head, i, j in product(range(HEADS), range(length), range(length)):
        gap = dilation[head % len(dilation)]
        near = abs(i - j) % gap == 0 and abs(i - j) // gap <= WINDOW
        seen = near or i in chosen or j in chosen
        mask[head, i, j] = seen and not (causal and j > i) and (real is None or real[j])
    return mask


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("global_tokens", [0, 2])
@pytest.mark.parametrize("dilation", [(1,), (2,), (1, 3, 2)])
def test_it_equals_dense_attention_under_its_mask_from_one_to_three_windows(
    dilation: tuple[int, ...], global_tokens: int, causal: bool
) -> None:
    attention = LongformerAttention(
        window=WINDOW, dilation=dilation, global_tokens=global_tokens, block=2
    ).double()
    for length in range(1, 3 * (2 * WINDOW + 1) + 1):
        query, key, value = (x.double() for x in inputs(1, length))
        mask = dense_mask(length, dilation=dilation, chosen=list(range(global_tokens)), causal=causal)
        expected = SoftmaxAttention()(query, key, value, mask[None])
        found = attention(query, key, value, causal=causal)
        torch.testing.assert_close(found, expected, atol=1e-12, rtol=0, msg=f"{length} tokens")
        weights = attention.weights(query, key, causal=causal)
        torch.testing.assert_close(weights @ value, expected, atol=1e-12, rtol=0)
        assert torch.equal(weights > 0, mask[None])


@pytest.mark.parametrize("block", [1, 2, 3, 5, None])
def test_the_size_of_a_block_changes_nothing_but_the_speed(block: int | None) -> None:
    query, key, value = inputs(2, 40)
    whole = LongformerAttention(window=WINDOW, global_tokens=1, block=64)(query, key, value)
    found = LongformerAttention(window=WINDOW, global_tokens=1, block=block)(query, key, value)
    torch.testing.assert_close(found, whole, atol=1e-6, rtol=0)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("dilation", [(1,), (1, 3, 2)])
def test_padding_changes_nothing(dilation: tuple[int, ...], causal: bool) -> None:
    attention = LongformerAttention(window=WINDOW, dilation=dilation, global_tokens=2, block=2)
    query, key, value = inputs(3, 17)
    lengths = (17, 9, 1)
    mask = torch.arange(17) < torch.tensor(lengths)[:, None]
    for x in (query, key, value):
        for row, length in enumerate(lengths):
            x[row, :, length:] = 50.0
    together = attention(query, key, value, mask, causal=causal)
    for row, length in enumerate(lengths):
        alone = attention(*(x[row : row + 1, :, :length] for x in (query, key, value)), causal=causal)
        torch.testing.assert_close(together[row : row + 1, :, :length], alone, atol=1e-6, rtol=0)


def test_padding_on_the_left_changes_nothing_either() -> None:
    attention = LongformerAttention(window=WINDOW, global_tokens=2, block=2)
    query, key, value = inputs(1, 12)
    mask = torch.arange(12)[None] >= 5
    found = attention(query, key, value, mask)[:, :, 5:]
    alone = attention(query[:, :, 5:], key[:, :, 5:], value[:, :, 5:])
    torch.testing.assert_close(found, alone, atol=1e-6, rtol=0)


def test_a_mask_may_differ_between_heads() -> None:
    query, key, value = inputs(2, 11)
    real = torch.rand(2, HEADS, 1, 11, generator=torch.Generator().manual_seed(5)) < 0.6
    attention = LongformerAttention(window=WINDOW, block=2)
    dense = dense_mask(11, dilation=(1,), chosen=[], causal=False) & real
    expected = SoftmaxAttention()(query, key, value, dense)
    torch.testing.assert_close(attention(query, key, value, real), expected, atol=1e-6, rtol=0)


def test_global_tokens_may_stand_anywhere_and_differ_between_rows() -> None:
    query, key, value = inputs(3, 16)
    places = [[4, 11], [0], []]
    chosen = torch.zeros(3, 16, dtype=torch.bool)
    for row, own in enumerate(places):
        chosen[row, own] = True
    attention = LongformerAttention(window=WINDOW, global_tokens=2, block=2)
    with global_attention(attention, chosen):
        found = attention(query, key, value)
        weights = attention.weights(query, key)
    for row, own in enumerate(places):
        dense = dense_mask(16, dilation=(1,), chosen=own, causal=False)[None]
        one = slice(row, row + 1)
        expected = SoftmaxAttention()(query[one], key[one], value[one], dense)
        torch.testing.assert_close(found[one], expected, atol=1e-6, rtol=0)
        torch.testing.assert_close(weights[one] @ value[one], expected, atol=1e-6, rtol=0)


def test_named_global_tokens_are_forgotten_after_the_block() -> None:
    query, key, value = inputs(1, 16)
    attention = LongformerAttention(window=WINDOW, global_tokens=1)
    before = attention(query, key, value)
    with global_attention(attention, torch.arange(16)[None] == 9):
        assert not torch.equal(attention(query, key, value), before)
    assert torch.equal(attention(query, key, value), before)


def test_more_global_tokens_than_slots_are_refused() -> None:
    attention = LongformerAttention(window=WINDOW, global_tokens=1)
    named = global_attention(attention, torch.ones(1, 16, dtype=torch.bool))
    with named, pytest.raises(InvalidConfig, match="more than 1 tokens"):
        attention(*inputs(1, 16))


def test_a_global_mask_of_another_length_is_refused() -> None:
    attention = LongformerAttention(window=WINDOW, global_tokens=1)
    named = global_attention(attention, torch.zeros(1, 15, dtype=torch.bool))
    with named, pytest.raises(InvalidConfig, match="15 places, the input 16"):
        attention(*inputs(1, 16))


def test_a_model_that_knows_no_global_tokens_refuses_them() -> None:
    with (
        pytest.raises(InvalidConfig, match="knows global tokens"),
        global_attention(SoftmaxAttention(), torch.zeros(1, 4, dtype=torch.bool)),
    ):
        pass


def test_gradients_equal_those_of_dense_attention() -> None:
    mask = dense_mask(13, dilation=(1, 2, 1), chosen=[0, 1], causal=False)[None]
    attention = LongformerAttention(window=WINDOW, dilation=(1, 2, 1), global_tokens=2, block=2)
    pulled = heads(2, 13, 5, seed=7).double()
    gradients = []
    for mechanism, seen in ((attention, None), (SoftmaxAttention(), mask)):
        leaves = [x.double().requires_grad_() for x in inputs(2, 13)]
        (mechanism(*leaves, seen) * pulled).sum().backward()
        gradients.append([x.grad for x in leaves])
    for found, expected in zip(*gradients, strict=True):
        torch.testing.assert_close(found, expected, atol=1e-12, rtol=0)


def test_a_later_token_never_changes_an_earlier_causal_output_bit_for_bit() -> None:
    attention = LongformerAttention(window=WINDOW, global_tokens=2, block=2)
    query, key, value = inputs(1, 20)
    before = attention(query, key, value, causal=True)
    for x in (query, key, value):
        x[:, :, 11:] = 9.0
    assert torch.equal(attention(query, key, value, causal=True)[:, :, :11], before[:, :, :11])


def test_a_token_that_sees_nothing_gives_zeros_and_finite_gradients() -> None:
    leaves = [x.requires_grad_() for x in inputs(2, 9)]
    mask = torch.tensor([[True] * 9, [False] * 9])
    output = LongformerAttention(window=WINDOW, global_tokens=1, block=2)(*leaves, mask)
    assert torch.equal(output[1], torch.zeros_like(output[1]))
    output.sum().backward()
    assert all(x.grad is not None and x.grad.isfinite().all() for x in leaves)


def test_it_stays_finite_in_half_precision() -> None:
    for dtype in (torch.bfloat16, torch.float16):
        query, key, value = (100 * x.to(dtype) for x in inputs(1, 20))
        output = LongformerAttention(window=WINDOW, global_tokens=1, block=2)(query, key, value)
        assert output.dtype == dtype
        assert output.isfinite().all()


def test_it_runs_under_autocast(generator: torch.Generator) -> None:
    attention = multihead(2, generator)
    states = torch.randn(2, 15, HEADS * WIDTH, generator=generator)
    expected = attention(states, states, states)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        found = attention(states, states, states)
        memory = attention.initial_state(2, dtype=states.dtype, device=states.device)
        for part in states.split([1, 14], dim=1):
            stepped, memory = attention.step(part, memory)
    assert found.dtype == stepped.dtype == torch.bfloat16
    torch.testing.assert_close(found.float(), expected, atol=0.2, rtol=0.05)


def multihead(global_tokens: int, generator: torch.Generator) -> MultiHeadAttention:
    size = HEADS * WIDTH
    projections = GlobalProjections(size=size, heads=HEADS, head_dim=WIDTH, value_dim=WIDTH)
    attention = MultiHeadAttention(
        query=torch.nn.Linear(size, size),
        key=torch.nn.Linear(size, size),
        value=torch.nn.Linear(size, size),
        output=torch.nn.Linear(size, size),
        heads=HEADS,
        mechanism=LongformerAttention(
            window=WINDOW, global_tokens=global_tokens, projections=projections, block=2
        ),
    )
    for parameter in attention.parameters():
        torch.nn.init.normal_(parameter, std=0.3, generator=generator)
    return attention


def test_global_tokens_answer_by_their_own_projections(generator: torch.Generator) -> None:
    """Their rows, and nobody else's; dense attention over projected states says what they are."""
    attention = multihead(2, generator)
    own = attention.mechanism.projections
    states = torch.randn(2, 15, HEADS * WIDTH, generator=generator)
    query, key, value = (
        part(states).unflatten(-1, (HEADS, WIDTH)).transpose(1, 2) for part in (own.query, own.key, own.value)
    )
    q, k, v = (
        part(states).unflatten(-1, (HEADS, WIDTH)).transpose(1, 2)
        for part in (attention.query, attention.key, attention.value)
    )
    expected = LongformerAttention(window=WINDOW, global_tokens=2)(q, k, v)
    expected[:, :, :2] = SoftmaxAttention()(query[:, :, :2], key, value)
    found = attention.mechanism(q, k, v, hidden=states)
    torch.testing.assert_close(found, expected, atol=1e-5, rtol=0)
    weights = attention.mechanism.weights(q, k, hidden=states)
    torch.testing.assert_close((weights @ v)[:, :, 2:], expected[:, :, 2:], atol=1e-5, rtol=0)
    torch.testing.assert_close((weights @ value)[:, :, :2], expected[:, :, :2], atol=1e-5, rtol=0)


def test_own_projections_that_equal_the_common_ones_change_nothing(generator: torch.Generator) -> None:
    attention = multihead(2, generator)
    attention.mechanism.projections.copy_from(query=attention.query, key=attention.key, value=attention.value)
    states = torch.randn(2, 15, HEADS * WIDTH, generator=generator)
    mask = torch.arange(15) < torch.tensor([15, 8])[:, None]
    for causal in (False, True):
        found = attention(states, states, states, mask, causal=causal)
        plain = LongformerAttention(window=WINDOW, global_tokens=2)
        attention.mechanism, with_own = plain, attention.mechanism
        expected = attention(states, states, states, mask, causal=causal)
        attention.mechanism = with_own
        torch.testing.assert_close(found[mask], expected[mask], atol=1e-5, rtol=0)


@pytest.mark.parametrize("cut", [(1,) * 16, (7, 1, 1, 7), (1, 3, 12)])
def test_step_by_step_equals_all_at_once(generator: torch.Generator, cut: tuple[int, ...]) -> None:
    attention = multihead(2, generator)
    states = torch.randn(2, 16, HEADS * WIDTH, generator=generator)
    expected = attention(states, states, states, causal=True)
    memory = attention.initial_state(2, dtype=states.dtype, device=states.device)
    outputs = []
    for part in states.split(list(cut), dim=1):
        output, memory = attention.step(part, memory)
        outputs.append(output)
    torch.testing.assert_close(torch.cat(outputs, dim=1), expected, atol=1e-5, rtol=0)


def test_dilated_windows_go_step_by_step_too() -> None:
    attention = LongformerAttention(window=WINDOW, dilation=(1, 3, 2), global_tokens=1)
    query, key, value = inputs(1, 25)
    expected = attention(query, key, value, causal=True)
    memory = attention.initial_state(1, HEADS, WIDTH, 5, dtype=query.dtype, device=query.device)
    outputs = []
    for i in range(25):
        output, memory = attention.step(*(x[:, :, i : i + 1] for x in (query, key, value)), memory)
        outputs.append(output)
    torch.testing.assert_close(torch.cat(outputs, dim=2), expected, atol=1e-6, rtol=0)


def test_what_decoding_remembers_does_not_grow() -> None:
    attention = LongformerAttention(window=WINDOW, global_tokens=2)
    memory = attention.initial_state(1, HEADS, WIDTH, 5, dtype=torch.float32, device=torch.device("cpu"))
    sizes = []
    for length in (4, 1, 1, 1, 200, 1):
        _, memory = attention.step(*inputs(1, length), memory)
        sizes.append(memory.key.shape[2])
    assert memory.seen == 208
    assert sizes == [4, 5, 5, 5, 5, 5]


def test_its_memory_follows_the_beams(generator: torch.Generator) -> None:
    attention = multihead(1, generator)
    states = torch.randn(2, 6, HEADS * WIDTH, generator=generator)
    memory = attention.initial_state(2, dtype=states.dtype, device=states.device)
    _, memory = attention.step(states[:, :5], memory)
    straight, _ = attention.step(states[:, 5:], memory)
    crossed, _ = attention.step(states[:, 5:].flip(0), memory.reorder(torch.tensor([1, 0])))
    torch.testing.assert_close(crossed, straight.flip(0), atol=1e-6, rtol=0)


def test_cross_attention_is_refused() -> None:
    with pytest.raises(InvalidConfig, match="4 queries over 9 keys"):
        LongformerAttention(window=WINDOW)(heads(1, 4), heads(1, 9), heads(1, 9))


def test_a_mask_that_differs_between_queries_is_refused() -> None:
    with pytest.raises(InvalidConfig, match="longformer attention cannot follow a mask"):
        LongformerAttention(window=WINDOW)(*inputs(1, 6), torch.ones(1, 1, 6, 6, dtype=torch.bool))


def test_own_projections_without_hidden_states_are_refused(generator: torch.Generator) -> None:
    with pytest.raises(InvalidConfig, match="need the hidden states"):
        multihead(1, generator).mechanism(*inputs(1, 6))


def test_settings_that_do_not_fit_the_heads_are_refused(generator: torch.Generator) -> None:
    plain = LongformerConfig(dilation=(1, 2), global_projections=False)
    with pytest.raises(InvalidConfig, match="2 entries for 3 heads"):
        build_attention(plain, WIDTH, generator, heads=3)
    with pytest.raises(InvalidConfig, match="2 entries for 3 heads"):
        build_attention(plain, WIDTH, generator)(*inputs(1, 6))
    with pytest.raises(InvalidConfig, match="needs the number of heads"):
        build_attention(LongformerConfig(), WIDTH, generator)


def test_its_settings_survive_json() -> None:
    attention = LongformerConfig(window=8, dilation=(1, 2), global_tokens=0)
    config = EncoderConfig(vocabulary_size=9, hidden_size=8, heads=2, attention=attention)
    assert EncoderConfig.from_dict(json.loads(json.dumps(config.to_dict()))) == config


@pytest.mark.parametrize(
    "wrong",
    [{"window": 0}, {"dilation": ()}, {"dilation": (1, 0)}, {"dilation": 1.5}, {"global_tokens": -1}],
)
def test_settings_out_of_range_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidConfig, match=f"attention.{next(iter(wrong))}"):
        LongformerConfig(**wrong)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("global_tokens", [0, 2])
def test_of_no_tokens_there_is_nothing_to_say(global_tokens: int, causal: bool) -> None:
    nothing = torch.zeros(2, 3, 0, 16)
    config = LongformerConfig(global_tokens=global_tokens, global_projections=False)
    attention = build_attention(config, 16, torch.Generator().manual_seed(0))
    assert attention(nothing, nothing, nothing, causal=causal).shape == nothing.shape
