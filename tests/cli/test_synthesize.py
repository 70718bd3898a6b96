"""`synthesize`, from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from paperformer.cli import main
from toy_einvoice import ubl


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["synthesize", *map(str, arguments)], catch_exceptions=False)


def _documents(folder: Path) -> list[dict[str, Any]]:
    return [
        json.loads(line) for line in (folder / "documents.jsonl").read_text(encoding="utf-8").splitlines()
    ]


def test_documents_and_their_truth_are_written_and_the_truth_is_named(tmp_path: Path) -> None:
    result = run(tmp_path / "out", "--count", "4", "--seed", "9", "--languages", "sv,en-US")
    assert result.exit_code == 0
    assert result.stdout == f"{tmp_path / 'out' / 'documents.jsonl'}\n"
    documents = _documents(tmp_path / "out")
    assert len(documents) == 4
    assert {document["country"] for document in documents} <= {"SE", "US"}
    assert all((tmp_path / "out" / str(document["file"])).is_file() for document in documents)


def test_the_same_seed_gives_the_same_bytes_and_another_one_others(tmp_path: Path) -> None:
    for name, seed in (("a", "9"), ("b", "9"), ("c", "10")):
        run(tmp_path / name, "--count", "3", "--seed", seed, "--no-pdfs")
    first, again, other = ((tmp_path / name / "documents.jsonl").read_bytes() for name in "abc")
    assert first == again
    assert first != other


def test_kinds_and_layouts_are_kept_to(tmp_path: Path) -> None:
    run(tmp_path, "--count", "5", "--kinds", "credit_note", "--layouts", "letter", "--no-pdfs")
    documents = _documents(tmp_path)
    assert {document["kind"] for document in documents} == {"credit_note"}
    for document in documents:
        deepest = max(word["box"][1] for word in document["words"] if word.get("label") == "supplier_address")
        assert deepest > 600, "a letter has its seller at the foot"


def test_variety_and_a_contact_sheet_are_made_when_asked_for(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.png"
    result = run(
        tmp_path / "out", "--count", "6", "--kinds", "receipt", "--no-pdfs", "--variety",
        "--contact-sheet", sheet, "--processes", "1",
    )  # fmt: skip
    lines = result.stdout.splitlines()
    assert lines[0].startswith("receipt: 6 documents, 1000 layouts per thousand")
    with Image.open(sheet) as image:
        assert image.format == "PNG"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--languages", "tlh"], "tlh"),
        (["--kinds", "poem"], "poem"),
        (["--layouts", "spiral"], "spiral"),
        (["--languages", ","], "one name or more"),
        (["--count", "0"], "0"),
        (["--pictures", "2"], "2"),
    ],
)
def test_what_is_not_known_is_misuse_and_named(tmp_path: Path, options: list[str], said: str) -> None:
    result = run(tmp_path / "out", "--count", "1", *options)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not (tmp_path / "out").exists()


def test_documents_are_not_written_over_an_earlier_set(tmp_path: Path) -> None:
    run(tmp_path / "out", "--count", "2", "--kinds", "receipt")
    before = sorted((tmp_path / "out").rglob("*"))
    result = run(tmp_path / "out", "--count", "1", "--kinds", "receipt", "--seed", "5")
    assert result.exit_code == 2
    assert result.stderr == (
        f"paperformer: {tmp_path / 'out'} holds documents already (documents.jsonl). "
        "Remove it, or write to another folder\n"
    )
    assert sorted((tmp_path / "out").rglob("*")) == before


def test_a_contact_sheet_is_a_png(tmp_path: Path) -> None:
    result = run(tmp_path / "out", "--count", "1", "--contact-sheet", tmp_path / "sheet.xyz")
    assert result.exit_code == 2
    assert result.stderr.endswith("no picture of that kind is drawn. Name it something.png\n")
    assert not (tmp_path / "out").exists()


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    result = run(tmp_path / "file" / "out", "--count", "1")
    assert result.exit_code == 1
    assert "file" in result.stderr
    assert "Choose another place" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_what_e_invoices_say_is_drawn_and_a_bad_one_costs_only_itself(tmp_path: Path) -> None:
    said = tmp_path / "said"
    said.mkdir()
    (said / "bad.xml").write_text("<Invoice")
    order = ("--count", "6", "--kinds", "invoice", "--content", said)
    refused = run(tmp_path / "none", *order)
    assert refused.exit_code == 2
    assert "no e-invoice in it can be a seed" in refused.stderr
    (said / "good.xml").write_text(ubl(17), encoding="utf-8")
    result = run(tmp_path / "out", *order)
    assert result.exit_code == 0
    assert "bad.xml is left out: " in result.stderr
    documents = _documents(tmp_path / "out")
    assert {document["country"] for document in documents} == {"SE"}
    assert ["N-17"] in [document["fields"].get("document_number") for document in documents]


def test_documents_are_not_written_among_the_e_invoices(tmp_path: Path) -> None:
    (tmp_path / "good.xml").write_text(ubl(17), encoding="utf-8")
    result = run(tmp_path, "--count", "1", "--content", tmp_path)
    assert result.exit_code == 2
    assert "holds the e-invoices. Write to another folder" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["good.xml"]


def test_the_contact_sheet_may_lie_in_the_folder_that_is_made(tmp_path: Path) -> None:
    sheet = tmp_path / "new" / "sheet.png"
    result = run(tmp_path / "new", "--count", "1", "--no-pdfs", "--contact-sheet", sheet)
    assert result.exit_code == 0
    assert sheet.is_file()
