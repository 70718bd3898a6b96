"""UN/EDIFACT codes that e-invoices use, to the words of our fields."""

from __future__ import annotations

from typing import Final

# UNTDID 1001 as EN 16931 (CEN/TS 16931-3-2, table of BT-3) splits it between the two UBL messages
_CREDIT_NOTES: Final = frozenset(
    {"81", "83", "261", "262", "296", "308", "381", "396", "420", "458", "502", "503", "532"}
)
_PROFORMA: Final = "325"

# UNTDID 4461, the codes that name a way to pay that people know
_PAYMENT_METHODS: Final = {
    "10": "cash",
    "20": "cheque",
    "23": "cheque",
    "30": "transfer",
    "31": "transfer",
    "42": "transfer",
    "48": "card",
    "49": "direct_debit",
    "50": "transfer",
    "54": "card",
    "55": "card",
    "56": "transfer",
    "58": "transfer",
    "59": "direct_debit",
    "68": "online",
    "93": "transfer",
}


def document_type(code: str) -> str:
    """``invoice``, ``credit_note`` or ``proforma`` for a UNTDID 1001 code (380, 381, 384, 389 ...)."""
    if code == _PROFORMA:
        return "proforma"
    return "credit_note" if code in _CREDIT_NOTES else "invoice"


def payment_method(code: str) -> str | None:
    """The way to pay for a UNTDID 4461 code, None where the code names none."""
    return _PAYMENT_METHODS.get(code)


# ISO 3166-1, alpha-3 to alpha-2, of countries that trade with Europe or have a format of their own here
_COUNTRY_PAIRS: Final = """
    ARE:AE ARG:AR AUS:AU AUT:AT BEL:BE BGR:BG BOL:BO BRA:BR CAN:CA CHE:CH CHL:CL CHN:CN COL:CO CRI:CR
    CYP:CY CZE:CZ DEU:DE DNK:DK DOM:DO ECU:EC EGY:EG ESP:ES EST:EE FIN:FI FRA:FR GBR:GB GRC:GR GTM:GT
    HKG:HK HND:HN HRV:HR HUN:HU IND:IN IRL:IE ISL:IS ISR:IL ITA:IT JPN:JP KOR:KR LIE:LI LTU:LT LUX:LU
    LVA:LV MAR:MA MCO:MC MEX:MX MLT:MT NIC:NI NLD:NL NOR:NO NZL:NZ PAN:PA PER:PE POL:PL PRT:PT PRY:PY
    ROU:RO RUS:RU SAU:SA SGP:SG SLV:SV SRB:RS SVK:SK SVN:SI SWE:SE TUN:TN TUR:TR UKR:UA URY:UY USA:US
    VEN:VE ZAF:ZA
"""
_COUNTRIES: Final = dict(pair.split(":") for pair in _COUNTRY_PAIRS.split())


def country(code: str) -> str:
    """An ISO 3166-1 code of three letters as that of two; any other as it is, in capitals."""
    return _COUNTRIES.get(code.upper(), code.upper())
