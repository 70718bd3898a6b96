"""A language of letters whose translation is the same letters backwards: learned exactly in seconds."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import yaml

LETTERS = "abcdefgh"


def sentences(count: int, seed: int, longest: int = 7) -> list[str]:
    """Letters with spaces between them, one to ``longest`` a line."""
    chance = random.Random(seed)
    return [" ".join(chance.choices(LETTERS, k=chance.randint(1, longest))) for _ in range(count)]


def backwards(text: str) -> str:
    """Its translation."""
    return " ".join(reversed(text.split()))


def write_pairs(folder: Path, name: str, count: int, seed: int) -> dict[str, str]:
    """Two files of ``count`` lines; their paths."""
    lines = sentences(count, seed)
    paths = {"source": folder / f"{name}.src", "target": folder / f"{name}.tgt"}
    translated = [backwards(line) for line in lines]
    paths["source"].write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    paths["target"].write_text("".join(f"{line}\n" for line in translated), encoding="utf-8")
    return {side: str(path) for side, path in paths.items()}


TINY: dict[str, Any] = {
    "hidden_size": 32, "layers": 1, "heads": 2, "feedforward_size": 64, "dropout": 0.0, "norm": "pre",
}  # fmt: skip
TRAINING: dict[str, Any] = {
    "epochs": 2, "learning_rate": 5e-3, "tokens_per_batch": 512, "warmup_steps": 20, "threads": 1,
    "schedule": "inverse_sqrt",
}  # fmt: skip


def write_config(folder: Path, *, pairs: int = 120, **changes: Any) -> Path:
    """A configuration of a tiny training on such a corpus; ``changes`` replace whole entries."""
    folder.mkdir(parents=True, exist_ok=True)
    settings: dict[str, Any] = {
        "output": str(folder / "run"),
        "source": "en",
        "target": "de",
        "train": [write_pairs(folder, "train", pairs, 1)],
        "validation": [write_pairs(folder, "validation", 30, 2)],
        "cleaning": {"repeated": False},
        "vocabulary": {"size": 300},
        "model": {"preset": "tiny", "changes": TINY},
        "training": TRAINING,
    }
    path = folder / "config.yaml"
    path.write_text(yaml.safe_dump(settings | changes), encoding="utf-8")
    return path
