"""Shapes of places and telephones by which a document gives its country away: tables of ``homeland``.

Each shape is a pattern by itself that captures nothing, as those of ``homeland_prints``.
"""

from __future__ import annotations

from collections.abc import Mapping

from paperformer.fields.values.homeland_prints import Shapes

_STATES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|IA|ID|IL|IN|KS|KY|LA|MA|MD|ME|MI|MN|MO|MS|MT|NC|ND|NE|NH|NJ|NM|NV|NY|OH|OK"
    "|OR|PA|RI|SC|SD|TN|TX|UT|VA|VT|WA|WI|WV|WY|DC"
)
POSTCODES: Shapes = {
    "US": (rf"\b(?:{_STATES}),? [0-9]{{5}}(?:-[0-9]{{4}})?\b",),
    "GB": (r"\b[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][ABD-HJLNP-UW-Z]{2}\b",),
    "CA": (r"\b[ABCEGHJ-NPRSTVXY][0-9][A-Z] ?[0-9][A-Z][0-9]\b",
        r"\b(?:BC|AB|MB|ON|NS|NB|QC|Qc|NL|PE|SK|YT|YK),? [ABCEGHJ-NPRSTVXY][0-9][A-Z]"),
    "NL": (r"\b[1-9][0-9]{3} ?[A-Z]{2} +[A-Z]",),
    "PL": (r"\b[0-9]{2}-[0-9]{3} [A-ZŁŚŻ]",),
    "PT": (r"\b[0-9]{4}-[0-9]{3} [A-ZÁÉÓ]",),
    "SE": (r"\b(?:SE?-)[0-9]{3} ?[0-9]{2}\b",),
    "BE": (r"\bBE?-[1-9][0-9]{3}\b",),
    "LU": (r"\bL-[0-9]{4}\b",),
    "GR": (r"\bGR-? ?[0-9]{3} ?[0-9]{2}\b",),
    "HR": (r"\bHR-[0-9]{5}\b",),
    "JP": (r"〒",),
    "DE": (r"\bD(?:E)?-[0-9]{5}\b",),
    "AT": (r"\bA(?:T)?-[0-9]{4}\b",),
    "CH": (r"\bCH-[0-9]{4}\b",),
    "FR": (r"\bF(?:R)?-[0-9]{5}\b",),
    "DK": (r"\bDK-[0-9]{4}\b",),
    "NO": (r"\bNO?-[0-9]{4}\b",),
    "FI": (r"\bFIN?-[0-9]{5}\b",),
    "IE": (
        r"\b(?:[AC-FHKNPRTV-Y][0-9]{2}|D6W) (?=[0-9]*[A-Z])(?=[A-Z]*[0-9])[0-9AC-FHKNPRTV-Y]{4}\b",
        r"\b(?:Co\.?|County) (?:Carlow|Cavan|Clare|Cork|Donegal|Dublin|Galway|Kerry|Kildare|Kilkenny|Laois"
        r"|Leitrim|Limerick|Longford|Louth|Mayo|Meath|Monaghan|Offaly|Roscommon|Sligo|Tipperary|Waterford"
        r"|Westmeath|Wexford|Wicklow)\b",
    ),
    "LT": (r"\bLT-[0-9]{5}\b",),
    "LV": (r"\bLV-[0-9]{4}\b",),
    "IT": (r"\bI(?:T)?-[0-9]{5}\b",),
}  # fmt: skip
# The word for a street.
STREETS: Shapes = {
    "FR BE CA CH": (r"\b(?:[Rr]ue|RUE) (?:de|du|des|la|DE|DU|DES|LA|[A-Z])",),
    "ES": (r"\b(?:Calle|CALLE|Avda|Carrer|Paseo) ", r"\bC/ ?[A-Z]"),
    "IT CH": (r"\b(?:Via|VIA|Viale|Piazza|Corso) [A-Z]",),
    "PT BR": (r"\b(?:Rua|RUA|Avenida) ",),
    "PL": (r"\bul\. ?[A-ZŁŚŻ]", r"\bal\. ?[A-ZŁŚŻ]"),
    "US CA": (r"\b(?:Blvd|BLVD|Suite|STE|Hwy)\b",),
    "EE": (r"\b(?:tn|mnt|pst)\b",),
    "HR SI RS": (r"\b(?:[Uu]lica|Trg) ",),
    "HU": (r"\b(?:utca|út|tér)\b",),
    "RO": (r"\b[Ss]tr\. [A-Z]",),
    "KR": (r"\b[A-Z][a-z]+(?:-ro|-gil|-daero|-gu)\b",),
    "TH": (r"\bMoo ?[0-9]", r"\bSoi [A-Z0-9]"),
    "ID": (r"\bJl\. ?[A-Z]", r"\bJLN?\. [A-Z]"),
    "MY": (r"\bJALAN\b", r"\bJalan [A-Z]"),
    "TR": (r"\b(?:Cad|CAD|Sok|SOK|Mah|MAH)\b",),
}  # fmt: skip
# Ends of words before a house's number: Hauptstraße 5, Storgatan 12.
STREET_ENDS: Mapping[str, str] = {
    **dict.fromkeys(("strasse", "straße", "platz", "gasse", "allee"), "DE AT CH"),
    **dict.fromkeys(("gatan", "vägen", "torget", "gränd"), "SE"),
    **dict.fromkeys(("gata", "veien", "gaten"), "NO"),
    **dict.fromkeys(("gade", "stræde"), "DK"),
    **dict.fromkeys(("katu", "kuja"), "FI"),
    **dict.fromkeys(("straat", "laan", "plein", "kade", "gracht"), "NL BE"),
}
# Numbers of telephones as they are grouped at home: North America's, Britain's.
PHONES: Shapes = {
    "US CA": (r"\(?\b[2-9][0-9]{2}\)?[ .-]?[2-9][0-9]{2}[-.][0-9]{4}\b",),
    "GB": (r"\b0[0-9]{3} [0-9]{3} [0-9]{4}\b", r"\b020 [0-9]{4} [0-9]{4}\b"),
}  # fmt: skip
