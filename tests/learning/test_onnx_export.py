"""An exported graph answers as torch does."""

import shutil
from pathlib import Path

import numpy as np
import onnx
import pytest
import torch

from paperformer.documents.model import Word
from paperformer.errors import ModelMismatch, TrainingFailed
from paperformer.extraction.calibration import Calibration, Curve, load_calibration, save_calibration
from paperformer.extraction.model_folder import CALIBRATION, GRAPH, MANIFEST
from paperformer.extraction.session import ModelSession
from paperformer.extraction.tokens import encode_words
from paperformer.learning.export.encoder import onnx_model
from paperformer.learning.export.folder import TOLERANCES, RoundedTooFar, Tolerance, export, export_trained
from paperformer.learning.export.graph import GraphBuilder, Precision
from paperformer.learning.export.probe import probe_documents
from paperformer.learning.export.verify import compare
from paperformer.learning.scoring import torch_logits
from paperformer.learning.weights import load_model
from paperformer.transformer.attention.linformer import LinformerProjections
from toy_documents import labelled, words_of
from toy_model import SCHEMA, save_toy, toy_model, toy_tokenizer

MECHANISMS = {
    "softmax": {"mechanism": "softmax"},
    "exp": {"mechanism": "performer", "features": 48, "feature_map": "exp"},
    "hyperbolic": {"mechanism": "performer", "features": 48, "feature_map": "hyperbolic"},
    "relu": {"mechanism": "performer", "features": 48, "feature_map": "relu"},
    "linformer": {"mechanism": "linformer", "max_length": 160, "projected_length": 12},
    "linformer-shared": {
        "mechanism": "linformer", "max_length": 160, "projected_length": 12, "sharing": "keys-values",
    },
    "linformer-of-heads": {
        "mechanism": "linformer", "max_length": 160, "projected_length": 12, "sharing": "none",
    },
    "longformer": {"mechanism": "longformer", "window": 5},
    "longformer-plain": {"mechanism": "longformer", "window": 40, "global_tokens": 0},
    "longformer-shared": {
        "mechanism": "longformer", "window": 5, "global_tokens": 3, "global_projections": False,
    },
    "hybrid": {"mechanism": "hybrid", "window": 6, "features": 48},
    "hybrid-global": {"mechanism": "hybrid", "window": 4, "features": 48, "global_tokens": 3},
}  # fmt: skip
DOCUMENTS = [
    words_of("total"),
    words_of("invoice no 2024-17 | acme ltd", "date 2024", "total 12.50 eur", "thank you"),
    *(tuple(words) for words in probe_documents(count=4, longest=150, seed=3)),  # the last in several windows
]


def exported(folder: Path, **changes: object) -> tuple[ModelSession, torch.nn.Module]:
    """The graph, without the proof of ``export``: whoever asks for it compares it with torch."""
    save_toy(folder, toy_model(**changes))
    model = load_model(folder)[0].eval()
    onnx.save(onnx_model(model, "float32"), folder / GRAPH)
    return ModelSession(folder), model


@pytest.mark.parametrize("narrow_after", [None, 0, 1, 2])
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_float_logits_equal_torch(tmp_path: Path, mechanism: str, narrow_after: int | None) -> None:
    changes: dict[str, object] = {"attention": MECHANISMS[mechanism], "narrow_after": narrow_after}
    session, model = exported(tmp_path, **changes)
    for words in DOCUMENTS:
        for window in encode_words(words, toy_tokenizer(), 160):
            for ours, theirs in zip(torch_logits(model, window), session.run(window), strict=True):  # type: ignore[arg-type]
                assert ours.shape == theirs.shape == (window.words, len(SCHEMA.names))
                np.testing.assert_allclose(theirs, ours, atol=1e-4, rtol=0)


OTHERS: dict[str, dict[str, object]] = {
    "one mechanism a layer": {"attention": [MECHANISMS["hybrid"], MECHANISMS["longformer"]]},
    "no positions": {"positions": "none", "segment_types": 0},
    "waves": {"positions": "sinusoidal"},
    "lstm over words": {"recurrent": "lstm", "narrow_after": 0, "positions": "none"},
    "gru over pieces": {"recurrent": "gru"},
}


@pytest.mark.parametrize("changes", OTHERS.values(), ids=OTHERS)
def test_other_encoders_equal_torch(tmp_path: Path, changes: dict[str, object]) -> None:
    session, model = exported(tmp_path, **changes)
    for words in DOCUMENTS:
        for window in encode_words(words, toy_tokenizer(), 160):
            for ours, theirs in zip(torch_logits(model, window), session.run(window), strict=True):  # type: ignore[arg-type]
                np.testing.assert_allclose(theirs, ours, atol=1e-4, rtol=0)


