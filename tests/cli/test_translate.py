"""`translate train`, `run`, `score` and `vocabulary`."""

import io
import json
import random
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from paperformer.cli import main
from paperformer.cli.training_progress import _line, _pace

pytest.importorskip("torch")


def run(*arguments: str | Path, text: str | bytes | None = None) -> Result:
    given = io.BytesIO(text) if isinstance(text, bytes) else text
    return CliRunner().invoke(main, ["translate", *map(str, arguments)], input=given, catch_exceptions=False)


def one_line_of_failure(result: Result) -> str:
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert line.startswith("paperformer: ")
    return str(line)


def write_corpus(folder: Path) -> Path:
    """A hundred lines of letters and their capitals, and a configuration of a training of seconds."""
    chance = random.Random(1)
    lines = [" ".join(chance.choices("abcdef", k=chance.randint(1, 6))) for _ in range(100)]
    (folder / "x.en").write_text("".join(f"{line}\n" for line in lines))
    (folder / "x.de").write_text("".join(f"{line.upper()}\n" for line in lines))
    text = {"source": str(folder / "x.en"), "target": str(folder / "x.de")}
    settings = {
        "output": str(folder / "run"),
        "source": "en",
        "target": "de",
        "train": [text],
        "validation": [text],
        "vocabulary": {"size": 300},
        "model": {"preset": "tiny", "changes": {"hidden_size": 16, "layers": 1, "heads": 2}},
        "training": {"epochs": 1, "tokens_per_batch": 256, "threads": 1},
    }
    (folder / "config.yaml").write_text(yaml.safe_dump(settings))
    return folder / "config.yaml"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("translate")
    result = run("train", write_corpus(folder))
    assert result.exit_code == 0, result.stderr
    assert result.stdout == f"{folder / 'run' / 'model'}\n"
    chosen, corpus, *_, last = result.stderr.splitlines()
    assert chosen.startswith("set for ")
    assert "pairs_kept" in corpus
    assert last.startswith("not learned: ")
    assert any("perplexity" in line for line in result.stderr.splitlines())
    return folder / "run" / "model"


def test_another_seed_makes_another_model_of_the_same_subwords(model: Path, tmp_path: Path) -> None:
    result = run("train", model.parents[1] / "config.yaml", "--seed", "7", "--output", tmp_path / "seven")
    other = tmp_path / "seven" / "model"
    assert result.stdout == f"{other}\n"
    assert (other / "weights.safetensors").read_bytes() != (model / "weights.safetensors").read_bytes()
    assert (tmp_path / "seven" / "subwords.json").read_bytes() == (
        model.parent / "subwords.json"
    ).read_bytes()


def test_models_translate_together_and_are_scored_together(model: Path, tmp_path: Path) -> None:
    config = model.parents[1] / "config.yaml"
    other = Path(run("train", config, "--seed", "7", "--output", tmp_path / "seven").stdout.strip())
    together = run("run", model, "--with", other, "--json", text="a b\n")
    alone = run("run", model, "--json", text="a b\n")
    assert together.exit_code == 0
    assert json.loads(together.stdout)["translations"][0]["score"] != pytest.approx(
        json.loads(alone.stdout)["translations"][0]["score"]
    )
    folder = model.parents[1]
    assert "BLEU" in run("score", model, folder / "x.en", folder / "x.de", "--with", other).stdout
    assert "no translator" in one_line_of_failure(run("run", model, "--with", tmp_path, text="a"))


