"""With the same weights the stacks equal torch's own: states and gradients, masks and padding."""

from dataclasses import replace

import pytest
import torch
from torch import nn

from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.build import build_seq2seq
from paperformer.transformer.config import NormName, Seq2SeqConfig
from paperformer.transformer.decoder import DecoderLayer
from paperformer.transformer.encoder import EncoderLayer
from paperformer.transformer.seq2seq import Seq2Seq

SIZE, LAYERS, HEADS, INNER = 24, 3, 4, 40
SOURCE, TARGET = torch.tensor([9, 4, 1]), torch.tensor([7, 7, 2])
# Torch says so of every pre-norm stack.
pytestmark = pytest.mark.filterwarnings("ignore:enable_nested_tensor is True:UserWarning")
CLOSE = {"atol": 1e-5, "rtol": 1e-5}


@pytest.fixture(params=["post", "pre"])
def norm(request: pytest.FixtureRequest) -> NormName:
    name: NormName = request.param
    return name


@pytest.fixture
def ours(norm: NormName, generator: torch.Generator) -> Seq2Seq:
    """Weights far from their first values, so that every bias and norm matters."""
    config = Seq2SeqConfig(
        vocabulary_size=11,
        hidden_size=SIZE,
        layers=LAYERS,
        heads=HEADS,
        feedforward_size=INNER,
        norm=norm,
        final_norm=True,  # torch.nn.Transformer ends both stacks in a norm
        activation="gelu",
    )
    model = build_seq2seq(config, generator)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.2 * torch.randn(parameter.shape, generator=generator))
    return model.eval()


@pytest.fixture
def theirs(ours: Seq2Seq, norm: NormName) -> nn.Transformer:
    model = nn.Transformer(
        SIZE,
        HEADS,
        LAYERS,
        LAYERS,
        INNER,
        dropout=0.0,
        activation="gelu",
        batch_first=True,
        norm_first=norm == "pre",
    )
    model.load_state_dict(torch_names(ours))
    return model.train()  # evaluation takes a fused path that gives zeros at padding


def torch_names(ours: Seq2Seq) -> dict[str, torch.Tensor]:
    """Our weights under torch's names."""
    parts: dict[str, nn.Module] = {"encoder.norm": ours.encoder.norm, "decoder.norm": ours.decoder.norm}
    weights: dict[str, torch.Tensor] = {}
    for n, layer in enumerate([*ours.encoder.layers, *ours.decoder.layers]):
        place = f"{'encoder' if n < LAYERS else 'decoder'}.layers.{n % LAYERS}"
        parts |= {
            f"{place}.norm1": layer.attention_residual.norm,
            f"{place}.linear1": layer.feedforward.inner,
            f"{place}.linear2": layer.feedforward.outer,
            f"{place}.norm{2 if n < LAYERS else 3}": layer.feedforward_residual.norm,
        }
        weights |= attention_names(layer.attention, f"{place}.self_attn")
        if n >= LAYERS:
            parts[f"{place}.norm2"] = layer.cross_attention_residual.norm
            weights |= attention_names(layer.cross_attention, f"{place}.multihead_attn")
    for name, part in parts.items():
        weights |= {f"{name}.{ending}": tensor for ending, tensor in part.named_parameters()}
    return weights


def attention_names(attention: MultiHeadAttention, place: str) -> dict[str, torch.Tensor]:
    joined = (attention.query, attention.key, attention.value)
    return {
        f"{place}.in_proj_weight": torch.cat([part.weight for part in joined]),
        f"{place}.in_proj_bias": torch.cat([part.bias for part in joined]),
        f"{place}.out_proj.weight": attention.output.weight,
        f"{place}.out_proj.bias": attention.output.bias,
    }


