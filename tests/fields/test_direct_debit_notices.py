"""Sentences that announce a direct debit say the means of payment; those that offer one do not."""

import time

import pytest

from paperformer.fields.direct_debit_notices import find_direct_debit_notices
from paperformer.fields.page.layout import Layout
from typed_page import read, typed


def means(*lines: str) -> list[str]:
    return [one.parsed.value for one in find_direct_debit_notices(Layout(typed(*lines)))]


@pytest.mark.parametrize(
    "sentence",
    [
        "Den Betrag buchen wir am 04.03.2027 von Ihrem Konto ab.",
        "Diesen Betrag buchen wir am 04.03.2027 von Ihrem Konto DE08 **** 71 mit der Mandatsreferenz",
        "Nichts zu tun: Wir buchen den Betrag am 09.07.2024 vom Konto DE** **** 40 19 ab",
        "(SEPA-Firmenlastschrift, Mandat N20518-01, Gläubiger-ID DE07ZZZ00001982204).",
        "Die Nachzahlung wird zum 15.02.2027 fällig und von Ihrem Konto abgebucht.",
        "Der Beitrag wird im Lastschriftverfahren eingezogen",
        "Het bedrag wordt per SEPA-domiciliëring geïnd op 12/02/2027.",
        "Het bedrag schrijven we rond 6 mei 2027 af van uw rekening",
        "Ce montant sera prélevé par domiciliation le 16/03/2027.",
        "Prélevé le 26 avril 2027 sur votre compte se terminant par ****637",
        "Auto pay: your bank account will be debited on the due date.",
        "Fees are collected by direct debit on 20 June 2027.",
        "L’importo sarà addebitato sul conto IT****38341",
        "L'importo verrà addebitato il 25/03/2025 sul tuo conto corrente",
        "Recibo domiciliado en su cuenta",
        "Domiciliació bancària: Caixa Nord",
        "Beløbet opkræves via Betalingsservice 01.07.2027.",
        "Beløpet trekkes via AvtaleGiro på forfallsdato.",
        "Opłata zostanie pobrana w ramach polecenia zapłaty.",
        "Znesek bomo poravnali s trajnikom",
        "Débito direto SEPA na conta PT50",
        "Bitte nicht überweisen, der Betrag wird eingezogen",
    ],
)
def test_an_announced_debit_is_the_means_of_payment(sentence: str) -> None:
    assert means(sentence) == ["direct_debit"]


@pytest.mark.parametrize(
    "sentence",
    [
        "You can set up a monthly payment by direct debit on our website.",
        "Wenn Sie möchten, wird der Betrag abgebucht.",
        "Your card account will be charged by direct debit or credit card.",
        "Vous pouvez opter pour un paiement par prélèvement",
        "Der Betrag wird Ihnen erstattet und nicht mit Lastschrift eingezogen",
        "Bitte überweisen Sie den Betrag",
        "Der Betrag wird nicht von Ihrem Konto abgebucht.",
        "Le montant ne sera pas prélevé sur votre compte.",
        "Het bedrag wordt niet afgeschreven van uw rekening.",
        "No se cargará el importe en su cuenta.",
        "L'importo non verrà addebitato sul conto.",
        "AutoPay: Off",
        "Acme S.L., domiciliada en Calle Mayor 3, Madrid",
        "Der Betrag wird von Ihrer EC-Karte abgebucht.",
        "Pay by Direct Debit and save 5%.",
        "Betaling via incasso of overboeking.",
        "Paiement par prélèvement ou par virement.",
        "Your payment by direct debit was returned unpaid.",
    ],
)
def test_who_offers_a_debit_announces_none(sentence: str) -> None:
    assert means(sentence) == []


def test_only_its_own_sentence_counts() -> None:
    assert means("Pay by card online. Amounts are taken from your bank account. Cash is refused.")


def test_long_lines_take_no_long_time() -> None:
    layout = Layout(typed("wird buchen wir sera " * 2_000))
    start = time.process_time()
    list(find_direct_debit_notices(layout))
    assert time.process_time() - start < 1.0


@pytest.mark.parametrize(
    ("lines", "value", "least"),
    [
        (["Kontant betalt", "Készpénz"], "cash", 0.45),
        (["Total 12.00", "Kredi Kartı"], "card", 0.45),
        (["Payé par Visa •••• 4410"], "card", 0.45),
        (["Virement avant le 3 mai"], "transfer", 0.45),
    ],
)
def test_the_only_means_that_is_named_alone_is_told(lines: list[str], value: str, least: float) -> None:
    found = read(typed(*lines))["payment_method"]
    assert found[0].parsed.value == value
    assert found[0].score >= least


@pytest.mark.parametrize("line", ["Bankgiro 415-2217", "Pagamento por Multibanco", "Patient: Master Jon S."])
def test_accounts_networks_and_titles_tell_less(line: str) -> None:
    assert all("the only one" not in one.traits for one in read(typed(line)).get("payment_method", []))


def test_a_card_among_many_pays_nothing() -> None:
    assert "payment_method" not in read(
        typed("Karta 7080 5564 2779 903 SRC 4417K", "Karta 7080 3821 4873 899")
    )


def test_a_means_below_or_beside_its_label_is_told_though_it_labels_a_cards_number() -> None:
    below = read(typed("Sposób zapłaty:", "karta płatnicza"))["payment_method"][0]
    beside = read(typed([(5, "Ödeme Şekli:"), (40, "Kredi Kartı")]))["payment_method"][0]
    assert (below.parsed.value, beside.parsed.value) == ("card", "card")
    assert min(below.score, beside.score) > 0.5
