"""References that a sentence asks for by name: "unter Angabe des Kassenzeichens", "o.v.v. polis 4711"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, MutableMapping, Sequence

from paperformer.documents.model import Word, on_row
from paperformer.errors import ValueUnreadable
from paperformer.extraction.payment.asked_references import LIKELY, OTHER, PAY, QUOTE
from paperformer.extraction.scored import Scored
from paperformer.fields.schema import Schema
from paperformer.fields.values import ValueContext, parse_value
from paperformer.fields.values.plain import folded

_REFERENCE = "payment_reference"
_TRUST = 0.68  # how often what is asked for so is the payment's reference, by judgement
_AHEAD, _BEFORE = 10, 26  # words behind and before what asks for a number that are looked at
_LONGEST = 30  # characters of a number
_DIGITS = 3  # of one at least
_QUOTED = 3  # words at most that quotation marks hold together
_CODE = 5  # or characters of one of capitals and digits
_NAME = 8  # letters of the name of a number at least, such as "Kassenzeichen"
_INFLECTED = 2  # letters at its end that may differ: "des Kassenzeichens"
_BELOW = 2.2  # heights of a word from a caption to the number below it
_ENDING = frozenset(("ocr", "kid"))  # short words that may end a sentence
# What names another number, before which the sentence says nothing of a reference: "auf IBAN DE89 ...".
_OTHERS = re.compile(
    r"(?:iban|bic|swift|rib|ccp|konto|kontonummer|kontonr|ktonr|bankkonto|postkonto|blz|bankleitzahl"
    r"|bank(?:giro)?(?:nummer|konto)?|plusgiro\w*|postgiro\w*|bg|pg|clearing\w*|rekening(?:nummer)?"
    r"|rekeningnr|tilinumero|ucet|uctu|cuenta|conto|compte|sort|bankrekening\w*"
    r"|sire[nt]|c\.?f|seite|page|pagina|sida|tva|vat|ust-?id\w*|uid|steuernummer|hrb"
    r"|kvk|nip|regon|cif|nif|nipc|p\.?iva|partita"
    r"|org\.?-?(?:nr|nummer)|cvr|tel|telefon|telefonnummer|telephone|phone|telefono|telefoon|tlf|puh|puhelin"
    r"|fax|mobil|mobile|call|ring|anruf\w*|hotline|appel\w*|chiam\w*|llam\w*|bel)"
)
_ACCOUNT = re.compile(r"[A-Z]{2}[0-9]{2}(?:[A-Z0-9]{11,30})?")  # an IBAN, or how one begins
# "... quoting the invoice number", "... menționând codul client": what the document itself prints elsewhere.
_OF_DOCUMENT = re.compile(
    r"(?:genugt |reicht |przelewu |the |die |de(?:r|n)? |das |het |le |la |il |el |o |your |our |uw "
    r"|ihrer? )*"
    r"(?:(?P<customer>customer|client|debtor|kunden?|klant|debiteur|kund|numero (?:de )?client\w*"
    r"|(?:codul|cod|codigo de|codice) client\w*)"
    r"|(?P<bill>invoice|bill|rechnungs?|factuur|faktura|lasku|szamla|reiknings|arve"
    r"|numero (?:de (?:la )?|della )?(?:facture|factura|fattura|fatura)|cislo faktury|(?:numeru?|nr) faktury"
    r"|numar\w* facturii?))"
    r"[ -]?(?:number|no|num|nummers?|nr|n?numero|numer|szam\w*|id|code)?\b"
)
_BIC = re.compile(r"[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?")
_LOOSE = re.compile(r"\b(?:include|put|write)\b")
_AS_REFERENCE = re.compile(r"use .*\bas (?:the |your |a )?(?:payment )?ref")  # "use 4711 as reference"
_OF_BILL = ("rechnung", "factuur", "faktura", "invoice", "facture", "fattura", "lasku", "szamla", "beleg")
_OPENS, _CLOSES = frozenset("„“”«»'‚‘\""), frozenset("“”«»'‘’\"")
_NO_NUMBER = re.compile(
    r"(?!00)[0-9]{1,2}[./-](?!00)[0-9]{1,2}[./-](?:[0-9]{2}){1,2}|[0-9]{1,3}(?:[.,’' ][0-9]{3})*[.,][0-9]{2}"
)


def add_named_references(
    proposed: MutableMapping[str, list[Scored]], words: Sequence[Word], context: ValueContext, schema: Schema
) -> None:
    """Propose the number that a sentence asks to give with the payment, by its name or as it is.

    Only where no other reference is likely: what a payment slip says comes first. "The invoice number" and
    "your customer number" are what the document says that they are.

    Args:
        proposed: Candidates by field; those of ``payment_reference`` are added to.
        words: Of the document.
        context: What the document says about its values.
        schema: The fields that there are.
    """
    if _REFERENCE not in schema:
        return
    others = [one for one in proposed.get(_REFERENCE, ()) if one.probability >= OTHER]
    for at in _asked(words):
        sentence = list(_sentence(at, words))
        if _LOOSE.search(folded(words[at].text)):  # "include the COVID19 surcharge"
            sentence = [one for one in sentence if not _is_code(_bare(words[one].text))]
        found = _told(sentence, words, context)
        if found is None and not others:
            found = _of_document(at, proposed, words, context)
        if found is not None:
            if all(one.value.strip(".") == found.value for one in others):
                proposed.setdefault(_REFERENCE, []).append(found)
            return


def _told(sentence: Sequence[int], words: Sequence[Word], context: ValueContext) -> Scored | None:
    """The number in the sentence, or the one beside another print of what the sentence calls it."""
    place = next((one for one in sentence if _is_number(words[one].text)), None)
    if place is None:
        place = next((n for one in sentence for n in _named(one, words)), None)
    return _reference(_quoted(place, words), words, context) if place is not None else None


def _quoted(place: int, words: Sequence[Word]) -> tuple[int, ...]:
    """The word at ``place`` with those before it in the same quotation marks: "PFA 00617"."""
    if words[place].text.rstrip(".,;")[-1:] in _CLOSES:
        for first in range(place, max(-1, place - _QUOTED), -1):
            if words[first].text[:1] in _OPENS:
                return tuple(range(first, place + 1))
    return (place,)


def _of_document(
    at: int, proposed: Mapping[str, Sequence[Scored]], words: Sequence[Word], context: ValueContext
) -> Scored | None:
    """The document's or the customer's number where the sentence names that behind the word at ``at``."""
    behind = folded(" ".join(_bare(words[one].text) for one in _sentence(at, words)))
    named = _OF_DOCUMENT.match(behind)
    if named is None:
        return None
    field = "document_number" if named["bill"] else "customer_number"
    number = max(proposed.get(field, ()), key=lambda one: one.probability, default=None)
    if number is None or number.probability < LIKELY or not number.words:
        return None
    return _reference(number.words, words, context)


def _asked(words: Sequence[Word]) -> Iterator[int]:
    """The words behind which stands what is to be given with the payment."""
    for at in range(len(words)):
        if len(words[at].text) < _DIGITS:
            continue
        two = folded(" ".join(word.text for word in words[max(0, at - 1) : at + 1]))
        asking = QUOTE.search(two)
        is_asked = asking is not None and asking.end() > len(folded(words[max(0, at - 1)].text))
        if not is_asked and not _AS_REFERENCE.match(_text(words[at : at + _AHEAD])):
            continue
        near = words[max(0, at - _BEFORE) : at + _AHEAD]
        if PAY.search(_text([word for word in near if word.page == words[at].page])):
            yield at


def _sentence(at: int, words: Sequence[Word]) -> Iterator[int]:
    """The words behind the one at ``at`` to the end of its sentence, as far as they are looked at."""
    for place in range(at + 1, min(at + 1 + _AHEAD, len(words))):
        word = words[place]
        height = max(word.box.height, words[at].box.height)
        if word.page != words[at].page or abs(word.box.y0 - words[place - 1].box.y0) > 2 * height:
            return
        bare = folded(_bare(word.text))
        if _OTHERS.fullmatch(bare) or _ACCOUNT.fullmatch(_bare(word.text)):
            return
        yield place
        if word.text[-1:] in ".!?" and (len(word.text) > _DIGITS + 1 or bare in _ENDING):
            return


def _text(words: Sequence[Word]) -> str:
    return folded(" ".join(word.text for word in words))


def _bare(text: str) -> str:
    return text.strip(".,;:()\"“”„«»'’")


def _is_number(text: str) -> bool:
    bare = _bare(text)
    digits = sum(map(str.isdigit, bare))
    enough = (digits >= _DIGITS or _is_code(bare)) and len(bare) <= _LONGEST
    return enough and not _NO_NUMBER.fullmatch(bare) and not _ACCOUNT.fullmatch(bare)


def _is_code(bare: str) -> bool:
    """Whether a text is of capitals and at least two digits, as "BREN04", and no bank's BIC."""
    digits = sum(map(str.isdigit, bare))
    is_mixed = 1 < digits < _DIGITS and len(bare) >= _CODE and bare.isalnum() and bare.isupper()
    return is_mixed and _BIC.fullmatch(bare) is None


