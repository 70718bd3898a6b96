"""Laws by their number and their day: "D.P.R. 26/10/1972 n. 633", "Regulation (EU) 2016/679"."""

from __future__ import annotations

import re

_LAW = re.compile(
    r"(?:\b(?:d\.? ?p\.? ?r\.?|d\. ?lgs\.?|d\. ?[lm]\.|legge|leg(?:ea|ii)|lei(?= n)|ley|real decreto"
    r"|decreto\S*|loi|ordonnance|r[eè]glement|regolamento|reglamento|regulamento|regulamentul\w*|regulation|verordnung"
    r"|rozporz[aą]dzeni\w*|ustaw[aąeęy]|z[aá]kon\w*|t[oö]rv[eé]ny|lag(?:en)?|lov(?:en)?|directive|richtlinie"
    r"|direktiv\w*|gdpr|rgpd|ds-?gvo|avg|art(?:icle|igo|icolo|ikel|[ií]culo|\.)"
    r"|code (?:de|du|g[eé]n[eé]ral))"
    r"|\((?:ue|eu|ce|eg)\)|§+)"
    r"(?![^\W\d_])[^0-9]{0,24}(?:[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{2,4}[^0-9]{0,8})?$",
    re.IGNORECASE,
)


def names_a_law(label: str) -> bool:
    """Whether ``label``, what stands before a number or a date, is a law's name: that is its number."""
    return _LAW.search(label) is not None
