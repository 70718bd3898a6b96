"""The cost model counts what its table says, and orders mechanisms as their mathematics does."""

import pytest

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.choose import choose
from paperformer.transformer.attention.cost import (
    MECHANISM_NAMES,
    AttentionShape,
    Cost,
    Machine,
    layer_cost,
    mechanism_cost,
    projection_cost,
)

FOUR = AttentionShape(length=4, width=8, heads=2, features=16, projected_length=3)
FORTY = AttentionShape(length=40, width=8, heads=2, features=16, window=32, global_tokens=1)


def page(length: int, *, causal: bool = False) -> AttentionShape:
    return AttentionShape(length=length, width=384, heads=12, window=64, causal=causal)


def causal(shape: AttentionShape) -> AttentionShape:
    return AttentionShape(**{name: getattr(shape, name) for name in shape.__slots__} | {"causal": True})


def test_projections_counted_by_hand() -> None:
    """8 x 4 x 8^2 operations; four times 4 x 8 in, 4 x 8 out and 8 x 8 weights, of 4 bytes."""
    assert projection_cost(FOUR) == Cost(2048, 0, 4 * 4 * (32 + 32 + 64))


@pytest.mark.parametrize(
    ("mechanism", "shape", "expected"),
    [
        # 16 pairs: 4 x 16 x 8; 16 x 2; queries, keys, values, output of 32 numbers and 64 read again.
        ("softmax", FOUR, Cost(512, 32, 4 * (128 + 64))),
        # 1 + 2 + 3 + 4 pairs.
        ("softmax", causal(FOUR), Cost(320, 20, 4 * (128 + 40))),
        # 8 x 4 x 16 x 8; 4 x 16 x 2 features of queries and as many of keys; these and values read once, and
        # twice 16 x 8 numbers of features by the one block of queries.
        ("performer", FOUR, Cost(4096, 256, 4 * (128 + 64 + 256))),
        # 16 pairs of one chunk: 2 x 16 x 2 x 16 by features and 2 x 16 x 8 of values; 2 x 16 weights, twice;
        # features are touched eight times.
        ("performer", causal(FOUR), Cost(4096 + 1024 + 256, 256, 4 * (128 + 8 * 256 + 64))),
        # 12 pairs; E and F cost 2 x 4 x 3 x 8 each and have 12 numbers.
        ("linformer", FOUR, Cost(384 + 384, 24, 4 * (128 + 48 + 48))),
        # Two blocks of 32 queries see three of 33 keys: 64 x 99 pairs; the global token 40 in each head.
        ("longformer", FORTY, Cost(202752 + 2560, 12672 + 80, 4 * (1280 + 3168 + 1280 + 6336))),
        # Two blocks of keys: 64 x 66 pairs.
        ("longformer", causal(FORTY), Cost(135168 + 2560, 8448 + 80, 4 * (1280 + 2112 + 1280 + 4224))),
        # 64 x 96 pairs, and Performer's 40 x 16 x 2 features of queries and of keys; three blocks copied.
        (
            "hybrid",
            FORTY,
            Cost(196608 + 40960, 12288 + 2560, 4 * (1280 + 3072 + 8 * 2560 + 3840 + 12288)),
        ),
    ],
)
def test_mechanisms_counted_by_hand(mechanism: str, shape: AttentionShape, expected: Cost) -> None:
    assert mechanism_cost(mechanism, shape) == expected
    assert layer_cost(mechanism, shape) == projection_cost(shape) + expected


def test_seconds_are_the_sum_of_three_rates() -> None:
    machine = Machine(flops_per_second=100.0, exponentials_per_second=10.0, bytes_per_second=50.0)
    assert Cost(200, 5, 25).seconds(machine) == 2.0 + 0.5 + 0.5


@pytest.mark.parametrize("mechanism", ["performer", "longformer", "hybrid", "linformer"])
def test_twice_the_tokens_cost_twice_as_much_but_for_softmax(mechanism: str) -> None:
    short, long = (mechanism_cost(mechanism, page(length)) for length in (4096, 8192))
    assert long == Cost(2 * short.flops, 2 * short.exponentials, 2 * short.bytes)
    dense = [mechanism_cost("softmax", page(length)) for length in (4096, 8192)]
    assert dense[1].flops == 4 * dense[0].flops


def test_softmax_is_cheapest_for_short_inputs() -> None:
    assert choose(page(128)) == "softmax"
    assert choose(page(128, causal=True)) == "softmax"


@pytest.mark.parametrize("is_causal", [False, True])
def test_softmax_is_dearest_for_long_inputs(is_causal: bool) -> None:
    shape = page(16384, causal=is_causal)
    able = [name for name in MECHANISM_NAMES if not (is_causal and name == "linformer")]
    assert choose(shape) != "softmax"
    seconds = {name: layer_cost(name, shape).seconds(Machine()) for name in able}
    assert max(seconds, key=lambda name: seconds[name]) == "softmax"


def test_once_softmax_has_lost_it_never_wins_again() -> None:
    exact = [choose(page(2**power)) == "softmax" for power in range(4, 18)]
    assert exact == sorted(exact, reverse=True)
    assert exact[0]
    assert not exact[-1]


def test_the_choice_is_among_those_named() -> None:
    assert choose(page(16384), among=["softmax", "performer"]) == "performer"
    assert choose(page(16384), among=["softmax"]) == "softmax"


def test_a_machine_without_exponentials_to_spare_avoids_features() -> None:
    slow = Machine(exponentials_per_second=1e6)
    for features, cheapest in ((64, "performer"), (256, "longformer")):
        shape = AttentionShape(length=512, width=384, heads=12, window=64, features=features)
        assert choose(shape, among=["performer", "longformer"], machine=slow) == cheapest


def test_features_follow_the_width_of_a_head() -> None:
    """32 log 32 = 110.9, to the next multiple of 16."""
    assert page(128).feature_count == 112


def test_linformer_is_no_choice_where_attention_is_causal() -> None:
    with pytest.raises(InvalidConfig, match="cannot be causal"):
        layer_cost("linformer", causal(FOUR))
    with pytest.raises(InvalidConfig, match="left to choose"):
        choose(causal(FOUR), among=["linformer"])


def test_an_unknown_mechanism_is_refused() -> None:
    with pytest.raises(InvalidConfig, match="no attention mechanism 'flash'"):
        mechanism_cost("flash", FOUR)


@pytest.mark.parametrize("wrong", [{"length": 0}, {"window": 0}, {"heads": 3}])
def test_a_shape_that_cannot_be_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(InvalidConfig):
        AttentionShape(**{"length": 4, "width": 8, "heads": 2} | wrong)
