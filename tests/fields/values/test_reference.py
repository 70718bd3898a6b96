"""Payment references are read by their print or their country, and their check digits are told."""

import contextlib

import pytest
import stdnum.be.ogm_vcs
import stdnum.iso11649
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import InvalidConfig, ValueUnreadable
from paperformer.fields.values import ParsedValue, ValueContext, parse_value
from paperformer.fields.values.reference import SCHEMES, read_reference
from paperformer.fields.values.spans import find_values


def read(text: str, country: str | None = None) -> ParsedValue:
    return parse_value("reference", text, ValueContext(country=country))


@pytest.mark.parametrize(
    ("text", "country", "value", "scheme"),
    [
        ("050765098", "SE", "050765098", "se_ocr"),
        ("OCR: 0507 65098", "SE", "050765098", "se_ocr"),
        ("KID 12345678903", "NO", "12345678903", "no_kid"),
        ("+71<000002879094031+86570807<", None, "000002879094031", "dk_fik"),
        ("+71< 000002879094031 +86570807<", "DK", "000002879094031", "dk_fik"),
        ("000002879094031", "DK", "000002879094031", "dk_fik"),
        ("1234561", "FI", "1234561", "fi_viite"),
        ("00 12345 61", "FI", "1234561", "fi_viite"),
        ("5000 0567 8901 2345", "NL", "5000056789012345", "nl"),
        ("+++090/9337/55493+++", None, "090933755493", "be_ogm"),
        ("***090/9337/55493***", None, "090933755493", "be_ogm"),
        ("090/9337/55493", "BE", "090933755493", "be_ogm"),
        ("RF18 5390 0754 7034", None, "RF18539007547034", "rf"),
        ("Ref: rf18539007547034", None, "RF18539007547034", "rf"),
        ("21 00000 00003 13947 14300 09017", None, "210000000003139471430009017", "ch_qrr"),
        ("210000000003139471430009017", "CH", "210000000003139471430009017", "ch_qrr"),
    ],
)
def test_published_references_hold(text: str, country: str | None, value: str, scheme: str) -> None:
    assert read(text, country) == ParsedValue(value, scheme=scheme, checked=True)


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("050765099", "SE"),
        ("12345678904", "NO"),
        ("000002879094032", "DK"),
        ("1234562", "FI"),
        ("+++090/9337/55494+++", None),
        ("RF19539007547034", None),
        ("6000056789012345", "NL"),
    ],
)
def test_a_failing_check_digit_is_told_and_the_value_kept(text: str, country: str | None) -> None:
    parsed = read(text, country)
    assert parsed.checked is False
    assert parsed.value


def test_a_number_of_an_unknown_country_has_no_scheme() -> None:
    assert read("050765098") == ParsedValue("050765098")
    assert read("Invoice 2024-17") == ParsedValue("2024-17")


def test_the_words_behind_a_creditor_reference_are_left_out() -> None:
    (span,) = find_values("reference", ["Ref", "RF18", "5390", "0754", "7034", "bis", "25.12.2018"])
    assert (span.first, span.last, span.parsed.value) == (1, 4, "RF18539007547034")


def test_national_runs_are_found_only_where_the_country_is_known() -> None:
    words = ["OCR", "050765098", "Belopp", "5625,00"]
    assert find_values("reference", words) == []
    (span,) = find_values("reference", words, ValueContext(country="SE"))
    assert (span.first, span.parsed.scheme, span.weak) == (1, "se_ocr", False)


@pytest.mark.parametrize(
    ("text", "scheme", "checked"),
    [
        ("265-4507", "se_bankgiro", True),
        ("50 00 87-2", "se_plusgiro", True),
        ("265-4508", "se_bankgiro", False),
        ("123-", "no_kid", False),
        ("12 2345 3462 2567", "nl", True),
        ("1234567", "nl", True),
    ],
)
def test_a_scheme_may_be_asked_for(text: str, scheme: str, checked: bool) -> None:
    parsed = read_reference(text, scheme)
    assert (parsed.scheme, parsed.checked) == (scheme, checked)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_scheme_refuses_other_forms(scheme: str) -> None:
    with pytest.raises(ValueUnreadable, match=scheme):
        read_reference("hello", scheme)


def test_an_unknown_scheme_is_named() -> None:
    with pytest.raises(InvalidConfig, match="no reference scheme 'fr'"):
        read_reference("1", "fr")


@given(st.integers(1, 10**10 - 1))
def test_ogm_agrees_with_stdnum(number: int) -> None:
    digits = f"{number:010d}{number % 97 or 97:02d}"
    assert stdnum.be.ogm_vcs.is_valid(digits)
    printed = f"+++{digits[:3]}/{digits[3:7]}/{digits[7:]}+++"
    assert read(printed) == ParsedValue(digits, scheme="be_ogm", checked=True)


@given(st.from_regex(r"[A-Z0-9]{1,21}", fullmatch=True))
def test_creditor_references_agree_with_stdnum(body: str) -> None:
    number = 98 - int("".join(str(int(c, 36)) for c in f"{body}RF00")) % 97
    value = f"RF{number:02d}{body}"
    assert stdnum.iso11649.is_valid(value)
    grouped = " ".join(value[i : i + 4] for i in range(0, len(value), 4))
    assert read(value) == read(grouped) == ParsedValue(value, scheme="rf", checked=True)


@given(st.text(), st.sampled_from([None, "SE", "NO", "DK", "FI", "NL", "BE", "CH"]))
def test_garbage_raises_only_the_named_error(text: str, country: str | None) -> None:
    with contextlib.suppress(ValueUnreadable):
        assert read(text, country).value


@given(
    st.text(alphabet="0123456789RF+<*/ -#", max_size=40),
    st.sampled_from([None, "SE", "NO", "DK", "FI", "NL", "BE", "CH"]),
)
def test_near_references_raise_only_the_named_error(text: str, country: str | None) -> None:
    try:
        parsed = read(text, country)
    except ValueUnreadable:
        return
    assert any(character.isdigit() for character in parsed.value)


@pytest.mark.parametrize("code", ["G-27712", "g-27712", "RE-2020-4438", "SI-319237"])
def test_digits_that_letters_hang_on_are_no_national_reference(code: str) -> None:
    assert read(code, "SE") == ParsedValue(code)


@pytest.mark.parametrize("printed", ["1234566", "OCR-1234566", "OCR 1234566", "Ocrnr-1234566"])
def test_a_label_before_the_digits_is_no_part_of_them(printed: str) -> None:
    assert read(printed, "SE").value == "1234566"
