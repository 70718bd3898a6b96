"""What was left to pay of bills before this one: it comes on top of the total, where the sum due holds it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import islice

from paperformer.documents.model import Word
from paperformer.extraction.sums.row_amounts import amounts_labelled
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

_EARLIER = re.compile(
    r"\b(?:(?:balance )?(?:brought|carried) forward|(?:previous|prior|opening|past due) balance"
    r"|balance from (?:your |the )?(?:last|previous) (?:bill|invoice|statement)"
    r"|saldovortrag|(?:alter|vorheriger|bisheriger) saldo|(?:ancien|pr[eé]c[eé]dent) solde"
    r"|solde (?:ant[eé]rieur|pr[eé]c[eé]dent)|saldo (?:anterior|precedente)|vorige? saldo"
    r"|openstaand saldo|tidligere saldo|overført(?: saldo)?|tidigare saldo|ing[aå]ende saldo|edellinen saldo"
    r"|poprzednie saldo|saldo poprzednie|p[rř]edchoz[ií] z[uů]statek"
    r"|balance on (?:your |the )?(?:last|previous) bill(?: \(in credit\))?"
    r"|solde de (?:votre |la )?(?:facture pr[eé]c[eé]dente|derni[eè]re facture)"
    r"|(?:saldo|v[oõ]lgnevus) perioodi alguses|eelmi(?:ne|se perioodi) (?:saldo|v[oõ]lgnevus)"
    r"|(?:skola|likutis|permoka) laikotarpio prad[zž]iai|ankstesn[eė] skola|permoka"
    r"|par[aā]ds (?:uz )?perioda s[aā]kum[uā]|iepriek[sš][eē]j(?:ais|ā perioda) par[aā]ds|p[aā]rmaksa"
    r"|sold (?:precedent|anterior)|el[oő]z[oő] (?:id[oő]szaki )?egyenleg|prethodn[io] (?:saldo|stanje)"
    r"|kor[aá]bbi (?:tartoz[aá]s|egyenleg)(?: egyenlege)?|saldo anterior em d[ií]vida"
    r"|prej[sš]nje stanje|προηγούμενο (?:ανεξόφλητο )?υπόλοιπο)"
    r"(?: (?:(?:as )?(?:at|of|on)|per|zum|vom|au|al|den) [\w .,/-]{4,20})?[\W_]*$",
    re.IGNORECASE,
)
_MOST = 4  # of one bill: more are a statement's


def names_an_earlier_balance(label: str) -> bool:
    """Whether ``label``, what stands before an amount on its row, says that it was left from before."""
    return _EARLIER.search(label) is not None


def earlier_balances(
    words: Sequence[Word], printed: PrintedWords, context: ValueContext
) -> tuple[Decimal, ...]:
    """What was left from before, each below zero: as a payment that raises what is due.

    Args:
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    found = amounts_labelled(names_an_earlier_balance, words, printed, context)
    left = list(islice(found, _MOST + 1))
    return tuple(-amount for amount in dict.fromkeys(left)) if len(left) <= _MOST else ()
