"""Dates of versions are not the document's, fax numbers are no telephone numbers."""

import time
from dataclasses import replace

import pytest

from paperformer.documents.model import Box, Word
from paperformer.extraction.doubts.labelled_otherwise import weigh_by_label
from paperformer.extraction.scored import Scored

AGAINST = [
    ("card_last_four", "Klantenkaart ****4418"),
    ("card_last_four", "Carte de fidélité : ****4418"),
    ("card_last_four", "Loyalty card no. XXXX4418"),
    ("due_date", "Returns accepted until 10.11.2025"),
    ("due_date", "Bytte af gaver til 10.11.2025"),
    ("due_date", "Umtausch bis 10.11.2025"),
    ("document_date", "Stylesheet-Version: 2.6 vom 10.11.2025"),
    ("document_date", "Version 3 10/11/2025"),
    ("document_date", "Form rev. 12b, 10.11.2025"),
    ("document_date", "Wersja 1.2 z 10.11.2025"),
    ("document_date", "Formular 27, Stand: 10.11.2025"),
    ("document_date", "Vordruck Stand 10.11.2025"),
    ("document_date", "Versione 4.1 del 10/11/2025"),
    ("document_number", "Original Invoice: INV-44120"),
    ("document_number", "Original invoice no. INV-44120"),
    ("document_number", "credits our invoice INV-44120"),
    ("document_number", "Rechnungskorrektur zu Rechnung Nr. 2025-R-0388"),
    ("document_number", "Ursprungsrechnung: 2025-R-0388"),
    ("document_number", "Avoir sur la facture n° 2025-118"),
    ("document_number", "Kreditering av faktura 10233"),
    ("document_number", "Credit for invoice 31284"),
    ("document_number", "Returned goods, ref. invoice 31284"),
    ("document_number", "Annule la facture n° 31284"),
    ("document_number", "Retour de marchandises, facture 31284"),
    ("document_number", "Abono de la factura U-51827"),
    ("document_number", "Rectifica la factura 51827"),
    ("document_number", "Storno fattura 51827"),
    ("document_number", "Nota di credito su fattura n. 51827"),
    ("document_number", "Crédito referente à fatura 51827"),
    ("document_number", "Anulação da factura nº 51827"),
    ("document_number", "Hyvitys laskusta 51827"),
    ("document_number", "Korekta do faktury nr 2021-4352"),
    ("document_number", "Dobropis k faktuře 2021-4352"),
    ("document_number", "Tagastus, arve 4352"),
    ("document_number", "Grąžinimas pagal sąskaitą 4352"),
    ("document_number", "Anulação da fatura n.º 51827"),
    ("document_number", "Anulação da fatura n.º FT A/51827"),
    ("document_number", "Rectifica la factura n.º 51827"),
    ("document_number", "Facture d'origine : FA-118"),
    ("document_number", "Dobropis k faktuře č. 20240118"),
    ("document_number", "Avser kreditering av faktura 51827"),
    ("due_date", "Gültig bis: 11.10.2025"),
    ("due_date", "This offer is valid until 11/10/2025"),
    ("due_date", "Delivery by 11/10/2025"),
    ("due_date", "Válido hasta el 11/10/2025"),
    ("supplier_phone", "Fax 030/123456"),
    ("supplier_phone", "Fax: 030/123456"),
    ("supplier_phone", "Telefax 030/123456"),
    ("supplier_phone", "Tel. 030/111111 Fax 030/123456"),
    ("supplier_phone", "Fax-Nr. 030/123456"),
    ("supplier_phone", "Faks: 22123456"),
    ("supplier_phone", "Fax:030/123456"),
    ("supplier_phone", "Téléfax : 0130123456"),
    ("document_number", "OP: 188214"),
    ("document_number", "Terminal ID: 55801"),
    ("document_number", "Auth. code 0021"),
    ("document_number", "Trace-Nr. 192684"),
    ("document_number", "VU-Nr 4556102938 Genehmig. 482013"),
    ("document_number", "Autor. 771204"),
    ("document_number", "Rozliczenie zaliczki: faktura FZ/019/04/2024"),
    ("document_number", "Alvará 447/2019"),
    ("document_number", "Programa Certificado n.º 2214/AT"),
    ("customer_number", "creditor identifier IE52ZZZ360417"),
    ("customer_number", "Gläubiger-ID DE07ZZZ00001982204"),
    ("document_number", "(mandat 204118-HAB-01)"),
    ("document_number", "Mandatsreferenz: K0841173925-01"),
    ("document_number", "Dokument Identifikation 1739955600"),
    ("document_number", "Avoir n° AV-2025-003 sur facture n° 2025-041"),
    ("document_number", "Do faktury nr: FS/4471/06/2025"),
    ("document_number", "Bolletta precedente n. G25-0004410"),
    ("document_number", "conform facturii HPE 118204"),
    ("document_number", "към фактура № 2000044718"),
]
FOR = [
    ("document_date", "Facture du 15/03/2021"),
    ("iban", "Konto / Zahlbar an CH1209000000500177328"),
    ("customer_number", "Creditor account 360417"),
    ("document_number", "Autorechnung 771204"),
    ("document_number", "Invoice INV-44120"),
    ("document_number", "Shop 12 188214"),
    ("document_number", "Receipt AUTH-Shop 188214"),
    ("document_number", "Rechnung Nr. 2025-R-0388"),
    ("document_number", "Credit Note No: CN-00871"),
    ("document_number", "Gutschrift 2025-R-0388"),
    ("document_number", "Kreditnota 10233"),
    ("document_number", "Credit invoice no. CI-10233"),
    ("document_number", "Original Tax Invoice No: 10233"),
    ("document_number", "Storno Rechnung Nr. 17"),
    ("document_number", "Faktura korygująca nr 2021-4352"),
    ("document_number", "Factura rectificativa 51827"),
    ("document_number", "Facture d'avoir n° 51827"),
    ("document_number", "Please quote our invoice 51827"),
    ("document_number", "Kreditfaktura 51827"),
    ("document_number", "Réf. facture FA-2024-118"),
    ("document_number", "Ref. Invoice No. 10233"),
    ("document_number", "Betreft: factuur 2024118"),
    ("document_number", "Betrifft: Rechnung Nr. 31284"),
    ("due_date", "Payment required by 10/11/2025"),
    ("due_date", "platna do 10.11.2025"),
    ("document_number", "Your original invoice is enclosed, invoice no. 17"),
    ("due_date", "Zahlbar bis 11.10.2025"),
    ("due_date", "Due date 11/10/2025"),
    ("due_date", "valid VAT invoice, due 11/10/2025"),
    ("document_date", "10.11.2025"),
    ("document_date", "Rechnungsdatum: 10.11.2025"),
    ("document_date", "Rechnung Nr. 47 vom 10.11.2025"),
    ("document_date", "Invoice INV-2 of 10.11.2025"),
    ("document_date", "Stand: 10.11.2025"),
    ("document_date", "Conversion 10.11.2025"),
    ("document_date", "Revision of invoice 3 dated 10.11.2025"),
    ("supplier_phone", "030/123456"),
    ("supplier_phone", "Tel. 030/123456"),
    ("supplier_phone", "Fax 030/111111 Tel. 030/123456"),
    ("supplier_phone", "Tel./Fax 030/123456"),
    ("supplier_phone", "Telefon und Fax: 030/123456"),
    ("supplier_phone", "Phone & Fax 030/123456"),
    ("supplier_phone", "Tlf/Fax: 22123456"),
    ("supplier_phone", "Faxe Bryggeri 22123456"),
]


