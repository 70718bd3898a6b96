"""Hungary's code for instant transfers: Magyar Nemzeti Bank, "Guidelines on the QR code data entry solution
applicable in the instant payment system", July 2019.

Seventeen lines. A code of the kind HCT states the payee. One of the kind RTP states the payer, whom the payee
asks through the bank: it is no invoice's.
"""

from __future__ import annotations

from paperformer.fields.codes.statement import (
    Statement,
    account,
    amount,
    currency,
    given,
    lines_of,
    noted,
    plain,
    refused,
)

_LINES = 17
_NOTE, _INVOICE = 9, 12  # places of the lines


def parse(text: str) -> Statement | None:
    """What the code asks to be paid; None where it is none of Hungary's.

    Raises:
        ValueUnreadable: when it is damaged, or states the payer.
    """
    lines = lines_of(text)
    if lines[0] not in {"HCT", "RTP"} or lines[1:3] != ["001", "1"]:
        return None
    if lines[0] != "HCT":
        raise refused("the payer's account, not the payee's")
    if not _LINES <= len(lines) <= _LINES + 1 or any(lines[_LINES:]):
        raise refused("another form than Hungary's")
    bic, name, iban, money = lines[3:7]
    values = [account(iban), *given("bic", bic), plain("supplier_name", name)]
    if money:
        if not money.startswith("HUF"):
            raise refused("another currency than HUF")
        values += [amount("amount_due", money[3:]), currency("HUF")]
    values += noted(lines[_NOTE])
    values += given("document_number", lines[_INVOICE])
    return Statement("hct_hu", tuple(values), asks=True)