def _named(at: int, words: Sequence[Word]) -> Iterator[int]:
    """Numbers beside or below the other prints of the word at ``at``: "Kassenzeichen: 5.0163.0044"."""
    name = folded(_bare(words[at].text))
    if len(name) < _NAME or not name.isalpha() or name.startswith(_OF_BILL):
        return
    stem = name[:-_INFLECTED]
    for place, word in enumerate(words):
        if place == at or abs(len(_bare(word.text)) - len(name)) > _INFLECTED:
            continue
        if not folded(word.text).startswith(stem):
            continue
        right = words[place + 1 : place + 2]
        if right and on_row(right[0].box, word.box) and _is_number(right[0].text):
            yield place + 1
        yield from (
            one
            for one, other in enumerate(words)
            if other.page == word.page
            and 0 < other.box.y0 - word.box.y0 <= _BELOW * word.box.height
            and abs(other.box.x0 - word.box.x0) <= word.box.height
            and _is_number(other.text)
        )


def _reference(places: Sequence[int], words: Sequence[Word], context: ValueContext) -> Scored | None:
    """What is printed at ``places`` as a reference; None where it has the form of none."""
    text = _bare(" ".join(words[at].text for at in places))
    try:
        value = parse_value("reference", text, context)
    except ValueUnreadable:
        return None
    return Scored(
        _REFERENCE, value.value, text, tuple(places), _TRUST, "rule", value.scheme, checked=value.checked
    )
