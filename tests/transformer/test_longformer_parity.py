"""The attention of ``transformers``' Longformer, with the same weights, global tokens and padding."""

import pytest
import torch
from transformers import LongformerConfig as TheirConfig
from transformers import LongformerModel

from paperformer.transformer.attention.global_projections import GlobalProjections
from paperformer.transformer.attention.global_tokens import global_attention
from paperformer.transformer.attention.longformer import LongformerAttention
from paperformer.transformer.attention.multihead import MultiHeadAttention

HEADS, WIDTH, WINDOW = 4, 8, 6
SIZE = HEADS * WIDTH


@pytest.fixture(scope="module")
def theirs() -> LongformerModel:
    config = TheirConfig(
        vocab_size=50,
        hidden_size=SIZE,
        num_hidden_layers=1,
        num_attention_heads=HEADS,
        intermediate_size=16,
        max_position_embeddings=90,
        attention_window=2 * WINDOW,
        pad_token_id=1,
    )
    torch.manual_seed(3)
    model = LongformerModel(config, add_pooling_layer=False).eval()
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    return model


def ours(theirs: LongformerModel, global_tokens: int) -> MultiHeadAttention:
    """Our attention with their weights, its output projection the identity."""
    own = theirs.encoder.layer[0].attention.self
    projections = GlobalProjections(size=SIZE, heads=HEADS, head_dim=WIDTH, value_dim=WIDTH)
    projections.copy_from(query=own.query_global, key=own.key_global, value=own.value_global)
    identity = torch.nn.Linear(SIZE, SIZE)
    torch.nn.init.eye_(identity.weight)
    torch.nn.init.zeros_(identity.bias)
    return MultiHeadAttention(
        query=own.query,
        key=own.key,
        value=own.value,
        output=identity,
        heads=HEADS,
        mechanism=LongformerAttention(
            window=WINDOW, global_tokens=global_tokens, projections=projections, block=4
        ),
    )


@pytest.mark.parametrize("length", [12, 35, 61])
@pytest.mark.parametrize("places", [[0], [0, 5, 33], [2, 3, 4, 5, 6, 7]])
@torch.no_grad()
def test_a_layer_answers_as_theirs(theirs: LongformerModel, places: list[int], length: int) -> None:
    ids = torch.randint(2, 50, (2, length), generator=torch.Generator().manual_seed(length))
    mask = torch.arange(length) < torch.tensor([length, length - 5])[:, None]
    chosen = torch.zeros(2, length, dtype=torch.bool)
    chosen[:, [place for place in places if place < length - 5]] = True
    chosen[1, places[-1] : places[-1] + 1] = False  # rows differ in how many are global
    seen: dict[str, torch.Tensor] = {}

    def keep(_: object, inputs: tuple[torch.Tensor, ...], outputs: tuple[torch.Tensor, ...]) -> None:
        seen.update(states=inputs[0], expected=outputs[0])

    handle = theirs.encoder.layer[0].attention.self.register_forward_hook(keep)
    theirs(ids, attention_mask=mask.long(), global_attention_mask=chosen.long())
    handle.remove()
    attention = ours(theirs, global_tokens=len(places))
    states = seen["states"][:, :length]  # theirs are padded to whole windows
    with global_attention(attention, chosen):
        found = attention(states, states, states, mask)
    torch.testing.assert_close(found[mask], seen["expected"][:, :length][mask], atol=1e-4, rtol=0)
