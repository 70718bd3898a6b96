"""What the language may change in a line, and what not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.ocr.edits import take_edits


@pytest.mark.parametrize(
    ("read", "proposed"),
    [
        ("Setangor", "Selangor"),
        ("HARDWARE SON BHD", "HARDWARE SDN BHD"),
        ("4380D DENGKIL", "43800 DENGKIL"),
        ("KMF FO0DICIOUS", "KMF FOODICIOUS"),
        ("BANDIAR UTAMA", "BANDAR UTAMA"),
        ("RIGATONILARGE", "RIGATONI LARGE"),
        ("15/07/201712:07", "15/07/2017 12:07"),
        ("Transakt i onsnummer", "Transaktionsnummer"),
        ("FROHSTOCK", "FRÜHSTÜCK"),
    ],
)
def test_letters_and_spaces_follow_the_language(read: str, proposed: str) -> None:
    assert take_edits(read, proposed, accents=False) == proposed


@pytest.mark.parametrize(
    ("read", "proposed"),
    [
        ("0.100", "0.00"),  # figures come from the picture
        ("POINT:0 00", "POINT:000"),  # and numbers are neither joined
        ("No 14816 Jalan", "No 148 16 Jalan"),  # nor parted
        ("4,75|% 13.0", "4,751% 13.0"),
        ("51.48 D", "51.48 0"),  # a letter that stands alone is a code of its own
        ("5.65*1", "5.651"),
        ("-5.00", "5.00"),
        ("1.00", "1,00"),
        ("www.shop.de", "www.shop. de"),
        ("Hvala na pty!", "Hvala !"),
        ("total:", "total :"),
    ],
)
def test_figures_and_what_is_beside_them_stay(read: str, proposed: str) -> None:
    assert take_edits(read, proposed, accents=False) == read


def test_accents_go_only_where_the_page_has_none() -> None:
    assert take_edits("40150 Selāngor", "40150 Selangor", accents=False) == "40150 Selangor"
    assert take_edits("gültig bis", "gultig bis", accents=True) == "gültig bis"


@given(st.text("aäB01lO .,-", max_size=12), st.text("aäB01lO .,-", max_size=12))
def test_figures_change_only_with_letters_that_look_like_them(read: str, proposed: str) -> None:
    taken = take_edits(read, proposed, accents=False)
    alike = str.maketrans({"l": "1", "O": "0", "B": "8"})

    def numbers(text: str) -> str:
        return "".join(c for c in text.translate(alike) if c.isdecimal())

    lost = sum(c in "lOB" for c in read) + sum(c in "lOB" for c in proposed)
    if not lost:
        assert numbers(taken) == numbers(read)


@given(st.text(max_size=20))
def test_what_is_proposed_as_it_was_read_stays(read: str) -> None:
    assert take_edits(read, read, accents=True) == read
