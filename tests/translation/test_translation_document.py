"""docs/translation.md is true: its example runs from top to bottom, and its table is what is set."""

import re
import shlex
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from paperformer.cli import main
from paperformer.translation.config import TranslationConfig, load_translation_config
from paperformer.translation.model_folder import load_translator
from paperformer.translation.prepared import read
from paperformer.translation.scaling import SCALES, scaled
from paperformer.translation.verdict import closing

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "translation.md").read_text(encoding="utf-8")
FEW = 8  # lines to translate: the commands are the page's, the time is a test's


def copy_text(folder: Path) -> None:
    """The recipe and the first lines of its text, and a smaller model that learns for a moment."""
    recipe = yaml.safe_load((ROOT / "recipes" / "tiny-translator.yaml").read_text("utf-8"))
    recipe["model"] = {"changes": {"hidden_size": 16, "layers": 1, "feedforward_size": 16}}
    recipe["training"] = {"steps": 4, "threads": 1}
    recipe["search"] = {"beam": 1}
    (folder / "recipes" / "tiny-translator").mkdir(parents=True)
    (folder / "recipes" / "tiny-translator.yaml").write_text(yaml.safe_dump(recipe), "utf-8")
    for path in (ROOT / "recipes" / "tiny-translator").glob("*.??"):
        if path.suffix in {".en", ".de"}:
            lines = path.read_text("utf-8").splitlines(keepends=True)[: 40 if path.stem == "train" else FEW]
            (folder / "recipes" / "tiny-translator" / path.name).write_text("".join(lines), "utf-8")


def typed(line: str) -> Result:
    """What a line of the page does, an `echo` before a pipe included."""
    text, _, command = line.rpartition(" | ")
    given = " ".join(shlex.split(text)[1:]) + "\n" if text else None
    _, *arguments = shlex.split(command)
    result = CliRunner().invoke(main, arguments, input=given, catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return result


def test_the_example_runs_as_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sacrebleu")
    (block,) = re.findall(r"^```bash\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    copy_text(tmp_path)
    monkeypatch.chdir(tmp_path)
    trained, translated, scored = [typed(line) for line in block.splitlines()]
    assert trained.stdout == "runs/tiny-translator/model\n"
    assert "not learned: " in trained.stderr.splitlines()[-1]
    assert len(translated.stdout.splitlines()) == 1
    assert [line.split()[0] for line in scored.stdout.splitlines()] == ["BLEU", "BLEU", "chrF"]


@pytest.mark.slow
def test_the_model_of_the_repository_has_the_figures_that_its_training_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("sacrebleu")
    monkeypatch.chdir(ROOT)
    config = load_translation_config(ROOT / "recipes" / "tiny-translator.yaml")
    corpus = read(config)
    config, _ = scaled(config, len(corpus.train))
    parts = load_translator(ROOT / "models" / "tiny-translator")
    (said,) = re.findall(r"^```\n(200 test pairs.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert closing(config, parts, corpus.train, corpus.validation) == said.splitlines()


def test_the_example_of_a_configuration_is_one() -> None:
    (example,) = re.findall(r"^```yaml\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    config = TranslationConfig.model_validate(yaml.safe_load(example))
    assert config.model_fields_set == {"output", "source", "target", "train", "validation", "test"}


def test_the_table_is_what_is_set() -> None:
    number = r" ([\d,]+) "
    row = rf"^\|{number}\|{number}\| (\d) \+ \d \| `(\w+)` \| ([\d.]+) \|{number}\|{number}\|"
    rows = re.findall(row, TEXT, re.MULTILINE)
    table = [tuple(cell.replace(",", "") for cell in row) for row in rows]
    assert table == [
        tuple(
            str(value)
            for value in (
                *(scale.pairs, scale.vocabulary, scale.model["layers"], scale.model["norm"]),
                *(scale.model["dropout"], scale.training["steps"], scale.training["tokens_per_batch"]),
            )
        )
        for scale in SCALES
    ]
