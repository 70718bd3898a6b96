"""How amounts, days and words are written, by country and language."""

from __future__ import annotations

from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december",
    "no": "januar februar mars april mai juni juli august september oktober november desember",
    "da": "januar februar marts april maj juni juli august september oktober november december",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "sl": "januar februar marec april maj junij julij avgust september oktober november december",
    "et": "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember",
}
DIALLED = {  # country code, and the prefix of the trunk that falls away
    "SE": "46 0", "NO": "47", "DK": "45", "FI": "358 0", "DE": "49 0", "AT": "43 0", "CH": "41 0",
    "FR": "33 0", "BE": "32 0", "NL": "31 0", "IT": "39", "ES": "34", "PT": "351", "PL": "48", "CZ": "420",
    "SK": "421 0", "HU": "36 06", "RO": "40 0", "HR": "385 0", "SI": "386 0", "LT": "370 0", "LV": "371",
    "EE": "372", "GB": "44 0", "IE": "353 0", "US": "1", "CA": "1", "AU": "61 0", "NZ": "64 0", "IN": "91 0",
    "ZA": "27 0", "SG": "65", "MY": "60 0", "JP": "81 0", "LU": "352",
}  # fmt: skip


@cache
def table(name: str) -> Any:
    """What a YAML file beside this one holds."""
    return yaml.safe_load((HERE / name).read_text(encoding="utf-8"))


def cents(value: Decimal, step: str = "0.01") -> Decimal:
    """Rounded half up to the step, a power of ten."""
    return value.quantize(Decimal(step), ROUND_HALF_UP)


def amount(value: Decimal, style: str, places: int = 2) -> str:
    """An amount in a style that is written as the number 1234.5 would be: ``1.234,50``, ``12,34,567.50``."""
    value = cents(value, str(Decimal(1).scaleb(-places)))
    whole, _, part = f"{abs(value):f}".partition(".")
    thousands, point = (style[1], style[-3]) if len(style) > 7 else ("", style[-3])
    if style.startswith("12,34"):
        head, tail = whole[:-3], whole[-3:]
        pairs = [head[max(0, end - 2) : end] for end in range(len(head), 0, -2)][::-1]
        whole = ",".join([*pairs, tail])
        point = "."
    elif thousands and len(whole) > 3:
        parts = [whole[max(0, end - 3) : end] for end in range(len(whole), 0, -3)][::-1]
        whole = thousands.join(parts)
    return ("-" if value < 0 else "") + whole + (point + part if part else "")


def quantity(value: Decimal, style: str) -> str:
    """A quantity without needless zeros."""
    plain = f"{value.normalize():f}"
    point = "." if style.startswith("12,34") else style[-3]
    return plain.replace(".", point)


def day(value: date, style: str, language: str) -> str:
    """A day: D and M have no leading zeros; LONG is the month's name, SHORT its first letters."""
    months = MONTHS.get(language, MONTHS["en"]).split()
    name = months[value.month - 1]
    text = style.replace("LONG", "\1").replace("SHORT", "\2")
    text = text.replace("D", str(value.day)).replace("M", str(value.month))
    text = text.replace("dd", f"{value.day:02}").replace("mm", f"{value.month:02}")
    text = text.replace("yyyy", f"{value.year}").replace("yy", f"{value.year % 100:02}")
    return text.replace("\1", name).replace("\2", name[:3])


def dialled(phone: str, country: str) -> str:
    """A telephone number as it is dialled from abroad: ``+46317604180``."""
    digits = "".join(sign for sign in phone if sign.isdigit())
    code, _, trunk = DIALLED[country].partition(" ")
    if phone.startswith("+"):
        return "+" + digits
    return f"+{code}{digits.removeprefix(trunk)}"


def word(language: str, key: str, variant: int) -> str:
    """What documents of that language say for ``key``, in one of the ways they do."""
    ways = str(table(f"words/{language}.yaml").get(key, "")).split("|")
    return ways[variant % len(ways)]