@pytest.mark.parametrize("narrow_after", [None, 1])
def test_attention_in_blocks_equals_torch_at_every_length(tmp_path: Path, narrow_after: int | None) -> None:
    session, model = exported(tmp_path, block=8, narrow_after=narrow_after)
    words = DOCUMENTS[-1]
    for count in range(1, 36):
        (window,) = encode_words(words[:count], toy_tokenizer(), 160)
        for ours, theirs in zip(torch_logits(model, window), session.run(window), strict=True):  # type: ignore[arg-type]
            np.testing.assert_allclose(theirs, ours, atol=1e-4, rtol=0)


def test_fewer_buckets_and_pages_than_the_document_has_equal_torch(tmp_path: Path) -> None:
    session, model = exported(tmp_path, layout={"buckets": 300, "pages": 2}, segment_types=0)
    words = [Word(w.text, w.box, page, w.line) for page in (1, 2, 5) for w in DOCUMENTS[1]]
    (window,) = encode_words(words, toy_tokenizer(), 160)
    for ours, theirs in zip(torch_logits(model, window), session.run(window), strict=True):  # type: ignore[arg-type]
        np.testing.assert_allclose(theirs, ours, atol=1e-4, rtol=0)


@pytest.mark.parametrize("precision", ["float32", "int8"])
def test_the_same_document_has_the_same_scores_every_time(tmp_path: Path, precision: Precision) -> None:
    folder = save_toy(tmp_path, toy_model(narrow_after=1))
    export(folder, folder, precision=precision)
    session = ModelSession(folder, threads=4)
    window = encode_words(DOCUMENTS[-1], toy_tokenizer(), 160)[0]
    first = session.run(window)
    for _ in range(20):
        for one, other in zip(first, session.run(window), strict=True):
            assert (one == other).all()


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_eight_bits_are_near(tmp_path: Path, mechanism: str) -> None:
    model = toy_model(attention=MECHANISMS[mechanism])
    for projections in (p for p in model.modules() if isinstance(p, LinformerProjections)):
        with torch.no_grad():  # as drawn, mixtures are so long that any rounding turns the softmax round
            projections.key.mul_(0.1)
    save_toy(tmp_path, model)
    report = export(tmp_path, tmp_path, precision="int8")
    assert report.agreement.mean < 5e-3
    assert report.agreement.largest > 1e-5  # they are not the float ones
    assert report.agreement.same_pick > 0.8
    assert report.bytes == (tmp_path / GRAPH).stat().st_size


def test_eight_bits_take_a_third_of_the_space_of_floats(tmp_path: Path) -> None:
    save_toy(tmp_path, toy_model())
    sizes = [export(tmp_path, tmp_path / p, precision=p).bytes for p in ("float32", "int8")]  # type: ignore[arg-type]
    assert sizes[1] < sizes[0] / 2.5


def test_exporting_twice_gives_the_same_file() -> None:
    first, second = (onnx_model(toy_model(), "int8").SerializeToString(deterministic=True) for _ in range(2))
    assert first == second


def test_the_graph_is_valid_by_the_standard() -> None:
    graph = onnx_model(toy_model(attention={"mechanism": "performer"}, narrow_after=1), "float32")
    onnx.checker.check_model(graph)


def test_a_graph_that_differs_from_torch_is_refused_and_replaces_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_toy(tmp_path, toy_model())
    export(tmp_path, tmp_path, precision="float32")
    before = (tmp_path / GRAPH).read_bytes()
    save_toy(tmp_path, toy_model(seed=7))
    honest = GraphBuilder.layer_norm

    def wrong(self: GraphBuilder, x: str, weight: torch.Tensor, bias: torch.Tensor, epsilon: float) -> str:
        return honest(self, x, weight * 1.05, bias, epsilon)

    monkeypatch.setattr(GraphBuilder, "layer_norm", wrong)
    for precision in ("float32", "int8"):
        with pytest.raises(ModelMismatch, match="differs from torch"):
            export(tmp_path, tmp_path, precision=precision)  # type: ignore[arg-type]
    assert (tmp_path / GRAPH).read_bytes() == before
    assert not list(tmp_path.glob(".draft-*"))


