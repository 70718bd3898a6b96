"""Names without the shop behind the company: "Muster AG, Filiale Bahnhof Olten"."""

from __future__ import annotations

import re

from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import ends_company
from paperformer.fields.values.spans import PrintedWords

# Registered branches ("Acme Ltd, Zweigniederlassung Deutschland") are named so by law, and stay.
_SHOP = re.compile(
    r"\W?(?:filial(?:e|en|nr\.?|e?n?r)?|fil\.|standort|verkaufsstelle|shop|store|butikk?|myym[aä]l[aä]"
    r"|magasin|tienda|negozio|punto|winkel|sklep|prodejna|loja)\W?",
    re.IGNORECASE,
)


def without_branch(name: Scored, printed: PrintedWords) -> Scored:
    """``name`` up to its legal form, where a shop's place follows.

    Args:
        name: Of a party.
        printed: The words of the document.
    """
    tokens = [printed[word] for word in name.words]
    if ends_company(" ".join(tokens)):  # "Berg AB Store & Logistics AB"
        return name
    for at in range(2, len(tokens)):
        head = " ".join(tokens[:at]).rstrip(" ,;-–·|")
        if _SHOP.fullmatch(tokens[at]) and ends_company(head):
            return name._replace(value=head, text=" ".join(tokens[:at]), words=name.words[:at])
    return name
