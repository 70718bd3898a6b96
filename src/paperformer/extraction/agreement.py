"""How well the candidates of different fields agree: the factors of the joint choice.

A judge gives what a combination adds to the log-probability: above zero where a rule holds, below where it
breaks. Its figures are odds that people would give, refined on held-out documents by calibration, not here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from itertools import combinations

from paperformer.extraction.scored import Scored
from paperformer.fields.postcodes import has_postcode
from paperformer.fields.totals import adds_up, weight_of
from paperformer.fields.values.plain import folded
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.tax_id import country_of

PARTY_FIELDS = ("supplier_name", "receiver_name"), ("supplier_address", "receiver_address")
"""Names of the parties, and where they are."""
_SUMS = ("total_excl_vat", "total_vat", "total_incl_vat")
_LAID_OUT = 6.0  # what the sum of these costs where it does not add up, and as much again as it is worth
_BESIDE, _WORDS_BETWEEN = 0.7, 5  # what that both ends of a period stand so near is worth
_LEAST_WITHIN = 6  # digits of a reference from which it is in an IBAN by no chance

Choice = Scored | None
Judge = Callable[[Sequence[Choice]], float]
Heads = Callable[[Scored, Scored], bool]  # whether a name stands at the head of an address


@dataclass(frozen=True, slots=True)
class Factor:
    """Fields that hang together.

    Args:
        fields: Their names.
        judge: What a choice for each of them, in that order and None where a field is left empty, adds.
    """

    fields: tuple[str, ...]
    judge: Judge


def same_value(candidate: Scored) -> str:
    """What two candidates of one value have in common: letters and digits of names and addresses."""
    if candidate.field.endswith(("_name", "_address")):
        return _letters(candidate.value) or candidate.value
    return candidate.value


@lru_cache(maxsize=256)  # a value takes part in many combinations
def _letters(value: str) -> str:
    return "".join(c for c in folded(value) if c.isalnum())


def groups(
    context: ValueContext,
    deductions: Sequence[Decimal] = (),
    heads: Heads | None = None,
    outlays: Sequence[Decimal] = (),
    roundings: Sequence[Decimal] = (),
) -> list[list[Factor]]:
    """The factors, by groups of fields that no factor links.

    Args:
        context: What the document says about its values: its country and currency speak for candidates.
        deductions: What it says was paid before, or withheld.
        heads: Whether a name stands at the head of an address; None where nobody knows.
        outlays: What it may pass on without VAT.
        roundings: What its total may be rounded by.
    """
    totals = [
        *([Factor(_SUMS, _with_outlays(outlays))] if outlays else ()),
        Factor(_SUMS, _judge_totals(*_SUMS, roundings=roundings)),
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
        Factor(("period_start", "period_end"), _in_order(0.5, 3.0, same=0.5)),
        Factor(("period_start", "period_end"), _apart(1.0)),
        Factor(("period_start", "period_end"), _side_by_side),
        Factor(("document_date", "period_start"), _apart(0.7)),
        Factor(("document_date", "due_date"), _apart(0.5)),
    ]
    numbers = tuple(
        f"{name}_number" for name in ("document", "order", "receiver_order", "customer", "contract")
    )
    parties = [
        Factor(("supplier_vat_number", "receiver_vat_number"), _different(6.0)),
        Factor(("supplier_vat_number", "supplier_country"), _vat_country),
        Factor(("supplier_vat_number",), _vat_home(context.country)),
        Factor(("receiver_vat_number", "receiver_country"), _vat_country),
    ]
    names, places = PARTY_FIELDS
    blocks = [
        Factor(names, _different(2.0)),
        Factor(places, _different(2.0)),
        *(Factor((place,), _with_postcode) for place in places),
    ]
    if heads is not None:
        blocks += [Factor(pair, _of_block(heads, 1.0)) for pair in zip(names, places, strict=True)]
        blocks += [Factor(pair, _of_block(heads, -1.0)) for pair in zip(names, reversed(places), strict=True)]
    pairs = [*combinations(numbers, 2), ("customer_number", "bank_account_number")]
    return [
        totals, dates, parties, blocks,
        [
            Factor(("iban", "bic"), _bank_country),
            Factor(("iban", "payment_reference"), _not_within),
            Factor(("iban", "bank_account_number"), _not_its_beginning),
        ],
        [Factor(("currency",), _like(context.currency))],
        [Factor(("supplier_phone", "supplier_organisation_number"), _apart(3.0, glued=False))],
        [Factor(pair, _apart(1.5)) for pair in pairs],
    ]  # fmt: skip


def _judge_totals(*fields: str, payments: Sequence[Decimal] = (), roundings: Sequence[Decimal] = ()) -> Judge:
    more = [{}, *({"rounding": rounding} for rounding in roundings)]

    def judge(chosen: Sequence[Choice]) -> float:
        known: dict[str, Decimal] = {}
        for name, one in zip(fields, chosen, strict=True):
            amount = None if one is None else decimal_of(one.value)
            if amount is not None:
                known[name] = amount
        return max(weight_of(known | one, payments) for one in more) if len(known) > 1 else 0.0

    return judge


@lru_cache(maxsize=256)  # a value takes part in many combinations
def decimal_of(value: str) -> Decimal | None:
    """The number that ``value`` is; None where it is none, or not finite."""
    try:
        amount = Decimal(value)
    except InvalidOperation:
        return None
    return amount if amount.is_finite() else None


def _with_outlays(outlays: Sequence[Decimal]) -> Judge:
    """The total is net plus VAT plus outlays: what ``_judge_totals`` holds against that is made good."""

    def judge(chosen: Sequence[Choice]) -> float:
        amounts = [None if one is None else decimal_of(one.value) for one in chosen]
        excl, vat, incl = amounts
        if excl is None or vat is None or incl is None or vat == 0 or adds_up(excl, vat, incl):
            return 0.0
        return _LAID_OUT if any(adds_up(excl + outlay, vat, incl) for outlay in outlays) else 0.0

    return judge


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


def _of_block(heads: Heads, bonus: float) -> Judge:
    """A name stands at the head of its address, and not at that of the other party's."""

    def judge(chosen: Sequence[Choice]) -> float:
        name, address = chosen
        if name is None or address is None:
            return 0.0
        return bonus if heads(name, address) else 0.0

    return judge


