"""Models of the Transformer library as ONNX graphs: which can be, and why the others cannot.

An encoder's graph reads one text: ``ids`` (tokens), with layout ``boxes`` (tokens, 4) and ``pages`` (tokens),
and ``pieces`` (words: how many tokens each has, a special one at both ends) where it narrows to words before
its last layer. It gives ``states`` (states, size). A decoder's is described in ``decoder``.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from torch import nn

from paperformer.errors import ModelMismatch
from paperformer.learning.export.decoder import export_decoder
from paperformer.learning.export.encoder import INPUTS, check_shape, encoder_nodes
from paperformer.learning.export.graph import GraphBuilder, Precision
from paperformer.transformer.decoder_only import Decoder
from paperformer.transformer.encoder import Encoder
from paperformer.transformer.lora import adapters
from paperformer.transformer.recurrent import RecurrentSeq2Seq
from paperformer.transformer.seq2seq import Seq2Seq


def export_onnx(model: nn.Module, path: str | Path, *, precision: Precision = "float32") -> Path:
    """Write the graph of a model in evaluation.

    Args:
        model: An ``Encoder`` of BERT's shape with any attention, or a ``Decoder`` with softmax attention.
        path: The file.
        precision: Of matrices and tables: ``float32``, or ``int8`` with a scale a row.

    Raises:
        ModelMismatch: it has a part that has no graph form, or the file cannot be written.
    """
    if isinstance(model, Decoder):
        return export_decoder(model, Path(path), precision=precision)
    if isinstance(model, Encoder):
        return _written(encoder_graph(model, precision), Path(path))
    if isinstance(model, Seq2Seq | RecurrentSeq2Seq):
        raise ModelMismatch(
            f"no graph is made of a {type(model).__name__}: its decoder would need the memory as an input",
            "Run it with torch (generate)",
        )
    raise ModelMismatch(f"no graph is made of a {type(model).__name__}", "Give an Encoder or a Decoder")


def encoder_graph(encoder: Encoder, precision: Precision = "float32") -> onnx.ModelProto:
    """The graph of an encoder.

    Raises:
        ModelMismatch: it has a part that has no graph form.
    """
    if any(True for _ in adapters(encoder)):
        raise ModelMismatch("the encoder has adapters", "Merge them first (merge_lora)")
    config = encoder.config
    check_shape(config)
    graph = GraphBuilder(precision)
    hidden = encoder_nodes(graph, encoder, config)
    flat = graph.add("Squeeze", hidden, graph.constant([0], np.int64))
    narrow = config.narrow_after not in (None, config.layers)
    names = ["ids", *(["boxes", "pages"] if config.layout else []), *(["pieces"] if narrow else [])]
    rows = "words" if narrow else "tokens"
    return graph.model({name: INPUTS[name] for name in names}, {"states": flat}, [rows, config.hidden_size])


def _written(graph: onnx.ModelProto, path: Path) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(graph.SerializeToString())
    except (OSError, ValueError) as error:  # the second: more than a file of two gigabytes can hold
        raise ModelMismatch(f"{path} cannot be written ({error})", "Choose another file") from error
    return path
