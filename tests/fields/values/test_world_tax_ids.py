"""Tax numbers without a prefix: their name says whose they are, or their print and check digits do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.fields.values import parse_value
from paperformer.fields.values.spans import find_values
from paperformer.fields.values.tax_id import country_of
from paperformer.fields.values.world_tax_ids import country_of_scheme, find_world_tax_ids

# Numbers that python-stdnum's documentation and the authorities print.
PRINTS = {
    "TRN: 100482917300003": ("AE", "100482917300003"),
    "NIPT: J91402501L": ("AL", "J91402501L"),
    "CUIT: 20-05536168-2": ("AR", "20055361682"),
    "C.U.I.T. Nº 20055361682": ("AR", "20055361682"),
    "16.727.230/0001-97": ("BR", "16727230000197"),
    "CNPJ: 16727230000197": ("BR", "16727230000197"),
    "CPF 390.533.447-05": ("BR", "39053344705"),
    "R.U.T.: 76.086.428-5": ("CL", "760864285"),
    "NIT 213.123.432-1": ("CO", "2131234321"),
    "Cédula jurídica 3-101-999999": ("CR", "3101999999"),
    "RNC: 1-01-85004-3": ("DO", "101850043"),
    "RUC 1792060346001": ("EC", "1792060346001"),
    "NPWP 01.312.166.0-091.000": ("ID", "013121660091000"),
    "GSTIN: 27AAPFU0939F1ZV": ("IN", "27AAPFU0939F1ZV"),
    "Registration No. T5835678256246": ("JP", "T5835678256246"),
    "PIN No: P051365947M": ("KE", "P051365947M"),
    "ICE : 001561191000066": ("MA", "001561191000066"),
    "R.F.C. GODE 561231 GR8": ("MX", "GODE561231GR8"),
    "TIN: 01928837-0001": ("NG", "019288370001"),
    "GST No: 49-098-576": ("NZ", "49098576"),
    "RUC: 20512333797": ("PE", "20512333797"),
    "VAT Reg. TIN: 008-441-927-00000": ("PH", "00844192700000"),
    "PIB: 101134702": ("RS", "101134702"),
    "ИНН 7707083893": ("RU", "7707083893"),
    "TRN100482917300003": ("AE", "100482917300003"),
    "T R N 100482917300003": ("AE", "100482917300003"),
    "GSTIN-27AAPFU0939F1ZV": ("IN", "27AAPFU0939F1ZV"),
    "GSTIN/UIN: 27AAPFU0939F1ZV/PAN": ("IN", "27AAPFU0939F1ZV"),
    "VSK-númer: 62634": ("IS", "62634"),
    "GST Reg No: M90312345A": ("SG", "M90312345A"),
    "GST Reg No 49-098-576": ("NZ", "49098576"),
    "SST ID: W10-1808-32000059": ("MY", "W10180832000059"),
    "ИНН/КПП 7707083893/773601001": ("RU", "7707083893"),
    "BUSINESS REGISTRATION 116-82-00276": ("KR", "1168200276"),
    "VKN: 4540536920": ("TR", "4540536920"),
    "Vergi No: 4540536920": ("TR", "4540536920"),
    "RIF: V-11470283-4": ("VE", "V114702834"),
    "MST: 0100233488": ("VN", "0100233488"),
}


@pytest.mark.parametrize("printed", PRINTS)
def test_a_number_is_read_with_its_country(printed: str) -> None:
    country, value = PRINTS[printed]
    (match,) = {match.parsed: match for match in find_world_tax_ids(printed)}.values()
    assert (match.parsed.value, country_of_scheme(match.parsed)) == (value, country)
    assert not match.weak
    assert printed[match.start : match.end].replace(" ", "").endswith(value[-1])
    assert parse_value("tax_id", printed).value == value


@pytest.mark.parametrize("text", [
    "16.727.230/0001-98",  # a wrong check digit, and no name
    "Invoice INV240315001", "Pedido GODE561231GR8", "Ref. 20-05536168-2-77", "Account 20055361682",
    "76.086.428-5.001", "Art. 76.086.428-5",
    "Your ref: 20-05536168-2", "Lait T 3017620422003 1,20", "VSK 45600",
    "PINS 123456789", "Order T583567825624", "SPIN P051365947M",
])  # fmt: skip
def test_numbers_of_other_kinds_are_none(text: str) -> None:
    assert not list(find_world_tax_ids(text))


@pytest.mark.parametrize("text", ["CUIT: 20-05536168-3", "VKN: 4540536921", "RUC: 20512333798"])
def test_behind_its_name_a_number_with_wrong_check_digits_is_thin_evidence(text: str) -> None:
    assert [match.weak for match in find_world_tax_ids(text)] == [True]


def test_two_parties_have_two_numbers() -> None:
    text = "RFC: FMB090417QX3\nReceptor RFC: CHN151102KJ8"
    assert [span.parsed.value for span in find_values("tax_id", text.split())] == [
        "FMB090417QX3",
        "CHN151102KJ8",
    ]


@pytest.mark.parametrize(("value", "country"), [
    ("27AAPFU0939F1ZV", "IN"), ("T5835678256246", "JP"), ("SE556703748501", "SE"), ("20055361682", None),
    ("760864285", None), ("DEL850101AB3", "MX"), ("GODE561231GR8", "MX"), ("DE123456788", "DE"),
    ("XX12345678", None),
])  # fmt: skip
def test_a_value_tells_its_country_or_nothing(value: str, country: str | None) -> None:
    assert country_of(value) == country


@given(st.text("RFCUTN0123456789.-/ :TA", max_size=20), st.sampled_from(sorted(PRINTS)), st.booleans())
def test_whatever_stands_beside_it_a_found_number_is_part_of_the_text(
    noise: str, printed: str, is_before: bool
) -> None:
    text = f"{noise} {printed}" if is_before else f"{printed} {noise}"
    for match in find_world_tax_ids(text):
        assert 0 <= match.start < match.end <= len(text)
        letters = "".join(c for c in text[match.start : match.end].upper() if c.isalnum())
        assert match.parsed.value == letters
    if is_before and not noise:
        assert list(find_world_tax_ids(text))