def _with_postcode(chosen: Sequence[Choice]) -> float:
    """An address goes on to its postcode and town."""
    (address,) = chosen
    if address is None:
        return 0.0
    return 1.0 if has_postcode(address.text) else -1.0


def _different(penalty: float) -> Judge:
    """Two parties are not one."""

    def judge(chosen: Sequence[Choice]) -> float:
        first, second = chosen
        if first is None or second is None:
            return 0.0
        return (
            -penalty
            if same_value(first) == same_value(second) or set(first.words) & set(second.words)
            else 0.0
        )

    return judge


def _like(beginning: str | None) -> Judge:
    """The document as a whole speaks for values that begin so."""

    def judge(chosen: Sequence[Choice]) -> float:
        first = chosen[0]
        if first is None or not beginning:
            return 0.0
        return 0.5 if first.value.startswith(beginning) else -0.2

    return judge


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


def _vat_country(chosen: Sequence[Choice]) -> float:
    """A VAT number begins with its owner's country more often than not.

    A buyer's country that nothing prints is told by its number or by the seller's country: no second witness.
    """
    number, country = chosen
    if country is None or (country.field == "receiver_country" and not country.words):
        return 0.0
    return _of_country(number, country.value)


def _vat_home(country: str | None) -> Judge:
    """The seller's VAT number is of the country that the document as a whole shows."""

    def judge(chosen: Sequence[Choice]) -> float:
        return _of_country(chosen[0], country)

    return judge


def _of_country(number: Choice, country: str | None) -> float:
    if number is None or not country:
        return 0.0
    given = country_of(number.value)
    return 0.0 if given is None else 0.5 if given == country else -0.2
