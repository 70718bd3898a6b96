"""Encoders and decoders of the library as graphs answer as torch; what cannot be a graph is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest
import torch

from paperformer.errors import ModelMismatch
from paperformer.learning.export.decoder_session import OnnxDecoder
from paperformer.learning.export.onnx import export_onnx
from paperformer.transformer import Decoder, Encoder, RecurrentConfig, RecurrentSeq2Seq, Seq2Seq
from paperformer.transformer.config import DecoderConfig, EncoderConfig, Seq2SeqConfig
from paperformer.transformer.generation.greedy import greedy
from paperformer.transformer.generation.protocol import Limits, Prompt

SIZE: dict[str, Any] = {"vocabulary_size": 23, "hidden_size": 16, "layers": 2, "heads": 4}


@pytest.mark.parametrize("attention", ["softmax", "performer", "hybrid", "longformer", "linformer"])
def test_an_encoder_gives_the_same_states_with_every_attention(attention: str, tmp_path: Path) -> None:
    config = EncoderConfig(**SIZE).changed(attention={"mechanism": attention})
    encoder = Encoder.from_config(config, seed=2).eval()
    path = export_onnx(encoder, tmp_path / "encoder.onnx")
    ids = torch.randint(1, 23, (1, 19), generator=torch.Generator().manual_seed(1))
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    (states,) = session.run(["states"], {"ids": ids[0].numpy()})
    with torch.no_grad():
        expected = encoder(ids)[0].numpy()
    np.testing.assert_allclose(states, expected, atol=1e-5, rtol=1e-4)


@pytest.mark.parametrize("activation", ["relu", "gelu", "gelu-tanh"])
def test_a_decoder_writes_the_same(activation: Any, tmp_path: Path) -> None:
    config = DecoderConfig(**SIZE, activation=activation, norm="pre", head_bias=True, tied=False)
    decoder = Decoder.from_config(config, seed=3).eval()
    graph = OnnxDecoder(export_onnx(decoder, tmp_path / "decoder.onnx"))
    prompt = Prompt(torch.tensor([[1, 5]]))
    found = [greedy(model, prompt, Limits(8))[0].tokens for model in (decoder, graph)]
    assert list(found[0]) == list(found[1])


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (Seq2Seq.from_config(Seq2SeqConfig(**SIZE)), "of a Seq2Seq: its decoder would need the memory"),
        (RecurrentSeq2Seq.from_config(RecurrentConfig(vocabulary_size=9, hidden_size=8)), "RecurrentSeq2Seq"),
        (Encoder.from_config(EncoderConfig(**SIZE, norm="pre")), "with another norm"),
        (Encoder.from_config(EncoderConfig(**SIZE, positions="rotary")), "rotary"),
        (torch.nn.Linear(2, 2), "of a Linear"),
    ],
)
def test_what_has_no_graph_form_is_refused_with_the_reason(
    model: torch.nn.Module, said: str, tmp_path: Path
) -> None:
    with pytest.raises(ModelMismatch, match=said):
        export_onnx(model, tmp_path / "model.onnx")
    assert not list(tmp_path.iterdir())
