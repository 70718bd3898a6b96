"""What payment codes of Scandinavia ask for.

- Sweden: Getswish, "QR code API manual", section 6 (``C`` and the payee's number), and "Guides, generate QR
  codes" (link to app.swish.nu).
- Denmark, Finland: Vipps MobilePay, "MobilePay payment links".
- Denmark: Nets, "Det fælles indbetalingssystem, fremstilling af indbetalingskort", line of kinds 71 and 75.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from paperformer.fields.codes.statement import (
    Statement,
    amount,
    currency,
    link_of,
    noted,
    reference,
    refused,
)

_SWISH = re.compile(  # of companies, of collections with a 90 account, of telephones
    r"C(?:123[0-9]{7}|90[0-9]{5}|\+?46[0-9]{7,11}|0[0-9]{7,11});([^;]*)(?:;([^;]*)(?:;[0-7]?)?)?", re.ASCII
)
_SWISH_HOST, _SWISH_PATH = "app.swish.nu", "/1/p/sw"
_SWISH_NUMBER = re.compile(r"\+?[0-9]{7,15}", re.ASCII)
_MOBILEPAY_NUMBER = re.compile(r"[0-9]{5,8}", re.ASCII)
_MOBILEPAY = {
    "mobilepay.dk": ("/erhverv/betalingslink/betalingslink-svar", "DKK"),
    "mobilepay.fi": ("/yrityksille/maksulinkki/maksulinkki-vastaus", "EUR"),
}
_SLIP = re.compile(r"\+(?:71<(?P<id_71>[0-9]{15})|75<(?P<id_75>[0-9]{16}))\+[0-9]{8}<", re.ASCII)


def parse_swish(text: str) -> Statement | None:
    """What a Swish code asks to be paid; None where it is none.

    The payer may change the amount where the code allows it, and has to type one that is missing.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    match = _SWISH.fullmatch(text.strip())
    if match is None:
        return None
    return _asked("swish", "SEK", match[1], unquote(match[2] or ""))


def parse_swish_link(text: str) -> Statement | None:
    """What a link to Swish asks to be paid; None where it is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    link = link_of(text.strip()) if _SWISH_HOST in text[:30].lower() else None
    if link is None or link.host != _SWISH_HOST or link.path.rstrip("/") != _SWISH_PATH:
        return None
    query = link.query
    if not _SWISH_NUMBER.fullmatch(query.get("sw", "")):
        raise refused("no number of its payee")
    return _asked("swish", query.get("cur", "SEK"), query.get("amt", ""), query.get("msg", ""))


def parse_mobilepay(text: str) -> Statement | None:
    """What a payment link of MobilePay asks to be paid; None where it is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    link = link_of(text.strip()) if "mobilepay." in text[:30].lower() else None
    domain = link.host.removeprefix("www.") if link is not None else ""
    if link is None or domain not in _MOBILEPAY:
        return None
    path, money = _MOBILEPAY[domain]
    if link.path.rstrip("/").lower() != path:
        return None
    if not _MOBILEPAY_NUMBER.fullmatch(link.query.get("phone", "")):
        raise refused("no number of its payee")
    return _asked("mobilepay", money, link.query.get("amount", ""), link.query.get("comment", ""))


def parse_danish_slip(text: str) -> Statement | None:
    """The payment's number in the line of a Danish payment slip; None where the code is none.

    Raises:
        ValueUnreadable: when its check digit does not hold.
    """
    match = _SLIP.fullmatch(text.replace(" ", "").strip())
    if match is None:
        return None
    number = reference(match["id_71"] or match["id_75"], "dk_fik")
    return Statement("fik", (number, currency("DKK")), asks=True)


def _asked(scheme: str, money: str, sum_: str, note: str) -> Statement:
    values = [currency(money), *noted(note)]
    if sum_.strip("0.,"):  # zero and nothing leave the amount to the payer
        values.append(amount("amount_due", sum_))
    return Statement(scheme, tuple(values), asks=True)
