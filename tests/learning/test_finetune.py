"""Fine-tuning from end to end, on a corpus and a checkpoint made here."""

import json
import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import yaml

from paperformer.errors import InvalidConfig, ModelMismatch, PaperformerError, TrainingFailed
from paperformer.evidence.weights import load_weights
from paperformer.extraction.model_folder import CALIBRATION, EVIDENCE, GRAPH, MANIFEST, read_manifest
from paperformer.extraction.model_path import default_model_path, evidence_of
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.session import ModelSession
from paperformer.fields.schema import load_schema
from paperformer.labelled.documents import load_corpus
from paperformer.learning import finetune
from paperformer.learning.checkpoint_folder import checkpoint_folder
from paperformer.learning.config import DataSource, EncoderChoice, Training
from paperformer.learning.corpus import read_corpus
from paperformer.text.unigram import Unigram
from paperformer.text.vocabulary import train_vocabulary
from paperformer.text.word_tokenizer import WordTokenizer
from toy_documents import document_of, record_of, write_jsonl
from toy_model import save_bert
from toy_unigram import toy_unigram

ROOT = Path(__file__).parents[2]
FIELDS = [
    {"name": "document_number", "type": "number"},
    {"name": "total_incl_vat", "type": "amount"},
    {"name": "currency", "type": "currency"},
]


def wordpiece_of(text: str) -> WordTokenizer:
    """Sixty pieces, learned here."""
    return train_vocabulary([text], 60)


NOISE = ["acme", "beta", "street", "london", "page", "order", "ref", "thank", "you", "vat", "net"]


def toy_record(number: int) -> dict[str, object]:
    """A page with its number on the first line, its total on the last, and others like them between."""
    chance = np.random.default_rng(number)

    def digits(count: int) -> str:
        return "".join(map(str, chance.integers(1, 10, size=count)))

    def amount() -> str:
        return f"{digits(3)}.{digits(2)}"

    identifier, total = digits(6), amount()
    lines = [f"{chance.choice(NOISE)} {digits(6)}" for _ in range(2)]
    lines += [f"{chance.choice(NOISE)} {amount()}" for _ in range(2)]
    between = [lines[i] for i in chance.permutation(len(lines))]
    return record_of(
        f"{number}",
        [f"no {identifier}", *between, f"sum {total}"],
        {"document_number": [identifier], "total_incl_vat": [total]},
    )


def write_config(
    folder: Path, learn: Callable[[str], WordTokenizer] = wordpiece_of, **changes: object
) -> Path:
    """A corpus, a checkpoint, a schema, and the configuration of a training on them.

    Args:
        folder: Of all of them.
        learn: Makes the checkpoint's tokenizer from the words of the corpus.
        changes: Of the configuration.
    """
    records = [toy_record(number) for number in range(150)]
    words = [str(word["text"]) for record in records for word in record["words"]]  # type: ignore[union-attr, attr-defined]
    tokenizer = learn(" ".join(words))
    write_jsonl(folder / "train.jsonl", records)
    (folder / "schema.yaml").write_text(yaml.safe_dump({"fields": FIELDS}))
    config: dict[str, object] = {
        "output": str(folder / "run"),
        "name": "toy",
        "data": [{"path": str(folder / "train.jsonl"), "hold_out": 30}],
        "schema_path": str(folder / "schema.yaml"),
        "encoder": {"pretrained": str(save_bert(folder / "bert", tokenizer, positions=256))},
        "max_tokens": 200,
        "training": {
            "epochs": 14,
            "learning_rate": 3e-3,
            "head_learning_rate": 1e-2,
            "tokens_per_batch": 800,
            "average": 0.9,
            "threads": 1,
        },
    }
    path = folder / "train.yaml"
    path.write_text(yaml.safe_dump({**config, **changes}))
    return path


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, float]]]:
    """The folder of a training that went to its end, and what it reported."""
    folder = tmp_path_factory.mktemp("finetune")
    reports: list[dict[str, float]] = []
    finetune.run(write_config(folder), lambda record: reports.append(dict(record)))
    return folder, reports