def printed(field: str, text: str) -> tuple[list[Word], Scored]:
    """``text`` on one row, the last word of which is the candidate."""
    words = [
        Word(text=part, box=Box(0.1 + 0.05 * i, 0.1, 0.14 + 0.05 * i, 0.12), page=0, line=0)
        for i, part in enumerate(text.split())
    ]
    return words, Scored(field, "any", words[-1].text, (len(words) - 1,), 0.8, "model")


@pytest.mark.parametrize(("field", "text"), AGAINST)
def test_what_its_label_calls_otherwise_counts_little(field: str, text: str) -> None:
    words, candidate = printed(field, text)
    another = candidate._replace(value="another", words=(), probability=0.5)
    weighed, kept, *heirs = weigh_by_label(field, [candidate, another], words)
    assert weighed.probability < 0.2 * candidate.probability
    assert kept == another
    # A document has one number of its own: if not this, then the other.
    inherits = another._replace(probability=pytest.approx(0.7 * candidate.probability))
    assert heirs == ([inherits] if field == "document_number" else [])


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("document_date", "Contrat de pension du 15/03/2021"),
        ("document_date", "Devis accepté le 02/02/2021, commande du 15/03/2021"),
        ("document_date", "Umowa nr PV/2024 z dnia 04-04-2024"),
        ("iban", "Unsere Spendenkonto-Nr. CH1209000000500177328"),
    ],
)
def test_days_of_agreements_and_accounts_for_donations_give_way_to_others(field: str, text: str) -> None:
    words, candidate = printed(field, text)
    another = candidate._replace(value="another", words=(), probability=0.3)
    weighed, *others = weigh_by_label(field, [candidate, another], words)
    assert weighed.probability < 0.1
    assert max(one.probability for one in others) > 0.5
    assert weigh_by_label(field, [candidate], words) == [candidate]


