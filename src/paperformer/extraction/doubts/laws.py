"""Laws by their number and their day: "D.P.R. 26/10/1972 n. 633", "Regulation (EU) 2016/679"."""

from __future__ import annotations

import re

# What stands between a law's name and its number: "n.", "nr.", "z dnia", "(UE)"; no other label.
_JOINED = (
    r"[ .,]*(?:(?:n[ro]?|č|z dnia|z|del|de|du|dne|ze dne|vom|of|din)[.º° ]+|n[º°] ?|\((?:ue|eu|ce|eg)\) ?)*"
)
_LAW = re.compile(
    r"(?:\b(?:d\.? ?p\.? ?r|d\. ?lgs|d\. ?[lm]|legge|leg(?:ea|ii)|lei(?= n[.º°])|ley|real decreto"
    r"|decreto-?(?:legge|lei|legislativo)?|loi|ustaw[aęy]|z[aá]kon[ua]?|t[oö]rv[eé]ny|gdpr|rgpd|ds-?gvo"
    r"|(?:r[eè]glement|regolamento|reglamento|regulamento|regulation|verordnung|rozporz[aą]dzenie"
    r"|directive|richtlinie|directiva|direttiva)(?= \(?(?:ue|eu|ce|eg)\b)"
    rf")\b|§+){_JOINED}(?:[0-9]{{1,2}}[./-][0-9]{{1,2}}[./-][0-9]{{2,4}}{_JOINED})?$",
    re.IGNORECASE,
)


def names_a_law(label: str) -> bool:
    """Whether ``label``, what stands before a number or a date, is a law's name: that is its number."""
    return _LAW.search(label) is not None