@pytest.mark.slow
def test_a_plain_field_is_learned_without_a_mistake(trained: tuple[Path, list[dict[str, float]]]) -> None:
    folder, reports = trained
    scores = [record["score"] for record in reports if "score" in record]
    assert len(scores) == 14
    assert scores[0] < 0.9
    assert max(scores) == 1.0
    best = max((record for record in reports if "score" in record), key=lambda record: record["score"])
    assert best["f1_document_number"] == best["f1_total_incl_vat"] == 1.0
    log = [json.loads(line) for line in (folder / "run" / "metrics.jsonl").read_text().splitlines()]
    assert log == reports[1:]


@pytest.mark.slow
def test_a_training_that_gets_no_better_ends_early_where_it_is_told_to(tmp_path: Path) -> None:
    still = {"learning_rate": 1e-12, "head_learning_rate": 1e-12, "average": 0, "threads": 1}
    reports: list[dict[str, float]] = []
    config = write_config(tmp_path, training={"epochs": 4, "patience": 1, **still})
    finetune.run(config, lambda record: reports.append(dict(record)))
    assert [record["epoch"] for record in reports if "score" in record] == [1, 2]


@pytest.mark.slow
def test_the_figures_of_the_data_are_reported_first(trained: tuple[Path, list[dict[str, float]]]) -> None:
    _, reports = trained
    assert reports[0] == {"documents": 120, "held_out": 30, "values": 240, "values_found": 240}


@pytest.mark.slow
def test_the_model_reads_documents(trained: tuple[Path, list[dict[str, float]]]) -> None:
    model = trained[0] / "run" / "model"
    assert {MANIFEST, GRAPH, CALIBRATION} <= {path.name for path in model.iterdir()}
    assert read_manifest(model).fields == ("document_number", "total_incl_vat")  # no word prints a currency
    document = document_of(
        "no 123456", "acme 999111", "beta 111.22", "ref 888111", "order 777.88", "sum 345.67"
    )
    scores, _ = ModelSession(model).score(document.words)
    picked = [document.words[i].text for i in scores.pick.argmax(axis=0)]
    assert picked == ["123456", "345.67"]
    fields = Extractor(model).extract_document(document).fields
    assert fields["document_number"][0].value == "123456"
    assert fields["total_incl_vat"][0].value == "345.67"


@pytest.mark.slow
def test_a_model_with_pieces_of_unigram_is_trained_and_reads_documents(tmp_path: Path) -> None:
    training = {
        "epochs": 14, "learning_rate": 3e-3, "head_learning_rate": 1e-2, "tokens_per_batch": 800,
        "average": 0.9, "threads": 1,
    }  # fmt: skip
    config = write_config(tmp_path, lambda text: toy_unigram([text]), training=training)
    records: list[dict[str, float]] = []
    model = finetune.run(config, lambda record: records.append(dict(record)))
    assert isinstance(ModelSession(model).tokenizer, Unigram)
    assert read_manifest(model).encoder["padding_id"] == ModelSession(model).tokenizer.padding_id
    fields = Extractor(model).extract_document(document_of("no 123456", "beta 111.22", "sum 345.67")).fields
    assert fields["document_number"][0].value == "123456"
    assert fields["total_incl_vat"][0].value == "345.67"


@pytest.mark.slow
def test_what_was_held_out_is_noted(trained: tuple[Path, list[dict[str, float]]]) -> None:
    held_out = json.loads((trained[0] / "run" / "model" / "held_out.json").read_text())
    assert len(held_out["toy"]) == 30


@pytest.mark.slow
def test_a_finished_training_only_exports_again(trained: tuple[Path, list[dict[str, float]]]) -> None:
    folder, _ = trained
    graph = folder / "run" / "model" / GRAPH
    before = graph.read_bytes()
    reports: list[dict[str, float]] = []
    finetune.run(folder / "train.yaml", lambda record: reports.append(dict(record)))
    assert len(reports) == 1
    assert graph.read_bytes() == before


@pytest.mark.slow
def test_a_model_of_ours_is_trained_further_with_a_new_field(
    trained: tuple[Path, list[dict[str, float]]], tmp_path: Path
) -> None:
    schema = {"fields": [*FIELDS, {"name": "supplier_name", "type": "name"}]}
    path = write_config(
        tmp_path,
        encoder={"pretrained": str(trained[0] / "run" / "model")},
        training={"epochs": 1, "threads": 1, "tokens_per_batch": 800},
    )
    (tmp_path / "schema.yaml").write_text(yaml.safe_dump(schema))
    model = finetune.run(path)
    assert read_manifest(model).fields == ("document_number", "total_incl_vat", "supplier_name")
    last = json.loads((tmp_path / "run" / "metrics.jsonl").read_text().splitlines()[-1])
    assert last["score"] > 0.95  # it begins where the other ended