@pytest.mark.parametrize(("field", "text"), FOR)
def test_everything_else_keeps_what_it_has(field: str, text: str) -> None:
    words, candidate = printed(field, text)
    both = [candidate, candidate._replace(value="another", words=(), probability=0.5)]
    assert weigh_by_label(field, both, words) == both


@pytest.mark.parametrize("text", ["Carta di credito ************0092", "VISA XXXX-XXXX-XXXX- 0092"])
def test_the_last_digits_of_a_card_are_no_number_of_a_document(text: str) -> None:
    words, candidate = printed("document_number", text)
    (weighed,) = weigh_by_label("document_number", [candidate._replace(text="0092")], words)
    assert weighed.probability < 0.05


@pytest.mark.parametrize("text", ["of bel 0900-1884", "Copyright © 2025", "or call 1300-1884"])
def test_another_number_takes_the_place_of_a_telephone_and_of_the_year_of_a_copyright(text: str) -> None:
    words, seen = printed("document_number", text)
    other = seen._replace(value="714-208", text="714-208", words=(), probability=0.3)
    doubted, heir, *more = weigh_by_label("document_number", [seen, other], words)
    assert doubted.probability < 0.1
    assert max(one.probability for one in (heir, *more)) > 0.3


def test_a_service_call_has_a_number() -> None:
    words, seen = printed("document_number", "Service Call 4711")
    assert weigh_by_label("document_number", [seen], words)[0].probability == seen.probability


def test_a_page_of_copyright_signs_takes_no_longer_than_another() -> None:
    words, seen = printed("document_number", "©" * 20_000 + " x 4711")
    start = time.perf_counter()
    weigh_by_label("document_number", [seen, seen._replace(value="1", words=())], words)
    assert time.perf_counter() - start < 2.0


def test_the_mark_of_a_first_copy_is_no_reason_where_no_other_number_is_left() -> None:
    words, candidate = printed("document_number", "Original Invoice No: 10233")
    unlikely = candidate._replace(value="another", words=(), probability=0.1)
    assert weigh_by_label("document_number", [candidate, unlikely], words) == [candidate, unlikely]


def test_the_label_may_stand_across_a_gap_but_not_on_another_row() -> None:
    words, date = printed("document_date", "Version 2.6 10.11.2025")
    last = words[-1]
    (weighed,) = weigh_by_label("document_date", [date], [*words[:-1], replace(last, line=1)])
    assert weighed.probability < date.probability
    below = replace(last, line=1, box=Box(last.box.x0, 0.13, last.box.x1, 0.15))
    assert weigh_by_label("document_date", [date], [*words[:-1], below]) == [date]


def test_a_candidate_that_is_printed_nowhere_keeps_what_it_has() -> None:
    nowhere = Scored("document_date", "2025-11-10", "", (), 0.8, "rule")
    assert weigh_by_label("document_date", [nowhere], []) == [nowhere]


@pytest.mark.parametrize("suggested", ["18%: (Tip $8.22", "Suggested tip: $8.22", "20 % Tip 8.22"])
def test_what_a_guest_might_give_is_no_tip_beside_what_was_given(suggested: str) -> None:
    words, candidate = printed("tip", suggested)
    given = candidate._replace(value="9.00", words=(), probability=0.5)
    weighed, kept, heir = weigh_by_label("tip", [candidate, given], words)
    assert weighed.probability < 0.05
    assert kept == given
    assert heir.value == "9.00"
    assert weigh_by_label("tip", [candidate], words) == [candidate]


@pytest.mark.parametrize("text", ["Service charge 12.5% 5.00", "Gratuity (18%) $8.00", "Tip $9.00"])
def test_a_tip_that_was_given_at_a_rate_is_one(text: str) -> None:
    words, candidate = printed("tip", text)
    both = [candidate, candidate._replace(value="other", words=(), probability=0.5)]
    assert weigh_by_label("tip", both, words) == both
