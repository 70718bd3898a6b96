"""IBANs and BICs: the registry's lengths, modulus 97, OCR slips put right, words in capitals left alone."""

import contextlib
import re

import pytest
import stdnum.bic
import stdnum.iban
import stdnum.numdb
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import ValueUnreadable
from paperformer.fields.values import ParsedValue, parse_value
from paperformer.fields.values.bic import find_bics
from paperformer.fields.values.iban import DIGITS_ONLY, LENGTHS
from paperformer.fields.values.reading import NO_CONTEXT
from paperformer.fields.values.spans import find_values

# SWIFT IBAN registry, examples.
PUBLISHED = [
    "DE89370400440532013000", "GB29NWBK60161331926819", "FR1420041010050500013M02606", "NO9386011117947",
    "SE4550000000058398257466", "DK5000400440116243", "FI2112345600000785", "NL91ABNA0417164300",
    "BE71096123456769", "CH9300762011623852957", "IT60X0542811101000000123456", "ES9121000418450200051332",
    "PL61109010140000071219812874", "PT50000201231234567890154", "CZ6508000000192000145399",
    "EE382200221020145685", "LT121000011101001000", "LV80BANK0000435195001", "AT611904300234573201",
    "MT84MALT011000012345MTLCAST001S",
]  # fmt: skip


@st.composite
def ibans(draw: st.DrawFn) -> str:
    """A number of the right length whose check digits hold."""
    country = draw(st.sampled_from(sorted(LENGTHS)))
    length = LENGTHS[country] - 4
    letters = "" if country in DIGITS_ONLY else "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    body = draw(st.text(alphabet=f"0123456789{letters}", min_size=length, max_size=length))
    digits = "".join(str(int(c, 36)) for c in f"{body}{country}00")
    return f"{country}{98 - int(digits) % 97:02d}{body}"


@pytest.mark.parametrize("number", PUBLISHED)
def test_the_registrys_examples_hold(number: str) -> None:
    assert stdnum.iban.is_valid(number)
    assert parse_value("iban", number) == ParsedValue(number, scheme="iban", checked=True)


def test_lengths_agree_with_stdnum() -> None:
    registry = stdnum.numdb.get("iban")
    for country, length in LENGTHS.items():
        form = registry.info(country)[0][1]["bban"]
        assert (country in DIGITS_ONLY) == (not re.search(r"[ac]", form))
        assert length == 4 + sum(int(count) for count in re.findall(r"([0-9]+)!?[a-z]", form))


@pytest.mark.parametrize("number", PUBLISHED)
def test_an_iban_that_breaks_off_is_refused(number: str) -> None:
    for length in (6, len(number) - 1):
        with pytest.raises(ValueUnreadable):
            parse_value("iban", number[:length])


@given(ibans())
def test_a_printed_iban_reads_back(number: str) -> None:
    parsed = ParsedValue(number, scheme="iban", checked=True)
    assert parse_value("iban", " ".join(number[i : i + 4] for i in range(0, len(number), 4))) == parsed
    assert parse_value("iban", f"IBAN: {number}") == parsed
    assert parse_value("iban", number.lower()) == parsed


@given(ibans(), st.data())
def test_every_slip_of_one_digit_is_told(number: str, data: st.DataObject) -> None:
    places = [i for i in range(2, len(number)) if number[i].isdigit()]
    place = data.draw(st.sampled_from(places))
    digit = data.draw(st.sampled_from("0123456789").filter(lambda d: d != number[place]))
    slipped = f"{number[:place]}{digit}{number[place + 1 :]}"
    parsed = parse_value("iban", slipped)
    assert parsed == ParsedValue(slipped, scheme="iban", checked=False)


@pytest.mark.parametrize(
    "slipped", ["DE89 37O4 OO44 0532 0130 00", "DE89 3704 0044 0532 0l30 00", "DE8937040044O5320I3000"]
)
def test_letters_read_for_digits_are_put_right_where_the_check_digits_then_hold(slipped: str) -> None:
    parsed = parse_value("iban", slipped)
    assert parsed == ParsedValue("DE89370400440532013000", scheme="iban", checked=True)


def test_an_iban_ends_where_its_countrys_length_does() -> None:
    words = ["IBAN", "NO93", "8601", "1117", "947", "1000", "kr"]
    (span,) = find_values("iban", words)
    assert (span.first, span.last, span.text) == (1, 4, "NO93 8601 1117 947")


@pytest.mark.parametrize("text", ["", "DE89", "XX89370400440532013000", "DE8937040044053201300", "hello"])
def test_what_is_no_iban_is_refused(text: str) -> None:
    with pytest.raises(ValueUnreadable):
        parse_value("iban", text)


