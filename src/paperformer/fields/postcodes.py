"""Postcodes with their towns, as the countries of the world print them."""

from __future__ import annotations

import re

# Postcodes: with a country's letters, of digits before a town, Polish, Portuguese, Dutch, British, Canadian,
# Irish; behind a town where they close the line (US, Malaysia, Australia, New Zealand, Singapore).
_BRAZIL = "(?:A[CLMP]|BA|CE|DF|ES|GO|M[AGST]|P[ABEIR]|R[JNORS]|S[CEP]|TO)"
_POSTCODES = (
    r"[A-Z]{1,3}-[0-9]{4,6} \S|[0-9]{5}\b,?(?: -)? [^\W\d_]{2}",
    r"[0-9]{4} (?:[^\W\d_]{3}|St\. [A-Z])|[0-9]{3} [0-9]{2} [^\W\d_]{2}",
    r"[0-9]{2}-[0-9]{3} [^\W\d_]{2}|[0-9]{4}-[0-9]{3} [^\W\d_]{2}|[0-9]{4} ?[A-Z]{2},? [A-Z]",
    r"[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][ABD-HJLNP-UW-Z]{2}\b",
    r"[A-CEGHJ-NPR-TVXY][0-9][A-CEGHJ-NPR-TV-Z] ?[0-9][A-CEGHJ-NPR-TV-Z][0-9]\b",
    r"[AC-FHKNPRTV-Y](?:[0-9]{2}|6W) (?=[A-Z]{0,3}[0-9])(?=[0-9]{0,3}[A-Z])[0-9AC-FHKNPRTV-Y]{4}\b",
    r"Singapore [0-9]{6}\b",
    # Brazil, with a dash before the town or a state behind it: "10023-456 Azul" is an article; Romania and
    # Iceland, whose digits say something before their towns alone
    rf"[0-9]{{5}}-[0-9]{{3}},?(?: [-–] [^\W\d_]{{2}}| [^\W\d_][^0-9,/]{{1,30}}(?: ?[-–/,] ?){_BRAZIL}\b)",
    r"[0-9]{6} (?:Bucure[sșş]ti|Cluj|Timi[sșş]oara|Ia[sșş]i|Constan[tțţ]a|Craiova|Bra[sșş]ov|Gala[tțţ]i"
    r"|Ploie[sșş]ti|Oradea|Br[aă]ila|Arad|Pite[sșş]ti|Sibiu|Bac[aă]u|T[aâ]rgu|T[aâ]rgovi|Baia Mare|Buz[aă]u"
    r"|Boto[sșş]ani|Satu Mare|R[aâ]mnicu|Suceava|Piatra|Drobeta|Foc[sșş]ani|Tulcea|Bistri[tțţ]a"
    r"|Re[sșş]i[tțţ]a|Slatina|C[aă]l[aă]ra[sșş]i|Alba Iulia|Giurgiu|Deva|Hunedoara|Zal[aă]u"
    r"|Sf[aâ]ntu|B[aâ]rlad|Vaslui|Turda|Media[sșş]|Slobozia|Alexandria|Voluntari|Otopeni)\b",
    r"[1-9][0-9]{2} (?:Reykjav|Kópavog|Hafnarf|Akureyr|Garðab|Mosfellsb|Selfoss|Keflav|Reykjanesb|Akran"
    r"|Seltjarnarn|Egilsst|Ísaf|Húsav|Vestmannaey|Borgarn|Grindav|Sauðárkr|Hverager|Stykkish)",
)
_STATES = r"(?:(?:NSW|VIC|QLD|TAS),? [0-9]{4}|(?:ACT|NT|WA|SA),? (?!19|20)[0-9]{4})"  # "Nestlé SA 2024"
_TOWNS = r"(?:Auckland|Wellington|Christchurch|Hamilton|Tauranga|Dunedin|Whangarei) (?!20[0-4])[0-9]{4}"
# India, Mexico, Brazil, Kenya, the Emirates, Japan, Israel, the Philippines: with a word that tells.
_INDIA = (
    r"Andhra Pradesh|Assam|Bihar|Chhattisgarh|Delhi|Goa|Gujarat|Haryana|Himachal Pradesh|Jharkhand|Karnataka"
    r"|Kerala|Madhya Pradesh|Maharashtra|Odisha|Punjab|Rajasthan|Tamil Nadu|Telangana|Uttar Pradesh"
    r"|Uttarakhand|West Bengal|India"
)
_INDIAN_TOWNS = (
    r"Ahmedabad|Bangalore|Bengaluru|Bhopal|Bhubaneswar|Chandigarh|Chennai|Coimbatore|Dehradun|Faridabad|Ghaziabad"
    r"|Gurgaon|Gurugram|Guwahati|Hyderabad|Indore|Jaipur|Kanpur|Kochi|Kolkata|Lucknow|Ludhiana|Madurai"
    r"|Mangalore|Mangaluru|Mumbai|Mysore|Mysuru|Nagpur|Nashik|Noida|Patna|Pune|Raipur|Rajkot|Ranchi|Secunderabad"
    r"|Surat|Thane|Thiruvananthapuram|Trivandrum|Vadodara|Vijayawada|Visakhapatnam"
)
_JAPAN = r"Tokyo|Osaka|Kyoto|Yokohama|Nagoya|Kobe|Fukuoka|Sapporo|Kanagawa|-(?:ku|shi|cho)"
_WORLD = (
    rf"\b(?:{_INDIAN_TOWNS}) ?[-–]? ?[1-9][0-9]{{2}} ?[0-9]{{3}},?$",
    rf"(?<![0-9])[1-9][0-9]{{5}},? (?:{_INDIA})\b",
    rf"\b(?:{_INDIA})(?:,? ?[-–] ?|, ?)[1-9][0-9]{{2}} ?[0-9]{{3}}\b|\b(?:{_INDIA}) [1-9][0-9]{{5}}\b",
    r"\bC\.?P\.? ?[0-9]{5}\b|\bCEP:? ?[0-9]{2}\.?[0-9]{3}-?[0-9]{3}\b",
    r"\bBox [0-9]{1,6} ?[-–] ?[0-9]{5},? [^\W\d_]{2}|Box:? [0-9]{2,6},? (?:Dubai|Abu Dhabi|Sharjah|Ajman)\b",
    rf"(?:{_JAPAN}),? [0-9]{{3}}-[0-9]{{4}}$",
    r"[^\W\d_]{2},? [1-9][0-9]{6},? Israel\b|[^\W\d_]{2} City,? (?!20[0-4])[0-9]{4}$",
)
_POSTCODE = re.compile(
    rf"(?<![\w.,/-])(?:{'|'.join(_POSTCODES)})|(?:{'|'.join(_WORLD)})"
    rf"|[^\W\d_]{{2}}(?<!PMB)(?<!Box)(?<!BOX),? (?:[A-Z]{{2}} )?[0-9]{{5}}(?:-[0-9]{{4}})?,?$"
    rf"|(?:[^\W\d_]{{2}},? {_STATES}|\b{_TOWNS}),?$"
    r"|[^\W\d_]{2},? (?:(?:LV|MD)-?[0-9]{4}|(?:LT|EE)-?[0-9]{5})(?![\w-])"  # the Baltic states, Moldova
)
# "1820 Walnut Street" is no town of the postcode 1820.
_ENGLISH_STREET = re.compile(
    r"[0-9]{4,5}(?: [^\W\d_][\w.'’-]*){1,4}? (?:Street|St|Road|Rd|Avenue|Ave|Drive|Dr|Boulevard|Blvd|Lane|Ln"
    r"|Court|Ct|Way|Parkway|Pkwy|Highway|Hwy|Terrace|Circle|Trail)\b\.?"
    r"(?=,|$| (?:[NSEW]{1,2}|PMB|Suite|Ste|Unit|#))",
    re.IGNORECASE,
)


# "Postboks 1204 Sentrum" is a box at the post office called Sentrum.
_BOX = re.compile(r"(?:\b(?:post)?(?:bo(?:ks|x)|fach|bus|box)|\bpb\.?|\bapartado|\bBP) $", re.IGNORECASE)


def has_postcode(text: str) -> bool:
    """Whether ``text`` holds what looks like a postcode with its town."""
    return find_postcode(text) is not None


def find_postcode(text: str, start: int = 0) -> re.Match[str] | None:
    """The first postcode with its town in ``text``."""
    while (found := _POSTCODE.search(text, start)) is not None:
        street = _ENGLISH_STREET.match(text, found.start())
        if street is not None:
            start = street.end()
        elif _BOX.search(text, 0, found.start()):
            start = found.end()
        else:
            break
    return found


def is_english_street(text: str, start: int) -> bool:
    """Whether the number at ``start`` is a house's of a street: "1820 Walnut Street"."""
    return _ENGLISH_STREET.match(text, start) is not None
