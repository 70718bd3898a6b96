"""An exported decoder answers, step by step, as torch does, and writes the same texts."""

from pathlib import Path
from typing import Any

import pytest
import torch

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.learning.export.decoder import decoder_graph, export_decoder
from paperformer.learning.export.decoder_session import OnnxDecoder
from paperformer.transformer import Decoder, DecoderConfig, LoraConfig, PerformerConfig, add_lora
from paperformer.transformer.generation.beam import Beams, beam_search
from paperformer.transformer.generation.greedy import greedy
from paperformer.transformer.generation.protocol import Decodable, Limits, Prompt

SHAPE = {"vocabulary_size": 37, "hidden_size": 24, "layers": 2, "heads": 4, "feedforward_size": 40,
         "max_positions": 32}  # fmt: skip
LLAMA = {"positions": "rotary", "norm": "pre", "norm_kind": "rms", "gated": True, "activation": "silu",
         "biases": "none", "key_value_heads": 2, "tied": False, "scaled": False}  # fmt: skip
SHAPES: dict[str, dict[str, Any]] = {
    "as in the paper": {},
    "gpt": {"positions": "learned", "norm": "pre", "activation": "gelu"},
    "llama": LLAMA,
    "qwen": {**LLAMA, "biases": "query-key-value", "key_value_heads": 1, "tied": True},
    "wide heads": {"key_size": 10, "value_size": 4, "rotary": {"theta": 100.0}, "positions": "rotary"},
    "bare": {"positions": "none", "norm": "none", "feedforward_size": 0},
    "without residual": {"residual": False, "final_norm": True},
}


def lively(seed: int = 0, **changes: Any) -> Decoder:
    """Weights large enough that every token matters."""
    model = Decoder.from_config(DecoderConfig.from_dict({**SHAPE, **changes}), seed=seed)
    chance = torch.Generator().manual_seed(seed + 1)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.2 * torch.randn(parameter.shape, generator=chance))
    return model.eval()


def ids(batch: int, length: int) -> torch.Tensor:
    return torch.randint(1, 37, (batch, length), generator=torch.Generator().manual_seed(9))


@pytest.mark.parametrize("changes", SHAPES.values(), ids=SHAPES)
@torch.no_grad()
def test_every_step_equals_torch(changes: dict[str, Any], tmp_path: Path) -> None:
    model = lively(**changes)
    graph = OnnxDecoder(export_decoder(model, tmp_path / "decoder.onnx"), threads=1)
    assert isinstance(graph, Decodable)
    text, place = ids(3, 16), 0
    ours, theirs = model.start(Prompt(text)), graph.start(Prompt(text))
    for new in (5, 1, 1, 3, 1, 5):
        tokens = text[:, place : place + new]
        expected, ours = model.step(tokens, ours)
        found, theirs = graph.step(tokens, theirs)
        torch.testing.assert_close(found, expected, atol=1e-5, rtol=1e-5)
        place += new
    assert expected.std() > 0.1


def test_it_writes_the_same_texts_greedily_and_with_a_beam(tmp_path: Path) -> None:
    model = lively(**LLAMA)
    graph = OnnxDecoder(export_decoder(model, tmp_path / "decoder.onnx"), threads=1)
    prompt, limits = Prompt(ids(2, 4), lengths=torch.tensor([4, 2])), Limits(12, end_id=3)
    assert [h.tokens for h in greedy(graph, prompt, limits)] == [
        h.tokens for h in greedy(model, prompt, limits)
    ]
    found, expected = (beam_search(one, prompt, limits, Beams(width=3)) for one in (graph, model))
    assert [[h.tokens for h in row] for row in found] == [[h.tokens for h in row] for row in expected]


def test_a_state_stays_as_it_was_when_a_step_is_taken_from_it(tmp_path: Path) -> None:
    graph = OnnxDecoder(export_decoder(lively(), tmp_path / "decoder.onnx"), threads=1)
    text = ids(2, 6)
    _, state = graph.step(text[:, :4], graph.start(Prompt(text)))
    first, _ = graph.step(text[:, 4:5], state)
    graph.step(text[:, 5:], state)
    again, _ = graph.step(text[:, 4:5], state)
    assert torch.equal(first, again)


def test_the_cache_holds_shared_heads_once(tmp_path: Path) -> None:
    graph = OnnxDecoder(export_decoder(lively(**LLAMA), tmp_path / "decoder.onnx"), threads=1)
    _, state = graph.step(ids(3, 7), graph.start(Prompt(ids(3, 7))))
    assert [part.shape for part in state.cache] == 4 * [(3, 2, 7, 6)]


def test_a_tied_table_is_stored_once(tmp_path: Path) -> None:
    tied, apart = (
        export_decoder(lively(tied=tied), tmp_path / f"{tied}.onnx").stat().st_size for tied in (True, False)
    )
    assert apart - tied > 0.9 * 4 * 37 * 24


@torch.no_grad()
def test_eight_bits_are_near(tmp_path: Path) -> None:
    model = lively(**LLAMA)
    small = export_decoder(model, tmp_path / "small.onnx", precision="int8")
    text = ids(2, 8)
    found, _ = (graph := OnnxDecoder(small, threads=1)).step(text, graph.start(Prompt(text)))
    expected, _ = model.step(text, model.start(Prompt(text)))
    assert torch.corrcoef(torch.stack([found.flatten(), expected.flatten()]))[0, 1] > 0.98
    assert not torch.allclose(found, expected, atol=1e-5)


def test_more_tokens_than_it_has_places_for_are_named_and_more_places_help(tmp_path: Path) -> None:
    model, text = lively(**LLAMA), ids(1, 40)
    graph = OnnxDecoder(export_decoder(model, tmp_path / "short.onnx"), threads=1)
    with pytest.raises(InvalidConfig, match="40 tokens do not fit"):
        graph.step(text, graph.start(Prompt(text)))
    longer = OnnxDecoder(export_decoder(model, tmp_path / "long.onnx", max_positions=64), threads=1)
    found, _ = longer.step(text, longer.start(Prompt(text)))
    torch.testing.assert_close(found, model.step(text, model.start(Prompt(text)))[0], atol=1e-5, rtol=1e-5)


def test_what_has_no_graph_form_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelMismatch, match="PerformerAttention has no graph form"):
        decoder_graph(lively(attention=PerformerConfig()), "float32", 32)
    adapted = lively()
    add_lora(adapted, LoraConfig())
    with pytest.raises(ModelMismatch, match="merge_lora"):
        decoder_graph(adapted, "float32", 32)
    (tmp_path / "no.onnx").write_text("no graph")
    with pytest.raises(ModelMismatch, match="no graph can be read"):
        OnnxDecoder(tmp_path / "no.onnx")