def states(lengths: torch.Tensor, seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Random first states, and the mask of those that exist."""
    chance, longest = torch.Generator().manual_seed(seed), int(lengths.max())
    hidden = torch.randn(len(lengths), longest, SIZE, generator=chance)
    return hidden, torch.arange(longest) < lengths[:, None]


def both(ours: Seq2Seq, theirs: nn.Transformer) -> tuple[torch.Tensor, torch.Tensor]:
    """The states of the target's tokens, ours and theirs, from the same padded batch."""
    (source, source_mask), (target, target_mask) = states(SOURCE, 1), states(TARGET, 2)
    memory = ours.encoder(source, source_mask)
    found = ours.decoder(target, target_mask, memory=memory, memory_mask=source_mask)
    later = torch.ones(target.shape[1], target.shape[1], dtype=torch.bool).triu(1)
    expected = theirs(
        source,
        target,
        tgt_mask=later,
        src_key_padding_mask=~source_mask,
        tgt_key_padding_mask=~target_mask,
        memory_key_padding_mask=~source_mask,
    )
    return found[target_mask], expected[target_mask]


def test_the_whole_equals_torchs_transformer(ours: Seq2Seq, theirs: nn.Transformer) -> None:
    found, expected = both(ours, theirs)
    assert expected.std() > 0.3
    torch.testing.assert_close(found, expected, **CLOSE)


def test_gradients_equal_those_of_torchs_transformer(ours: Seq2Seq, theirs: nn.Transformer) -> None:
    for states in both(ours, theirs):
        (states - torch.linspace(-1, 1, SIZE)).square().mean().backward()
    found = torch_names(gradients_as_weights(ours))
    for name, parameter in theirs.named_parameters():
        torch.testing.assert_close(found[name], parameter.grad, **CLOSE)


def gradients_as_weights(model: Seq2Seq) -> Seq2Seq:
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.grad is not None:
                parameter.copy_(parameter.grad)
    return model


def test_the_encoder_equals_torchs(ours: Seq2Seq, theirs: nn.Transformer) -> None:
    source, mask = states(SOURCE, 1)
    found, expected = ours.encoder(source, mask), theirs.encoder(source, src_key_padding_mask=~mask)
    torch.testing.assert_close(found[mask], expected[mask], **CLOSE)


def test_the_encoder_follows_a_mask_of_pairs_as_torchs_does(ours: Seq2Seq, theirs: nn.Transformer) -> None:
    source, _ = states(SOURCE, 1)
    near = (torch.arange(9)[:, None] - torch.arange(9)).abs() < 3
    found, expected = ours.encoder(source, near[None, None]), theirs.encoder(source, mask=~near)
    torch.testing.assert_close(found, expected, **CLOSE)


def test_the_decoder_equals_torchs(ours: Seq2Seq, theirs: nn.Transformer) -> None:
    (memory, memory_mask), (target, mask) = states(SOURCE, 1), states(TARGET, 2)
    found = ours.decoder(target, mask, memory=memory, memory_mask=memory_mask)
    expected = theirs.decoder(
        target,
        memory,
        tgt_mask=torch.ones(7, 7, dtype=torch.bool).triu(1),
        tgt_key_padding_mask=~mask,
        memory_key_padding_mask=~memory_mask,
    )
    torch.testing.assert_close(found[mask], expected[mask], **CLOSE)


def test_without_a_final_norm_post_norm_stacks_equal_torchs_without(
    generator: torch.Generator,
) -> None:
    config = Seq2SeqConfig(
        vocabulary_size=11, hidden_size=SIZE, layers=2, heads=HEADS, feedforward_size=INNER, dropout=0.0
    )
    ours = build_seq2seq(config, generator)
    layer = nn.TransformerEncoderLayer(SIZE, HEADS, INNER, dropout=0.0, batch_first=True)
    theirs = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
    named = build_seq2seq(replace(config, layers=LAYERS, final_norm=True), generator)
    named.encoder.layers[:2].load_state_dict(ours.encoder.layers.state_dict())
    wanted = theirs.state_dict().keys()
    under_torch = {name.removeprefix("encoder."): weight for name, weight in torch_names(named).items()}
    theirs.load_state_dict({name: under_torch[name] for name in wanted})
    source, mask = states(SOURCE, 1)
    found, expected = ours.encoder(source, mask), theirs(source, src_key_padding_mask=~mask)
    torch.testing.assert_close(found[mask], expected[mask], **CLOSE)


@pytest.mark.parametrize("part", [EncoderLayer, DecoderLayer])
def test_a_stack_has_as_many_layers_as_asked(ours: Seq2Seq, part: type[nn.Module]) -> None:
    assert sum(isinstance(module, part) for module in ours.modules()) == LAYERS
