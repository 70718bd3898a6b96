"""The encoder as a whole: batches, padding, narrowing, length, export; for both mechanisms."""

from dataclasses import replace

import pytest
import torch
from torch import nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.build import build_encoder, build_word_head
from paperformer.transformer.config import (
    AttentionConfig,
    EncoderConfig,
    LayoutConfig,
    PerformerConfig,
    SoftmaxConfig,
)
from paperformer.transformer.encoder import Encoder

MECHANISMS: list[AttentionConfig] = [SoftmaxConfig(), PerformerConfig()]


@pytest.fixture(params=MECHANISMS, ids=["softmax", "performer"])
def config(request: pytest.FixtureRequest, tiny: EncoderConfig) -> EncoderConfig:
    return replace(tiny, attention=request.param, layout=LayoutConfig(buckets=101, pages=4), narrow_after=1)


def livelier(model: Encoder) -> Encoder:
    """Weights large enough that attention is far from uniform."""
    chance = torch.Generator().manual_seed(8)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.2 * torch.randn(parameter.shape, generator=chance))
    return model.eval()


def page(tokens: int, words: int, seed: int) -> dict[str, torch.Tensor]:
    """One document: a special token at both ends, the rest dealt to words in order."""
    chance = torch.Generator().manual_seed(seed)
    numbers = torch.arange(tokens - 2) * words // (tokens - 2)
    return {
        "ids": torch.randint(1, 97, (1, tokens), generator=chance),
        "mask": torch.ones(1, tokens, dtype=torch.bool),
        "boxes": torch.randint(0, 101, (1, tokens, 4), generator=chance),
        "pages": torch.randint(0, 4, (1, tokens), generator=chance),
        "word_index": nn.functional.pad(numbers, (1, 1), value=-1)[None],
        "word_mask": torch.ones(1, words, dtype=torch.bool),
    }


def stacked(pages: list[dict[str, torch.Tensor]]) -> dict[str, torch.Tensor]:
    """All documents in one batch, filled up to the longest."""
    filled: dict[str, list[torch.Tensor]] = {name: [] for name in pages[0]}
    for name in filled:
        longest = max(p[name].shape[1] for p in pages)
        for p in pages:
            missing = (0, 0) * (p[name].ndim - 2) + (0, longest - p[name].shape[1])
            filled[name].append(nn.functional.pad(p[name], missing, value=-1 if name == "word_index" else 0))
    return {name: torch.cat(rows) for name, rows in filled.items()}


@pytest.mark.parametrize("narrow_after", [0, 1, 3, None])
def test_a_document_alone_equals_itself_in_a_batch(
    config: EncoderConfig, narrow_after: int | None, generator: torch.Generator
) -> None:
    model = livelier(build_encoder(replace(config, narrow_after=narrow_after), generator))
    pages = [page(40, 17, 1), page(9, 3, 2), page(23, 21, 3)]
    with torch.no_grad():
        together = model(**stacked(pages))
        assert together.shape == (3, 21, 32)
        for row, one in enumerate(pages):
            alone = model(**one)
            words = alone.shape[1]
            torch.testing.assert_close(together[row : row + 1, :words], alone, atol=2e-5, rtol=1e-4)
        assert together[0].std() > 0.1


def test_what_stands_in_padding_changes_no_word_bit_for_bit(
    config: EncoderConfig, generator: torch.Generator
) -> None:
    model = livelier(build_encoder(config, generator))
    batch = stacked([page(40, 17, 1), page(9, 3, 2)])
    with torch.no_grad():
        before = model(**batch)[batch["word_mask"]]
        padding = ~batch["mask"]
        batch["ids"][padding], batch["boxes"][padding], batch["pages"][padding] = 96, 100, 3
        after = model(**batch)[batch["word_mask"]]
    assert torch.equal(before, after)


def test_narrowing_after_the_last_layer_is_pooling_the_token_states(
    config: EncoderConfig, generator: torch.Generator
) -> None:
    model = livelier(build_encoder(replace(config, narrow_after=None), generator))
    one = page(12, 5, 1)
    words = model(**one)
    inputs = {name: one[name] for name in ("ids", "mask", "boxes", "pages")}
    tokens = model(**inputs)
    assert tokens.shape == (1, 12, 32)
    for word in range(5):
        expected = tokens[0, one["word_index"][0] == word].mean(dim=0)
        torch.testing.assert_close(words[0, word], expected, atol=1e-5, rtol=1e-5)


