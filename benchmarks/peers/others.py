"""The encoders that people would use instead, each of the same shape and with its own defaults otherwise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from case import Case, Pass
from ours import in_torch, onnx_int8, tokens, with_int8_linears
from shape import FEATURES, HEAD_DIM, HEADS, INNER, LAYERS, MOST, PROJECTED, VOCABULARY, WIDTH, WINDOW
from torch import nn

OPENVINO = "bert.int8.xml"
CALIBRATION = (128, 256)  # lengths of the inputs that OpenVINO's ranges come from


def bert(attention: str) -> nn.Module:
    """transformers' BertModel."""
    from transformers import BertConfig, BertModel

    config = BertConfig(
        vocab_size=VOCABULARY,
        hidden_size=WIDTH,
        num_hidden_layers=LAYERS,
        num_attention_heads=HEADS,
        intermediate_size=INNER,
        max_position_embeddings=MOST,
        attn_implementation=attention,
    )
    return BertModel(config, add_pooling_layer=False).eval()


def _bert(attention: str, *, int8: bool = False) -> Callable[[int, int, Path], Pass]:
    def build(_length: int, _threads: int, _folder: Path) -> Pass:
        model = bert(attention)
        return in_torch(with_int8_linears(model) if int8 else model)

    return build


def _longformer(_length: int, _threads: int, _folder: Path) -> Pass:
    from transformers import LongformerConfig, LongformerModel
    from transformers.utils import logging

    logging.set_verbosity_error()  # it announces that it pads to whole windows
    config = LongformerConfig(
        attention_window=2 * WINDOW,
        vocab_size=VOCABULARY,
        hidden_size=WIDTH,
        num_hidden_layers=LAYERS,
        num_attention_heads=HEADS,
        intermediate_size=INNER,
        max_position_embeddings=MOST + 2 * WINDOW + 2,
    )
    model = LongformerModel(config, add_pooling_layer=False).eval()

    def run(length: int) -> object:
        first = torch.zeros(1, length, dtype=torch.long)
        first[:, 0] = 1
        with torch.inference_mode():
            return model(tokens(length), global_attention_mask=first)

    return run


def _embedded(encoder: nn.Module) -> Pass:
    """An encoder of states behind a table of tokens."""
    return in_torch(nn.Sequential(nn.Embedding(VOCABULARY, WIDTH), encoder).eval())


def _performer(features: int) -> Callable[[int, int, Path], Pass]:
    def build(_length: int, _threads: int, _folder: Path) -> Pass:
        from performer_pytorch import Performer

        return _embedded(
            Performer(dim=WIDTH, depth=LAYERS, heads=HEADS, dim_head=HEAD_DIM, nb_features=features)
        )

    return build


def _x_transformers(_length: int, _threads: int, _folder: Path) -> Pass:
    from x_transformers import Encoder

    return _embedded(Encoder(dim=WIDTH, depth=LAYERS, heads=HEADS, attn_dim_head=HEAD_DIM, attn_flash=True))


def _linformer(length: int, _threads: int, _folder: Path) -> Pass:
    from linformer import Linformer

    return _embedded(
        Linformer(
            dim=WIDTH,
            seq_len=max(length, PROJECTED),
            depth=LAYERS,
            heads=HEADS,
            dim_head=HEAD_DIM,
            k=PROJECTED,
        )
    )


def _torch_encoder(_length: int, _threads: int, _folder: Path) -> Pass:
    layer = nn.TransformerEncoderLayer(WIDTH, HEADS, INNER, activation="gelu", batch_first=True)
    return _embedded(nn.TransformerEncoder(layer, LAYERS))


def convert_to_openvino(folder: Path) -> None:
    """BertModel in 8 bits by NNCF, as OpenVINO's documentation has it."""
    import nncf
    import openvino

    model = openvino.convert_model(bert("sdpa"), example_input=tokens(CALIBRATION[0]))
    batches = nncf.Dataset([tokens(length).numpy() for length in CALIBRATION * 4])
    quantised: Any = nncf.quantize(model, batches, model_type=nncf.ModelType.TRANSFORMER)
    openvino.save_model(quantised, folder / OPENVINO)


def _openvino(length: int, threads: int, folder: Path) -> Pass:
    import openvino

    core = openvino.Core()
    model = core.read_model(folder / OPENVINO)
    model.reshape([1, length])
    compiled = core.compile_model(
        model, "CPU", {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": threads}
    )
    return lambda asked: compiled(tokens(asked).numpy())


PEERS = [
    Case(
        name="transformers BertModel, sdpa",
        mechanism="softmax",
        build=_bert("sdpa"),
        needs=("transformers",),
    ),
    Case(
        name="transformers BertModel, eager",
        mechanism="softmax",
        build=_bert("eager"),
        needs=("transformers",),
    ),
    Case(
        name="transformers BertModel, torch int8",
        mechanism="softmax",
        build=_bert("sdpa", int8=True),
        precision="int8",
        needs=("transformers",),
    ),
    Case(name="torch.nn.TransformerEncoder", mechanism="softmax", build=_torch_encoder),
    Case(
        name="x-transformers, flash",
        mechanism="softmax",
        build=_x_transformers,
        needs=("x_transformers",),
    ),
    Case(
        name="ONNX Runtime int8, the same encoder",
        mechanism="softmax",
        build=onnx_int8("softmax"),
        precision="int8",
        needs=("onnx", "onnxruntime"),
    ),
    Case(
        name="OpenVINO int8, BertModel",
        mechanism="softmax",
        build=_openvino,
        precision="int8",
        needs=("openvino", "nncf", "transformers"),
        fixed=True,
        prepare=convert_to_openvino,
        prepared=OPENVINO,
    ),
    Case(
        name="transformers Longformer",
        mechanism="longformer",
        build=_longformer,
        needs=("transformers",),
    ),
    *(
        Case(
            name=f"performer-pytorch, {features} features",
            mechanism="performer",
            build=_performer(features),
            needs=("performer_pytorch",),
            features=features,
        )
        for features in (FEATURES, 256)
    ),
    Case(name="linformer", mechanism="linformer", build=_linformer, needs=("linformer",)),
]
