"""Letters that look alike in print."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.ocr.letters import mend_letters


@pytest.mark.parametrize(
    ("read", "printed"), [("JIn", "Jln"), ("BIk", "Blk"), ("TIf.:", "Tlf.:"), ("No.3,JIn", "No.3,Jln")]
)
def test_an_abbreviation_without_vowels_has_an_l(read: str, printed: str) -> None:
    assert mend_letters(read) == printed


@pytest.mark.parametrize(
    "word",
    ["TaxInv", "RoundIng", "TIme:", "In", "McIntosh", "MotelInn", "BILL", "PIN", "MWSt", "GmbH", "I", "SI1n"],
)
def test_other_words_stay(word: str) -> None:
    assert mend_letters(word) == word


@given(st.text())
def test_nothing_but_an_i_changes(word: str) -> None:
    mended = mend_letters(word)
    assert len(mended) == len(word)
    assert all(a == b or (a, b) == ("I", "l") for a, b in zip(word, mended, strict=True))
