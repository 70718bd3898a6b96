"""The European credit transfer code: EPC069-12, "Quick Response Code: Guidelines to enable data capture for
the initiation of a SEPA credit transfer", version 3.1.
"""

from __future__ import annotations

from paperformer.fields.codes.statement import (
    Statement,
    account,
    amount,
    currency,
    given,
    lines_of,
    plain,
    reference,
    refused,
)

_FEWEST_LINES, _MOST_LINES = 7, 12


def parse(text: str) -> Statement | None:
    """What the code asks to be paid; None where it is no EPC code.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    lines = lines_of(text)
    if lines[0] != "BCD":
        return None
    if (
        len(lines) < _FEWEST_LINES
        or any(lines[_MOST_LINES:])
        or lines[1] not in {"001", "002"}
        or lines[3] not in {"SCT", "INST"}
    ):
        raise refused("another form than EPC069-12")
    bic, name, iban, money, _, structured, *_ = [*lines[4:], *[""] * _MOST_LINES]
    values = [account(iban.replace(" ", "")), *given("bic", bic), plain("supplier_name", name)]
    if money:
        if not money.startswith("EUR"):
            raise refused("another currency than EUR")
        values += [amount("amount_due", money[3:]), currency("EUR")]
    if structured:
        values.append(reference(structured))
    return Statement("epc", tuple(values), asks=True)
