"""A model folder, and translating with it."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from toy_corpus import TINY, TRAINING, sentences, write_config

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.text.subwords import Subwords
from paperformer.transformer.seq2seq import Seq2Seq
from paperformer.translation import train
from paperformer.translation.consensus import by_consensus
from paperformer.translation.model_folder import load_translator, save_translator
from paperformer.translation.translator import Translator

TEXTS = ["a b c", "", "h", "a b c d e f g", "  ", "b b"]


def test_each_line_has_its_translations_in_order(untrained: Translator) -> None:
    found = list(untrained.translate(TEXTS, beam=4, n_best=3))
    assert len(found) == len(TEXTS)
    assert [one[0].text for one in (found[1], found[4])] == ["", ""]
    for ranked in found:
        assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)
        assert len(ranked) <= 3


def test_a_text_is_translated_the_same_alone_and_in_company(untrained: Translator) -> None:
    texts = sentences(40, seed=9)
    together = [best.target_ids for best, *_ in untrained.translate(texts, beam=3)]
    assert together == [next(iter(untrained.translate([text], beam=3)))[0].target_ids for text in texts]


def test_no_more_translations_than_beams(untrained: Translator) -> None:
    for consensus in (None, 4.0):
        with pytest.raises(InvalidConfig, match="n_best 5 of a beam of 2"):
            list(untrained.translate(["a"], beam=2, n_best=5, consensus=consensus))
        with pytest.raises(InvalidConfig, match="n_best 0 of a beam of 2"):
            list(untrained.translate(["a"], beam=2, n_best=0, consensus=consensus))


@pytest.mark.parametrize("consensus", [-4.0, float("inf"), float("nan")])
def test_a_consensus_is_a_number_from_0_up(untrained: Translator, consensus: float) -> None:
    with pytest.raises(InvalidConfig, match="consensus is"):
        list(untrained.translate(["a"], consensus=consensus))


def test_a_text_that_is_longer_than_the_model_reads_has_no_translation(untrained: Translator) -> None:
    """Up to which length it reads, models of bounded length show below: this one writes too slowly."""
    found = list(untrained.translate(["a b", "a " * 1024], beam=1))
    assert [bool(translations) for translations in found] == [True, False]


LEARNED = TINY | {"positions": "learned", "max_positions": 12}
MIXED = TINY | {
    "attention": {"mechanism": "linformer", "max_length": 16, "projected_length": 4},
    "decoder_attention": {"mechanism": "softmax"},
    "cross_attention": {"mechanism": "softmax"},
}


@pytest.mark.parametrize(("changes", "longest"), [(LEARNED, 11), (MIXED, 15)], ids=["learned", "linformer"])
def test_a_model_of_bounded_length_reads_and_writes_up_to_it(
    tmp_path: Path, changes: dict[str, Any], longest: int
) -> None:
    config = write_config(tmp_path, model={"preset": "tiny", "changes": changes})
    translator = Translator.load(train.run(config))
    found = list(translator.translate([" ".join("a" * longest), " ".join("a" * (longest + 1)), "b"], beam=2))
    assert [bool(translations) for translations in found] == [True, False, True]


def test_what_is_written_is_one_line_whatever_bytes_the_model_chooses(untrained_folder: Path) -> None:
    """A model that is sure of line feeds and other marks of control."""
    translator = Translator.load(untrained_folder)
    assert isinstance(translator.model, Seq2Seq)
    with torch.no_grad():
        translator.model.head.weight.zero_()  # type: ignore[union-attr,operator]
        favoured = [translator.parts.subwords[1].vocabulary.index(piece) for piece in ("<0x0A>", "<0x1B>")]
        translator.model.decoder.norm.bias.fill_(1.0)  # type: ignore[union-attr]
        translator.model.decoder.norm.weight.zero_()  # type: ignore[union-attr]
        translator.model.head.weight[favoured] = 1.0  # type: ignore[index]
    (best,) = next(iter(translator.translate(["a b c"], beam=1)))
    assert set(best.target_ids) <= set(favoured)
    assert best.text == best.prepared == ""


def test_what_is_saved_translates_the_same(untrained: Translator, tmp_path: Path) -> None:
    save_translator(tmp_path / "copy", untrained.parts)
    copied = Translator.load(tmp_path / "copy")
    texts = sentences(20, seed=3)
    assert list(copied.translate(texts)) == list(untrained.translate(texts))
    for name, tensor in untrained.model.state_dict().items():
        assert torch.equal(tensor, copied.model.state_dict()[name])


def cut_weights(folder: Path) -> None:
    path = folder / "weights.safetensors"
    path.write_bytes(path.read_bytes()[:1000])


def other_subwords(folder: Path) -> None:
    own = Subwords.load(folder / "subwords.json")
    *first, one, other = own.vocabulary
    Subwords(own.kind, [*first, other, one], own.merges).save(folder / "subwords.json")


def change_manifest(**changes: object) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = folder / "model.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | changes))

    return change


@pytest.mark.parametrize(("damage", "said"), [
    (lambda folder: (folder / "model.json").unlink(), "no translator"),
    (lambda folder: (folder / "model.json").write_text("{"), "damaged"),
    (change_manifest(format="another"), "no translator that this version reads"),
    (change_manifest(format_version=99), "no translator that this version reads"),
    (change_manifest(shape={"vocabulary_size": 50}), "do not fit"),
    (lambda folder: (folder / "weights.safetensors").unlink(), "do not fit"),
    (cut_weights, "do not fit"),
    (lambda folder: (folder / "subwords.json").unlink(), "no vocabulary"),
    (other_subwords, "of another model"),
], ids=["no manifest", "damaged manifest", "other format", "other version", "other shape", "no weights",
        "cut weights", "no subwords", "other subwords"])  # fmt: skip
def test_a_folder_that_is_not_whole_is_one_line(
    untrained_folder: Path, tmp_path: Path, damage: Callable[[Path], None], said: str
) -> None:
    folder = tmp_path / "model"
    shutil.copytree(untrained_folder, folder)
    damage(folder)
    with pytest.raises(ModelMismatch, match=said) as caught:
        load_translator(folder)
    assert "\n" not in str(caught.value)
    assert str(folder) in str(caught.value)


def test_a_folder_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ModelMismatch, match="no translator"):
        Translator.load(tmp_path / "nowhere")


@pytest.fixture(scope="module")
def fellow_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model as the untrained one, from another seed."""
    return train.run(write_config(tmp_path_factory.mktemp("fellow"), training=TRAINING | {"seed": 5}))


