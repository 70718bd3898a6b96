"""What tills sign.

- Austria: "Detailspezifikation zur Verordnung des Bundesministers für Finanzen über die technischen
  Einzelheiten für Sicherheitseinrichtungen in den Registrierkassen" (RKSV), annex, no. 12 and 13.
- Germany: DSFinV-K 2.3, annex I, "QR-Code" (BSI TR-03151, AEAO to section 146a AO).
- Croatia: Porezna uprava, "Fiskalizacija, Tehnička specifikacija za korisnike": the link for checking.
"""

from __future__ import annotations

import re
from datetime import UTC
from decimal import Decimal

from paperformer.fields.codes.statement import (
    Stated,
    Statement,
    amount,
    currency,
    day_and_time,
    link_of,
    moment,
    plain,
    refused,
)
from paperformer.fields.values.reading import ParsedValue

_AUSTRIAN, _GERMAN = re.compile(r"_R1-[A-Z]{2}[0-9]{1,3}_"), re.compile(r"V[0-9];")
_RECEIPT = re.compile(r"Beleg\^(?P<rates>[0-9._-]+)\^(?P<paid>[^^;]*)")
_UNIX = re.compile(r"[0-9]{9,10}", re.ASCII)
_AUSTRIAN_PARTS, _GERMAN_PARTS, _RATES = 14, 12, 5


def parse_austrian(text: str) -> Statement | None:
    """What a receipt of the RKSV says; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    if not _AUSTRIAN.match(text):
        return None
    parts = text.strip().split("_")
    if len(parts) != _AUSTRIAN_PARTS:
        raise refused("another form than the RKSV's")
    total = _sum(parts[5:10], ",")
    when = day_and_time(parts[4], "%Y-%m-%dT%H:%M:%S")
    return Statement("rksv", (plain("document_number", parts[3]), *when, total, currency("EUR")))


def parse_german(text: str) -> Statement | None:
    """What a receipt of the DSFinV-K says; None where the code is none.

    Orders and other processes state no receipt. The time is the one at which the transaction ended.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    if not _GERMAN.match(text):
        return None
    parts = text.strip().split(";")
    receipt = _RECEIPT.fullmatch(parts[3]) if len(parts) == _GERMAN_PARTS else None
    if receipt is None or parts[2] != "Kassenbeleg-V1":
        raise refused("another form than a receipt of the DSFinV-K")
    rates = receipt["rates"].split("_")
    if len(rates) != _RATES:
        raise refused("other rates than the DSFinV-K's")
    values = [_sum(rates, "."), currency("EUR"), *_german_time(parts[7], parts[9])]
    if re.fullmatch(r"-?[0-9.]+:Bar", receipt["paid"]):
        values.append(Stated("payment_method", receipt["paid"], ParsedValue("cash")))
    return Statement("dsfinv_k", tuple(values))


def _german_time(text: str, form: str) -> tuple[Stated, Stated]:
    from zoneinfo import ZoneInfo

    if form == "unixTime" and _UNIX.fullmatch(text):
        from datetime import datetime

        when = datetime.fromtimestamp(int(text), UTC)
    else:
        layout = "%Y-%m-%dT%H:%M:%S.%fZ" if "." in text else "%Y-%m-%dT%H:%M:%SZ"
        when = moment(text, layout).replace(tzinfo=UTC)
    printed = when.astimezone(ZoneInfo("Europe/Berlin")).strftime("%Y-%m-%dT%H:%M:%S")
    return day_and_time(printed, "%Y-%m-%dT%H:%M:%S")


def _sum(texts: list[str], mark: str) -> Stated:
    other = "," if mark == "." else "."
    if any(other in text for text in texts):
        raise refused("no amount where one belongs")
    parts = [Decimal(amount("total_incl_vat", text).parsed.value) for text in texts]
    return Stated("total_incl_vat", " + ".join(texts), ParsedValue(f"{sum(parts, Decimal(0)):.2f}"))


def parse_croatian(text: str) -> Statement | None:
    """When a receipt was issued and its total, from the link for checking it; None where it is none.

    Without a comma the sum may be in euros or in cents: it is left out then.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    link = link_of(text)
    if link is None or not link.is_at("porezna.gov.hr", "porezna-uprava.hr") or "datv" not in link.query:
        return None
    if not {"jir", "zki"} & link.query.keys():
        raise refused("no number of its receipt")
    values = day_and_time(link.query["datv"], "%Y%m%d_%H%M")
    money = link.query.get("izn", "")
    total = (amount("total_incl_vat", money),) if "," in money or "." in money else ()
    return Statement("fiscal_hr", (*values, *total))
