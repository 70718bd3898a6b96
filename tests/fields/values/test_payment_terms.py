"""Terms of payment, by their words."""

import pytest

from paperformer.fields.values.spans import find_values


@pytest.mark.parametrize(
    ("printed", "terms"),
    [
        ("Payment due within 30 days of receipt.", "Payment due within 30 days of receipt"),
        ("Terms: net 45 days EOM", "net 45 days EOM"),
        ("Zahlbar innerhalb von 14 Tagen ohne Abzug", "Zahlbar innerhalb von 14 Tagen ohne Abzug"),
        ("Zahlungsziel: 14 Tage netto", "14 Tage netto"),
        ("Paiement à 30 jours fin de mois", "à 30 jours fin de mois"),
        ("Betaling binnen 14 dagen na factuurdatum", "Betaling binnen 14 dagen na factuurdatum"),
        ("Maksuehto: 14 pv netto", "14 pv netto"),
        ("Betalningsvillkor 20 dagar", "20 dagar"),
        ("Оплата в течение 5 рабочих дней", "в течение 5 рабочих дней"),
        ("Due upon receipt", "Due upon receipt"),
        ("Terms: Net 30", "Net 30"),
        ("Terms 2/10 net 30", "2/10 net 30"),
        ("sofort zahlbar ohne Abzug", "sofort zahlbar ohne Abzug"),
    ],
)  # fmt: skip
def test_terms_are_read_with_the_words_around_the_days(printed: str, terms: str) -> None:
    (span,) = find_values("payment_terms", printed.split())
    assert span.text == terms


@pytest.mark.parametrize(
    "printed", ["12.03.2024", "Total 30,00", "Tel 030 14 15", "3 dagligvaror", "2030 days"]
)
def test_other_numbers_are_no_terms(printed: str) -> None:
    assert find_values("payment_terms", printed.split()) == []
