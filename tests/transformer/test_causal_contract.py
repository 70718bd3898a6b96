"""What every mechanism promises that can be causal, all at once or step by step."""

import pytest
import torch

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.protocol import StepwiseAttention
from paperformer.transformer.build_attention import build_attention
from paperformer.transformer.config import AttentionConfig, HybridConfig, PerformerConfig, SoftmaxConfig

HEADS, WIDTH, LENGTH = 2, 16, 150  # longer than a chunk, and no power of two
CONFIGS: dict[str, AttentionConfig] = {
    "softmax": SoftmaxConfig(),
    "performer": PerformerConfig(),
    "performer-exp-iid": PerformerConfig(feature_map="exp", projection="iid", features=24),
    "performer-relu": PerformerConfig(feature_map="relu", features=24),
    "hybrid": HybridConfig(window=16, features=24),
    "hybrid-global": HybridConfig(window=16, features=24, global_tokens=5),
}


@pytest.fixture(params=CONFIGS.values(), ids=CONFIGS)
def attention(request: pytest.FixtureRequest, generator: torch.Generator) -> StepwiseAttention:
    built = build_attention(request.param, WIDTH, generator)
    assert isinstance(built, StepwiseAttention)
    return built


def qkv(scale: float = 1.0, length: int = LENGTH) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    chance = torch.Generator().manual_seed(7)
    query, key = (scale * torch.randn(2, HEADS, length, WIDTH, generator=chance) for _ in range(2))
    return query, key, torch.randn(2, HEADS, length, 9, generator=chance)


def random_mask() -> torch.Tensor:
    return torch.rand(2, LENGTH, generator=torch.Generator().manual_seed(8)) < 0.8


@pytest.mark.parametrize("changed", [1, 31, 127, 128, 149])
@pytest.mark.parametrize("scale", [0.1, 30.0])
def test_a_later_token_changes_no_earlier_output_bit_for_bit(
    attention: StepwiseAttention, changed: int, scale: float
) -> None:
    query, key, value = qkv()
    before = attention(query, key, value, causal=True)
    assert before.isfinite().all()
    for x in (query, key, value):
        x[:, :, changed:] *= scale
    after = attention(query, key, value, causal=True)
    assert torch.equal(after[:, :, :changed], before[:, :, :changed])
    assert not torch.equal(after[:, :, changed], before[:, :, changed])


def test_what_stands_in_padding_changes_nothing_bit_for_bit(attention: StepwiseAttention) -> None:
    query, key, value = qkv()
    mask = random_mask()
    for causal in (True, False):
        before = attention(query, key, value, mask, causal=causal)
        for x in (key, value):
            x.masked_fill_(~mask[:, None, :, None], 40.0)
        assert torch.equal(attention(query, key, value, mask, causal=causal), before)


def test_padding_at_the_end_equals_its_absence(attention: StepwiseAttention) -> None:
    query, key, value = qkv()
    mask = torch.arange(LENGTH).expand(2, -1) < 71
    short = [x[:, :, :71] for x in (query, key, value)]
    for causal in (True, False):
        padded = attention(query, key, value, mask, causal=causal)[:, :, :71]
        torch.testing.assert_close(padded, attention(*short, causal=causal), atol=2e-6, rtol=1e-5)


def test_a_causal_output_equals_that_of_the_sequence_cut_off_there(attention: StepwiseAttention) -> None:
    query, key, value = qkv(2.0)
    whole = attention(query, key, value, causal=True)
    for end in (1, 16, 17, 64, 130):
        part = attention(query[:, :, :end], key[:, :, :end], value[:, :, :end], causal=True)
        torch.testing.assert_close(whole[:, :, :end], part, atol=1e-5, rtol=1e-4)


def test_fewer_queries_than_keys_are_the_last_ones(attention: StepwiseAttention) -> None:
    query, key, value = qkv()
    mask = random_mask()
    whole = attention(query, key, value, mask, causal=True)
    last = attention(query[:, :, 101:], key, value, mask, causal=True)
    torch.testing.assert_close(last, whole[:, :, 101:], atol=2e-6, rtol=1e-5)


