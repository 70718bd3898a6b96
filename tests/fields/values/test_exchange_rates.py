"""Rates of exchange in many words, and what only resembles one."""

from __future__ import annotations

import pytest

from paperformer.fields.values.exchange_rates import exchange_rates
from paperformer.fields.values.spans import find_values


@pytest.mark.parametrize(
    "text",
    [
        "1 USD = 0.915 EUR",
        "USD 1.00 = INR 83.12",
        "1 EUR = 1,0921 USD",
        "Kurs 1,0921",
        "Wechselkurs: 0,915",
        "Exchange rate: 83.12 INR/USD",
        "EUR/USD 1.0921",
        "taux de change 0,92",
        "Tipo de cambio: 17.05",
        "converted at 83.1200",
        "in EUR at 0.9150",
        "växelkurs 11,2345",
    ],
)
def test_a_rate_is_no_amount(text: str) -> None:
    assert exchange_rates(text)
    found = find_values("amount", f"Total 12.50 {text} Sum 99.90".split())
    assert {span.parsed.value for span in found if not span.weak} <= {"12.50", "99.90"}


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("Kurs Deutsch 350,00", "350.00"),
        ("2 @ 0.99", "0.99"),
        ("in EUR at 0.9150 EUR 192.15", "192.15"),
        ("Exchange rate 0.915 on 12.03.2024 total 1,200.00", "1200.00"),
        ("Rate 12.50", "12.50"),
        ("Kurs 1.250,00 EUR", "1250.00"),
        ("1 Stk. = 12,50 EUR", "12.50"),
    ],
)
def test_an_amount_stays_one(text: str, amount: str) -> None:
    assert amount in {span.parsed.value for span in find_values("amount", text.split())}