@pytest.mark.slow
def test_few_held_out_documents_keep_the_calibration_and_a_field_never_right_is_named(
    trained: tuple[Path, list[dict[str, float]]], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    start = trained[0] / "run" / "model"
    schema = {"fields": [*FIELDS, {"name": "order_number", "type": "number"}]}
    path = write_config(
        tmp_path,
        data=[{"path": str(tmp_path / "train.jsonl"), "hold_out": 10}],
        encoder={"pretrained": str(start)},
        training={"epochs": 1, "threads": 1, "learning_rate": 1e-9, "head_learning_rate": 1e-9},
    )
    (tmp_path / "schema.yaml").write_text(yaml.safe_dump(schema))
    records = [toy_record(number) for number in range(150)]
    for record in records:
        record["fields"]["order_number"] = record["fields"]["document_number"]  # type: ignore[index]
    write_jsonl(tmp_path / "train.jsonl", records)
    reports: list[dict[str, float]] = []
    model = finetune.run(path, lambda record: reports.append(dict(record)))
    assert (model / CALIBRATION).read_bytes() == (start / CALIBRATION).read_bytes()
    assert "10 documents are held out, 50 are needed to fit confidences" in caplog.text
    assert load_weights(model / EVIDENCE) != load_weights(evidence_of(start))
    assert reports[-1] == {"new_f1_order_number": 0.0}
    assert "order_number was learned in none of the 10 documents held out" in caplog.text


@pytest.mark.parametrize(
    ("documents", "epochs"), [(0.5, 40), (10, 40), (30, 40), (50, 32), (100, 16), (200, 8), (5000, 8)]
)
def test_few_documents_are_shown_more_often(documents: float, epochs: int) -> None:
    assert Training().epochs_for(documents) == epochs
    assert Training(epochs=3).epochs_for(documents) == 3


@pytest.mark.parametrize(("stated", "held_out"), [((None, None), 8), ((0, None), 0), ((6, None), 6)])
def test_a_fifth_of_each_source_is_held_out_where_none_says_how_many(
    tmp_path: Path, stated: tuple[int | None, int | None], held_out: int
) -> None:
    sources = []
    for name, count in zip("ab", stated, strict=True):
        firms = [f"Firm {name} {i}" for i in range(20)]
        records = [record_of(firm, [firm, "Sum 1.00"], {"supplier_name": [firm]}) for firm in firms]
        path = write_jsonl(tmp_path / f"{name}.jsonl", records)
        sources.append(DataSource(path=str(path), hold_out=count))
    corpus = read_corpus(sources, load_schema(), ["supplier_name"], tmp_path)
    assert (len(corpus.train), len(corpus.held_out)) == (40 - held_out, held_out)


def test_answers_of_a_confidence_that_the_source_asks_for_are_learned_from(tmp_path: Path) -> None:
    for name in ("invoice-en", "invoice-eu"):
        (tmp_path / f"{name}.pdf").symlink_to(ROOT / "samples" / f"{name}.pdf")
    path = tmp_path / "answers.jsonl"
    answers = []
    for name, confidence in (("invoice-en", 0.97), ("invoice-eu", 0.9)):
        sure = {"confidence": confidence, "level": "high", "source": "model", "box": None, "page": None}
        number = {"value": "LS-2024-0193", "text": "LS-2024-0193", **sure}
        answers.append(
            {
                "schema_version": "2", "file": f"{name}.pdf", "fields": {"document_number": [number]},
                "pages": [{"number": n + 1, "width": 595, "height": 842, "reading": "text_layer"}
                          for n in range(1 if name == "invoice-en" else 2)],
                "timing_ms": {}, "model": {"name": "m", "version": "1"},
            }
        )  # fmt: skip
    write_jsonl(path, answers)
    for least, known in ((0.95, 1), (0.9, 2)):
        source = DataSource(path=str(path), hold_out=0, label_confidence=least)
        documents = load_corpus(Path(source.path), label_confidence=source.label_confidence)
        assert sum("document_number" in document.known for document in documents) == known
        corpus = read_corpus([source], load_schema(), ["document_number"], tmp_path)
        assert corpus.figures()["values_found"] == 1  # the other one's page does not print it


def test_training_goes_on_from_the_default_model_unless_told_otherwise() -> None:
    assert checkpoint_folder(EncoderChoice().pretrained) == default_model_path()


def refused(path: Path, kind: type[PaperformerError], match: str) -> None:
    with pytest.raises(kind, match=match) as caught:
        finetune.run(path)
    assert "\n" not in str(caught.value)


def test_a_missing_checkpoint_is_one_line(tmp_path: Path) -> None:
    refused(write_config(tmp_path, encoder={"pretrained": "nowhere"}), ModelMismatch, "no such checkpoint")


def test_missing_data_is_one_line(tmp_path: Path) -> None:
    path = write_config(tmp_path, data=[{"path": str(tmp_path / "gone.jsonl")}])
    refused(path, InvalidConfig, "gone.jsonl: cannot be read")


def test_data_of_which_nothing_is_left_is_one_line(tmp_path: Path) -> None:
    source = {"path": str(tmp_path / "train.jsonl")}
    refused(write_config(tmp_path, data=[{**source, "hold_out": 150}]), TrainingFailed, "no document is left")
    refused(write_config(tmp_path, data=[{**source, "only": ["x"]}]), TrainingFailed, "no document is left")


def test_where_all_documents_are_of_one_group_nobody_is_held_out_without_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    records = [
        record_of(str(i), ["ACME Ltd", f"Total {i}.00"], {"supplier_name": ["ACME Ltd"]}) for i in range(9)
    ]
    source = DataSource(path=str(write_jsonl(tmp_path / "one.jsonl", records)), hold_out=4)
    corpus = read_corpus([source], load_schema(), ["supplier_name"], tmp_path)
    assert (len(corpus.train), len(corpus.held_out)) == (9, 0)
    assert "0 documents are held out, not 4: those of one supplier_name stay together" in caplog.text


def test_a_set_that_is_held_out_whole_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    names = [f"Firm {i}" for i in range(6)]
    records = [record_of(name, [name, "Sum 1.00"], {"supplier_name": [name]}) for name in names]
    small = DataSource(path=str(write_jsonl(tmp_path / "small.jsonl", records)), hold_out=50)
    other = DataSource(path=str(write_jsonl(tmp_path / "other.jsonl", records)), hold_out=0)
    corpus = read_corpus([small, other], load_schema(), ["supplier_name"], tmp_path)
    assert (len(corpus.train), len(corpus.held_out)) == (6, 6)
    assert "small.jsonl: all 6 documents are held out, none is left to learn from" in caplog.text


def test_a_setting_that_cannot_be_is_one_line(tmp_path: Path) -> None:
    encoder = {"pretrained": str(tmp_path / "bert"), "changes": {"layers": 0}}
    refused(write_config(tmp_path, encoder=encoder), InvalidConfig, "layers is 0")


def test_what_could_not_be_exported_is_refused_before_the_training(tmp_path: Path) -> None:
    encoder = {"pretrained": str(tmp_path / "bert"), "changes": {"layout": None}}
    refused(write_config(tmp_path, encoder=encoder), ModelMismatch, "without layout")
    assert not (tmp_path / "run").exists()


def test_a_schema_without_fields_that_words_print_is_one_line(tmp_path: Path) -> None:
    path = write_config(tmp_path)
    (tmp_path / "schema.yaml").write_text("fields: [{name: currency, type: currency}]")
    refused(path, InvalidConfig, "no field that words print")


def test_fields_that_the_schema_does_not_have_are_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    from paperformer.learning.config import DataSource
    from paperformer.learning.corpus import read_corpus

    fields = {"document_number": ["17"], "colour": ["blue"]}
    path = write_jsonl(tmp_path / "a.jsonl", [record_of("a", ["no 17 blue"], fields)])
    with caplog.at_level(logging.WARNING):
        corpus = read_corpus([DataSource(path=str(path))], load_schema(), ["document_number"], tmp_path)
    assert len(corpus.train) == 1
    (warning,) = caplog.records
    assert warning.getMessage().endswith("not in the schema and left out: colour")
