"""docs/language-models.md and the recipes are true: they run, and the table is the configuration."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from pydantic import BaseModel
from pydantic_core import PydanticUndefined

import paperformer
from paperformer.learning.language.config import (
    Masking,
    PretrainConfig,
    TextSource,
    TokenizerChoice,
    Training,
    load_pretrain_config,
)

pytestmark = pytest.mark.usefixtures("recipe_folders")
ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs" / "language-models.md").read_text(encoding="utf-8")
RECIPES = sorted((ROOT / "recipes").glob("language-*.yaml"))
GROUPS: dict[str, tuple[str, type[BaseModel]]] = {
    "data": ("data[].", TextSource),
    "tokenizer": ("tokenizer.", TokenizerChoice),
    "masking": ("masking.", Masking),
    "training": ("training.", Training),
}


def settings() -> Iterator[tuple[str, str]]:
    """Every setting and its default as the table prints them."""
    for prefix, kind in (("", PretrainConfig), *GROUPS.values()):
        for name, field in kind.model_fields.items():
            if prefix or name not in GROUPS:
                given = field.default is not PydanticUndefined and field.default not in (None, ())
                yield f"`{prefix}{name}`", f"`{field.default}`" if given else ""


def test_the_table_lists_every_setting_with_its_default() -> None:
    rows = re.findall(r"^\| (`[^|]+`) \| ([^|]*?) ?\| ", TEXT[TEXT.index("## The config") :], re.MULTILINE)
    assert dict(rows) == dict(settings())


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda path: path.stem)
def test_a_recipe_is_a_configuration(recipe: Path) -> None:
    config = load_pretrain_config(recipe)
    assert config.output.endswith(recipe.stem)


def test_there_is_a_recipe_for_every_objective() -> None:
    assert {load_pretrain_config(path).objective for path in RECIPES} == {"causal", "masked", "layout"}


@pytest.mark.slow
def test_the_example_runs(tmp_path: Path) -> None:
    """With one epoch of a narrower model: the commands are the page's, the time is a test's."""
    (block,) = re.findall(r"^```bash\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    (tmp_path / "recipes").mkdir()
    recipe = yaml.safe_load((ROOT / "recipes" / "language-causal.yaml").read_text(encoding="utf-8"))
    recipe["model"] |= {"hidden_size": 16, "layers": 1, "feedforward_size": 16}
    recipe["tokenizer"]["size"] = 400
    recipe["training"]["epochs"] = 1
    (tmp_path / "recipes" / "language-causal.yaml").write_text(yaml.safe_dump(recipe))
    commands = block.replace("paperformer ", f"{sys.executable} -m paperformer.cli ")
    here = {**os.environ, "PYTHONPATH": str(Path(paperformer.__file__).parents[1])}
    done = subprocess.run(
        ["bash", "-euc", commands], cwd=tmp_path, env=here, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    printed = done.stdout.splitlines()
    assert printed[0] == "runs/language-causal/model"
    assert printed[1].startswith("A document")
