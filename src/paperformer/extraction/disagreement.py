"""Contradictions between an e-invoice and its pages in numbers, dates, totals or accounts.

The XML is the invoice and the page its picture. Where the two differ, that is a faulty program at best and a
fraud at worst.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from paperformer.documents.einvoice import EInvoice
from paperformer.extraction.printed import PrintedText, says
from paperformer.fields.finding import Finding

LIKELY: Final = 0.5
"""How likely right a finding of the rules has to be to speak against the e-invoice."""


class _Compared(NamedTuple):
    field: str
    type: str
    what: str


_NAMED: Final = (_Compared("document_number", "number", "number"), _Compared("document_date", "date", "date"))
_PAID: Final = (_Compared("total_incl_vat", "amount", "total"), _Compared("iban", "iban", "account"))
_NOT_ALPHANUMERIC: Final = re.compile(r"[\W_]+")


def disagreements(
    invoice: EInvoice, printed: PrintedText, find: Callable[[], Sequence[Finding]]
) -> list[str]:
    """A warning for each value of the e-invoice that the pages contradict; it names both values.

    The pages contradict a value that they print nowhere, if they print another one for it: any amount or
    account, or a number or date that rules find likely.

    Args:
        invoice: What the XML says.
        printed: The document it came with.
        find: What rules find on the pages; called only where that decides.
    """
    findings: Sequence[Finding] | None = None
    warnings = []
    for compared in (*_NAMED, *_PAID):
        values = invoice.fields.get(compared.field, ())
        if not values or not printed.document.words or any(printed.places(compared.type, v) for v in values):
            continue
        findings = find() if findings is None else findings
        other = _stated(
            compared, printed, [finding for finding in findings if finding.field == compared.field], values
        )
        if other is not None:
            warnings.append(
                f"the e-invoice's {compared.what} {values[0]} is printed on no page, which says {other}: "
                "compare page and e-invoice before you pay"
            )
    return warnings


def _stated(
    compared: _Compared, printed: PrintedText, findings: Sequence[Finding], values: Sequence[str]
) -> str | None:
    """What the pages state in place of an e-invoice's value; None where they do not state it."""
    if any(_same(compared, finding, value) for finding in findings for value in values):
        return None
    likely = [finding.parsed.value for finding in findings if finding.score >= LIKELY]
    if compared in _NAMED:
        return likely[0] if likely else None
    shown = [span.parsed.value for span in printed.values(compared.type) if not span.weak]
    if likely or not shown:
        return likely[0] if likely and shown else None
    return max(shown, key=lambda text: abs(Decimal(text))) if compared.type == "amount" else shown[0]


def _same(compared: _Compared, finding: Finding, value: str) -> bool:
    if compared.type in ("amount", "date"):
        return says(compared.type, finding.parsed, value)
    return letters_and_digits(finding.parsed.value) == letters_and_digits(value)


def letters_and_digits(text: str) -> str:
    """What two prints of one value have in common; accents count."""
    return _NOT_ALPHANUMERIC.sub("", text).casefold()
