"""Sentences that ask for a transfer say the means of payment; those that leave the choice do not."""

import time

import pytest

from paperformer.fields.asked_transfers import find_asked_transfers
from paperformer.fields.page.layout import Layout
from typed_page import read, typed


def means(*lines: str, language: str | None = None) -> list[str]:
    return [one.parsed.value for one in find_asked_transfers(Layout(typed(*lines)), language)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Please pay by EFT, quoting the invoice number.",
        "Please remit to: Vale Bank, Sort Code 20-48-77 Account 80216639",
        "Payment to client account: Fairweather & Co, sort code 60-06-08",
        "Internet banking: Pukeko Steps Ltd, ASB 12-3171-0448820-00.",
        "Gelieve te betalen voor 15/11/2027 op rekening BE33 7360 4189 2546",
        "Method: Instant EFT, reference 8KX2",
        "Direct credit to 01-0137-0288314-00",
        "Please pay by internet banking to 38-9021-0447182-00, Kōwhai Ltd.",
        "Gelieve te betalen op rekening BE74 0689 0123 4707 (KREDBEBB)",
        "Beløbet kan indbetales via netbank med nedenstående betalings-ID",
        "Palume maksekorraldusel kindlasti märkida viitenumber.",
        "Please transfer the amount before the due date.",
        "Diesel in May: please pay €412.20 by 15 Jun 2027 to IBAN IE29 AIBK 9311 5212 3456 78",
        "Payment within 14 days please, to our client account: Vale Bank plc, account no. 10443322",
        "Merci de verser ce montant sur notre compte BE71 0961 2345 6769",
        "Abonar en Banco Norte, IBAN ES91 2100 0418 4502 0005 1332.",
        "Beløbet bedes overført til vores bank:",
        "Vinsamlega greiðið inn á reikning 0133-26-004871",
        "Maak € 312,40 vóór 30 april 2027 over op bankrekening NL91 ABNA 0417 1643 00",
        "Please transfer within 14 days and quote the invoice number.",
        "Please pay into 38-9021-0447182-01 with MUS-3308 as the reference",
        "Bitte benützen Sie für die Zahlung den Einzahlungsschein auf Seite 2.",
        "Betales til Spar Nord, reg. 9280 konto 4571103382.",
        "Maksu tilille FI85 5720 0231 0441 89 (OKOYFIHH).",
        "Ödeme: %40 sipariş avansı, kalan teslimde havale",
        "Geen factuur. Gelieve het bedrag over te maken op NL96 RABO 0120 4417 72",
        "UNIVERZALNI PLAČILNI NALOG",
        "Zahlteil",
        "Saajan tilinumero (IBAN)",
        "Veuillez payer sur le compte BE50 0689 1144 0218",
        "Please pay by 16/09/2027 – direct deposit only",
        "Gelieve 310,20 EUR te betalen vóór 01/03/2027 met onderstaand overschrijvingsformulier",
    ],
)
def test_an_asked_transfer_is_the_means_of_payment(sentence: str) -> None:
    assert means(sentence) == ["transfer"]


@pytest.mark.parametrize(
    "sentence",
    [
        "Règlement par TIP SEPA, par virement ou sur notre site.",
        "Please pay by EFT or by card.",
        "Do not pay by bank transfer, no account is open.",
        "Please pay this amount to the driver.",
        "Please pay the amount due. We will post it to your account.",
        "Le solde est à verser en espèces",
        "Der Zahlteil ist beigefügt",
    ],
)
def test_what_leaves_the_choice_or_asks_for_another_is_none(sentence: str) -> None:
    assert means(sentence) == []


def test_an_alternative_on_a_line_of_its_own_leaves_the_choice_too() -> None:
    assert means("ou por transferência bancária,", language="pt") == []


def test_no_means_in_the_in_portuguese() -> None:
    said = "Pagamento por transferência bancária no prazo de 8 dias"
    assert means(said, language="pt") == ["transfer"]


def test_a_number_abbreviated_as_no_denies_nothing() -> None:
    assert means("Please pay by bank transfer to account no 1044 2231") == ["transfer"]


def test_what_is_given_back_by_transfer_is_the_means_of_a_credit_note_only() -> None:
    said = "Cette somme vous sera remboursée par virement sous 15 jours."
    assert means("Facture d’avoir n° 12", said) == ["transfer"]
    assert means("Facture n° 12", said) == []


def test_the_rules_give_it_with_its_words() -> None:
    found = read(typed("Invoice 12", "Please pay by EFT, quoting the invoice number."))["payment_method"]
    assert [one.text for one in found] == ["by EFT"]


def test_long_lines_take_no_time() -> None:
    begun = time.process_time()
    means("please pay " + "1.2." * 100, "payment " + "1 .2" * 100)
    assert time.process_time() - begun < 0.5
