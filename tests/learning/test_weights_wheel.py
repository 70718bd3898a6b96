"""A plain installation trains on: the wheel of the weights brings what the other one lacks."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from paperformer.errors import ModelMismatch
from paperformer.extraction.model_folder import MANIFEST, WEIGHTS
from paperformer.learning import checkpoint_folder as room

ROOT = Path(__file__).parents[2]
INSTALL = r"pip install \./packages/weights"
WHERE = """
from paperformer.errors import ModelMismatch
from paperformer.learning.checkpoint_folder import checkpoint_folder
try:
    print(checkpoint_folder("default"))
except ModelMismatch as error:
    print(error)
"""


def model(folder: Path, version: str = "1", name: str = "m") -> Path:
    """A model folder without weights."""
    folder.mkdir(parents=True)
    manifest = {"name": name, "version": version, "fields": ["iban"], "max_tokens": 64, "encoder": {}}
    (folder / MANIFEST).write_text(json.dumps({"format": 2, **manifest}), encoding="utf-8")
    return folder


@pytest.fixture
def plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A default model as the wheel has it; packages in ``tmp_path/site`` can be imported."""
    default = model(tmp_path / "default")
    monkeypatch.setattr(room, "default_model_path", lambda: default)
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(site)
    return site


def test_without_the_weights_the_message_names_the_command_that_brings_them(plain: Path) -> None:
    assert list(plain.iterdir()) == []
    with pytest.raises(ModelMismatch, match=f"has no weights.safetensors.*{INSTALL}"):
        room.checkpoint_folder("default")


def test_weights_of_another_version_of_the_model_are_refused(plain: Path) -> None:
    model(plain / "paperformer_weights" / "model", version="0")
    with pytest.raises(ModelMismatch, match=f"weights of m 0, and the default model is m 1.*{INSTALL}"):
        room.checkpoint_folder("default")


def test_weights_of_the_same_version_are_what_a_training_goes_on_from(plain: Path) -> None:
    folder = model(plain / "paperformer_weights" / "model")
    assert room.checkpoint_folder("default") == folder


def built(project: Path, out: Path) -> Path:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", out],
        cwd=project, check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = out.iterdir()
    return wheel


def install(wheel: Path, site: Path) -> None:
    plainly = ["--quiet", "--no-deps", "--no-index", "--no-compile", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", *plainly, "--target", site, wheel]
    subprocess.run(command, check=True, capture_output=True)


def where(site: Path, cwd: Path) -> str:
    """What a program that has only the installed packages says of the weights."""
    environment = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, "-P", "-c", WHERE]
    done = subprocess.run(command, cwd=cwd, env=environment, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("hatchling") is None, reason="needs pip install hatchling")
def test_both_wheels_installed_have_the_weights_without_the_repository(tmp_path: Path) -> None:
    site = tmp_path / "site"
    install(built(ROOT, tmp_path / "package"), site)
    assert "pip install ./packages/weights" in where(site, tmp_path)
    install(built(ROOT / "packages" / "weights", tmp_path / "weights"), site)
    folder = Path(where(site, tmp_path))
    assert folder == site / "paperformer_weights" / "model"
    for path in folder.iterdir():
        assert path.read_bytes() == (ROOT / "models" / "default" / path.name).read_bytes(), path.name
    assert (folder / WEIGHTS).is_file()
