"""Candidates whose own label says that they are something else: a date of a version, a fax number."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from paperformer.documents.model import Word, on_row
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.doubts.earlier_documents import names_an_earlier_document
from paperformer.extraction.doubts.laws import names_a_law
from paperformer.extraction.scored import Scored

_BEFORE = 6  # words in front of a candidate that are looked at
_REMAINS = 0.2  # probability from which a candidate may be the answer in place of a doubtful one

# "Stylesheet-Version: 2.6 vom", "Rev. 3 -", "Formular 12b, Stand", at the end of what stands before a date.
_VERSION = re.compile(
    r"(?:versi[oó]n|versione|versie|wersja|verze|versio|release|revision|rev\.|build|template|stylesheet"
    r"|vorlage|formular)[\w-]*[.:]? ?(?:nr\.? ?|no\.? ?)?v?[0-9][\w.]*"
    r"(?:[ ,(/–-]*(?:vom|von|of|from|dated|du|del|de|van|av|af|fra|från|z|ze|dne|stand|date)?[.:]? ?)$"
    r"|\b(?:stylesheet|template|formular|vordruck|form)[\w-]*[ ,(/–-]*(?:stand|version|rev\.)[.:]? ?$",
    re.IGNORECASE,
)
# The last label before the number decides: "Tel. 01 / Fax 02" has one of each, "Tel./Fax 03" one for both.
_FAX = re.compile(r"\b(?:tele|t[eé]l[eé])?(?:fax|faks)\b[^\w]*(?:n[ro°º]?\.?)?[^\w]*$", re.IGNORECASE)
_BOTH = re.compile(
    r"\b(?:tel|tél|tlf|phone|puh|fon)\w*[.:]?"
    r"(?: ?[/&+] ?| (?:und|and|og|och|et|e|y|i) )(?:tele)?(?:fax|faks)",
    re.IGNORECASE,
)
# Until when an offer stands, or when goods shall come.
_OTHER_END = re.compile(
    r"(?:\bvalid (?:until|till?|through|to)|\boffer (?:expires|ends)|\bexpir(?:y(?: date)?|es(?: on)?)"
    r"|\bg[uü]ltig bis(?: zum)?|\bgeldig tot(?: en met)?|\bvalable jusqu['’]?(?:au?| au)?"
    r"|\bv[aá]lid[oa] (?:hasta|at[eé])(?: el)?|\bvalid[oa] fino al?|\bg[aä]ller (?:till|t\.?o\.?m\.?)"
    r"|\bgyldig til|\bvoimassa|\bwa[zż]n[aey] do|\bplatn[áé] do"
    r"|\b(?:delivery|deliver|ship) (?:by|on|before)"
    r"|\b(?:return(?:s|ed)?|exchange[ds]?|refund(?:s|ed|able)?|umtausch|r[uü]ckgabe|retour(?:en|s)?|ruilen"
    r"|[eé]change|remboursement|cambios?|devoluci[oó]n(?:es)?|reso|bytt?e[st]?|returret|[oö]ppet k[oö]p"
    r"|zwrot|v[yý]m[eě]na)\b"
    r"(?:(?!due|pay|zahl|f[aä]llig|p[lł]atn|betal|pag)[^.:0-9]){0,40}?"
    r"(?:until|till?|before|by|bis|tot|jusqu['’]au|fino al|hasta el|at[eé]|till|til|do)"
    r"|\b(?:delivery|ship(?:ping)?) date|\bliefer(?:termin|datum)|\bleverdatum|\bdate de livraison)[.:]* ?$",
    re.IGNORECASE,
)
# Numbers that a till or a card's terminal gives: "OP: 188214", "Terminal ID 55", "Auth. code: 0021".
_TILL = re.compile(
    r"(?:\bop(?:eration|\.)?|\bterminal(?: id| no\.?| nr\.?)?|\bTPV|\b[TM]ID"
    r"|\bgenehm(?:ig(?:ung)?)?s?(?:[-. ]{0,2}(?:nr|code)\b)?\.?|\bautor\.|\b(?:VU|TA)-?N[rR]\.?"
    r"|\bauth(?:ori[sz]ation|\.)?(?: ?(?:code|no\.?))?|\bautori[zs](?:aci[oó]n|ation|zazione)"
    r"|\btrace(?:[- ]?n[or]\.?)?)"
    r"[:. #-]*$",
    re.IGNORECASE,
)
# Of a direct debit, and what a Swiss doctor's form prints of its own file: "Dokument Identifikation 17399".
_MANDATE = re.compile(
    r"\b(?:mandat(?:s?-?ref\w*|o|e)?|machtiging\w*|gl[aä]ubiger-?id\w*|creditor id\w*|ics)"
    r"(?: (?:ref\w*|no|nr|n[°ºo]|id))?[.:# ]*(?: [A-Z]{1,4}[-/]?)?$"
    r"|\bdo[ck]ument\w* identifi[ck]az?\w+ ?$",
    re.IGNORECASE,
)
# Of a trade's licence, and of the program that printed the invoice: "Alvará 447/2019".
_LICENCE = re.compile(
    r"\b(?:alvar[aá]|licen[cs]e|licen[cç]a|(?:programa )?certificado|permit)"
    r"(?: (?:n[.°ºo]{0,2}|no|nr))?[.:# ]*$",
    re.IGNORECASE,
)
# "bel 0900-1884", "or call 1300 555 019".
_DIALLED = re.compile(
    r"\b(?:tel|t[eé]l|tlf|puh|phone|t[eé]l[eé]phone|telephone|telef[oó]n[eo]?|telefoon|bel"
    r"|(?:or|to|please|us) (?:call|ring)(?: us)?(?: on| at)?"
    r"|anrufen|appelez(?: le)?|llam[ea](?: al)?|chiam[ai](?: il)?)[.: ]*$",
    re.IGNORECASE,
)
_CARD = re.compile(r"(?<![*•xX#])[*•xX#]{4,}[ -]*$")  # of which the last digits are left: "************0092"
# A customer's card with the shop: "Klantenkaart ****6602".
_LOYALTY = re.compile(
    r"\b(?:loyalty|reward\w*|points|bonus|club|member\w*|customer|advantage|kunden|stamm|treue|vorteils?"
    r"|klanten|voordeel|medlems|kunde?|stam|fordels|kanta-?asiakas|etu|fid[eé]lit[eé]|fedelt[aà]"
    r"|fidelidad|cliente?|socio|fidelidade|sta[lł]ego klienta|lojalno[sś]ciowa|v[eě]rnostn[ií]|kliendi"
    r"|punktid|lojalumo)[- ]?(?:card|karte|kaart|kort|kortti|pas|kart)(?: ?(?:no|nr|n[°º])\.?)?[.: *•xX#-]*$"
    r"|\b(?:carte|carta|tarjeta|cart[aã]o|karta) (?:de |di |du )?(?:fid[eé]lit[eé]|fedelt[aà]|fidelidade?"
    r"|clien\w*|membre|soci[oa]|sta[lł]ego klienta|lojalno[sś]ciowa)[.: *•xX#-]*$",
    re.IGNORECASE,
)
# The day of what was agreed on before: "Contrat de pension du 15/03/2021".
_AGREEMENT = re.compile(
    r"\b(?:contrat|devis|commande|contract|agreement|quot(?:e|ation)|order|\w*vertrag|angebot|bestellung|auftrag"
    r"|umowa|oferta|smlouv[ay]|contratto|ordine|preventivo|presupuesto|contrato|pedido|offerte|overeenkomst"
    r"|avtal|aftale|avtale|tilbud|offert|sopimus|tarjous)\b[^.:;]{0,30}"
    r"\b(?:accept[ée]+ le|du|vom|of|dated|from|del|dell|van|z dnia|ze dne|d\.d\.|af|av|fra|från)[ .]*$",
    re.IGNORECASE,
)
# Whoever collects for others: "Spendenkonto-Nr. CH12 ...".
_DONATIONS = re.compile(
    r"\b(?:spenden\w*|donations?|dons|donazioni|donaciones|giften|gåvor|gaver|lahjoitus\w*)\b\D{0,24}$",
    re.IGNORECASE,
)
_COPYRIGHT = re.compile(r"(?:(?<!©)©|\(c\)|\bcopyright)[\s©0-9–-]*$", re.IGNORECASE)
# What a guest might give: "18%: (Tip $8.22 Total $53.91)"; where "Service charge 12.5%" was given.
_SUGGESTED = re.compile(r"[0-9] ?%[^%0-9]{0,4}\btip\b|\bsuggested\b", re.IGNORECASE)
_PAGES = re.compile(r"\b[0-9]+ ?blz\.? *$", re.IGNORECASE)


def names_a_version(label: str) -> bool:
    """Whether ``label``, what stands before a date, names a version of a form or a program."""
    return _VERSION.search(label) is not None


def names_a_fax(label: str) -> bool:
    """Whether the last label before a number is a fax's alone."""
    return _FAX.search(label) is not None and _BOTH.search(label) is None


