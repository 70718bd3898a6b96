"""Every picture is drawn, not blank and well-formed; and what lies behind patterns, positions and maps."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import torch
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("matplotlib", reason="pictures: pip install 'paperformer[inspect]'")

from matplotlib.figure import Figure
from toy_subjects import TEXT, a_decoder, a_translator, an_encoder, is_blank

from paperformer.cli import main
from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.inspection.look.attention import ALL, AttentionMap, Seen
from paperformer.inspection.look.cost import (
    MATRIX,
    MatrixAttention,
    curves,
    draw_cost,
    fitted,
    matrix_bytes,
    measure,
    plan,
)
from paperformer.inspection.look.embeddings import draw_embeddings, flattened, neighbourhoods
from paperformer.inspection.look.estimate import draw_estimate
from paperformer.inspection.look.lines import draw_lines
from paperformer.inspection.look.matrices import draw_matrices
from paperformer.inspection.look.of_text import see_text
from paperformer.inspection.look.patterns import ESTIMATED, EXACT, OUTSIDE, draw_patterns, patterns
from paperformer.inspection.look.positions import Positions, draw_positions, positions_of, sinusoidal
from paperformer.inspection.look.style import save
from paperformer.transformer.attention.longformer_pattern import band
from paperformer.transformer.attention.softmax import SoftmaxAttention
from paperformer.transformer.config import LinformerConfig, PerformerConfig
from paperformer.transformer.mask import causal_mask


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["look", *map(str, arguments)], catch_exceptions=False)


def assert_drawn(figure: Figure, folder: Path) -> None:
    save(figure, folder / "picture.png")
    save(figure, folder / "picture.svg")
    assert not is_blank(folder / "picture.png")
    assert ElementTree.parse(folder / "picture.svg").getroot().tag.endswith("svg")


def test_matrices_of_a_performer_and_of_linformer(tmp_path: Path) -> None:
    performer = see_text(an_encoder(PerformerConfig(features=16)), TEXT)
    assert_drawn(draw_matrices(performer, None, 0, (2,)), tmp_path)
    linformer = see_text(an_encoder(LinformerConfig(max_length=64, projected_length=4)), "total")
    save(draw_matrices(linformer, None, None, ALL), tmp_path / "linformer.png")
    assert not is_blank(tmp_path / "linformer.png")


def test_the_error_of_an_estimate_is_its_distance_from_exact_softmax(tmp_path: Path) -> None:
    seen = see_text(an_encoder(PerformerConfig(features=16)), TEXT)
    figure = draw_estimate(seen, None, 0, (2,))
    implied, exact, apart = (axes.images[0].get_array() for axes in figure.axes[:3])
    one = seen.map(None, 0)
    assert one.exact is not None
    np.testing.assert_allclose(implied, one.weights[2], atol=1e-6)
    np.testing.assert_allclose(exact, one.exact[2], atol=1e-6)
    np.testing.assert_allclose(apart, one.weights[2] - one.exact[2], atol=1e-6)
    assert_drawn(figure, tmp_path)
    with pytest.raises(InvalidConfig, match="estimates nothing"):
        draw_estimate(see_text(an_encoder(), TEXT), None, 0, (2,))


def test_what_the_large_matrix_shows_are_the_models_weights() -> None:
    seen = see_text(an_encoder(), TEXT)
    figure = draw_matrices(seen, None, 1, (3,))
    drawn = [axes.images[0].get_array() for axes in figure.axes if axes.images]
    grid = drawn[: 2 * 4]
    for number, weights in enumerate(grid):
        np.testing.assert_allclose(weights, seen.maps[number // 4].weights[number % 4])
    np.testing.assert_allclose(drawn[8], seen.maps[1].weights[3])


def test_the_scale_of_a_large_matrix_says_what_lies_beyond_it() -> None:
    weights = np.full((1, 70, 70), 0.01, dtype=np.float32)
    weights[0, 0, :3] = 0.9  # three cells of 4,900: the colours end below
    names = tuple(map(str, range(70)))
    figure = draw_matrices(
        Seen("large", (AttentionMap("encoder", 0, "softmax", weights, names, names),)), None, 0, (0,)
    )
    (label,) = (axes.get_ylabel() for axes in figure.axes if "attention" in axes.get_ylabel())
    assert label == "share of the query's attention; darkest from 0.01 up, greatest 0.9"


def test_the_names_on_a_map_do_not_cover_each_other() -> None:
    subject = an_encoder()
    figure = draw_embeddings(subject, neighbourhoods(subject, ["a", "u", "e"], 8))
    texts = figure.axes[0].texts
    boxes = [text.get_window_extent(figure.canvas.get_renderer()) for text in texts]
    assert len(boxes) == 3 * 9
    for number, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[number + 1 :]), texts[number].get_text()


def test_lines_of_cross_attention(tmp_path: Path) -> None:
    seen = see_text(a_translator(), "abcd", target="xyz")
    assert_drawn(draw_lines(seen, "cross", 1, ALL, "y"), tmp_path)
    with pytest.raises(InvalidConfig, match="no token"):
        draw_lines(seen, "cross", 1, ALL, "w")


def test_a_chosen_token_changes_the_lines(tmp_path: Path) -> None:
    seen = see_text(an_encoder(), TEXT)
    for name, token in (("all", None), ("one", "20")):
        save(draw_lines(seen, None, 0, (1,), token), tmp_path / f"{name}.svg")
    assert (tmp_path / "all.svg").read_text() != (tmp_path / "one.svg").read_text()


def test_the_same_numbers_give_the_same_file(tmp_path: Path) -> None:
    seen = see_text(an_encoder(), "total")
    for name in ("a.svg", "b.svg"):
        save(draw_lines(seen, None, 0, (1,), None), tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_a_name_that_is_no_picture_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="no picture of that kind"):
        save(Figure(), tmp_path / "picture.gif")
    result = run("patterns", "--out", tmp_path / "picture.gif")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)


@pytest.mark.parametrize("length", [16, 32, 45])
def test_patterns_are_our_masks(length: int, tmp_path: Path) -> None:
    found = {one.name: one for one in patterns(length)}
    places, window = torch.arange(length), max(1, length // 10)
    near = band(places, places, window=window, dilation=(1,), causal=False)[0, 0].numpy()
    dilated = band(places, places, window=window, dilation=(2,), causal=False)[0, 0].numpy()
    blocks = np.arange(length) // max(2, length // 8)
    expected = {
        "full": np.ones((length, length), bool),
        "causal": causal_mask(length, length, torch.device("cpu")).numpy(),
        "sliding window": near,
        "dilated window": dilated,
        "global + sliding": near | (np.arange(length) < 2)[:, None] | (np.arange(length) < 2),
        "hybrid": np.abs(blocks[:, None] - blocks) <= 1,
    }
    for name, seen in expected.items():
        assert np.array_equal(found[name].seen == EXACT, seen), name
        assert found[name].share == pytest.approx(seen.mean())
    assert set(np.unique(found["hybrid"].seen)) == {ESTIMATED, EXACT}
    assert set(np.unique(found["causal"].seen)) == {OUTSIDE, EXACT}
    assert (found["Performer"].seen == ESTIMATED).all()
    mixing = found["Linformer's mixing"].mixing
    assert mixing is not None
    assert mixing.shape == (max(2, length // 4), length)
    if length == 16:
        save(draw_patterns(list(found.values())), tmp_path / "patterns.png")
        assert not is_blank(tmp_path / "patterns.png")


def test_sinusoidal_positions_are_the_papers(tmp_path: Path) -> None:
    one = sinusoidal(20, 8)
    place, wave = 7, 2
    angle = place / 10_000 ** (2 * wave / 8)
    np.testing.assert_allclose(one.vectors[place, 4:6], [np.sin(angle), np.cos(angle)], atol=1e-6)
    # The product of two places depends on their distance alone.
    for distance in (1, 5):
        assert np.ptp(np.diagonal(one.products, distance)) < 1e-5
    assert_drawn(draw_positions([positions_of(an_encoder(), 16), one]), tmp_path)


def test_learned_positions_are_the_models_table() -> None:
    subject = an_encoder()
    np.testing.assert_array_equal(
        positions_of(subject, 10).vectors, subject.embedding.position.table.weight[:10].detach().numpy()
    )
    assert len(positions_of(subject, 1000).vectors) == 64
    assert positions_of(a_decoder(), 12).name.endswith("sinusoidal")
    subject.embedding.position = None
    with pytest.raises(ModelMismatch, match="adds no positions"):
        positions_of(subject)


def test_products_of_places_are_cosines() -> None:
    one = Positions("three", np.array([[1, 0], [0, 2], [3, 3]], dtype=np.float32))
    np.testing.assert_allclose(one.products[0], [1, 0, 0.5**0.5], atol=1e-6)
    np.testing.assert_allclose(one.by_distance(), [1, 0.5**0.5 / 2, 0.5**0.5], atol=1e-6)


def test_the_nearest_words_are_those_of_the_token_table(tmp_path: Path) -> None:
    subject = an_encoder()
    pieces = subject.tokenizer
    (first,), (second,) = (pieces.encode([word]).ids for word in ("a", "d"))
    with torch.no_grad():
        subject.embedding.token.weight[second] = subject.embedding.token.weight[first] * 2
    (found,) = neighbourhoods(subject, ["a"], 3)
    assert (found.nearest[0].piece, found.nearest[0].cosine) == ("d", pytest.approx(1.0))
    assert not any(near.piece.startswith(("##", "[")) for near in found.nearest)
    assert_drawn(draw_embeddings(subject, neighbourhoods(subject, ["a", "u"], 4)), tmp_path)
    with pytest.raises(InvalidConfig, match="no word"):
        neighbourhoods(subject, [" "])


@given(st.integers(3, 12), st.integers(0, 10))
def test_the_map_is_a_principal_component_analysis(count: int, seed: int) -> None:
    vectors = np.random.default_rng(seed).normal(size=(count, 5)).astype(np.float32)
    places, share = flattened(vectors)
    covariance = np.cov(vectors.T.astype(np.float64))
    greatest = np.sort(np.linalg.eigvalsh(covariance))[::-1]
    np.testing.assert_allclose(places.var(axis=0, ddof=1), greatest[:2], rtol=1e-6)
    assert share == pytest.approx(greatest[:2].sum() / greatest.sum())


@given(st.floats(0.5, 3), st.floats(1e-6, 10))
def test_a_power_is_fitted_exactly(exponent: float, factor: float) -> None:
    lengths = [128, 256, 512, 1024]
    curve = fitted(lengths, [factor * length**exponent for length in lengths])
    assert (curve.exponent, curve.factor) == (pytest.approx(exponent), pytest.approx(factor))


def test_the_attention_that_holds_its_matrix_takes_the_memory_of_the_formula() -> None:
    query, key, value = torch.randn(3, 1, 2, 9, 8, generator=torch.Generator().manual_seed(1))
    torch.testing.assert_close(MatrixAttention()(query, key, value), SoftmaxAttention()(query, key, value))
    found = {
        (one.mechanism, one.length): one.bytes for one in measure((64, 256), (MATRIX, "softmax"), repeats=1)
    }
    for length in (64, 256):
        assert matrix_bytes(length) == 4 * 12 * length**2
        most = found[MATRIX, length]
        assert matrix_bytes(length) <= most <= matrix_bytes(length) + 3 * 4 * 384 * length  # and the output
    assert found["softmax", 256] < matrix_bytes(256) / 2
    assert [length for _, length in plan((1024, 2048, 4096), (MATRIX,))] == [1024, 2048]


def test_costs_are_measured_and_drawn(tmp_path: Path) -> None:
    told: list[int] = []
    found = measure((64, 128), ("softmax", "linformer"), repeats=1, report=told.append)
    assert [(one.mechanism, one.length) for one in found] == [
        ("softmax", 64), ("softmax", 128), ("linformer", 64), ("linformer", 128),
    ]  # fmt: skip
    assert told == [1, 2, 3, 4]
    assert all(one.seconds > 0 and one.bytes >= 4 * 384 * one.length for one in found)  # at least the output
    assert set(curves(found, "bytes")) == {"softmax", "linformer"}
    assert_drawn(draw_cost(found), tmp_path)
    with pytest.raises(InvalidConfig, match="make no curve"):
        measure((64,))


def test_what_chooses_a_drawing_needs_one() -> None:
    result = run("attention", "models/tiny-recurrent", "The old woman", "--layer", "0")
    assert result.exit_code == 2
    assert "Add --out PICTURE" in result.output


def test_a_token_that_is_not_there_is_refused_before_anything_is_drawn(tmp_path: Path) -> None:
    out = tmp_path / "x.svg"
    result = run("attention", "models/tiny-recurrent", "The old woman", "--token", "zebra", "--out", out)
    assert result.exit_code == 1
    assert "zebra" in result.output
    assert not out.exists()
