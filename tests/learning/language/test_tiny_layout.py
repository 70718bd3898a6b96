"""The layout model that comes with the repository has its recipe's shape and sees the page of an invoice."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from paperformer.cli import main
from paperformer.learning.language.config import load_pretrain_config
from paperformer.learning.language.folder import load_language_model
from paperformer.synthesis import fonts

ROOT = Path(__file__).parents[3]
MODEL = ROOT / "models" / "tiny-layout"
SAMPLE = str(ROOT / "samples" / "invoice-en.pdf")
PAGE = (ROOT / "docs" / "look.md").read_text("utf-8")


def ran(*arguments: str) -> str:
    done = CliRunner().invoke(main, list(arguments))
    assert done.exit_code == 0, done.output
    return done.stdout


def test_it_has_the_shape_of_its_recipe() -> None:
    config = load_pretrain_config(ROOT / "recipes" / "tiny-layout.yaml")
    loaded = load_language_model(MODEL)
    manifest = loaded.manifest
    assert {name: manifest.model[name] for name in config.model} == config.model
    assert (manifest.name, manifest.objective) == (config.name, config.objective)
    assert (manifest.masking, manifest.max_tokens) == (config.masking, config.max_tokens)
    assert (MODEL / "weights.safetensors").stat().st_size < 8 << 20
    weights = sum(parameter.numel() for parameter in loaded.model.parameters())
    assert f"{weights / 1e6:.1f} million weights" in PAGE


def test_it_ranks_a_word_of_the_sample_as_the_page_says() -> None:
    rank = int(PAGE.split('"Total"\nhas rank ')[1].split()[0])
    (total,) = json.loads(ran("fill", str(MODEL), "--page", SAMPLE, "--word", "Total", "-o", "json"))
    assert (total["truth"], total["rank"]) == ("total", rank)


@pytest.fixture
def own_typefaces(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pages are drawn with the typefaces of the extra alone: others that a machine has make other pages."""
    monkeypatch.setattr(fonts, "_FOLDERS", ())
    for kept in (fonts.families, fonts.hands):
        kept.cache_clear()
    yield
    for kept in (fonts.families, fonts.hands):
        kept.cache_clear()


@pytest.mark.usefixtures("own_typefaces")
def test_on_pages_that_it_has_not_seen_it_beats_the_commonest_piece_as_the_page_says(tmp_path: Path) -> None:
    command = PAGE.split("paperformer synthesize runs/fresh ")[1].split("\n")[0]
    pages = ran("synthesize", str(tmp_path / "fresh"), *command.split(), "--processes", "1").splitlines()[-1]
    found = [line.split()[:2] for line in ran("perplexity", str(MODEL), pages).splitlines()]
    said = PAGE.split("runs/fresh/documents.jsonl\n```\n```text\n")[1].split("```")[0].splitlines()
    for (name, ours), (same, theirs) in zip(found, (line.split()[:2] for line in said), strict=True):
        assert name == same
        assert float(ours) == pytest.approx(float(theirs), rel=0.02)
    accuracy = float(dict(found)["accuracy"])
    told = " ".join(PAGE.split())
    assert f"names {100 * accuracy:.0f} % of the hidden pieces" in told
    assert f"always the commonest piece would be {100 * commonest(Path(pages)):.0f} %" in told


def commonest(pages: Path) -> float:
    """How often who always names the commonest piece is right."""
    tokenizer = load_language_model(MODEL).tokenizer
    counts: Counter[int] = Counter()
    for line in pages.read_text("utf-8").splitlines():
        counts.update(tokenizer.encode([word["text"] for word in json.loads(line)["words"]]).ids.tolist())
    ((_, most),) = counts.most_common(1)
    return most / counts.total()