def names_a_loyalty_card(label: str) -> bool:
    """Whether ``label``, what stands before a card's digits, names a card that nothing is paid by."""
    return _LOYALTY.search(label) is not None


def names_pages(label: str) -> bool:
    """Whether ``label``, what stands before a number, counts pages in Dutch ("16 blz."; BLZ is a bank)."""
    return _PAGES.search(label) is not None


def names_another_number(label: str) -> bool:
    """Whether ``label``, what stands before a number, is a till's or another document's."""
    is_other = any(one.search(label) for one in (_TILL, _DIALLED, _MANDATE, _LICENCE))
    return is_other or names_an_earlier_document(label)


def names_a_mandate(label: str) -> bool:
    """Whether ``label``, what stands before a number, is a direct debit's: a mandate's, a creditor's."""
    return _MANDATE.search(label) is not None


def names_a_copyright(label: str) -> bool:
    """Whether ``label``, what stands before a number, says whose text it is, and the number since when."""
    return _COPYRIGHT.search(label) is not None


def names_an_agreement(label: str) -> bool:
    """Whether ``label``, what stands before a date, names a contract, an order or an offer of that day."""
    return _AGREEMENT.search(label) is not None


def names_donations(label: str) -> bool:
    """Whether ``label``, what stands before an account, says that it is for donations."""
    return _DONATIONS.search(label) is not None


