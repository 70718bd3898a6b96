"""Numbers that we draw hold for python-stdnum, which we did not write."""

from __future__ import annotations

import re

import pytest
from stdnum import bic, iban, iso11649, luhn
from stdnum.at import uid
from stdnum.au import abn, acn
from stdnum.be import ogm_vcs
from stdnum.be import vat as be_vat
from stdnum.ca import bn
from stdnum.ch import esr
from stdnum.ch import uid as ch_uid
from stdnum.ch import vat as ch_vat
from stdnum.cz import bankaccount, dic
from stdnum.de import vat as de_vat
from stdnum.dk import cvr
from stdnum.ee import kmkr, registrikood
from stdnum.es import nif
from stdnum.fi import alv
from stdnum.fr import siren, siret, tva
from stdnum.gb import vat as gb_vat
from stdnum.ie import vat as ie_vat
from stdnum.it import iva
from stdnum.lt import pvm
from stdnum.nl import btw
from stdnum.no import kontonr, mva, orgnr
from stdnum.pl import nip
from stdnum.pt import nif as pt_nif
from stdnum.se import orgnr as se_orgnr
from stdnum.se import vat as se_vat
from stdnum.us import rtn

from paperformer.synthesis import banking
from paperformer.synthesis.chance import generator
from paperformer.synthesis.identifiers import organisation_number, vat_number
from paperformer.synthesis.locale import load_locale, locale_codes

_VAT = {
    "DE": de_vat, "FR": tva, "NL": btw, "SE": se_vat, "DK": cvr, "NO": mva, "FI": alv, "ES": nif, "IT": iva,
    "PL": nip, "GB": gb_vat, "PT": pt_nif, "CZ": dic, "EE": kmkr, "LT": pvm, "CH": ch_vat, "AT": uid,
    "BE": be_vat, "CA": bn, "AU": abn, "IE": ie_vat,
}  # fmt: skip
_COUNTRIES = sorted({load_locale(code).country for code in locale_codes()})
_ACCOUNTS = (
    "DE",
    "GB",
    "FR",
    "NL",
    "SE",
    "DK",
    "NO",
    "FI",
    "ES",
    "IT",
    "PL",
    "BE",
    "CH",
    "PT",
    "CZ",
    "EE",
    "LT",
    "AT",
    "IE",
)


def _compact(text: str) -> str:
    return re.sub(r"[^0-9A-Z]", "", text.upper())


@pytest.mark.parametrize("country", sorted(_VAT))
def test_vat_numbers_are_valid_and_printed_text_holds_the_value(country: str) -> None:
    rng = generator("vat", country)
    for _ in range(200):
        number = vat_number(rng, country, organisation_number(rng, country))
        assert number is not None
        assert _VAT[country].is_valid(number.value), number
        assert _compact(number.text) in number.value, number


@pytest.mark.parametrize(
    ("country", "module"),
    [
        ("SE", se_orgnr),
        ("NO", orgnr),
        ("DK", cvr),
        ("PT", pt_nif),
        ("CZ", dic),
        ("EE", registrikood),
        ("CH", ch_uid),
        ("BE", be_vat),
        ("AU", acn),
    ],
)
def test_organisation_numbers_are_valid(country: str, module: object) -> None:
    rng = generator("organisation", country)
    for _ in range(100):
        number = organisation_number(rng, country)
        assert module.is_valid(number.value), number  # type: ignore[attr-defined]


def test_french_organisation_numbers_are_siren_or_siret() -> None:
    rng = generator("siren")
    for _ in range(200):
        value = organisation_number(rng, "FR").value
        assert siren.is_valid(value) or siret.is_valid(value), value


@pytest.mark.parametrize("country", _COUNTRIES)
def test_organisation_numbers_print_their_value(country: str) -> None:
    rng = generator("print", country)
    for _ in range(50):
        number = organisation_number(rng, country)
        assert _compact(number.text) == number.value


