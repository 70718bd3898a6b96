"""Totals that nobody printed: the sums over the VAT per rate, where a document taxes at several rates."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal
from itertools import chain

from paperformer.fields.finding import Finding
from paperformer.fields.tables.group import GroupRow
from paperformer.fields.totals import CENT, TOLERANCE
from paperformer.fields.values.reading import ParsedValue, ValueContext
from paperformer.fields.values.spans import PrintedWords

# Trust in a sum: where base and rate give every tax, and where a row has no base to check.
CHECKED, UNCHECKED = 0.6, 0.4
_MOST_ROUNDING = Decimal("0.5")  # what is taken off or added to make a total whole
_FIELDS = {"tax": "total_vat", "base": "total_excl_vat"}


def find_sums(rows: Sequence[GroupRow], amounts: Collection[Decimal]) -> Iterator[Finding]:
    """``total_vat`` and ``total_excl_vat`` as sums of two or more rates' taxes and bases.

    One tax may be printed beside its rate and again in a table: of one rate only equal taxes are added up,
    which ``shares`` leaves apart where they are two halves (India's CGST and SGST). What is no VAT may look
    like it (a withholding, a charge for service): only sums are told whose total with VAT the document
    prints, perhaps rounded by what it prints too, or that it prints itself, or the parts of which are what
    the totals of their rates include, or tax no more than the total; and where two taxes have one base
    (federal and provincial), it is counted once.

    Args:
        rows: Of ``vat_distribution``; others are passed over.
        amounts: All that the document prints.
    """
    shares = [row for row in rows if row.field == "vat_distribution"]
    rates = {row.cells["rate"].value for row in shares}
    taxes = {(row.cells["rate"].value, row.cells["tax"].value) for row in shares}
    if len(shares) < 2 or len(rates) < len(taxes):
        return
    tax = _total(shares, "tax")
    bases = [row.cells["base"] for row in shares if "base" in row.cells]
    whole = len(bases) == len(shares)
    several = whole and len({cell.value for cell in bases}) == len(bases)
    if several:
        base = _total(shares, "base")
        if not _is_printed(base + tax, amounts):
            return
        yield _finding(shares, "base", base)
        yield _finding(shares, "tax", tax)
    elif _is_tax(tax, amounts) or _all_included(shares) or _fit_in_total(shares, amounts):
        yield _finding(shares, "tax", tax)


def _is_tax(tax: Decimal, amounts: Collection[Decimal]) -> bool:
    """Whether ``tax`` is printed, or is the difference of two printed sums, one of them perhaps rounded."""
    if tax in amounts:
        return True
    roundings = [amount for amount in amounts if 0 < abs(amount) <= _MOST_ROUNDING]
    wholes = {amount for amount in amounts if amount == amount.to_integral_value()}
    for amount in amounts:
        if amount > 0 and amount > tax:
            total = amount + tax
            if _is_printed(total, amounts) or any(
                total + sign * one in wholes for one in roundings for sign in (1, -1)
            ):
                return True
    return False


def _fit_in_total(shares: Sequence[GroupRow], amounts: Collection[Decimal]) -> bool:
    """Whether taxes without bases can be of one document: what they tax makes no more than its total."""
    parts = [(Decimal(row.cells["rate"].value), Decimal(row.cells["tax"].value)) for row in shares]
    if any("base" in row.cells for row in shares) or any(rate <= 0 or tax <= 0 for rate, tax in parts):
        return False
    taxed = sum((tax + tax * 100 / rate for rate, tax in parts), Decimal(0))
    rounding = sum((CENT * 100 / rate for rate, _ in parts), Decimal(0))
    return taxed <= max(amounts, default=Decimal(0)) + rounding


def _all_included(shares: Sequence[GroupRow]) -> bool:
    """Whether the sum of every rate, as printed, includes its tax."""
    return all(row.holds and "base" not in row.cells for row in shares)


def sums_of_one_rate(rows: Sequence[GroupRow], sums: Sequence[Finding]) -> dict[str, frozenset[Decimal]]:
    """What single rates sum up to, by field, where ``sums`` tells the sums of all: none of it is a total.

    A value that is also the sum of all is left out, as where the other rates tax nothing.

    Args:
        rows: Of ``vat_distribution``; others are passed over.
        sums: What ``find_sums`` found in them.
    """
    whole = {finding.field: Decimal(finding.parsed.value) for finding in sums}
    if "total_vat" not in whole:
        return {}
    shares = [row.cells for row in rows if row.field == "vat_distribution"]
    taxes = [Decimal(cells["tax"].value) for cells in shares]
    parts = {"total_vat": frozenset(taxes) - {whole["total_vat"]}}
    if "total_excl_vat" in whole:
        bases = [Decimal(cells["base"].value) for cells in shares]
        both = (base + tax for base, tax in zip(bases, taxes, strict=True))
        parts["total_excl_vat"] = frozenset(bases) - {whole["total_excl_vat"]}
        parts["total_incl_vat"] = frozenset(both) - {whole["total_excl_vat"] + whole["total_vat"]}
    return parts


def amounts_in(printed: PrintedWords, context: ValueContext) -> frozenset[Decimal]:
    """All amounts that a document prints."""
    return frozenset(Decimal(match.parsed.value) for match in printed.matches("amount", context))


def _total(shares: Sequence[GroupRow], role: str) -> Decimal:
    return sum((Decimal(row.cells[role].value) for row in shares), Decimal(0)).quantize(CENT)


def _is_printed(total: Decimal, amounts: Collection[Decimal]) -> bool:
    return any(abs(amount - total) <= TOLERANCE for amount in amounts)


def _finding(shares: Sequence[GroupRow], role: str, total: Decimal) -> Finding:
    cells = [row.cells[role] for row in shares]
    words = tuple(sorted(set(chain.from_iterable(cell.words for cell in cells))))
    trust = CHECKED if all(row.holds for row in shares) else UNCHECKED
    return Finding(
        _FIELDS[role], words, " + ".join(cell.text for cell in cells), ParsedValue(str(total)), trust, "sum"
    )
