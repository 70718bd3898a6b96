"""How well the candidates of different fields agree: the factors of the joint choice.

A judge gives what a combination adds to the log-probability: above zero where a rule holds, below where it
breaks. Its figures are odds that people would give, refined on held-out documents by calibration, not here.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from itertools import combinations

from paperformer.extraction.factors import Choice, Factor, Judge
from paperformer.extraction.parties.party_agreement import party_groups
from paperformer.fields.totals import weight_of
from paperformer.fields.values.reading import ValueContext

_SUMS = ("total_excl_vat", "total_vat", "total_incl_vat")
_LONGEST_TERM = 200  # days from a document's date to that by which it is to be paid
_BESIDE, _WORDS_BETWEEN = 0.7, 5  # what that both ends of a period stand so near is worth
_LEAST_WITHIN = 6  # digits of a reference from which it is in an IBAN by no chance


def groups(
    context: ValueContext,
    deductions: Sequence[Decimal] = (),
) -> list[list[Factor]]:
    """The factors, by groups of fields; the account alone is in two, its bank's and the numbers'.

    Args:
        context: What the document says about its values: its country and currency speak for candidates.
        deductions: What it says was paid before, or withheld.
    """
    totals = [
        Factor(_SUMS, _judge_totals(*_SUMS)),
        Factor(
            ("total_incl_vat", "amount_due", "rounding"),
            _judge_totals("total_incl_vat", "amount_due", "rounding", payments=(Decimal(0), *deductions)),
        ),
        Factor(("total_excl_vat", "subtotal"), _judge_totals("total_excl_vat", "subtotal")),
        *(
            Factor((one, "total_vat"), _apart(2.0))
            for one in ("total_incl_vat", "amount_due", "total_excl_vat", "subtotal")
        ),
    ]
    dates = [
        Factor(("document_date", "due_date"), _in_order(0.3, 2.0, same=0.0)),
        Factor(("document_date", "due_date"), _within(_LONGEST_TERM, 1.5)),
        Factor(("period_start", "period_end"), _in_order(0.5, 3.0, same=0.5)),
        Factor(("period_start", "period_end"), _apart(1.0)),
        Factor(("period_start", "period_end"), _side_by_side),
        Factor(("document_date", "period_start"), _apart(0.7)),
        Factor(("document_date", "due_date"), _apart(0.5)),
    ]
    numbers = tuple(
        f"{name}_number" for name in ("document", "order", "receiver_order", "customer", "contract")
    )
    days = ("document_date", "due_date", "period_start", "period_end")
    pairs = [*combinations(numbers, 2), ("customer_number", "bank_account_number")]
    return [
        totals, dates, *party_groups(context),
        [Factor(("document_number", day), _no_day) for day in days],
        [
            Factor(("iban", "bic"), _bank_country),
            Factor(("iban", "payment_reference"), _not_within),
            Factor(("iban", "bank_account_number"), _not_its_beginning),
        ],
        [Factor(("currency",), _like(context.currency))],
        [Factor(("supplier_phone", "supplier_organisation_number"), _apart(3.0, glued=False))],
        [Factor(pair, _apart(1.5)) for pair in pairs],
    ]  # fmt: skip


def _judge_totals(*fields: str, payments: Sequence[Decimal] = ()) -> Judge:
    def judge(chosen: Sequence[Choice]) -> float:
        known: dict[str, Decimal] = {}
        for name, one in zip(fields, chosen, strict=True):
            amount = None if one is None else decimal_of(one.value)
            if amount is not None:
                known[name] = amount
        return weight_of(known, payments) if len(known) > 1 else 0.0

    return judge


@lru_cache(maxsize=256)  # a value takes part in many combinations
def decimal_of(value: str) -> Decimal | None:
    """The number that ``value`` is; None where it is none, or not finite."""
    try:
        amount = Decimal(value)
    except InvalidOperation:
        return None
    return amount if amount.is_finite() else None


def _in_order(bonus: float, penalty: float, *, same: float) -> Judge:
    """The first date is no later than the second; ``same`` is for one day. ISO dates compare as text."""

    def judge(chosen: Sequence[Choice]) -> float:
        first, second = chosen
        if first is None or second is None:
            return 0.0
        if first.value == second.value:
            return same
        return bonus if first.value < second.value else -penalty

    return judge


def _within(days: int, penalty: float) -> Judge:
    """The second date is no more than ``days`` after the first: goods keep longer than sellers wait."""

    def judge(chosen: Sequence[Choice]) -> float:
        first, second = (_day_of(one) for one in chosen)
        if first is None or second is None:
            return 0.0
        return -penalty if (second - first).days > days else 0.0

    return judge


def _day_of(one: Choice) -> date | None:
    try:
        return None if one is None else date.fromisoformat(one.value)
    except ValueError:
        return None


def _apart(penalty: float, *, glued: bool = True) -> Judge:
    """One print does not serve two fields; ``glued`` ones may share a word: 05/28/20-06/01/20."""

    def judge(chosen: Sequence[Choice]) -> float:
        first, second = chosen
        if first is None or second is None or set(first.words).isdisjoint(second.words):
            return 0.0
        shared = len(first.words) == 1 and first.words == second.words and first.value != second.value
        return 0.0 if glued and shared else -penalty

    return judge


def _side_by_side(chosen: Sequence[Choice]) -> float:
    """First and last day of a period are printed side by side more often than apart."""
    first, last = chosen
    if first is None or last is None or not first.words or not last.words:
        return 0.0
    return _BESIDE if 0 <= last.words[0] - first.words[-1] <= _WORDS_BETWEEN else 0.0


def _like(beginning: str | None, worth: float = 0.5, cost: float = 0.2) -> Judge:
    """The document as a whole speaks for values that begin so."""

    def judge(chosen: Sequence[Choice]) -> float:
        first = chosen[0]
        if first is None or not beginning:
            return 0.0
        return worth if first.value.startswith(beginning) else -cost

    return judge


def _no_day(chosen: Sequence[Choice]) -> float:
    """A number is no date, nor a part of one: 05032024, the 2024 of 5 March 2024."""
    number, day = chosen
    if number is None or day is None or not number.words:
        return 0.0
    is_part = set(number.words) < set(day.words) or (number.words == day.words and number.text in day.text)
    return -3.0 if is_part else 0.0


def _bank_country(chosen: Sequence[Choice]) -> float:
    """The country in an IBAN is that of its bank's BIC (ISO 13616, ISO 9362)."""
    iban, bic = chosen
    if iban is None or bic is None:
        return 0.0
    return 1.0 if iban.value[:2] == bic.value[4:6] else -1.0


def _not_within(chosen: Sequence[Choice]) -> float:
    """A reference is no part of the account's number."""
    iban, reference = chosen
    if iban is None or reference is None or len(reference.value) < _LEAST_WITHIN:
        return 0.0
    return -3.0 if reference.value in iban.value else 0.0


def _not_its_beginning(chosen: Sequence[Choice]) -> float:
    """A national account number stands at the end of an IBAN if anywhere, behind country and check digits."""
    iban, account = chosen
    if iban is None or account is None:
        return 0.0
    return -3.0 if iban.value.startswith(account.value) else 0.0