@pytest.mark.parametrize("country", _ACCOUNTS)
def test_ibans_are_valid_with_their_national_check_digits(country: str) -> None:
    rng = generator("iban", country)
    for _ in range(100):
        number = banking.iban(rng, country)
        # stdnum knows Belgium's banks by name; ours are fictional.
        assert iban.is_valid(number.value, check_country=country != "BE"), number
        assert number.value.startswith(country)
        assert _compact(number.text) == number.value


def test_bics_are_valid() -> None:
    rng = generator("bic")
    for turn in range(300):
        number = banking.bic(rng, _ACCOUNTS[turn % len(_ACCOUNTS)])
        assert bic.is_valid(number.value), number


def test_norwegian_accounts_american_routing_numbers_and_giro_numbers_hold() -> None:
    rng = generator("accounts")
    for _ in range(200):
        account, _ = banking.account(rng, "NO")
        assert account is not None
        assert kontonr.is_valid(account.value)
        _, routing = banking.account(rng, "US")
        assert routing is not None
        assert rtn.is_valid(routing.value)
        assert luhn.is_valid(banking.bankgiro(rng).value)
        assert luhn.is_valid(banking.plusgiro(rng).value)


def test_czech_accounts_hold() -> None:
    rng = generator("czech")
    for _ in range(100):
        account, registration = banking.account(rng, "CZ")
        assert account is not None
        assert registration is None
        assert bankaccount.is_valid(account.text), account


def test_estonian_references_hold() -> None:
    rng = generator("viitenumber")
    for turn in range(100):
        reference = banking.reference(rng, "EE", str(turn))
        assert reference is not None
        weights = [(7, 3, 1)[place % 3] for place in range(len(reference.value) - 1)]
        total = sum(w * int(d) for w, d in zip(weights, reversed(reference.value[:-1]), strict=True))
        assert (total + int(reference.value[-1])) % 10 == 0


def test_swedish_norwegian_and_danish_references_hold() -> None:
    rng = generator("nordic")
    for turn in range(300):
        ocr = banking.reference(rng, "SE", str(turn))
        assert ocr is not None
        assert luhn.is_valid(ocr.value)
        fik = banking.reference(rng, "DK", str(turn))
        assert fik is not None
        assert luhn.is_valid(fik.value)
        assert len(fik.value) == {"dk_fik_71": 15, "dk_fik_75": 16}[fik.scheme]
        kid = banking.reference(rng, "NO", str(turn))
        assert kid is not None
        assert (
            luhn.is_valid(kid.value)
            if kid.value.isdigit() and luhn.is_valid(kid.value)
            else _kid_11(kid.value)
        )


def _kid_11(value: str) -> bool:
    weights = [2 + place % 6 for place in range(len(value) - 1)]
    total = sum(int(digit) * weight for digit, weight in zip(reversed(value[:-1]), weights, strict=True))
    rest = (11 - total % 11) % 11
    return value[-1] == ("-" if rest == 10 else str(rest))


def test_finnish_references_hold() -> None:
    rng = generator("viite")
    for turn in range(300):
        reference = banking.reference(rng, "FI", str(turn))
        assert reference is not None
        if reference.scheme == "rf":
            assert iso11649.is_valid(reference.value)
            continue
        total = sum(
            int(digit) * (7, 3, 1)[place % 3] for place, digit in enumerate(reversed(reference.value[:-1]))
        )
        assert (total + int(reference.value[-1])) % 10 == 0
        assert _compact(reference.text) == reference.value


def test_belgian_swiss_and_creditor_references_hold() -> None:
    rng = generator("references")
    for turn in range(1, 200):
        belgian = banking.reference(rng, "BE", str(turn))
        assert belgian is not None
        assert ogm_vcs.is_valid(belgian.text.strip("+"))
        swiss = banking.reference(rng, "CH", str(turn))
        assert swiss is not None
        assert esr.is_valid(swiss.value)
        creditor = banking.reference(rng, "DE", str(turn))
        assert creditor is None or iso11649.is_valid(creditor.value)
