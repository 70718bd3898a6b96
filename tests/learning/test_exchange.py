"""Names and addresses of one training document in the place of another's."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from paperformer.documents.model import Word
from paperformer.fields.schema import load_schema
from paperformer.learning.alignment import ABSENT, PRESENT
from paperformer.learning.config import DataSource
from paperformer.learning.corpus import read_corpus
from paperformer.learning.exchange import Wardrobe, exchanged
from toy_documents import words_of

NAME, ADDRESS, TOTAL = 0, 1, 2
COLUMNS = (NAME, ADDRESS)


def document(*lines: str, **values: list[int]) -> tuple[tuple[Word, ...], np.ndarray]:
    words = words_of(*lines)
    targets = np.full((len(words), 3), ABSENT, dtype=np.int8)
    for column, name in enumerate(("name", "address", "total")):
        targets[values.get(name, []), column] = PRESENT
    return words, targets


FIRST = document("ACME Ltd", "12 High Street", "London SW1A", "Total 12.00",
                 name=[0, 1], address=[2, 3, 4, 5, 6], total=[8])  # fmt: skip
SECOND = document("Nordic Trading Company AB", "Storgatan 4", "114 55 Stockholm", "Total 99.00",
                  name=[0, 1, 2, 3], address=[4, 5, 6, 7, 8], total=[10])  # fmt: skip
WARDROBE = Wardrobe.of([SECOND], COLUMNS)


def dressed(words: tuple[Word, ...], targets: np.ndarray, wardrobe: Wardrobe = WARDROBE, **changes: float):
    chance = np.random.default_rng(0)
    return exchanged(words, targets, wardrobe, COLUMNS, changes.get("probability", 1.0), chance)


def test_a_value_gives_way_to_one_of_as_many_lines_and_the_truth_moves_along() -> None:
    words, targets = dressed(*FIRST)
    printed = [w.text for w in words]
    assert " ".join(printed) == "Nordic Trading Company AB Storgatan 4 114 55 Stockholm Total 12.00"
    for column, text in ((NAME, "Nordic Trading Company AB"), (ADDRESS, "Storgatan 4 114 55 Stockholm"),
                         (TOTAL, "12.00")):  # fmt: skip
        assert " ".join(np.asarray(printed)[targets[:, column] == PRESENT]) == text


def test_new_words_fill_the_old_line_by_their_letters() -> None:
    before = FIRST[0][:2]
    words, _ = dressed(*FIRST)
    line = [w for w in words if w.line == before[0].line and w.page == before[0].page]
    assert line[0].box.x0 == pytest.approx(before[0].box.x0)
    assert line[-1].box.x1 == pytest.approx(before[-1].box.x1)
    widths = [(w.box.x1 - w.box.x0) / len(w.text) for w in line]
    assert max(widths) == pytest.approx(min(widths))
    assert all(a.box.x1 < b.box.x0 for a, b in pairwise(line))


def test_a_value_of_another_number_of_lines_stays() -> None:
    short = document("ACME Ltd", "London", name=[0, 1], address=[2])
    words, _ = dressed(*short)
    assert [w.text for w in words] == ["Nordic", "Trading", "Company", "AB", "London"]


def test_a_line_that_prints_something_else_too_stays() -> None:
    mixed = document("Sold by ACME Ltd", name=[2, 3])
    words, targets = dressed(*mixed)
    assert words == mixed[0]
    assert (targets == mixed[1]).all()
    assert Wardrobe.of([mixed], COLUMNS).values == {}


def test_fields_with_a_grammar_are_never_exchanged() -> None:
    words, _ = dressed(*FIRST)
    assert words[-1].text == "12.00"


def test_without_probability_nothing_changes() -> None:
    assert dressed(*FIRST, probability=0.0)[0] == FIRST[0]


def test_sources_of_one_wardrobe_lend_each_other_names(tmp_path: Path) -> None:
    def record(name: str) -> str:
        words = [
            {"text": t, "box": [10 * i, 0, 10 * i + 8, 8], "page": 1} for i, t in enumerate(name.split())
        ]
        page = {"number": 1, "width": 100, "height": 100}
        return json.dumps({"id": name, "set": "s", "split": "train", "language": "en", "country": None,
                           "file": None, "unit": "word", "pages": [page], "words": words,
                           "fields": {"supplier_name": [name]}, "raw": {}})  # fmt: skip

    names = ["ACME Ltd", "Nordic AB", "Third GmbH"]
    for name in names:
        (tmp_path / f"{name}.jsonl").write_text(record(name) + "\n", encoding="utf-8")
    shared = ["both", "both", ""]
    sources = [
        DataSource(path=str(tmp_path / f"{n}.jsonl"), wardrobe=w) for n, w in zip(names, shared, strict=True)
    ]
    corpus = read_corpus(sources, load_schema(), ("supplier_name",), tmp_path)
    held = [
        sorted(" ".join(v[0]) for those in w.values.values() for v in those)
        for w in corpus.wardrobes().values()
    ]
    assert sorted(held) == [["ACME Ltd", "Nordic AB"], ["Third GmbH"]]
