"""The Czech and Slovak payment code SPAYD: Czech Banking Association, "Format for sharing payment data within
the Czech Republic in the form of QR codes", version 1.2.
"""

from __future__ import annotations

from urllib.parse import unquote

from paperformer.fields.codes.statement import (
    Statement,
    account,
    amount,
    currency,
    day,
    plain,
    reference,
    refused,
)


def parse(text: str) -> Statement | None:
    """What the code asks to be paid; None where it is no SPAYD.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    head, *parts = text.strip().split("*")
    if head != "SPD":
        return None
    pairs = [part.partition(":") for part in parts[1:] if part]
    if not parts or parts[0] not in {"1.0", "1.1", "1.2"} or not all(mark for _, mark, _ in pairs):
        raise refused("another form than SPAYD")
    keys = {key: unquote(value) for key, _, value in pairs}
    if len(keys) < len(pairs) or "ACC" not in keys:
        raise refused("no account, or a key twice")
    iban, _, bic = keys["ACC"].partition("+")
    values = [account(iban)]
    if bic:
        values.append(plain("bic", bic))
    if "AM" in keys:
        values.append(amount("amount_due", keys["AM"]))
    if "CC" in keys:
        values.append(currency(keys["CC"]))
    if "DT" in keys:
        values.append(day("due_date", keys["DT"], "%Y%m%d"))
    if "RN" in keys:
        values.append(plain("supplier_name", keys["RN"]))
    if symbol := keys.get("X-VS") or keys.get("RF"):
        values.append(reference(symbol))
    return Statement("spayd", tuple(values), asks=True)
