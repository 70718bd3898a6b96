"""Companies behind their trade names: "Brightwork is the trading name of Brightwork Personnel Ltd"."""

from __future__ import annotations

import re

from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import ends_company
from paperformer.fields.values.spans import PrintedWords

_IS_ONE_OF = re.compile(
    r"(?:^|[ ,(])(?:is )?(?:an?|the) (?:registered )?(?:trading|business) (?:name|style|division) of "
    r"|(?:^|[ ,(])(?:is )?an? (?:registered )?(?:brand|division|unit|member) of "
    r"|(?:^|[ ,(])(?:ist )?eine? (?:eingetragene )?(?:handels)?(?:marke|geschäftsbezeichnung) (?:der|von) "
    r"|(?:^|[ ,(])(?:est )?une (?:marque|enseigne)(?: commerciale| déposée)? (?:de |d[’'])(?:la société )?"
    r"|(?:^|[ ,(])(?:is )?een (?:handelsnaam|merk|merknaam|onderdeel) van "
    r"|(?:^|[ ,(])(?:es )?una marca(?: comercial| registrada)? de "
    r"|(?:^|[ ,(])(?:è )?un marchio(?: registrato)? di "
    r"|(?:^|[ ,(])(?:är )?ett varumärke (?:som ägs av|tillhörande|inom|av) "
    r"|(?:^|[ ,(])(?:er )?et vare(?:mærke|merke) (?:tilhørende|tilhører|under|eid av|ejet af) ",
    re.IGNORECASE,
)


def without_trade_name(name: Scored, printed: PrintedWords) -> Scored:
    """``name`` without the trade name before it and what says that it is one.

    Args:
        name: A candidate for either party's name.
        printed: The texts of the document's words.
    """
    tokens = [printed[word] for word in name.words]
    said = _IS_ONE_OF.search(" ".join(tokens) + " ")
    if said is None:
        return name
    begin = len(" ".join(tokens)[: said.end()].split())
    company = " ".join(tokens[begin:]).rstrip(" .,;)")
    if not ends_company(company):
        return name
    return name._replace(value=company, text=company, words=name.words[begin:])
