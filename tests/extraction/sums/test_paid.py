"""What is due after a payment, and the sign of a rounding: told by the sums around them."""

from __future__ import annotations

import shutil
import time
from decimal import Decimal
from pathlib import Path

import pytest

from paperformer.extraction.by_rules import read_by_rules
from paperformer.extraction.model_folder import SCHEMA
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.paid import deducted_in, names_a_payment, payments_in, weigh_due, weigh_total
from paperformer.extraction.sums.rounding import with_sign
from paperformer.fields.context import infer_context, printed_of
from paperformer.fields.schema import load_schema
from toy_documents import document_of

HEAD = ("ACME Trading Ltd", "Invoice number: 20817", "Invoice date: 2024-03-12")


def payments(*lines: str) -> set[Decimal]:
    words = document_of(*lines).words
    printed = printed_of(words)
    return set(payments_in(words, printed, infer_context(words, printed)))


def scored(value: str, probability: float) -> Scored:
    return Scored("amount_due", value, value, (), probability, "rule")


@pytest.mark.parametrize(
    "label",
    [
        "Amount paid", "Less deposit", "Payment received 3 May 2024", "Prepayment", "bereits bezahlt",
        "Anzahlung vom 03.05.2024", "Geleistete Anzahlungen", "Acompte versé", "Déjà réglé", "Acconto",
        "Payment – Sep 29, 2025 (PayWallet)", "Visa XXXXXXXXXXXX2087 XX/XX", "MasterCard **** 1234",
        "Retainer applied", "Reeds voldaan", "Inbetalt", "Förskott", "Ennakkomaksu", "Zaliczka",
        "Situation n° 1 FA2405-0021 du 13/05/2024", "davon Zuzahlung bar erhalten (2 × 10,00 €)",
        "Rozliczono kaucję KP/0902/2024:",
        "Abzgl. Kaution vom 01.03.2024",
        "Uhrazeno zálohou č. 250800021 dne 09.01.2025",
        "abzüglich Vorschuss vom 15.02.2024", "Señal pagada con tarjeta (02/05/2025)",
        "Zapłacono gotówką 2025-02-03 (KP 7/25)", "Plătit la 22.04.2024 folosind Avans card",
        "A cuenta 14/05/2025 (efectivo)", "Tarjeta ************7730",
    ],
)  # fmt: skip
def test_rows_that_name_a_payment(label: str) -> None:
    assert names_a_payment(label)


@pytest.mark.parametrize(
    "label",
    [
        "Total",
        "Amount due",
        "To be paid",
        "If paid by 1 June",
        "Not paid",
        "Noch nicht bezahlt",
        "Unpaid",
        "Payable",
        "",
    ],
)
def test_rows_that_name_none(label: str) -> None:
    assert not names_a_payment(label)


def test_payments_are_amounts_on_such_rows_and_their_sum() -> None:
    assert payments(*HEAD, "Total 240.00", "Deposit | -100.00", "Paid | 40.00") == {
        Decimal("100.00"), Decimal("40.00"), Decimal("140.00"),
    }  # fmt: skip
    assert payments(*HEAD, "Total 240.00", "Payable within 30 days") == set()


@pytest.mark.parametrize(
    "row",
    [
        "Payment received 3 May 2024 | 100.00", "Förskott 100,00 kr",
        "Payment terms: 30 days | Paid | 100.00",
        "Payment received with thanks on 03.05.2024 EUR 100.00",
    ],
)  # fmt: skip
def test_days_and_terms_are_no_payments(row: str) -> None:
    assert payments(*HEAD, "Total 240.00", row) == {Decimal("100.00")}


@pytest.mark.parametrize(
    "row",
    [
        "Payment due | 240.00", "Payment terms: 30 days net | 240.00", "Deposit required | 50.00",
        "Balance after deposit | 140.00", "Noch zu zahlen nach Anzahlung | 140.00", "Ej inbetalt | 12,00",
        "Payment method: bank transfer | VAT 20% | 40.00", "Forma de pago: | Base imponible | 200,00",
    ],
)  # fmt: skip
def test_what_is_to_be_paid_is_no_payment(row: str) -> None:
    assert payments(*HEAD, row) == set()


def test_a_list_of_payments_is_a_statement_and_tells_nothing() -> None:
    assert payments(*(f"Paid | {n}.00" for n in range(1, 30))) == set()


def test_hostile_rows_take_no_longer_than_they_are_long() -> None:
    begun = time.perf_counter()
    assert names_a_payment("not-paid-" * 20_000) is False
    assert time.perf_counter() - begun < 1