def names_a_card(label: str) -> bool:
    """Whether ``label``, what stands before digits, stands for the hidden ones of a card's number."""
    return _CARD.search(label) is not None


def names_a_suggestion(label: str) -> bool:
    """Whether ``label``, what stands before an amount, says what a tip might be."""
    return _SUGGESTED.search(label) is not None


def names_another_end(label: str) -> bool:
    """Whether ``label``, what stands before a date, names the end of an offer or a delivery."""
    return _OTHER_END.search(label) is not None


class _Doubt(NamedTuple):
    """Which labels speak against a field, and how often it is the answer after all, by judgement.

    Args:
        speaks_against: Of a label.
        after_all: The probability is multiplied by that.
        beside_another: Only where another candidate remains: "Original invoice no." marks the first copy too.
    """

    speaks_against: Callable[[str], bool]
    after_all: float
    beside_another: bool = False


_DOUBTS: Mapping[str, tuple[_Doubt, ...]] = {
    "document_date": (
        _Doubt(names_a_version, 0.05),
        _Doubt(names_a_law, 0.05),
        _Doubt(names_an_agreement, 0.05, beside_another=True),
    ),
    "iban": (_Doubt(names_donations, 0.05, beside_another=True),),
    "document_number": (
        _Doubt(names_a_card, 0.02),
        _Doubt(names_a_copyright, 0.02, beside_another=True),
        _Doubt(names_a_law, 0.05),
        _Doubt(names_another_number, 0.05, beside_another=True),
    ),
    "due_date": (_Doubt(names_another_end, 0.1), _Doubt(names_a_law, 0.05)),
    "customer_number": (_Doubt(names_a_law, 0.05), _Doubt(names_a_mandate, 0.05)),
    "contract_number": (_Doubt(names_a_law, 0.05),),
    "order_number": (_Doubt(names_a_law, 0.05),),
    "bank_account_number": (_Doubt(names_a_card, 0.02),),
    "bank_registration_number": (_Doubt(names_pages, 0.02),),
    "card_last_four": (_Doubt(names_a_loyalty_card, 0.02),),
    "supplier_phone": (_Doubt(names_a_fax, 0.1),),
    "tip": (_Doubt(names_a_suggestion, 0.02, beside_another=True),),
}
DOUBTED = tuple(_DOUBTS)


def weigh_by_label(field: str, candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates``, each with its probability cut where its label speaks against it.

    Args:
        field: One of ``DOUBTED``.
        candidates: Of this field.
        words: Of the document.
    """
    weighed = list(candidates)
    for doubt in _DOUBTS[field]:
        weighed = _weighed(weighed, doubt, words)
    return weighed


def _weighed(candidates: Sequence[Scored], doubt: _Doubt, words: Sequence[Word]) -> list[Scored]:
    against = [doubt.speaks_against(label_of(one, words)) for one in candidates]
    doubtful = {one.value for one, is_doubtful in zip(candidates, against, strict=True) if is_doubtful}
    remains = any(one.value not in doubtful and one.probability >= _REMAINS for one in candidates)
    if doubt.beside_another and not remains:
        return list(candidates)
    heirs = [doubt.beside_another and one.value not in doubtful for one in candidates]
    return doubted(candidates, against, doubt.after_all, heirs)


def label_of(candidate: Scored, words: Sequence[Word], most: int = _BEFORE) -> str:
    """What stands before the candidate on its row, and before the first digit in its word ("Fax:030/1").

    Args:
        candidate: Printed by some of the words.
        words: Of the document.
        most: Words in front of it that are looked at.
    """
    if not candidate.words:
        return ""
    within = re.split(r"[0-9+(]", words[candidate.words[0]].text, maxsplit=1)[0]
    return " ".join([*words_before(candidate.words[0], words, most), within])


def words_before(first: int, words: Sequence[Word], most: int) -> list[str]:
    """The texts on the row of the word at ``first`` that stand before it, ``most`` at most."""
    box, page = words[first].box, words[first].page
    return [
        word.text
        for word in words[max(0, first - most) : first]
        if word.page == page and on_row(word.box, box)
    ]