def test_upper_layers_see_words_only(config: EncoderConfig, generator: torch.Generator) -> None:
    model = livelier(build_encoder(config, generator))
    seen: list[int] = []
    for layer in model.encoder.layers:
        layer.register_forward_pre_hook(lambda _, inputs: seen.append(inputs[0].shape[1]))
    model(**page(30, 8, 1))
    assert seen == [30, 8, 8]


@pytest.mark.parametrize("lacking", ["word_index", "word_mask"])
def test_half_of_what_narrowing_needs_is_an_error(
    config: EncoderConfig, lacking: str, generator: torch.Generator
) -> None:
    inputs = page(12, 5, 1)
    del inputs[lacking]
    with pytest.raises(InvalidConfig, match="belong together"):
        build_encoder(config, generator)(**inputs)


def test_a_document_without_words_is_no_error(config: EncoderConfig, generator: torch.Generator) -> None:
    model = livelier(build_encoder(config, generator))
    batch = stacked([page(12, 5, 1), page(12, 5, 2)])
    batch["word_index"][1], batch["word_mask"][1] = -1, False
    assert model(**batch).isfinite().all()


def test_four_thousand_tokens_go_through_in_one_pass(
    config: EncoderConfig, generator: torch.Generator
) -> None:
    model = livelier(build_encoder(replace(config, max_positions=4096), generator))
    with torch.no_grad():
        states = model(**page(4000, 1500, 1))
    assert states.shape == (1, 1500, 32)
    assert states.isfinite().all()


def test_the_same_seed_gives_the_same_model_and_leaves_global_chance_alone(config: EncoderConfig) -> None:
    torch.manual_seed(5)
    before = torch.get_rng_state()
    first, second, other = (
        build_encoder(config, torch.Generator().manual_seed(seed)).state_dict() for seed in (1, 1, 2)
    )
    assert torch.equal(before, torch.get_rng_state())
    assert first.keys() == second.keys()
    assert all(torch.equal(first[name], second[name]) for name in first)
    assert not torch.equal(first["embedding.token.weight"], other["embedding.token.weight"])


def test_fresh_weights_are_as_bert_draws_them(generator: torch.Generator, tiny: EncoderConfig) -> None:
    model = build_encoder(replace(tiny, vocabulary_size=2000, layout=LayoutConfig()), generator)
    state = model.state_dict()
    assert 0.0195 < float(state["embedding.token.weight"].std()) < 0.0205
    assert not state["embedding.token.weight"][0].any()
    for name, value in state.items():
        if name.endswith("bias") or ".layout." in name:
            assert not value.any(), name
        elif "norm" in name:
            assert torch.equal(value, torch.ones_like(value)), name
        else:
            assert 0.01 < float(value.std()) < 0.03, name


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("activation", ["gelu", "relu"])
def test_a_layer_equals_torchs_own(norm_first: bool, activation: str, generator: torch.Generator) -> None:
    shape = EncoderConfig(
        vocabulary_size=9,
        hidden_size=32,
        layers=1,
        heads=4,
        feedforward_size=48,
        norm="pre" if norm_first else "post",
        activation="gelu" if activation == "gelu" else "relu",
        layer_norm_epsilon=1e-5,
    )
    ours = livelier(build_encoder(shape, generator)).encoder.layers[0]
    theirs = nn.TransformerEncoderLayer(
        32, 4, 48, activation=activation, norm_first=norm_first, batch_first=True, dropout=0.0
    )
    with torch.no_grad():
        attention = ours.attention
        parts = (attention.query, attention.key, attention.value)
        theirs.self_attn.in_proj_weight.copy_(torch.cat([part.weight for part in parts]))
        theirs.self_attn.in_proj_bias.copy_(torch.cat([part.bias for part in parts]))
    theirs.self_attn.out_proj.load_state_dict(attention.output.state_dict())
    theirs.linear1.load_state_dict(ours.feedforward.inner.state_dict())
    theirs.linear2.load_state_dict(ours.feedforward.outer.state_dict())
    theirs.norm1.load_state_dict(ours.attention_residual.norm.state_dict())
    theirs.norm2.load_state_dict(ours.feedforward_residual.norm.state_dict())
    hidden = torch.randn(2, 10, 32, generator=generator)
    mask = torch.arange(10) < torch.tensor([10, 6])[:, None]
    expected = theirs(hidden, src_key_padding_mask=~mask)
    torch.testing.assert_close(ours(hidden, mask)[mask], expected[mask], atol=1e-5, rtol=1e-5)


