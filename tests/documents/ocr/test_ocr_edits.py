"""What the language may change in a line, and what not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.ocr.edits import aligned, take_edits


@pytest.mark.parametrize(
    ("read", "proposed"),
    [
        ("Setangor", "Selangor"),
        ("HARDWARE SON BHD", "HARDWARE SDN BHD"),
        ("4380D DENGKIL", "43800 DENGKIL"),
        ("CARD $25O", "CARD $250"),
        ("KMF FO0DICIOUS", "KMF FOODICIOUS"),
        ("SMA1L", "SMALL"),
        ("BANDIAR UTAMA", "BANDAR UTAMA"),
        ("RIGATONILARGE", "RIGATONI LARGE"),
        ("15/07/201712:07", "15/07/2017 12:07"),
        ("Terminal:37492741", "Terminal: 37492741"),
        ("Transakt i onsnummer", "Transaktionsnummer"),
        ("FROHSTOCK", "FRÜHSTÜCK"),
        ("TOTAL INCLUDES O% GST", "TOTAL INCLUDES 0% GST"),
        ("Term:nal ID", "Terminal ID"),
        ("Printedat:21/01/201815:46:09", "Printedat:21/01/2018 15:46:09"),
        ("TEL：603-402", "TEL:603-402"),
        ("Peta|ing Jaya", "Petaling Jaya"),
        ("35.08√", "35.08"),
        ("@ 0%。", "@ 0%"),
        ("14MMay/2017", "14May/2017"),
        ("COFFEE &TEA", "COFFEE & TEA"),
        ("GST Reg_No: 0014", "GST Reg No: 0014"),
        ("POS Tit1e:POS001", "POS Title: POS001"),
        ("52100 KEPONG,KL", "52100 KEPONG, KL"),
        ("No.3, JalanSS21", "No.3, Jalan SS21"),
        ("TOTAL 35.00T", "TOTAL 35.00 T"),
        ("RMO.20", "RM0.20"),
        ("1x", "1 x"),
        ("Utama, 47400 PJ. Selangor.", "Utama, 47400 PJ, Selangor."),
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
        ("2023/00145", "2023/00 145"),
        ("INV-2017123456", "INV-2017 123456"),
        ("INV0012", "INV 0012"),
        ("4,75|% 13.0", "4,751% 13.0"),
        ("51.48 D", "51.48 0"),  # a letter beside an amount is a tax code or a unit
        ("MILK 1.50Z", "MILK 1.502"),
        ("Diesel 45L", "Diesel 451"),
        ("GULA 500G", "GULA 5006"),
        ("Invoice 10234A", "Invoice 102344"),
        ("NIF B12345678", "NIF 812345678"),
        ("MILK 1.5l", "MILK 1.51"),
        ("Part 45I", "Part 451"),
        ("1,000", "1, 000"),
        ("5.65*1", "5.651"),
        ("-5.00", "5.00"),  # signs and currencies count
        ("Balance 1,234.56-", "Balance 1,234.56"),
        ("Saldo (5.00)", "Saldo (5.00"),
        ("Amount -5.00", "Amount R5.00"),
        ("RN-5.00", "RM5.00"),
        ("$5.00", "S5.00"),
        ("1.00", "1,00"),
        ("www.shop.de", "www.shop. de"),  # addresses of the web, accounts, identifiers
        ("john.smyth@mail.com", "john.smith@mail.com"),
        ("IBAN GB29 NWBK 6016 1331", "IBAN GB29 NWBN 6016 1331"),
        ("DEUTDE3B", "DEUTDEBB"),
        ("SO0123456", "NO0123456"),
        ("12 Jun 2024", "12 Jul 2024"),
        ("12Jun2024", "12July2024"),
        ("PayPal", "Pay Pal"),
        ("Hvala na pty!", "Hvala !"),
        ("total:", "total :"),
        ("{}", ""),
        ("1a", "１a"),  # a figure of another width is no figure here
    ],
)
def test_figures_and_what_stands_for_something_stay(read: str, proposed: str) -> None:
    assert take_edits(read, proposed, accents=False) == read


@pytest.mark.parametrize(
    ("read", "proposed"),
    [("gültig bis", "gultig bis"), ("Wałbrzych", "Walbrzych"), ("Købmand", "Kobmand"), ("Đorđe", "Dorđe")],
)
def test_accents_go_only_where_the_page_has_none(read: str, proposed: str) -> None:
    assert take_edits("40150 Selāngor", "40150 Selangor", accents=False) == "40150 Selangor"
    assert take_edits(read, proposed, accents=True) == read


ALPHABET = "aäBO01l -.,１"


@given(st.text(ALPHABET, max_size=12), st.text(ALPHABET, max_size=12))
def test_figures_change_only_with_letters_that_look_like_them(read: str, proposed: str) -> None:
    taken = take_edits(read, proposed, accents=False)
    alike = str.maketrans({"l": "1", "O": "0", "B": "8"})

    def numbers(text: str) -> list[str]:
        return [c for c in text.translate(alike) if c in "018"]

    if not set("lOB") & set(read + proposed):
        assert numbers(taken) == numbers(read)
        assert taken.count("-") == read.count("-")
    if not any(character.isdecimal() for character in read + proposed):
        assert taken.count("-") == read.count("-")


@given(st.text(ALPHABET, max_size=10), st.text(ALPHABET, max_size=10))
def test_two_texts_are_aligned_with_all_their_characters(one: str, other: str) -> None:
    pairs = aligned(one, other)
    assert "".join(a for a, _ in pairs) == one
    assert "".join(b for _, b in pairs) == other
    assert all((a == " ") == (b == " ") for a, b in pairs if a and b)


@given(st.text(max_size=20))
def test_what_is_proposed_as_it_was_read_stays(read: str) -> None:
    assert take_edits(read, read, accents=True) == read
