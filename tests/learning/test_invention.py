"""Real layouts with invented content: the same page with other names, numbers and dates."""

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.model import Word
from paperformer.learning.alignment import ABSENT, PRESENT
from paperformer.learning.invention import InventedContent, invented
from toy_documents import words_of

NAME, ADDRESS, DATE, TOTAL = range(4)


def document(*lines: str, **values: list[int]) -> tuple[tuple[Word, ...], np.ndarray]:
    words = words_of(*lines)
    targets = np.full((len(words), 4), ABSENT, dtype=np.int8)
    for column, name in enumerate(("name", "address", "date", "total")):
        targets[values.get(name, []), column] = PRESENT
    return words, targets


FIRST = document(
    "Seller: ACME Ltd", "12 High Street", "London SW1A 2AA", "Date 3 March 2024, due 2024-04-02",
    "VAT GB123456789 20 %", "Total 1,250.00", "paid to ACME Ltd 1,250.00",
    name=[1, 2, 23, 24], address=[3, 4, 5, 6, 7, 8], date=[10, 11, 12], total=[20, 25],
)  # fmt: skip
SECOND = document("Nordic Trading Company AB", "Storgatan 4", "114 55 Stockholm",
                  name=[0, 1, 2, 3], address=[4, 5, 6, 7, 8])  # fmt: skip
CONTENT = InventedContent.of([SECOND], [NAME, ADDRESS], [DATE])


def drawn(probability: float = 1.0, seed: int = 0) -> tuple[list[str], np.ndarray]:
    words, targets = invented(*FIRST, CONTENT, probability, np.random.default_rng(seed))
    return [word.text for word in words], targets


def printed(texts: list[str], targets: np.ndarray, column: int) -> str:
    return " ".join(np.asarray(texts)[targets[:, column] == PRESENT])


def test_names_give_way_in_the_middle_of_a_line_and_wherever_they_are_printed_again() -> None:
    texts, targets = drawn()
    assert printed(texts, targets, NAME) == " ".join(["Nordic Trading Company AB"] * 2)
    assert " ".join(texts).startswith("Seller: Nordic Trading Company AB")


def test_labels_and_short_numbers_stay() -> None:
    texts, _ = drawn()
    assert [text for text in texts if text in ("Seller:", "Date", "due", "VAT", "20", "%", "Total")] == [
        "Seller:", "Date", "due", "VAT", "20", "%", "Total",
    ]  # fmt: skip


@given(st.integers(0, 2**32 - 1))
def test_numbers_and_dates_keep_their_form_and_dates_exist(seed: int) -> None:
    texts, targets = drawn(seed=seed)
    first, second = printed(texts, targets, TOTAL).split()
    assert first == second  # printed twice, the same twice
    assert re.fullmatch(r"[1-9],\d{3}\.\d{2}", first)
    day, month, year = printed(texts, targets, DATE).split()
    assert 1 <= int(day) <= 9
    assert month == "March"
    assert 2012 <= int(year.strip(",")) <= 2030
    due = next(text for text in texts if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text))
    np.datetime64(due)
    assert any(re.fullmatch(r"GB[1-9]\d{8}", text) for text in texts)


def test_a_seed_repeats_itself_and_without_probability_nothing_changes() -> None:
    assert drawn(seed=5)[0] == drawn(seed=5)[0] != drawn(seed=6)[0]
    assert drawn(probability=0.0)[0] == [word.text for word in FIRST[0]]