def test_a_trained_model_that_8_bits_change_is_written_in_32_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    save_toy(tmp_path, toy_model())
    never = Tolerance(largest=0.0, rare=0.0, mean=0.0)
    monkeypatch.setitem(TOLERANCES, "int8", never)
    with pytest.raises(RoundedTooFar, match=r"the int8 graph differs from torch: .* --precision float32"):
        export(tmp_path, tmp_path, precision="int8")
    report = export_trained(tmp_path, [])
    assert report.precision == "float32"
    assert ModelSession(tmp_path).run(encode_words(DOCUMENTS[0], toy_tokenizer(), 160)[0])
    assert "written in 32 bits" in caplog.text


def test_the_comparison_sees_a_small_difference(tmp_path: Path) -> None:
    session, model = exported(tmp_path)
    assert compare(model, session, DOCUMENTS).largest < 1e-4  # type: ignore[arg-type]
    with torch.no_grad():
        model.head.scores.bias[0] += 0.01  # type: ignore[union-attr, operator]
    off = compare(model, session, DOCUMENTS)  # type: ignore[arg-type]
    assert 1e-3 < off.largest < 3e-3
    assert off.documents == len(DOCUMENTS)


def test_linformer_must_reach_as_far_as_the_positions() -> None:
    short = {"mechanism": "linformer", "max_length": 100, "projected_length": 12}
    with pytest.raises(ModelMismatch, match="100 places does not reach"):
        onnx_model(toy_model(attention=short), "float32")


def test_a_window_with_gaps_is_refused() -> None:
    with pytest.raises(ModelMismatch, match="dilated windows"):
        onnx_model(toy_model(attention={"mechanism": "longformer", "window": 4, "dilation": 2}), "float32")


@pytest.mark.parametrize("mechanism", ["longformer", "longformer-shared", "hybrid", "hybrid-global"])
def test_windows_equal_torch_at_every_length(tmp_path: Path, mechanism: str) -> None:
    """Shorter than the global tokens, than a block, than three."""
    session, model = exported(tmp_path, attention=MECHANISMS[mechanism], narrow_after=1)
    words = max(DOCUMENTS, key=len)
    for count in range(1, 36):
        (window,) = encode_words(words[:count], toy_tokenizer(), 160)
        for ours, theirs in zip(torch_logits(model, window), session.run(window), strict=True):  # type: ignore[arg-type]
            np.testing.assert_allclose(theirs, ours, atol=1e-4, rtol=0)


@pytest.mark.parametrize("changes", [{"norm": "pre"}, {"activation": "relu"}, {"layout": None}])
def test_what_has_no_graph_form_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ModelMismatch, match="no graph is made"):
        onnx_model(toy_model(**changes), "float32")


def test_a_model_goes_to_another_folder_whole(tmp_path: Path) -> None:
    source = save_toy(tmp_path / "source", toy_model())
    save_calibration(Calibration({"model": Curve((0.5,), (0.5,))}), source / CALIBRATION)
    out = export(source, tmp_path / "out").folder
    assert {path.name for path in out.iterdir()} == {path.name for path in source.iterdir()} | {GRAPH}
    assert load_calibration(out / CALIBRATION).curves.keys() == {"model"}
    ModelSession(out)


def test_a_calibration_of_the_model_that_was_there_before_does_not_stay(tmp_path: Path) -> None:
    source, out = save_toy(tmp_path / "source", toy_model()), tmp_path / "out"
    shutil.copytree(source, out)
    save_calibration(Calibration({"model": Curve((0.5,), (0.5,))}), out / CALIBRATION)
    export(source, out)
    assert not (out / CALIBRATION).exists()


def test_held_out_documents_calibrate_the_model(tmp_path: Path) -> None:
    held_out = [
        labelled(f"Invoice number: INV-{n}", fields={"document_number": [f"INV-{n if n % 2 else 0}"]})
        for n in range(1, 21)
    ]
    folder = save_toy(tmp_path, toy_model())
    report = export(folder, folder, precision="float32", held_out=held_out)
    assert report.calibrated_on == 20
    curves = load_calibration(folder / CALIBRATION).curves
    assert "rule:field:document_number" in curves or "model:field:document_number" in curves


def test_a_folder_without_weights_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelMismatch, match=MANIFEST):
        export(tmp_path, tmp_path / "out")


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    source = save_toy(tmp_path / "source", toy_model())
    (tmp_path / "file").write_text("")
    with pytest.raises(TrainingFailed, match="cannot be written") as caught:
        export(source, tmp_path / "file" / "out")
    assert "\n" not in str(caught.value)
