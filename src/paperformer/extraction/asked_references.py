"""References that a sentence asks for: "Please make payment to the account below, quoting 77097632."."""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping, Sequence

from paperformer.documents.model import Word, on_row
from paperformer.errors import ValueUnreadable
from paperformer.extraction.scored import Scored
from paperformer.fields.schema import Schema
from paperformer.fields.values import ValueContext, parse_value
from paperformer.fields.values.plain import compact, folded

_REFERENCE, _NUMBER = "payment_reference", "document_number"
_TRUST = 0.7  # how often a number that is asked for so is the payment's reference, by judgement
_LIKELY = 0.5  # probability from which a document's number counts
_OTHER = 0.35  # the same of another reference, which is then the one to give
_BEFORE, _AFTER = 9, 2  # words of the sentence that are looked at
# What one does with a number when one pays, folded; in Danish and Swedish also behind the number.
_QUOTE = re.compile(
    r"\b(?:quot(?:e|ing)|stating|angabe|angeben|geben sie|uved(?:te|eni)|uvadejte|oplys\w*|anf[oø]r\w*"
    r"|indica(?:ndo|r|re|te|ndolo)?|indichi|citando|consignando|rappelant|rappeler|mentionn\w+|indiqu\w+"
    r"|marki(?:da|ge)|mainit\w+|merkit\w+|nurod\w+|merk(?:es)?|oppgi\w*|vermeld\w*|tytul\w*|poda(?:c|j|nie)\w*"
    r"|ange|uppge|causale|concepto)\b"
)
_PAY = re.compile(
    r"pay|remit|transfer|settle|zahl|uberweis|begleich|plat(?:b|eb|n)|uhra|betal|overf[oø]r|inbetal|pago|pagar|abon"
    r"|transferencia|pagament|bonifico|transferenci|regl|paiement|virement|tasu|maks|moke|apmok|zap[lł]at|przelew"
    r"|wp[lł]at|over te maken|overmak|verser|versement|liquid"
)
_ENDS = re.compile(r"\w{4,}[.!?]$|^[|•]")  # a word that ends a sentence; "no." does not


def add_asked_references(
    proposed: MutableMapping[str, list[Scored]], words: Sequence[Word], context: ValueContext, schema: Schema
) -> None:
    """Propose the document's own number as reference where a sentence asks for it with the payment.

    Only where no other reference is likely: what a payment slip says comes first.

    Args:
        proposed: Candidates by field; those of ``payment_reference`` are added to.
        words: Of the document.
        context: What the document says about its values.
        schema: The fields that there are.
    """
    if _REFERENCE not in schema:
        return
    found = proposed.get(_REFERENCE, [])
    numbers = {compact(one.value) for one in proposed.get(_NUMBER, ()) if one.probability >= _LIKELY}
    if any(one.probability >= _OTHER and compact(one.value) not in numbers for one in found):
        return
    asked = [one for place in _asked(words, numbers) if (one := _reference(place, words, context))]
    if asked:
        places = {one.words for one in asked}
        proposed[_REFERENCE] = [*(one for one in found if one.words not in places), *asked]


def _asked(words: Sequence[Word], numbers: set[str]) -> Iterator[int]:
    """Where a number of ``numbers`` stands that a sentence asks for."""
    for place, word in enumerate(words):
        if compact(word.text.strip(".,;:()")) in numbers:
            sentence = folded(" ".join(_sentence(place, words)))
            if _QUOTE.search(sentence) and _PAY.search(sentence):
                yield place


def _sentence(place: int, words: Sequence[Word]) -> list[str]:
    """The words of the sentence around the one at ``place``, as far as they are looked at."""
    before: list[str] = []
    for word in reversed(words[max(0, place - _BEFORE) : place]):
        if word.page != words[place].page or _ENDS.search(word.text):
            break
        before.append(word.text)
    ended = _ENDS.search(words[place].text) is not None
    after = () if ended else words[place + 1 : place + 1 + _AFTER]
    return [*reversed(before), *(word.text for word in after if _beside(words[place], word))]


def _beside(one: Word, other: Word) -> bool:
    return one.page == other.page and on_row(one.box, other.box)


def _reference(place: int, words: Sequence[Word], context: ValueContext) -> Scored | None:
    text = words[place].text.strip(".,;:()")
    try:
        value = parse_value("reference", text, context)
    except ValueUnreadable:
        return None  # the number has the form of no reference
    return Scored(
        _REFERENCE, value.value, text, (place,), _TRUST, "rule", value.scheme, checked=value.checked
    )
