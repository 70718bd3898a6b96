"""A language of few words, easy to learn, and configurations of trainings on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import yaml

from toy_documents import record_of, write_jsonl

WHO, DOES, WHAT = ("anna", "bruno", "carla"), ("sees", "hears", "likes"), ("cats", "dogs", "birds", "fish")


def sentence(chance: np.random.Generator) -> str:
    """Who, does and what; what is liked follows from who likes it."""
    who, does = int(chance.integers(3)), int(chance.integers(3))
    return f"{WHO[who]} {DOES[does]} {WHAT[(who + does) % 4]} ."


def write_text(path: Path, count: int = 600) -> Path:
    """Sentences, a line each."""
    chance = np.random.default_rng(0)
    path.write_text("".join(sentence(chance) + "\n" for _ in range(count)))
    return path


def write_sayings(path: Path, count: int = 600) -> Path:
    """Three sentences again and again, any word of which tells the others."""
    chance = np.random.default_rng(0)
    said = [f"{who} {does} {what} ." for who, does, what in zip(WHO, DOES, WHAT[:3], strict=True)]
    path.write_text("".join(said[int(chance.integers(3))] + "\n" for _ in range(count)))
    return path


def write_documents(path: Path, count: int = 200) -> Path:
    """Pages whose words are told by where they stand: the same word always stands at the same place."""
    chance = np.random.default_rng(1)
    kinds = (["invoice no", "total due"], ["receipt nr", "amount paid"], ["order ref", "sum open"])
    records = []
    for number in range(count):
        first, last = kinds[int(chance.integers(3))]
        middle = " ".join(str(word) for word in chance.permutation(["red", "green", "blue"]))
        records.append(record_of(str(number), [first, middle, last], {}))
    return write_jsonl(path, records)


def write_config(path: Path, **changes: Any) -> Path:
    """A training of a small model; settings of ``model`` and ``training`` are laid over these."""
    causal = changes.get("objective", "causal") == "causal"
    config: dict[str, Any] = {
        "output": str(path.parent / "run"),
        "name": "toy",
        "objective": "causal",
        "tokenizer": {"size": 300 if causal else 90},
        "max_tokens": 32,
        **changes,
    }
    config["model"] = {
        "hidden_size": 32, "layers": 1, "heads": 2, "feedforward_size": 64, "dropout": 0.0,
        **changes.get("model", {}),
    }  # fmt: skip
    config["training"] = {
        "epochs": 3, "learning_rate": 1e-2, "tokens_per_batch": 256, "average": 0.0, "threads": 1,
        **changes.get("training", {}),
    }  # fmt: skip
    path.write_text(yaml.safe_dump(config))
    return path
