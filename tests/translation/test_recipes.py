"""The recipes say what can be: each is read, and its model built."""

from pathlib import Path

import pytest
import torch

from paperformer.text.subwords import BYTES, SPECIAL, Subwords
from paperformer.transformer.seq2seq import Seq2Seq
from paperformer.translation.config import ModelChoice, load_translation_config
from paperformer.translation.model_folder import build, shape_of

pytestmark = pytest.mark.usefixtures("recipe_folders")
RECIPES = sorted((Path(__file__).parents[2] / "recipes").glob("multi30k-*.yaml"))
SUBWORDS = Subwords("wordpiece", [*SPECIAL, *BYTES, *(f"piece{n}" for n in range(96))])


def parameters(choice: ModelChoice) -> int:
    with torch.device("meta"):
        model = build(shape_of(choice, (SUBWORDS, SUBWORDS)), 0)
    return sum(p.numel() for p in model.parameters())


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_a_recipe_can_be_read_and_its_model_built(path: Path) -> None:
    config = load_translation_config(path)
    assert path.stem.startswith(f"multi30k-{config.source}-{config.target}")
    model = build(shape_of(config.model, (SUBWORDS, SUBWORDS)), 0)
    assert isinstance(model, Seq2Seq) == (config.model.preset != "recurrent")


def test_all_directions_have_one() -> None:
    assert {path.stem for path in RECIPES} == {
        "multi30k-en-de", "multi30k-en-fr", "multi30k-de-en", "multi30k-en-de-recurrent",
        "multi30k-en-de-cased",
    }  # fmt: skip


@pytest.mark.parametrize(("preset", "layers", "size", "inner"), [
    ("tiny", 8, 128, 256), ("base", 12, 512, 2048), ("big", 12, 1024, 4096),
])  # fmt: skip
def test_presets_have_the_parameters_that_the_paper_counts(
    preset: str, layers: int, size: int, inner: int
) -> None:
    """Attention 4 (size^2 + size), networks and norms; one table of tokens for all three uses."""
    attention, network, norm = 4 * (size**2 + size), 2 * size * inner + inner + size, 2 * size
    stack = (layers // 2) * (attention + network + 2 * norm) + (layers // 2) * (
        2 * attention + network + 3 * norm
    )
    choice = ModelChoice(preset=preset)  # type: ignore[arg-type]
    if preset == "big":
        choice = ModelChoice(preset="big", changes={"layers": 2})
        stack = 2 * (attention + network + 2 * norm) + 2 * (2 * attention + network + 3 * norm)
    assert parameters(choice) == stack + len(SUBWORDS) * size