@pytest.mark.parametrize("pieces", [[1] * LENGTH, [40, 1, 1, 1, 60, 15, 16, 16], [LENGTH]])
@pytest.mark.parametrize("scale", [1.0, 8.0])
def test_step_by_step_equals_all_at_once(
    attention: StepwiseAttention, pieces: list[int], scale: float
) -> None:
    query, key, value = qkv(scale)
    state = attention.initial_state(2, HEADS, WIDTH, 9, dtype=torch.float32, device=torch.device("cpu"))
    outputs = []
    with torch.no_grad():
        for q, k, v in zip(*(x.split(pieces, dim=2) for x in (query, key, value)), strict=True):
            output, state = attention.step(q, k, v, state)
            outputs.append(output)
        expected = attention(query, key, value, causal=True)
    torch.testing.assert_close(torch.cat(outputs, dim=2), expected, atol=3e-5, rtol=1e-4)


def test_a_state_can_be_reordered_and_branched(attention: StepwiseAttention) -> None:
    query, key, value = qkv(length=60)
    state = attention.initial_state(2, HEADS, WIDTH, 9, dtype=torch.float32, device=torch.device("cpu"))
    begun = [x[:, :, :50] for x in (query, key, value)]
    then = [x[:, :, 50:] for x in (query, key, value)]
    rows = torch.tensor([1, 0, 1])
    _, state = attention.step(*begun, state)
    expected, _ = attention.step(*then, state)
    branched, _ = attention.step(*(x[rows] for x in then), state.reorder(rows))
    again, _ = attention.step(*then, state)
    torch.testing.assert_close(branched, expected[rows], atol=1e-6, rtol=1e-5)
    assert torch.equal(again, expected)  # a step leaves the state before it as it was


@pytest.mark.parametrize("causal", [True, False])
def test_weights_are_those_of_the_output_and_add_up_to_one(
    attention: StepwiseAttention, causal: bool
) -> None:
    query, key, value = qkv()
    mask = random_mask()
    mask[:, 0] = True
    weights = attention.weights(query, key, mask, causal=causal)
    assert weights.shape == (2, HEADS, LENGTH, LENGTH)
    assert (weights >= 0).all()
    assert not weights.masked_select(~mask[:, None, None]).any()
    torch.testing.assert_close(weights.sum(dim=-1), torch.ones(2, HEADS, LENGTH))
    output = attention(query, key, value, mask, causal=causal)
    torch.testing.assert_close(weights @ value, output, atol=2e-6, rtol=1e-5)
    if causal:
        assert not weights.triu(1).any()


@pytest.mark.parametrize("causal", [True, False])
def test_a_query_that_sees_no_key_gives_zeros_and_finite_gradients(
    attention: StepwiseAttention, causal: bool
) -> None:
    query, key, value = (x.requires_grad_() for x in qkv())
    mask = torch.stack([torch.arange(LENGTH) >= 40, torch.zeros(LENGTH, dtype=torch.bool)])
    output = attention(query, key, value, mask, causal=causal)
    assert not output[1].any()
    assert not causal or not output[0, :, :40].any()
    output.sum().backward()
    assert all(x.grad is not None and x.grad.isfinite().all() for x in (query, key, value))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("causal", [True, False])
def test_half_precision_stays_finite_at_large_norms(
    attention: StepwiseAttention, dtype: torch.dtype, causal: bool
) -> None:
    query, key, value = (x.to(dtype).requires_grad_() for x in qkv(30.0))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        output = attention(query, key, value, causal=causal)
    assert output.isfinite().all()
    output.float().sum().backward()
    assert all(x.grad is not None and x.grad.isfinite().all() for x in (query, key, value))


@pytest.mark.parametrize("config", [PerformerConfig(), HybridConfig()], ids=["performer", "hybrid"])
def test_a_state_of_another_head_width_is_refused(
    config: AttentionConfig, generator: torch.Generator
) -> None:
    attention = build_attention(config, WIDTH, generator)
    assert isinstance(attention, StepwiseAttention)
    with pytest.raises(InvalidConfig, match="heads are 16 wide, not 8"):
        attention.initial_state(1, 1, 8, 8, dtype=torch.float32, device=torch.device("cpu"))
