"""Configurations of ablations that take a moment."""

from __future__ import annotations

import random
from pathlib import Path

import yaml


def write_config(path: Path, **changes: object) -> Path:
    """A model and a training so small that nothing is learned."""
    model = {"hidden_size": 16, "layers": 1, "heads": 2, "feedforward_size": 16}
    config = {
        "output": str(path.parent / "out"),
        "model": model,
        "task": {"steps": 3, "tested": 10},
        **changes,  # None leaves one out
    }
    path.write_text(yaml.safe_dump({name: value for name, value in config.items() if value is not None}))
    return path


def write_translation_config(folder: Path, **changes: object) -> Path:
    """The same for a translation of letters into the same letters backwards, of two short epochs."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(1)
    files = {}
    for name, count in (("train", 60), ("validation", 10)):
        lines = [" ".join(chance.choices("abcdefgh", k=chance.randint(1, 6))) for _ in range(count)]
        path = folder / f"{name}.tsv"
        path.write_text("".join(f"{line}\t{line[::-1]}\n" for line in lines), encoding="utf-8")
        files[name] = [{"tsv": str(path)}]
    translation = {
        "source": "en",
        "target": "de",
        **files,
        "cleaning": {"repeated": False},
        "vocabulary": {"size": 300},
        "training": {"epochs": 2, "tokens_per_batch": 64, "warmup_steps": 5},
    }
    given = {"removals": ["no residual", "RNN with attention"], "seeds": [0], "threads": 1}
    return write_config(folder / "c.yaml", **{"task": None, "translation": translation, **given, **changes})
