"""Links for checking a till's receipt. They are parsed, never followed.

- Lithuania: VMI, order VA-40 of 2022, "Kasos aparatų techninių reikalavimų aprašas" (i.EKA): kvitas.vmi.lt.
- Greece: AADE, decision Α.1024/2020: the signature of a fiscal device, behind its registration number (11
  characters), its own running number (8 digits) and before the sum. myDATA: a token that only AADE reads.
- Azerbaijan: State Tax Service, "e-kassa": an identifier of the receipt.
"""

from __future__ import annotations

import re

from paperformer.fields.codes.statement import (
    Statement,
    amount,
    currency,
    day_and_time,
    link_of,
    plain,
    refused,
)

_LITHUANIAN_HOST = "kvitas.vmi.lt"
_NUMBER = re.compile(r"[0-9]{1,10}", re.ASCII)
_SIGNATURE = re.compile(r"[0-9A-F]{4}(?:-?[0-9A-F]{4}){3}", re.IGNORECASE | re.ASCII)
_GREEK_DOMAIN, _GREEK_TILL = "aade.gr", "/tameiakes/myweb/q1.php"
_GREEK_SIGNATURE = re.compile(r"[A-Z]{3}[0-9]{16}[0-9A-F]{40}(.+)", re.ASCII)
_MYDATA_HOST, _MYDATA_PATH = "mydatapi.aade.gr", "/mydata/timologioqr/qrinfo"
_AZERBAIJANI = re.compile(  # a number in Base58
    r"https?://monitoring\.e-kassa\.gov\.az/#/index\?doc=(?:[1-9A-HJ-NP-Za-km-z]{12}|[1-9A-HJ-NP-Za-km-z]{40,46})"
)


def parse_lithuanian(text: str) -> Statement | None:
    """Number and moment of a receipt of Lithuania; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    link = link_of(text.strip()) if _LITHUANIAN_HOST in text[:30].lower() else None
    if link is None or link.host != _LITHUANIAN_HOST:
        return None
    query = link.query
    number = query.get("NR", "")
    if not _NUMBER.fullmatch(number) or not _SIGNATURE.fullmatch(query.get("RS", "")):
        raise refused("neither number nor signature of its receipt")
    values = [plain("document_number", number), currency("EUR")]
    if when := query.get("DT"):
        values += day_and_time(when, "%Y-%m-%dT%H:%M:%S")
    return Statement("fiscal_lt", tuple(values))


def parse_greek(text: str) -> Statement | None:
    """The total of a receipt of a fiscal device of Greece; None where the code is none.

    The number in it is the device's: the receipt's own may be another one.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    link = link_of(text.strip()) if _GREEK_DOMAIN in text[:30].lower() else None
    if link is None or not link.is_at(_GREEK_DOMAIN) or link.path != _GREEK_TILL:
        return None
    match = _GREEK_SIGNATURE.fullmatch(link.query.get("SIG", ""))
    if match is None:
        raise refused("no signature of its receipt")
    return Statement("fiscal_gr", (amount("total_incl_vat", match[1]), currency("EUR")))


def parse_mydata(text: str) -> Statement | None:
    """The name of a link to myDATA of Greece, which states nothing itself; None where the code is none."""
    link = link_of(text.strip()) if _MYDATA_HOST in text[:30].lower() else None
    if link is None or (link.host, link.path.lower()) != (_MYDATA_HOST, _MYDATA_PATH):
        return None
    return Statement("mydata", ()) if link.query.get("q") else None


def parse_azerbaijani(text: str) -> Statement | None:
    """The currency of a receipt of Azerbaijan, all that its link states; None where the code is none."""
    return Statement("fiscal_az", (currency("AZN"),)) if _AZERBAIJANI.fullmatch(text.strip()) else None
