"""Fitting what tells a document's country."""

from __future__ import annotations

from collections import Counter

from paperformer.fields.countries.inference import UNKNOWN
from paperformer.learning.country_fit import Origin, fit_countries


def origin(country: str, **kinds: str) -> Origin:
    """A document of ``country`` with one print of each kind, by the country that it speaks for."""
    evidence: dict[str, Counter[str]] = {}
    for kind, spoken_for in kinds.items():
        evidence.setdefault(spoken_for, Counter())[kind] = 1
    return Origin(evidence, country)


def test_what_is_always_right_weighs_more_than_what_is_often_wrong() -> None:
    sure = [origin("SE", iban="SE", phone="NO") for _ in range(30)]
    weights = fit_countries([*sure, *(origin("NO", iban="NO", phone="SE") for _ in range(30))])
    assert weights["iban"] > weights["phone"] + 1.0


def test_a_kind_that_no_document_settles_speaks_for_its_countries_all_the_same() -> None:
    weights = fit_countries([origin("SE", iban="SE"), origin("SE", domain="SE", iban="SE")])
    assert weights["domain"] > 1.0


def test_countries_that_nothing_speaks_for_weigh_what_they_are_worth() -> None:
    often = fit_countries([origin("XX", town="SE") for _ in range(50)])
    seldom = fit_countries([origin("SE", town="SE") for _ in range(50)])
    assert often[UNKNOWN] > often["town"]
    assert seldom[UNKNOWN] < seldom["town"]
