"""`pretrain`, `perplexity` and `generate`, from the command line."""

import json
from pathlib import Path

import pytest
import torch
import yaml
from click.testing import CliRunner, Result

from paperformer.cli import main
from paperformer.learning.language.folder import LanguageManifest, LanguageModel, save_language_model
from paperformer.text.subword_training import train_subwords
from paperformer.transformer.build import build_decoder
from paperformer.transformer.config import DecoderConfig

TEXT = "the cat sat on the mat and the dog sat on the log"


def run(*arguments: str | Path, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), input=given, catch_exceptions=False)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Random weights, large enough to be of one mind."""
    pieces = train_subwords([TEXT] * 3, 300)
    config = DecoderConfig(
        vocabulary_size=len(pieces), hidden_size=16, layers=1, heads=2, feedforward_size=24,
        positions="learned", max_positions=64,
    )  # fmt: skip
    generator = torch.Generator().manual_seed(0)
    model = build_decoder(config, generator)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.3 * torch.randn(parameter.shape, generator=generator))
    manifest = LanguageManifest(
        name="toy", version="1", objective="causal", model=config.to_dict(), max_tokens=64
    )
    saved = LanguageModel(model.eval(), pieces, manifest)
    return save_language_model(tmp_path_factory.mktemp("model"), saved)


def test_the_prompt_is_printed_and_what_follows_it(model: Path) -> None:
    result = run("generate", model, "--prompt", "the cat", "--max-tokens", "5")
    assert result.exit_code == 0
    assert result.stdout.startswith("the cat")
    assert len(result.stdout) > len("the cat\n")
    assert run("generate", model, "--prompt", "the cat", "--max-tokens", "5").stdout == result.stdout


def test_a_dash_reads_the_prompt_from_standard_input(model: Path) -> None:
    wanted = run("generate", model, "--prompt", "the cat\nsat", "--max-tokens", "5").stdout
    assert (
        run("generate", model, "--prompt", "-", "--max-tokens", "5", given="the cat\nsat\n").stdout == wanted
    )


def test_a_prompt_that_the_shell_gave_in_other_bytes_is_one_line(model: Path) -> None:
    result = run("generate", model, "--prompt", "a\udcffb")
    assert result.exit_code == 2
    assert result.stderr == "paperformer: --prompt is not UTF-8 text. Give the prompt in UTF-8\n"
    assert run("generate", model, "--prompt", "a", "--temperature", "1", "--seed", str(2**70)).exit_code == 2


def test_an_empty_prompt_begins_a_text(model: Path) -> None:
    assert run("generate", model, "--prompt", "", "--max-tokens", "3").exit_code == 0


def test_a_beam_of_one_and_the_likeliest_of_one_are_greedy(model: Path) -> None:
    begin = ("generate", model, "--prompt", "the", "--max-tokens", "8")
    greedy = run(*begin).stdout
    assert run(*begin, "--beam", "1").stdout == greedy
    assert run(*begin, "--top-k", "1").stdout == greedy
    assert run(*begin, "--top-p", "1e-9").stdout == greedy
    assert run(*begin, "--temperature", "1e-4").stdout == greedy


def test_chance_follows_the_seed(model: Path) -> None:
    begin = ("generate", model, "--prompt", "the", "--max-tokens", "12", "--temperature", "3")
    first, again, other = (run(*begin, "--seed", seed).stdout for seed in ("1", "1", "2"))
    assert first == again != other


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--beam", "2", "--top-k", "3"), 2, "--beam draws nothing by chance"),
        (("--temperature", "0"), 2, "0"),
        (("--top-p", "1.5"), 2, "1.5"),
        (("--max-tokens", "0"), 2, "0"),
        (("--max-tokens", "100"), 1, "do not fit into 64 positions"),
    ],
)
def test_misuse_is_told(model: Path, options: tuple[str, ...], code: int, said: str) -> None:
    result = run("generate", model, "--prompt", "the", *options)
    assert result.exit_code == code
    assert said in result.stderr.splitlines()[-1]
    assert result.stdout == ""


def test_all_positions_can_be_used(model: Path) -> None:
    prompt = len(train_subwords([TEXT] * 3, 300).encode(["the"])[0]) + 1
    fits = str(64 - prompt + 1)
    assert run("generate", model, "--prompt", "the", "--max-tokens", fits).exit_code == 0


def test_a_prompt_that_is_no_text_is_one_line(model: Path) -> None:
    result = run("generate", model, "--prompt", "-", given=b"caf\xe9")
    assert result.exit_code == 1
    assert result.stderr == "paperformer: standard input is not UTF-8 text. Give the prompt in UTF-8\n"


def test_no_model_is_one_line(tmp_path: Path) -> None:
    result = run("generate", tmp_path / "absent", "--prompt", "a")
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert "no language model" in line


@pytest.mark.slow
def test_pretrain_prints_figures_and_the_folder_that_generate_takes(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text((TEXT + "\n\n") * 40)
    config = {
        "output": str(tmp_path / "run"),
        "objective": "causal",
        "data": [{"path": str(tmp_path / "text.txt")}],
        "tokenizer": {"size": 300},
        "max_tokens": 32,
        "model": {"hidden_size": 16, "layers": 1, "heads": 2, "feedforward_size": 24},
        "training": {"tokens_per_batch": 64, "threads": 1},
    }
    (tmp_path / "c.yaml").write_text(yaml.safe_dump(config))
    result = run("pretrain", tmp_path / "c.yaml")
    assert result.exit_code == 0
    assert result.stderr.startswith("sequences 40  ")
    folder = result.stdout.strip()
    assert run("generate", folder, "--prompt", "the cat").stdout.startswith("the cat")


def test_a_config_that_is_missing_is_one_line(tmp_path: Path) -> None:
    result = run("pretrain", tmp_path / "absent.yaml")
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"paperformer: {tmp_path / 'absent.yaml'}: cannot be read")


def test_perplexity_is_a_table_for_people_and_json_for_programs(model: Path, tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("the cat sat\n\nthe dog")
    shown = run("perplexity", model, tmp_path / "t.txt")
    assert shown.exit_code == 0
    found = json.loads(run("perplexity", model, tmp_path / "t.txt", "--output", "json").stdout)
    assert found["words"] == 3 + 2 + 2  # an end for each paragraph
    rows = {row.split()[0]: float(row.split()[1]) for row in shown.stdout.splitlines()}
    assert rows == {name: pytest.approx(value, rel=1e-3) for name, value in found.items()}
    lines = run("perplexity", model, "-", "--document", "line", "-o", "json", given="the cat sat\nthe dog\n")
    assert json.loads(lines.stdout) == pytest.approx(found)


def test_perplexity_says_what_is_wrong_in_one_line(model: Path, tmp_path: Path) -> None:
    twice = run("perplexity", model, "-", "-")
    assert twice.exit_code == 2
    assert (
        twice.stderr == "paperformer: `-` stands for standard input, which can be read once. Give it once\n"
    )
    missing = run("perplexity", model, tmp_path / "none.txt")
    assert missing.exit_code == 1
    assert missing.stderr.count("\n") == 1
    latin = run("perplexity", model, "-", given="caf\xe9".encode("latin-1"))
    assert latin.exit_code == 1
    assert latin.stderr.startswith("paperformer: standard input: cannot be read (it is not UTF-8 text")
    assert run("perplexity", model, "-", given="").stderr.startswith("paperformer: standard input: nothing")