def test_two_models_together_give_each_translation_their_mean_probability(
    untrained_folder: Path, fellow_folder: Path
) -> None:
    together = Translator.load(untrained_folder, fellow_folder)
    models = [Translator.load(folder).model for folder in (untrained_folder, fellow_folder)]
    subwords = together.parts.subwords[1]
    for (best,) in together.translate(["a b c", "h"], beam=3, length_penalty=0.0):
        source = torch.tensor([[*best.source_ids, subwords.end_id]])
        wanted = [*best.target_ids, *([subwords.end_id] if best.finished else [])]
        given = torch.tensor([[subwords.begin_id, *wanted[:-1]]])
        with torch.no_grad():
            each = torch.stack([model(source, given)[0].softmax(dim=-1) for model in models]).mean(dim=0)
        expected = each[range(len(wanted)), wanted].log().sum().item()
        assert best.score == pytest.approx(expected, abs=1e-3)


def test_models_that_cannot_translate_together_are_one_line(untrained_folder: Path, tmp_path: Path) -> None:
    cut_otherwise = train.run(write_config(tmp_path / "other", vocabulary={"size": 300, "kind": "wordpiece"}))
    with pytest.raises(ModelMismatch, match=f"{cut_otherwise}: has other subwords than {untrained_folder}"):
        Translator.load(untrained_folder, cut_otherwise)
    french = tmp_path / "french"
    shutil.copytree(untrained_folder, french)
    change_manifest(target="fr")(french)
    with pytest.raises(ModelMismatch, match="other languages"):
        Translator.load(untrained_folder, french)


def test_what_one_of_them_cannot_read_is_not_translated(untrained_folder: Path, tmp_path: Path) -> None:
    short = train.run(write_config(tmp_path, model={"preset": "tiny", "changes": LEARNED}))
    together = Translator.load(untrained_folder, short)
    found = list(together.translate([" ".join("a" * 11), " ".join("a" * 12)], beam=2))
    assert [bool(translations) for translations in found] == [True, False]


def test_consensus_ranks_the_whole_beam_anew_by_what_it_agrees_on(untrained_folder: Path) -> None:
    translator = Translator.load(untrained_folder)
    for text in ("a b c", "h g"):
        (beam,) = translator.translate([text], beam=6, n_best=6)
        (ranked,) = translator.translate([text], beam=6, n_best=2, consensus=0.5)
        order = by_consensus([one.target_ids for one in beam], [one.score for one in beam], 0.5)
        assert [one.target_ids for one in ranked] == [beam[place].target_ids for place, _ in order[:2]]
