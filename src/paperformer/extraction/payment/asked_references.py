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
LIKELY = 0.5  # probability from which a document's number counts
OTHER = 0.35  # the same of another reference, which is then the one to give
_BEFORE, _AFTER = 9, 3  # words of the sentence that are looked at
# What one does with a number when one pays, folded; in Danish and Swedish also behind the number. Nouns that
# are captions too ("Quote No.", "Concepto") only where a sentence goes before them.
QUOTE = re.compile(
    r"\b(?:(?<!for )(?<!our )(?<!the )(?<!this )quote(?! (?:no|number|nr|ref|date)\b)|quoting|stating"
    r"|(?:unter|mit|um|bei) angabe|angeben|geben sie|uved(?:te|eni)|uvadejte|oplys\w*|anf[oø]r\w*"
    r"|indica(?:ndo|r|re|te|ndolo)?|indichi|citando|consignando|(?:como|en el|con el|con) concepto"
    r"|(?:come|nella|con|con la) causale|rappelant|rappeler|mentionn\w+|indiqu\w+|marki(?:da|ge)|mainit\w+"
    r"|merkit\w+|nurod\w+|merk(?:es)?|oppgi\w*|vermeld\w*|tytu[lł]\w*|poda(?:c|j|nie)\w*|ange|uppge"
    r"|indicac[aã]o|(?:avec|sous) (?:la|en) reference|mention[aă]nd|mentionati|mentiunea|precizand|skyring"
    r"|(?:write|include|put)(?! (?:vat|tax|gst)\b)"
    r"|variabilnim symbolem|feltuntet\w*|kozlemeny(?:ben|be| rovat\w*)|tuntess\w*|αναγραψ\w*"
    r"|(?:avec|en) mention|o\.?v\.?v|als verwendungszweck|as (?:the |your |a )?(?:payment )?reference)\b"
)
PAY = re.compile(
    r"pay|remit|deposit|transfer|settle|(?<!an)zahl|uberweis|begleich|plat(?:b|eb|n)|uhra|betal|overf[oø]r|inbetal|pago|pagar"
    r"|abon|transferencia|pagament|bonifico|transferenci|regl|paiement|virement|tasu|maks|moke|apmok|zap[lł]at"
    r"|przelew|wp[lł]at|over te maken|overmak|verser|versement|liquid|stort|utal|fizet|kozlemeny"
    r"|achita|virament|plat(?:ii?|a)\b|αιτιολογια|καταθεσ|πληρω|grei[dð]|che(?:ck|que)\b"
    r"|\biban\b|\bsort code\b"
)
_NOTED = 8  # words in brackets that are looked at
_STOPS = ".!?"
_ENDED = 5  # characters of a word that ends a sentence; "no." does not
_NEXT_ROW = 0.9  # heights between two rows of a paragraph
_NOTE_BELOW = 1.5  # of a number's: how far below it the brackets may stand
_SPACE = 2.0  # heights between two words of a sentence


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
    number = max(proposed.get(_NUMBER, ()), key=lambda one: one.probability, default=None)
    if number is None or number.probability < LIKELY:
        return
    own = compact(number.value)
    if any(one.probability >= OTHER and compact(one.value) != own for one in found):
        return
    known = {one.words for one in found if one.probability >= _TRUST}
    asked = [
        one
        for place in _asked(words, own)
        if (place,) not in known and (one := _reference(place, own, words, context))
    ]
    written = {one.value for one in asked}
    if asked and not any(one.probability >= OTHER and one.value not in written for one in found):
        places = {one.words for one in asked}
        proposed[_REFERENCE] = [*(one for one in found if one.words not in places), *asked]


def _asked(words: Sequence[Word], number: str) -> Iterator[int]:
    """Where ``number`` stands that a sentence asks for."""
    for place, word in enumerate(words):
        if compact(word.text.strip(".,;:()")) == number:
            note = folded(" ".join(_note(place, words)))
            sentence = folded(" ".join(_sentence(place, words)))
            if any(QUOTE.search(said) and PAY.search(said) for said in (note, sentence)):
                yield place


def _sentence(place: int, words: Sequence[Word]) -> list[str]:
    """The words of the sentence around the one at ``place``, as far as they are looked at."""
    before: list[str] = []
    following = words[place]
    for at in range(place - 1, max(-1, place - 1 - _BEFORE), -1):
        word = words[at]
        if _ends(word.text) or (before and word.text.endswith(":")) or not _leads_to(word, following):
            break
        before.append(word.text)
        following = word
    after: list[str] = []
    following = words[place]
    for word in () if _note(place, words) or _ends(following.text) else words[place + 1 : place + 1 + _AFTER]:
        if not on_row(following.box, word.box) or not _leads_to(following, word):
            break
        after.append(word.text)
        following = word
    if any(text.endswith(":") for text in after):  # the next thing's label
        after = []
    return [*reversed(before), *after]


def _note(place: int, words: Sequence[Word]) -> list[str]:
    """The words in brackets behind or below the one at ``place``: "(bitte bei Zahlung angeben)"."""
    noted = words[place + 1 : place + 1 + _NOTED]
    if not noted or not noted[0].text.startswith("("):
        return []
    gap = noted[0].box.y0 - words[place].box.y1
    end = next((at for at, word in enumerate(noted, start=1) if word.text.endswith((")", ").", ")!"))), 0)
    is_near = noted[0].page == words[place].page and gap <= _NOTE_BELOW * words[place].box.height
    return [word.text for word in noted[:end]] if is_near else []


def _ends(text: str) -> bool:
    """Whether a word ends a sentence, or no sentence has it."""
    return text[:1] in ("|", "•") or (
        len(text) >= _ENDED and text[-1] in _STOPS and text[-_ENDED:-1].isalnum()
    )


def _leads_to(word: Word, following: Word) -> bool:
    """Whether a paragraph may go on from ``word`` to ``following``: close behind it, or on the next row."""
    height = max(word.box.height, following.box.height)
    if word.page != following.page:
        return False
    if on_row(word.box, following.box):
        return following.box.x0 - word.box.x1 <= _SPACE * height
    gap = following.box.y0 - word.box.y1
    return -height < gap <= _NEXT_ROW * height and following.box.x0 < word.box.x0


def _reference(place: int, number: str, words: Sequence[Word], context: ValueContext) -> Scored | None:
    """The number at ``place`` as a reference; None where its normal form is another."""
    text = words[place].text.strip(".,;:()")
    try:
        value = parse_value("reference", text, context)
    except ValueUnreadable:
        return None  # the number has the form of no reference
    if compact(value.value) != number:
        return None
    return Scored(
        _REFERENCE, value.value, text, (place,), _TRUST, "rule", value.scheme, checked=value.checked
    )
