"""The figures of a finished model on texts that it has not seen."""

import gzip
import math
from itertools import pairwise
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from toy_language import write_config, write_documents, write_sayings, write_text

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.learning.language import pretrain
from paperformer.learning.language.config import TextSource
from paperformer.learning.language.folder import load_language_model
from paperformer.learning.language.held_out import _words, assess
from paperformer.learning.language.sources import Fragment
from paperformer.text.subwords import Subwords
from paperformer.transformer.decoder_only import Decoder


@pytest.fixture(scope="module")
def causal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("causal")
    data = [{"path": str(write_text(folder / "text.txt", 200)), "document": "line"}]
    return pretrain.run(write_config(folder / "c.yaml", data=data, training={"epochs": 1}))


@pytest.fixture(scope="module")
def masked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("masked")
    data = [{"path": str(write_sayings(folder / "text.txt")), "document": "line", "hold_out": 0.2}]
    masking = {"rate": 0.4, "unit": "word"}
    training = {"epochs": 1}
    return pretrain.run(
        write_config(folder / "c.yaml", objective="masked", data=data, masking=masking, training=training)
    )


def source(path: Path, text: str) -> TextSource:
    path.write_text(text, encoding="utf-8")
    return TextSource(path=str(path), document="line")


def test_a_causal_models_figures_are_those_of_a_loop_over_its_tokens(causal: Path, tmp_path: Path) -> None:
    """Each text alone, in float64, one token after the other."""
    texts = ["anna sees cats .", "bruno likes  fish .", "nobody knows that word"]
    figures = assess(causal, [source(tmp_path / "t.txt", "\n".join(texts))])
    saved = load_language_model(causal)
    assert isinstance(saved.model, Decoder)
    assert isinstance(saved.tokenizer, Subwords)
    nats, right, count = 0.0, 0, 0
    for text in texts:
        pieces = saved.tokenizer.encode([text])[0]
        ids = [saved.tokenizer.begin_id, *pieces, saved.tokenizer.end_id]
        for place in range(1, len(ids)):
            with torch.no_grad():
                said = saved.model(torch.tensor([ids[:place]]))[0, -1].double().log_softmax(-1)
            nats -= float(said[ids[place]])
            right += int(said.argmax()) == ids[place]
            count += 1
    words = 4 + 4 + 4 + 3  # an end for each text
    assert figures["tokens"] == count
    assert figures["words"] == words
    assert figures["accuracy"] == right / count
    assert figures["loss"] == pytest.approx(nats / count, abs=1e-5)
    assert figures["perplexity"] == pytest.approx(math.exp(nats / count), rel=1e-4)
    assert figures["word_perplexity"] == pytest.approx(math.exp(nats / words), rel=1e-4)
    printed = sum(len(text.encode()) for text in texts)
    assert figures["bits_per_byte"] == pytest.approx(nats / math.log(2) / printed, rel=1e-4)


def test_what_a_training_held_out_comes_to_the_same_figures_again(tmp_path: Path) -> None:
    apart = write_text(tmp_path / "more.txt", 60)
    data = [
        {"path": str(write_text(tmp_path / "text.txt", 100)), "document": "line"},
        {"path": str(apart), "document": "line", "hold_out": 1},
    ]
    folder = pretrain.run(write_config(tmp_path / "c.yaml", data=data, training={"epochs": 1}))
    again = assess(folder, [TextSource(path=str(apart), document="line")])
    told = load_language_model(folder).manifest.figures
    assert {name: again[name] for name in told} == pytest.approx(told, rel=1e-5)


def test_a_masked_model_is_asked_as_in_its_training(masked: Path, tmp_path: Path) -> None:
    text = source(tmp_path / "t.txt", "anna sees cats .\n" * 500)
    figures = assess(masked, [text])
    assert load_language_model(masked).manifest.masking.rate == 0.4
    assert figures["tokens"] == 2 * 500  # of four words, each a piece; by default it would be one
    assert "word_perplexity" not in figures
    assert figures == assess(masked, [text])


def test_a_layout_model_is_measured_on_documents_and_wants_boxes(tmp_path: Path) -> None:
    documents = write_documents(tmp_path / "d.jsonl")
    config = write_config(
        tmp_path / "c.yaml", objective="layout", data=[{"path": str(documents)}], training={"epochs": 1}
    )
    folder = pretrain.run(config)
    assert assess(folder, [TextSource(path=str(documents))])["tokens"] > 0
    with pytest.raises(InvalidConfig, match="holds no boxes"):
        assess(folder, [source(tmp_path / "t.txt", "anna sees cats .")])


def test_figures_do_not_depend_on_how_texts_are_batched(causal: Path, tmp_path: Path) -> None:
    texts = [TextSource(path=str(write_text(tmp_path / "t.txt", 50)), document="line")]
    assert assess(causal, texts, tokens_per_batch=32) == pytest.approx(assess(causal, texts), rel=1e-5)


def test_several_sources_count_together_and_gzip_is_read(causal: Path, tmp_path: Path) -> None:
    one, two = source(tmp_path / "1.txt", "anna sees cats ."), tmp_path / "2.txt.gz"
    two.write_bytes(gzip.compress(b"bruno likes fish .\n"))
    both = assess(causal, [one, TextSource(path=str(two), document="line")])
    alone = [assess(causal, [one]), assess(causal, [TextSource(path=str(two), document="line")])]
    assert both["tokens"] == sum(figures["tokens"] for figures in alone)
    assert both["words"] == 10


def test_nothing_to_tell_and_no_model_are_one_line_each(causal: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match=r"t\.txt: nothing to tell"):
        assess(causal, [source(tmp_path / "t.txt", "\n \n")])
    with pytest.raises(InvalidConfig, match="cannot be read"):
        assess(causal, [TextSource(path=str(tmp_path / "missing.txt"))])
    with pytest.raises(ModelMismatch, match="no language model"):
        assess(tmp_path, [source(tmp_path / "t.txt", "anna")])


@given(st.lists(st.text(alphabet="ab \n\t", max_size=12), max_size=5), st.data())
def test_words_are_those_of_the_whole_text_however_it_comes(texts: list[str], data: st.DataObject) -> None:
    pieces: list[Fragment] = []
    for text in texts:
        cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=3)))
        bounds = [0, *cuts, len(text)]
        parts = [text[a:b] for a, b in pairwise(bounds)]
        pieces += [Fragment(part, begins=number == 0) for number, part in enumerate(parts)]
    assert sum(_words(pieces)) == sum(len(text.split()) + 1 for text in texts)
