"""Fields that a document does not print as theirs and that follow from what it prints."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from paperformer.synthesis.capture import PrintedWord
from paperformer.synthesis.facts import Facts

_ROUNDED = Decimal(1)  # by what less a sum to be paid may be off for its rounding
_CENT = Decimal("0.01")


def implied_fields(
    facts: Facts,
    fields: Mapping[str, list[str]],
    words: Sequence[PrintedWord],
    terms: Sequence[str] = (),
    transfers: Sequence[str] = (),
    quotes: Sequence[str] = (),
) -> tuple[str, ...]:
    """The names of these fields, each once.

    Args:
        facts: What the document is about.
        fields: Of these the printed ones.
        words: As printed.
        terms: How its locale says in how many ``{days}`` to pay.
        transfers: By what words its sentences ask for a transfer: it is the means of payment then.
        quotes: By what words its sentences ask to give the document's number with the payment.
    """
    found = [*_not_printed(fields, words), *_equal(facts, fields)]
    if "payment_method" not in fields and _says(words, transfers):
        found.append("payment_method")
    if "payment_reference" not in fields and _says(words, quotes):
        found.append("payment_reference")
    if "due_date" not in fields and _says_days(facts, words, terms):
        found.append("due_date")
    return tuple(dict.fromkeys(found))


def _says_days(facts: Facts, words: Sequence[PrintedWord], terms: Sequence[str]) -> bool:
    """Whether one of ``terms`` is printed with the days from the document's date to its due date."""
    issued, due = facts.get("document_date"), facts.get("due_date")
    if not issued or not due:
        return False
    days = (datetime.date.fromisoformat(due.value) - datetime.date.fromisoformat(issued.value)).days
    text = f" {' '.join(word.text for word in words)} "
    return any(f" {term.format(days=days)} " in text for term in terms if "{days}" in term)


def _says(words: Sequence[PrintedWord], phrases: Sequence[str]) -> bool:
    """Whether one of ``phrases`` is printed, with a number for its ``{days}``."""
    text = " ".join(word.text for word in words)
    return any(re.search(re.escape(said).replace(r"\{days\}", r"\d"), text) for said in phrases)


def _not_printed(fields: Mapping[str, list[str]], words: Sequence[PrintedWord]) -> Iterator[str]:
    columns = {word.cell[2] for word in words if word.cell and word.cell[0] == "vat_distribution"}
    for name, column in (("total_excl_vat", "net"), ("total_vat", "vat")):
        if column in columns and name not in fields:
            yield name
    if "total_incl_vat" in fields and "amount_due" not in fields:
        yield "amount_due"  # nothing was paid before, or it would be printed
    if "receiver_country" not in fields and {"receiver_name", "receiver_address"} & set(fields):
        yield "receiver_country"


def _equal(facts: Facts, fields: Mapping[str, list[str]]) -> Iterator[str]:
    """Sums that another one's print says: "To pay 16,716.00" is the total too where nothing else was paid."""
    for name, other in (("total_incl_vat", "amount_due"), ("total_excl_vat", "subtotal")):
        fact = facts.get(name)
        if fact and name not in fields and other in fields:
            apart = abs(Decimal(fact.value) - Decimal(fields[other][0]))
            if apart < (_ROUNDED if other == "amount_due" else _CENT):
                yield name
