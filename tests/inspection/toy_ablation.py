"""Configurations of ablations that take a moment."""

from __future__ import annotations

from pathlib import Path

import yaml


def write_config(path: Path, **changes: object) -> Path:
    """A model and a training so small that nothing is learned."""
    model = {"hidden_size": 16, "layers": 1, "heads": 2, "feedforward_size": 16}
    config = {
        "output": str(path.parent / "out"),
        "model": model,
        "task": {"steps": 3, "tested": 10},
        **changes,
    }
    path.write_text(yaml.safe_dump(config))
    return path
