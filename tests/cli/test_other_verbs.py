"""`fields`, `evaluate`, `vocabulary`, `train` and `export`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paperformer import __version__
from paperformer.cli import main
from paperformer.fields.schema import load_schema


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), catch_exceptions=False)


def one_line_of_failure(result: Result, code: int = 1) -> str:
    assert result.exit_code == code
    (line,) = result.stderr.splitlines()
    assert line.startswith("paperformer: ")
    return str(line)


def test_the_version_is_told() -> None:
    assert run("--version").stdout == f"paperformer, version {__version__}\n"


def test_fields_lists_the_whole_schema_with_terms_and_meanings() -> None:
    lines = run("fields").stdout.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(load_schema().names)
    assert any("BT-112" in line and "Total with VAT" in line for line in lines)


def test_fields_as_json_is_the_schema() -> None:
    listed = json.loads(run("fields", "--output", "json").stdout)
    assert [field["name"] for field in listed] == list(load_schema().names)
    assert set(listed[0]) == {"name", "type", "description", "term", "multiline"}


def test_fields_of_a_model_are_those_of_its_own_schema(small_model: Path, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "model.json").write_bytes((small_model / "model.json").read_bytes())
    (folder / "schema.yaml").write_text(
        "fields:\n  - {name: parking_place, type: number, description: Where the car stands}\n",
        encoding="utf-8",
    )
    listed = json.loads(run("fields", "--output", "json", "--model", folder).stdout)
    assert [field["name"] for field in listed] == ["parking_place"]


def record(number: int, total: str, given: str) -> str:
    words = ["Invoice", "number:", f"INV-{number}", "Total:", total, "EUR"]
    boxes = [[50 + 90 * i, 100, 130 + 90 * i, 112] for i in range(len(words))]
    values = {
        "id": str(number),
        "set": "mine",
        "split": "test",
        "language": "en",
        "country": None,
        "file": None,
        "unit": "word",
        "pages": [{"number": 1, "width": 600, "height": 800}],
        "words": [{"text": w, "box": b, "page": 1} for w, b in zip(words, boxes, strict=True)],
        "fields": {"total_incl_vat": [given]},
        "raw": {},
    }
    return json.dumps(values)


def test_evaluate_counts_what_is_right(small_model: Path, tmp_path: Path) -> None:
    dataset = tmp_path / "set.jsonl"
    lines = [record(1, "10.00", "10.00"), record(2, "20.00", "20.00"), record(3, "30.00", "33.00")]
    dataset.write_text("\n".join(lines) + "\n", encoding="utf-8")
    arguments = ("evaluate", dataset, "--model", small_model, "--threshold", "0")
    figures = json.loads(run(*arguments, "--output", "json").stdout)
    assert figures["documents"] == 3
    total = figures["fields"]["total_incl_vat"]
    assert (total["matched"], total["given"], total["expected"]) == (2, 3, 3)
    assert total["f1"] == pytest.approx(2 / 3, abs=1e-4)
    table = run(*arguments).stdout.splitlines()
    assert table[0].startswith("set.jsonl: 3 documents")
    assert ["total_incl_vat", "0.6667", "0.6667", "0.6667", "2", "3", "3"] in [line.split() for line in table]


def test_evaluate_names_the_fields_of_the_truth_that_there_are_none_of(
    small_model: Path, tmp_path: Path
) -> None:
    dataset = tmp_path / "set.jsonl"
    dataset.write_text(
        record(1, "10.00", "10.00").replace("total_incl_vat", "total_inc_vat"), encoding="utf-8"
    )
    result = run("evaluate", dataset, "--model", small_model)
    assert result.exit_code == 1  # nothing was measured
    (line,) = result.stderr.splitlines()
    assert line.startswith(
        f"paperformer: {dataset}: not measured: no field is called 'total_inc_vat'. Did you mean total_incl"
    )


def test_evaluate_tells_which_true_values_say_nothing(small_model: Path, tmp_path: Path) -> None:
    dataset = tmp_path / "set.jsonl"
    dataset.write_text(record(1, "12.00", "abc"), encoding="utf-8")
    result = run("evaluate", dataset, "--model", small_model)
    assert result.exit_code == 0
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"paperformer: {dataset}: total_incl_vat: 'abc' of 1: no amount")


def test_evaluate_tells_how_far_confidences_can_be_trusted(small_model: Path, tmp_path: Path) -> None:
    dataset = tmp_path / "set.jsonl"
    lines = [record(n, f"{n}0.00", f"{n}0.00" if n < 5 else "9.99") for n in range(1, 6)]
    dataset.write_text("\n".join(lines) + "\n", encoding="utf-8")
    arguments = ("evaluate", dataset, "--model", small_model, "--calibration")
    total = json.loads(run(*arguments, "--output", "json").stdout)["calibration"]["total_incl_vat"]
    assert (total["answers"], total["right"], total["documents"]) == (5, 4, 5)
    assert sum(b["count"] for b in total["bins"]) == 5
    assert total["coverage"]["error"] == 0.01
    table = run(*arguments).stdout.splitlines()
    row = next(
        line.split() for line in table[table.index("calibration, coverage at 1 % error") :] if "total" in line
    )
    assert row[:5] == ["total_incl_vat", "5", "4", f"{total['ece']:.4f}", f"{total['ece_by_chance']:.4f}"]
    assert "calibration" not in json.loads(run(*arguments[:-1], "--output", "json").stdout)


@pytest.mark.parametrize(("ending", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_evaluate_draws_reliability_curves(
    small_model: Path, tmp_path: Path, ending: str, begins: bytes
) -> None:
    pytest.importorskip("matplotlib", reason="pictures: pip install 'paperformer[inspect]'")
    dataset, picture = tmp_path / "set.jsonl", tmp_path / f"curves.{ending}"
    dataset.write_text(record(1, "10.00", "10.00") + "\n", encoding="utf-8")
    result = run("evaluate", dataset, "--model", small_model, "--calibration", "--plot", picture)
    assert result.exit_code == 0
    assert picture.read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("--plot", "a.png"), "--calibration"), (("--calibration", "--plot", "a.pdf"), "a.pdf")],
)
def test_evaluate_tells_at_once_what_it_cannot_draw(arguments: tuple[str, ...], said: str) -> None:
    result = run("evaluate", "missing.jsonl", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_evaluate_of_a_document_says_that_it_is_no_data_set(small_model: Path, invoice: Path) -> None:
    line = one_line_of_failure(run("evaluate", invoice, "--model", small_model))
    assert "invoice.pdf: cannot be read (it is no text). Give a JSONL file" in line


def test_evaluate_names_a_file_that_cannot_be_read_once(small_model: Path, invoice: Path) -> None:
    (invoice.parent / "empty.pdf").write_bytes(b"")
    for name in ("invoice", "empty"):
        (invoice.parent / f"{name}.json").write_text(
            '{"fields": {"total_incl_vat": ["1"]}}', encoding="utf-8"
        )
    result = run("evaluate", invoice.parent, "--model", small_model)
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1].startswith("paperformer: empty.pdf: is empty. Check")


def test_evaluate_of_a_missing_file_is_one_line(small_model: Path, tmp_path: Path) -> None:
    line = one_line_of_failure(run("evaluate", tmp_path / "missing.jsonl", "--model", small_model))
    assert "missing.jsonl" in line


@pytest.mark.parametrize("verb", ["evaluate", "parties"])
def test_a_data_set_that_the_system_refuses_to_look_at_is_one_line(verb: str) -> None:
    result = CliRunner().invoke(main, [verb, "x" * 300])
    assert result.exit_code == 1
    assert "xxx: cannot be read (File name too long)." in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_vocabulary_is_learnt_and_the_same_every_time(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("the invoice is an invoice\nthe total of the invoices\n" * 10, encoding="utf-8")
    outs = [tmp_path / "one.json", tmp_path / "two.json"]
    for out in outs:
        result = run("vocabulary", corpus, "--size", "60", "--out", out)
        assert result.exit_code == 0
        assert result.stdout.endswith(f"pieces in {out}\n")
    assert outs[0].read_bytes() == outs[1].read_bytes()
    from paperformer.text.wordpiece import WordPiece

    pieces = WordPiece.load(outs[0])
    assert pieces.pieces(pieces.encode(["Invoice"]).ids.tolist()) == ["invoice"]


@pytest.mark.parametrize("content", [None, b"", b"caf\xe9"])
def test_a_corpus_that_cannot_be_used_is_one_line(tmp_path: Path, content: bytes | None) -> None:
    corpus = tmp_path / "corpus.txt"
    if content is not None:
        corpus.write_bytes(content)
    one_line_of_failure(run("vocabulary", corpus, "--out", tmp_path / "v.json"))
    assert not (tmp_path / "v.json").exists()


def test_a_vocabulary_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("the invoice is an invoice\n" * 10, encoding="utf-8")
    one_line_of_failure(run("vocabulary", corpus, "--out", tmp_path / "missing" / "v.json"))


def test_train_without_its_configuration_is_one_line(tmp_path: Path) -> None:
    assert "missing.yaml" in one_line_of_failure(run("train", tmp_path / "missing.yaml"), code=2)


def test_export_writes_a_model_that_reads(small_model: Path, tmp_path: Path) -> None:
    out = tmp_path / "exported"
    result = run("export", small_model, out, "--precision", "float32")
    assert result.exit_code == 0
    assert str(out) in result.stdout
    assert {"model.json", "model.onnx", "tokenizer.json", "schema.yaml"} <= {p.name for p in out.iterdir()}


def test_export_writes_into_no_folder_of_other_things(small_model: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    line = one_line_of_failure(run("export", small_model, tmp_path))
    assert line.startswith(f"paperformer: {tmp_path} holds files and no model. Give a new folder")
    assert [entry.name for entry in tmp_path.iterdir()] == ["thesis.txt"]


def test_export_of_no_model_is_one_line(tmp_path: Path) -> None:
    one_line_of_failure(run("export", tmp_path, tmp_path / "out"))


@pytest.mark.parametrize("arguments", [["train", "config.yaml"], ["export", "model", "out"]])
def test_without_torch_training_names_the_extra_to_install(arguments: list[str]) -> None:
    program = "import sys; sys.modules['torch'] = None; from paperformer.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert "paperformer[train]" in line
    assert "torch" in line