@pytest.mark.parametrize(
    "number", ["DE12 1234 4321 9876 00", "DE8937040044053201300", "AT61 1904 3002 3457 320"]
)
def test_a_number_called_iban_that_is_too_short_is_found_and_fails_its_check(number: str) -> None:
    (span,) = find_values("iban", f"Konto IBAN: {number} BIC".split())
    assert span.text == number
    assert span.weak
    assert span.parsed.checked is False
    assert span.parsed.value == number.replace(" ", "")


@pytest.mark.parametrize(
    "text", ["Konto DE12 1234 4321 9876 00", "IBAN DE12 3456", "IBAN AA12 1234 4321 9876 00"]
)
def test_without_the_name_or_the_length_of_any_iban_it_is_none(text: str) -> None:
    assert find_values("iban", text.split()) == []


def test_what_follows_a_short_iban_is_no_part_of_it() -> None:
    for after in ("030 1234567", "12.03.2024"):
        (span,) = find_values("iban", f"IBAN: DE89 3704 0044 0532 0130 0 {after}".split())
        assert span.parsed.value == "DE8937040044053201300"


def test_words_that_happen_to_have_the_length_of_an_iban_are_none() -> None:
    assert not find_values("iban", ["plus", "de", "14", "visiteurs", "sont", "venus"])
    (slipped,) = find_values("iban", ["DE89", "37O4", "0B44", "0532", "O13S", "00"])  # OCR's
    assert slipped.weak


@given(st.text())
def test_garbage_raises_only_the_named_error(text: str) -> None:
    for type in ("iban", "bic"):
        with contextlib.suppress(ValueUnreadable):
            assert parse_value(type, text).value


@pytest.mark.parametrize(
    "code", ["DEUTDEFF", "DEUTDEFF500", "NDEASESS", "DNBANOKKXXX", "COBADEFFXXX", "BNPAFRPP"]
)
def test_bics_are_those_of_stdnum(code: str) -> None:
    assert stdnum.bic.is_valid(code)
    assert parse_value("bic", code) == ParsedValue(code, scheme="bic")
    assert parse_value("bic", f"BIC/SWIFT: {code}").value == code


@pytest.mark.parametrize("word", ["RECHNUNG", "INVOICES", "TELEPHONE", "12345678", "DEUTXXFF", "DEUTDEF"])
def test_words_in_capitals_are_no_bics(word: str) -> None:
    with pytest.raises(ValueUnreadable):
        parse_value("bic", word)


def test_a_bic_in_groups_is_found_behind_its_label() -> None:
    (span,) = find_values("bic", ["BIC:", "DEUT", "DE", "FF", "500"])
    assert (span.first, span.last, span.parsed.value, span.weak) == (1, 4, "DEUTDEFF500", False)


def test_a_bic_without_digit_or_label_is_weak() -> None:
    assert [span.weak for span in find_values("bic", ["NDEASESS", "und", "DEUTDEFF500"])] == [True, False]


@pytest.mark.parametrize(("text", "value"), [
    ("BIC: OTPVHUHB OTP Bank", "OTPVHUHB"), ("BIC BOFIIE2D VAT IE6433435F", "BOFIIE2D"),
    ("SWIFT: GIBA AT WW XXX", "GIBAATWWXXX"), ("BIC DEUTDEFF500", "DEUTDEFF500"),
    ("BIC DEUT DE FF 500", "DEUTDEFF500"),
])  # fmt: skip
def test_a_word_behind_a_bic_is_no_branch(text: str, value: str) -> None:
    assert [match.parsed.value for match in find_bics(text, NO_CONTEXT)] == [value]


@pytest.mark.parametrize(
    "printed",
    ["90 1050 1924 0000 0022 7630 0461", "90105019240000002276300461", "90 1050-1924-0000-0022-7630-0461"],
)
def test_a_polish_account_is_an_iban_without_its_country_too(printed: str) -> None:
    parsed = parse_value("iban", f"Nr konta: {printed}")
    assert parsed == ParsedValue("PL90105019240000002276300461", scheme="iban", checked=True)


@pytest.mark.parametrize(
    "printed",
    [
        "91 1050 1924 0000 0022 7630 0461",  # the check digits fail
        "90 1050 1924 0000 0022 7630 0461 7",  # goes on
        "HU 90 1050 1924 0000 0022 7630 0461",  # another country's
        "1" * 5000,
        "90 1050 " * 2000,
    ],
)
def test_other_digits_are_no_polish_account(printed: str) -> None:
    values = {span.parsed.value for span in find_values("iban", printed.split(), NO_CONTEXT)}
    assert not any(value.startswith("PL") for value in values)
