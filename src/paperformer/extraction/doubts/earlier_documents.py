"""Labels that name the invoice a credit note corrects: its number is not the credit note's own."""

from __future__ import annotations

import re
from itertools import chain

# By language, what stands before the number, without "no." and the like. "Invoice no." alone is the
# document's own number, on a reminder too.
_LABELS: dict[str, tuple[str, ...]] = {
    "en": (
        r"(?:original|preceding|previous|related|corrected|credited) invoice",
        r"(?:credit(?:s|ing)|against|correct(?:s|ing)|refund of) (?:our |your )?(?:tax )?invoice",
        r"(?:credit(?: note)?|refund|correction) (?:for|to|of) (?:our |your |tax )*invoice",
        r"returned goods,? ref\.? (?:tax )?invoice",
    ),
    "de": (
        r"\w*(?:korrektur|storno|gutschrift|berichtigung)\w* (?:der |zu |zur |von |f[uü]r )+rechnung",
        r"stornierung der rechnung",
        r"(?:ursprungs|original|bezugs)rechnung",
        r"urspr[uü]ngliche rechnung",
    ),
    "nl": (
        r"(?:oorspronkelijke|originele|gecrediteerde) factuur",
        r"(?:credit(?:ering|nota)|correctie) (?:van |op )(?:de )?factuur",
    ),
    "fr": (
        r"facture (?:d['’]origine|initiale|originale|rectifi[eé]e)",
        r"avoir (?:sur|de|pour|relatif [aà]) (?:la |notre )?facture",
        r"(?:annul(?:e|ation)(?: et remplace)?|rectifi(?:e|cation))(?: de)? (?:la |notre )?facture",
        r"retour de marchandises, facture",
        r"sur (?:la |notre )?facture",
        r"annulation (?:totale |partielle )?(?:de )?(?:la |notre )?facture",
    ),
    "es": (
        r"factura (?:original|rectificada|de origen)",
        r"(?:rectifica|abono|anula|anulaci[oó]n|devoluci[oó]n)(?: de| a)?(?: la| nuestra)? factura",
    ),
    "it": (
        r"fattura (?:originale|di origine|stornata)",
        r"(?:storno|rettifica|accredito|annulla(?:mento)?)(?: di| della| su| parziale| totale)* fattura",
        r"nota di credito (?:su|per|a fronte di) fattura",
        r"(?:fattura|bolletta) precedente",
    ),
    "pt": (
        r"(?:cr[eé]dito|devolu[cç][aã]o,?)(?: referente| ref\.)?(?: a| [aà]| da)? fat?c?tura",
        r"(?:anula|anula[cç][aã]o d|retifica|retifica[cç][aã]o d)[ao]? ?(?:a )?fat?c?tura",
        r"referente [aà] fat?c?tura",
    ),
    "nordic": (
        r"(?:kreditering|kreditnota|krediterar)(?: av| af| til| på)? faktura",
        r"(?:opprinnelig|oprindelig|ursprunglig) faktura",
        r"ursprungsfaktura",
    ),
    "fi": (r"alkuper[aä]inen lasku", r"(?:hyvitys|oikaisu) laskusta"),
    "pl": (
        r"faktur[ay] (?:korygowan|zaliczkow)\w+",
        r"zaliczk[ia]\w{0,2}:? faktur\w+",
        r"(?:korekta(?: do)?|dotyczy|do) faktury",
    ),
    "ro": (r"(?:storn\w+|conform)(?: par[tț]ial| integral)? factur[aăi]\w*",),
    "bg": (r"към фактура",),
    "cs": (
        r"p[uů]vodn[ií] faktur\w*",
        r"opravovan\w+ faktur\w*",
        r"(?:dobropis k|oprava|opravn[yý] doklad k|storno) faktu[rř]\w+",
    ),
    "et": (r"kreeditarve arvele", r"tagastus, arve"),
    "lt": (r"kreditin[eė] s[aą]skaita s[aą]skaitai", r"gr[aą][zž]inimas pagal s[aą]skait[aą]"),
}
_NUMBER_END = (
    r"(?: ?(?:number|no|nr|n\.?[°ºo]?|num[eé]ro|n[uú]mero|numer|č|číslo|číslem|nummer|№))?"
    r"[ .:]*[#(]*(?:[A-Z]{1,6}[-/_#. ]*){0,2}$"
)
_EARLIER = re.compile(rf"\b(?:{'|'.join(chain.from_iterable(_LABELS.values()))}){_NUMBER_END}", re.IGNORECASE)


def names_an_earlier_document(label: str) -> bool:
    """Whether ``label``, what stands before a number, names the invoice that the document corrects."""
    return _EARLIER.search(label) is not None