def test_of_a_credit_note_what_is_left_is_negative() -> None:
    whole, left = weigh_due(
        [scored("-240.00", 0.6), scored("-140.00", 0.4)],
        [Decimal("100.00")],
        {Decimal("-240.00"), Decimal("-140.00"), Decimal("100.00")},
    )
    assert left.probability > whole.probability


def test_what_is_left_after_a_payment_is_due() -> None:
    candidates = [scored("240.00", 0.7), scored("140.00", 0.4), scored("12.00", 0.1)]
    amounts = {Decimal("240.00"), Decimal("100.00"), Decimal("140.00"), Decimal("12.00")}
    whole, left, other = weigh_due(candidates, [Decimal("100.00")], amounts)
    assert left.probability > 0.4 > 0.25 > whole.probability
    assert other == candidates[2]


def test_what_is_left_after_a_payment_is_no_total() -> None:
    left, whole = scored("140.00", 0.7), scored("240.00", 0.2)
    amounts = {Decimal("240.00"), Decimal("100.00"), Decimal("140.00")}
    weighed, kept, heir = weigh_total([left, whole], [Decimal("100.00")], amounts)
    assert weighed.probability < 0.3 < heir.probability
    assert (kept, heir.value) == (whole, "240.00")
    # Nobody takes the larger sum for a total: it may be a price before a discount.
    assert weigh_total([left], [Decimal("100.00")], amounts) == [left]


def test_of_what_is_left_again_and_again_the_first_is_the_total() -> None:
    values = ("60.00", "160.00", "240.00")  # 240 less 80 is 160, less 100 is 60
    paid = [Decimal("80.00"), Decimal("100.00"), Decimal("180.00")]
    found = weigh_total(
        [scored(value, trust) for value, trust in zip(values, (0.3, 0.4, 0.2), strict=True)],
        paid,
        {Decimal(value) for value in values},
    )
    assert [one.value for one in found if one.probability >= 0.2] == ["240.00", "240.00"]


def test_without_a_payment_nothing_changes() -> None:
    candidates = [scored("240.00", 0.7), scored("none", 0.4)]
    assert weigh_due(candidates, [], {Decimal("240.00")}) == candidates


@pytest.mark.parametrize(("paid", "due"), [("240.00", "0.00"), ("100.00", "140.00")])
def test_an_invoice_that_was_paid_says_what_is_left(
    toy_folder: Path, tmp_path: Path, paid: str, due: str
) -> None:
    folder = Path(shutil.copytree(toy_folder, tmp_path / "model"))
    (folder / SCHEMA).unlink()  # the one that comes with Paperformer
    sums = ("Net | 200.00", "VAT 20% | 40.00", "Total | 240.00")
    document = document_of(*HEAD, *sums, f"Amount paid | {paid}", f"Balance due | {due}")
    answer = Extractor(folder).extract_document(document)
    assert answer.fields["amount_due"][0].value == due
    assert answer.fields["total_incl_vat"][0].value == "240.00"


@pytest.mark.parametrize(
    ("above", "below", "signed"),
    [("200.03", "200.00", "-0.03"), ("199.97", "200.00", "0.03"), ("50.00", "80.00", "0.03")],
)
def test_a_rounding_without_sign_has_that_of_the_sums(above: str, below: str, signed: str) -> None:
    document = document_of(*HEAD, f"Subtotal | {above}", "Rounding | 0.03", f"Total | {below}")
    reading = read_by_rules(document, load_schema(), (), {})
    (rounding,) = (finding for finding in reading.findings if finding.field == "rounding")
    candidate = Scored("rounding", rounding.parsed.value, rounding.text, rounding.words, 0.8, "rule")
    (told,) = with_sign([candidate], reading.printed, reading.context)
    assert told.value == signed
    assert with_sign([told], reading.printed, reading.context) == [told]


def test_what_is_printed_as_negative_may_have_been_paid_whatever_it_is_called() -> None:
    amounts = {Decimal("240.00"), Decimal("-100.00"), Decimal("140.00")}
    assert deducted_in(amounts) == (Decimal("100.00"),)
    whole, left = weigh_due([scored("240.00", 0.7), scored("140.00", 0.2)], deducted_in(amounts), amounts)
    assert left.probability > whole.probability


def test_of_a_statement_with_many_credits_nothing_is_known_to_be_taken_off() -> None:
    assert deducted_in({Decimal(-n) for n in range(1, 30)}) == ()
