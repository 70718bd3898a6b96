"""An e-invoice as far as a page can say it: what only XML tells apart is one thing on paper.

- Lines of an address stand below one another: nobody sees that the first one was left empty.
- Several allowances of one line are one printed discount.
- An account that two means of payment have is printed once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from paperformer.einvoicing.invoice import Group, Invoice, Term

_ADDRESSES = (("BT-35", "BT-36", "BT-162"), ("BT-50", "BT-51", "BT-163"))
_ALLOWANCE = "BT-136"


def as_printed(invoice: Invoice) -> Invoice:
    """The invoice that the page of an invoice tells of; all else is as it is."""
    terms = dict(invoice.terms)
    for address in _ADDRESSES:
        lines = [terms.pop(term) for term in address if term in terms]
        terms |= dict(zip(address, lines, strict=False))
    groups = dict(invoice.groups)
    if "BG-25" in groups:
        groups["BG-25"] = tuple(map(_with_one_discount, groups["BG-25"]))
    if "BG-16" in groups:
        groups["BG-16"] = tuple(_with_other_accounts(groups["BG-16"]))
    return replace(invoice, terms=terms, groups=groups)


def _with_one_discount(line: Group) -> Group:
    allowances = line.groups.get("BG-27", ())
    if len(allowances) < 2:
        return line
    total = sum((Decimal(one.first(_ALLOWANCE) or 0) for one in allowances), Decimal(0))
    return replace(line, groups={**line.groups, "BG-27": (Group({_ALLOWANCE: (Term(f"{total:f}"),)}),)})


def _with_other_accounts(means: Sequence[Group]) -> Iterator[Group]:
    seen = set()
    for group in means:
        account = group.first("BT-84")
        if account is None or account not in seen:
            yield group
        seen.add(account)
