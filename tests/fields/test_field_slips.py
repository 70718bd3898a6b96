"""Payment slips: the examples of the schemes' own specifications."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.fields.slips import giro_of, with_scheme
from paperformer.fields.values import ParsedValue
from typed_page import Cells, best, read, typed

SE_LINE = "# 1234567897 # 12345 00 8 > 2654507#41#"


def test_a_swedish_ocr_line_gives_reference_amount_and_bankgiro() -> None:
    found = read(typed("", SE_LINE))
    reference, account, due = (
        found[field][0].parsed for field in ("payment_reference", "bank_account_number", "amount_due")
    )
    assert (reference.value, reference.scheme, reference.checked) == ("1234567897", "se_ocr", True)
    assert (account.value, account.scheme, account.checked) == ("2654507", "se_bankgiro", True)
    assert due.value == "12345.00"


def test_a_wide_gap_does_not_break_the_ocr_line() -> None:
    cells = [(5, "#"), (20, "1234567897 #"), (40, "12345 00 8 >"), (70, "2654507#41#")]
    found = best(typed("", cells))
    assert found["payment_reference"] == "1234567897"
    assert found["amount_due"] == "12345.00"


def test_the_words_of_the_ocr_line_are_told_apart() -> None:
    document = typed("", SE_LINE)
    finding = read(document)["amount_due"][0]
    assert [document.words[i].text for i in finding.words] == ["12345", "00"]


def test_a_wrong_check_digit_in_the_ocr_line_costs_trust() -> None:
    right = read(typed(SE_LINE))["payment_reference"][0]
    wrong = read(typed(SE_LINE.replace("1234567897", "1234567890")))["payment_reference"][0]
    assert right.score > wrong.score
    assert wrong.parsed.checked is False


def test_a_plusgiro_ends_in_another_kind_of_account() -> None:
    account = read(typed("# 1234567897 # 100 00 6 > 5000872#14#"))["bank_account_number"][0].parsed
    assert account.scheme == "se_plusgiro"


@pytest.mark.parametrize(
    ("line", "value", "scheme"),
    [
        ("+71<000002879094031+86570807<", "000002879094031", "dk_fik"),
        ("Communication: +++090/9337/55493+++", "090933755493", "be_ogm"),
        ("Reference RF18 5390 0754 7034", "RF18539007547034", "rf"),
        ("21 00000 00003 13947 14300 09017", "210000000003139471430009017", "ch_qrr"),
    ],
)
def test_references_that_show_themselves_need_no_label(line: str, value: str, scheme: str) -> None:
    reference = read(typed("Some text", line, "more text"))["payment_reference"][0].parsed
    assert (reference.value, reference.scheme, reference.checked) == (value, scheme, True)


def test_a_danish_slip_gives_its_creditor() -> None:
    accounts = read(typed("+71<000002879094031+86570807<"))["bank_account_number"]
    assert (accounts[0].parsed.value, accounts[0].parsed.scheme) == ("86570807", "dk_fik_creditor")


@pytest.mark.parametrize(
    ("line", "value", "scheme"),
    [
        ("KID: 12345678903", "12345678903", "no_kid"),
        ("Viitenumero 1234561", "1234561", "fi_viite"),
        ("OCR-nummer: 1234567897", "1234567897", "se_ocr"),
    ],
)
def test_a_label_tells_the_scheme_where_the_check_digit_holds(line: str, value: str, scheme: str) -> None:
    reference = read(typed(line))["payment_reference"][0].parsed
    assert (reference.value, reference.scheme) == (value, scheme)


def test_a_check_digit_that_fails_leaves_the_scheme_open() -> None:
    parsed = ParsedValue("12345678904")
    assert with_scheme(parsed, frozenset({"nb"}), None) == parsed
    assert with_scheme(ParsedValue("12345678903"), frozenset({"nb"}), None).scheme == "no_kid"


def test_a_giro_number_is_what_its_label_says() -> None:
    assert giro_of("Bankgiro", ParsedValue("2654507")).scheme == "se_bankgiro"
    assert giro_of("Plusgiro", ParsedValue("5000872")).scheme == "se_plusgiro"
    assert giro_of("Kontonummer", ParsedValue("2654507")).scheme is None


@given(st.text(alphabet="# 0123456789<>+-", max_size=80))
def test_lines_that_only_look_like_slips_do_no_harm(line: str) -> None:
    read(typed(line, "Total 12,00"))


@pytest.mark.parametrize(
    "rows",
    [
        ["Akron, OH 44306", "(330) 555-0199"],
        ["Akron, OH 44306", "330 555-0199", "Sales Tax $1.20"],
    ],
    ids=["behind an area code", "in America"],
)
def test_a_telephone_number_is_no_bankgiro(rows: list[str]) -> None:
    assert "bank_account_number" not in best(typed(*rows))


def test_a_number_that_shows_itself_is_a_bankgiro_in_sweden() -> None:
    assert (
        best(typed("Moms 25% 8,00 kr", "Org.nr 556430-0142", "555-0199"))["bank_account_number"] == "5550199"
    )


QR_REFERENCE = "210000000003139471430009017"  # the example of the guidelines


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([[(5, "21 00000 00003 13947"), (60, "CHF 50.00")], [(5, "14300 09017"), (60, "8000 Zürich")]], True),
        ([[(5, "21 00000 00003 13947 14300")], [(5, "09017")]], True),
        ([[(5, "21 00000 00003 13947 14300")], [(5, "09018")]], False),
        ([[(5, "21 00000 00003 13947"), (60, "CHF")], [(25, "14300 09017"), (60, "8000")]], False),
    ],
    ids=["beside a column", "one group", "a wrong check digit", "another left edge"],
)
def test_a_swiss_reference_over_two_lines_is_one(rows: list[Cells | str], found: bool) -> None:
    page = typed(*rows)
    references = [one.parsed for one in read(page).get("payment_reference", [])]
    assert (QR_REFERENCE in {parsed.value for parsed in references}) is found
    if found:
        assert (references[0].value, references[0].scheme, references[0].checked) == (
            QR_REFERENCE,
            "ch_qrr",
            True,
        )


@pytest.mark.parametrize(
    "rows",
    [
        ["Biller Code: 291847", "Ref: 1044 771 200"],
        ["BPAY Biller Code 291847 Ref 1044771200"],
        ["Biller code: 291847", "", "Reference no.: 1044 771 200"],
        [[(5, "Biller Code:"), (30, "291847")], [(5, "Ref:"), (30, "1044 771 200")], "Reference: QX-118"],
    ],
)
def test_bpays_reference_stands_behind_or_below_the_billers_code(rows: list[Cells | str]) -> None:
    assert best(typed("Tax invoice", *rows))["payment_reference"] == "1044771200"


def test_a_reference_without_a_billers_code_is_none_of_bpay() -> None:
    found = read(typed("Biller Code: unknown", "Ref: 1044 771 200")).get("payment_reference", [])
    assert all(one.rule != "slip" for one in found)
