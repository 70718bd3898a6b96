"""At which token a field stands, counted by hand; and one sentence in words, characters and pieces."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

pytest.importorskip("matplotlib", reason="pictures: pip install 'paperformer[inspect]'")

from PIL import Image
from toy_subjects import is_blank

from paperformer.cli import main
from paperformer.errors import InvalidConfig
from paperformer.fields.schema import load_schema
from paperformer.inspection.look.token_places import MARKS, TokenPlaces, chosen_fields, of_labelled
from toy_documents import labelled, record_of, words_of, write_jsonl
from toy_model import toy_tokenizer

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["look", "tokens", *map(str, arguments)], catch_exceptions=False)


def test_a_field_stands_at_the_first_piece_of_its_first_word() -> None:
    pieces = toy_tokenizer()
    words = words_of("Invoice no 2024", "Total 1234")
    counts = [len(pieces.encode([word.text])) for word in words]
    found = TokenPlaces()
    found.add(words, {"document_number": [2], "total_incl_vat": [4], "due_date": []}, pieces)
    assert found.lengths == [sum(counts) + 2]  # [CLS] and [SEP] beside them
    assert found.places == {"document_number": [1 + sum(counts[:2])], "total_incl_vat": [1 + sum(counts[:4])]}


def test_what_stands_at_a_limit_is_lost() -> None:
    found = TokenPlaces(lengths=[9] * 4, places={"total_incl_vat": [3, 511, 512, 900]})
    assert [found.lost("total_incl_vat", mark) for mark in MARKS] == [0.5, 0.0, 0.0]
    with pytest.raises(InvalidConfig, match="in none of the documents"):
        chosen_fields(found, ["iban"])
    with pytest.raises(InvalidConfig, match="no field was found"):
        chosen_fields(TokenPlaces(), [])


def test_labelled_documents_are_taken_at_their_word() -> None:
    one = labelled("Invoice 77", "Total 12.50", fields={"total_incl_vat": ["12.50"]}, known=["due_date"])
    found = of_labelled([one], toy_tokenizer(), load_schema())
    pieces = toy_tokenizer()
    before = sum(len(pieces.encode([word])) for word in ("Invoice", "77", "Total"))
    assert found.places == {"total_incl_vat": [1 + before]}


def test_a_data_set_is_drawn_and_told(tmp_path: Path) -> None:
    lines = ["Invoice no 77", *["much to read " * 6] * 20, "Total 12.50 EUR"]
    data = write_jsonl(tmp_path / "mine.jsonl", [record_of("1", lines, {"total_incl_vat": ["12.50"]})])
    picture = tmp_path / "places.png"
    told = json.loads(run(data, "--out", picture, "--output", "json").stdout)
    (place,) = told["fields"]["total_incl_vat"]["places"]
    assert place > 360
    assert told["documents"] == 1
    assert not is_blank(picture)
    heading, row = run(data, "--field", "total_incl_vat").stdout.splitlines()
    assert heading.split()[-1] == "1,496"
    assert row.split()[0] == "total_incl_vat"


def test_any_documents_are_read_and_one_that_cannot_be_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    (tmp_path / "invoice.pdf").write_bytes((SAMPLES / "invoice-en.pdf").read_bytes())
    result = run(tmp_path, "--output", "json")
    told = json.loads(result.stdout)
    assert told["documents"] == 1
    assert told["fields"]["supplier_name"]["median"] < told["fields"]["total_incl_vat"]["median"] < 512
    assert "broken.pdf" in result.stderr


def test_the_seeds_sentence_has_4_words_28_characters_and_7_pieces(tmp_path: Path) -> None:
    picture = tmp_path / "cuttings.png"
    sentence = "Visma: Make progress happen!"
    told = json.loads(run("--tokenizers", sentence, "-o", "json", "--out", picture).stdout)
    assert {name: one["count"] for name, one in told.items()} == {
        "words": 4,
        "characters": 28,
        "WordPiece": 7,
    }
    assert told["WordPiece"]["tokens"] == ["vis", "##ma", ":", "make", "progress", "happen", "!"]
    assert not is_blank(picture)


def test_the_spaces_of_a_sentence_are_seen_in_the_table() -> None:
    assert "a ␣ b" in run("--tokenizers", "a b").stdout


def test_a_long_sentence_is_broken_into_lines_of_letters_that_can_be_read(tmp_path: Path) -> None:
    with (
        Image.open(drawn(tmp_path / "short.png", "a b")) as short,
        Image.open(drawn(tmp_path / "long.png", "progress " * 30)) as long,
    ):
        assert long.width == short.width
        assert long.height > 2 * short.height


def drawn(picture: Path, sentence: str) -> Path:
    assert run("--tokenizers", sentence, "--out", picture).exit_code == 0
    return picture


def test_misuse_is_one_line() -> None:
    for arguments in ((), ("x.jsonl", "--tokenizers", "a b")):
        result = run(*arguments)
        assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
