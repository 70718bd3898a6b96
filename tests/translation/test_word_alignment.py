"""Alignments: rows are shares of attention, and the picture shows what they hold."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from toy_corpus import write_config

from paperformer.errors import InvalidConfig
from paperformer.transformer.recurrent import RecurrentSeq2Seq
from paperformer.translation import train
from paperformer.translation.alignment import END_MARK, Alignment, align
from paperformer.translation.alignment_picture import CELL, drawn, write_picture
from paperformer.translation.translator import Translator

SVG = "{http://www.w3.org/2000/svg}"


def check(translator: Translator, text: str) -> None:
    (best,) = next(iter(translator.translate([text])))
    alignment = align(translator, best)
    assert alignment.source == (*text.split(), END_MARK)
    assert alignment.target == (*best.prepared.split(), END_MARK)
    assert alignment.weights.shape == (len(alignment.target), len(alignment.source))
    assert alignment.weights.sum(axis=1) == pytest.approx(1.0)
    assert (alignment.weights >= 0).all()


def test_a_transformers_words_share_out_their_attention(untrained: Translator) -> None:
    check(untrained, "a b c d")
    check(untrained, "h")


def test_a_recurrent_models_do_too(tmp_path: Path) -> None:
    model = {"preset": "recurrent", "changes": {"hidden_size": 16}}
    translator = Translator.load(train.run(write_config(tmp_path, model=model)))
    assert isinstance(translator.model, RecurrentSeq2Seq)
    check(translator, "a b c d")


def test_pieces_of_a_word_are_shown_as_one(untrained: Translator) -> None:
    (best,) = next(iter(untrained.translate(["abc Ωx"])))
    assert len(best.source_ids) > 2
    assert align(untrained, best).source == ("abc", "Ωx", END_MARK)


ALIGNMENT = Alignment(
    source=("a", "<b>", "&"), target=("x", "y"), weights=np.array([[0.9, 0.1, 0.0], [0.25, 0.25, 0.5]])
)


def test_the_picture_has_a_square_for_each_weight_as_dark_as_it_is() -> None:
    root = ElementTree.fromstring(drawn(ALIGNMENT))
    squares = [node for node in root.iter(f"{SVG}rect") if "fill-opacity" in node.attrib]
    shown = [float(node.attrib["fill-opacity"]) for node in squares]
    assert shown == [0.9, 0.1, 0.25, 0.25, 0.5]
    columns = {int(node.attrib["x"]) for node in squares}
    assert len(columns) == 3
    assert max(columns) - min(columns) == 2 * CELL
    assert [node.text for node in root.iter(f"{SVG}text")] == ["a", "<b>", "&", "x", "y"]


def test_a_picture_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidConfig, match="cannot be written") as caught:
        write_picture(ALIGNMENT, tmp_path / "file" / "1.svg")
    assert "\n" not in str(caught.value)