def test_every_line_has_its_line(model: Path, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("a b\n\nc\n", encoding="utf-8")
    from_file = run("run", model, tmp_path / "in.txt")
    assert len(from_file.stdout.split("\n")) == 4
    assert from_file.stdout.split("\n")[1] == ""
    assert run("run", model, "-", text="a b\n\nc\n").stdout == from_file.stdout
    assert run("run", model, text="a b\n\nc\n").stdout == from_file.stdout


def test_a_line_that_is_too_long_is_said_and_the_others_are_translated(model: Path, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("a b\n" + "a " * 2000 + "\nc\n", encoding="utf-8")
    result = run("run", model, tmp_path / "in.txt", "--json")
    assert [len(json.loads(line)["translations"]) for line in result.stdout.splitlines()] == [1, 0, 1]
    assert result.exit_code == 1
    said, last = result.stderr.splitlines()
    assert said.startswith(f"{tmp_path / 'in.txt'}: line 2 has more than the 1024 subwords")
    assert last == "paperformer: 1 line was not translated"


def test_scores_are_not_reckoned_for_an_output_that_cannot_be_written(model: Path, tmp_path: Path) -> None:
    folder = model.parents[1]
    result = run("score", model, folder / "x.en", folder / "x.de", "--output", tmp_path / "no" / "out.txt")
    assert "cannot be written" in one_line_of_failure(result)
    assert result.stdout == ""


def test_several_translations_of_a_line_end_in_an_empty_one(model: Path) -> None:
    lines = run("run", model, "--beam", "3", "--n-best", "2", text="a b\nc\n").stdout.split("\n")
    assert len(lines) == 7
    assert lines[2] == lines[5] == ""


def test_json_has_sources_translations_and_scores(model: Path) -> None:
    result = run("run", model, "--json", "--beam", "2", "--n-best", "2", text="a b\nc\n")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [record["source"] for record in records] == ["a b", "c"]
    for record in records:
        scores = [one["score"] for one in record["translations"]]
        assert scores == sorted(scores, reverse=True)


def test_pictures_show_the_words(model: Path, tmp_path: Path) -> None:
    from xml.etree import ElementTree

    result = run("run", model, "--alignment", tmp_path / "pictures", text="a b <&\n\nc\n")
    assert result.exit_code == 0
    assert {path.name for path in (tmp_path / "pictures").iterdir()} <= {"1.svg", "3.svg"}
    for path in (tmp_path / "pictures").iterdir():
        words = [node.text for node in ElementTree.parse(path).iter() if node.tag.endswith("text")]
        assert ("<&" in words) == (path.name == "1.svg")


def test_scores_come_with_their_signatures(model: Path, tmp_path: Path) -> None:
    pytest.importorskip("sacrebleu")
    folder = model.parents[1]
    result = run("score", model, folder / "x.en", folder / "x.de", "--output", tmp_path / "out.txt")
    assert result.exit_code == 0, result.stderr
    names = [line.split("  ")[0].rsplit(" ", 1)[0] for line in result.stdout.splitlines()]
    assert names == ["BLEU detokenised", "BLEU detokenised, lowercased", "chrF detokenised"]
    assert all("version:" in line for line in result.stdout.splitlines())
    assert len((tmp_path / "out.txt").read_text().splitlines()) == 100


def test_a_vocabulary_is_learned_without_a_model(tmp_path: Path) -> None:
    result = run("vocabulary", write_corpus(tmp_path))
    assert result.exit_code == 0
    assert result.stdout.endswith(f"subwords in {tmp_path / 'run'}\n")
    assert "100 pairs read" in result.stderr
    assert (tmp_path / "run" / "subwords.json").exists()
    assert not (tmp_path / "run" / "model").exists()


def test_what_cannot_be_read_is_one_line(model: Path, tmp_path: Path) -> None:
    folder = model.parents[1]
    (tmp_path / "latin.txt").write_bytes("Brüder\n".encode("latin-1"))
    (tmp_path / "short.txt").write_text("a\n")
    assert "nowhere: no translator" in one_line_of_failure(run("run", tmp_path / "nowhere", text="a\n"))
    assert "line 1 is not UTF-8" in one_line_of_failure(run("run", model, tmp_path / "latin.txt"))
    assert "standard input is not UTF-8" in one_line_of_failure(run("run", model, text=b"\xff\n"))
    assert "cannot be read" in one_line_of_failure(run("run", model, tmp_path / "no.txt"))
    assert "100 lines and" in one_line_of_failure(
        run("score", model, folder / "x.en", tmp_path / "short.txt")
    )
    assert "n_best 4 of a beam of 2" in one_line_of_failure(
        run("run", model, "--beam", "2", "--n-best", "4", text="a\n")
    )
    (tmp_path / "file").write_text("")
    assert "cannot be written" in one_line_of_failure(
        run("run", model, "--alignment", tmp_path / "file" / "x", text="a b\n")
    )


def test_an_unknown_verb_is_misuse() -> None:
    assert run("sing").exit_code == 2


def test_the_bar_tells_pace_and_time_left() -> None:
    figures = {"step": 10, "steps": 20, "loss": 3.21, "tokens_per_second": 8120.4, "seconds_left": 2467.0}
    assert _pace(figures) == "loss 3.210, 8,120 tokens/s, 0:41:07 left"
    assert _line({"step": 10, "loss": 3.21456}) == "step 10  loss 3.215"