def test_a_pre_norm_stack_ends_in_a_norm_and_a_post_norm_stack_does_not(
    tiny: EncoderConfig, generator: torch.Generator
) -> None:
    ids = torch.randint(1, 97, (1, 9), generator=generator)
    assert build_encoder(tiny, generator).encoder.norm is None
    states = livelier(build_encoder(replace(tiny, norm="pre"), generator)).encoder
    assert states.norm is not None
    nn.init.ones_(states.norm.weight)
    nn.init.zeros_(states.norm.bias)
    hidden = states(nn.functional.one_hot(ids, 97)[..., :32].float())
    torch.testing.assert_close(hidden.mean(-1), torch.zeros(1, 9), atol=1e-5, rtol=0)
    torch.testing.assert_close(hidden.std(-1, correction=0), torch.ones(1, 9), atol=1e-4, rtol=0)


def test_the_head_scores_every_word_for_every_field(
    config: EncoderConfig, generator: torch.Generator
) -> None:
    head = build_word_head(config, 7, generator).eval()
    hidden = torch.randn(2, 5, 32, generator=generator)
    scores = head(hidden)
    assert scores.shape == (2, 5, 7)
    torch.testing.assert_close(scores, hidden @ head.scores.weight.T + head.scores.bias)


@pytest.mark.slow
def test_it_exports_with_free_batch_tokens_and_words(
    config: EncoderConfig, generator: torch.Generator
) -> None:
    """Nothing in a forward pass depends on a length in a way that an exporter would freeze."""
    model = livelier(build_encoder(config, generator))
    batch, tokens, words = (torch.export.Dim(name, max=64) for name in ("batch", "tokens", "words"))
    by_token = {0: batch, 1: tokens}
    free = dict.fromkeys(("ids", "mask", "boxes", "pages", "word_index"), by_token)
    example = stacked([page(30, 8, 1), page(20, 5, 2)])
    exported = torch.export.export(
        model, (), example, dynamic_shapes=free | {"word_mask": {0: batch, 1: words}}
    ).module()
    for documents in ([page(64, 40, 3)], [page(9, 3, 2), page(23, 21, 3), page(5, 2, 4)]):
        inputs = stacked(documents)
        torch.testing.assert_close(exported(**inputs), model(**inputs), atol=1e-5, rtol=1e-4)


def test_in_blocks_a_token_sees_its_own_block_and_both_beside_it(tiny: EncoderConfig) -> None:
    model = livelier(build_encoder(replace(tiny, layers=1, block=4), torch.Generator().manual_seed(1)))
    ids = torch.randint(1, 97, (1, 19), generator=torch.Generator().manual_seed(2))
    before = model(ids)[0]
    for changed in range(19):
        other = ids.clone()
        other[0, changed] = 98 - other[0, changed]
        moved = (model(other)[0] - before).abs().amax(dim=1) > 0
        assert moved.tolist() == [abs(place // 4 - changed // 4) <= 1 for place in range(19)]


def test_blocks_change_nothing_in_a_text_of_two(tiny: EncoderConfig) -> None:
    whole, cut = (
        livelier(build_encoder(replace(tiny, block=block), torch.Generator().manual_seed(1)))
        for block in (None, 8)
    )
    ids = torch.randint(1, 97, (2, 16), generator=torch.Generator().manual_seed(2))
    torch.testing.assert_close(whole(ids), cut(ids), atol=0, rtol=0)


def test_padding_changes_nothing_in_blocks(tiny: EncoderConfig) -> None:
    model = livelier(build_encoder(replace(tiny, block=4), torch.Generator().manual_seed(1)))
    ids = torch.randint(1, 97, (1, 11), generator=torch.Generator().manual_seed(2))
    padded = nn.functional.pad(ids, (0, 20))
    mask = torch.arange(31)[None] < 11
    torch.testing.assert_close(model(padded, mask)[:, :11], model(ids), atol=1e-5, rtol=0)


def test_only_softmax_is_cut_into_blocks(tiny: EncoderConfig) -> None:
    with pytest.raises(InvalidConfig, match="only softmax"):
        replace(tiny, block=4, attention=PerformerConfig())
