"""Numbers with the code of their kind or series, which is a part of them: "FT A/118", "R 25/402".

Portuguese kinds are those of SAF-T (PT), Portaria 302/2016: invoice-receipts, simplified invoices, notes of
credit and debit. Elsewhere a code is one where it opens its cell, or stands behind "No.": a label that
names the number stands beside it or above.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word, on_row
from paperformer.extraction.scored import Scored
from paperformer.fields.labels import load_labels

_LANGUAGE = "pt"
_CODE = re.compile(r"(?:FT|FS|FR|NC|ND|VD|TV|TD|AA|DA|RC|RG)")
_ANY = re.compile(r"(?!(?:NO|NR|NRO|NUM|N|REF|C|PO|INV|DOC|ID|TEL|FAX|VAT)$)[A-Z]{1,4}")
_BEHIND = frozenset((":", "no", "no.", "nr", "nr.", "n°", "nº", "number", "nummer"))
_NUMBER = re.compile(r"[0-9][0-9./-]*[0-9](?: [0-9]{2,6})*")
_SERIES = re.compile(r"[A-Z0-9.-]{1,16}/[0-9]{1,8}")
_PART = (re.compile(r"/"), re.compile(r"[0-9]{1,2}"))
_TIGHT = 6.0  # heights from the number to the end of such a part


def with_codes(candidates: Sequence[Scored], words: Sequence[Word], language: str | None) -> list[Scored]:
    """``candidates`` for the document's number, each with the code that stands before it.

    Args:
        candidates: Of ``document_number``.
        words: Of the document.
        language: Its language.
    """
    return [_with_part(_coded(one, words, language), words) for one in candidates]


def _with_part(one: Scored, words: Sequence[Word]) -> Scored:
    """``one`` with the short number behind a stroke that ends its line: "AR 24-0263 / 2"."""
    if not one.words:
        return one
    last = words[one.words[-1]]
    behind = words[one.words[-1] + 1 : one.words[-1] + 2 + len(_PART)]
    own = [word for word in behind if (word.page, word.line) == (last.page, last.line)]
    is_part = len(own) == len(_PART) and all(
        form.fullmatch(word.text) for form, word in zip(_PART, own, strict=True)
    )
    if not is_part or own[-1].box.x0 - last.box.x1 > _TIGHT * last.box.height:
        return one
    text = own[-1].text
    places = tuple(range(one.words[-1] + 1, one.words[-1] + 1 + len(_PART)))
    return one._replace(value=f"{one.value}/{text}", text=f"{one.text} / {text}", words=(*one.words, *places))


def _coded(one: Scored, words: Sequence[Word], language: str | None) -> Scored:
    if not one.words or not one.words[0]:
        return one
    place = one.words[0] - 1
    code, first = words[place], words[place + 1]
    if code.page != first.page or not on_row(code.box, first.box):
        return one
    is_kind = language == _LANGUAGE and _SERIES.fullmatch(one.value) and _CODE.fullmatch(code.text)
    is_series = (
        _NUMBER.fullmatch(one.value)
        and _ANY.fullmatch(code.text)
        and any(_begins(at, words) for at in _prints(place, words))
    )
    if not is_kind and not is_series:
        return one
    return one._replace(
        value=f"{code.text} {one.value}", text=f"{code.text} {one.text}", words=(place, *one.words)
    )


def _prints(place: int, words: Sequence[Word]) -> list[int]:
    """Where the word at ``place`` and the next one are printed, each time."""
    code, number = words[place].text, words[place + 1].text
    return [i for i in range(len(words) - 1) if words[i].text == code and words[i + 1].text == number]


def _begins(place: int, words: Sequence[Word]) -> bool:
    """Whether the number begins with the word at ``place``.

    It opens its line and is no label ("CHK 122" is check 122), or stands behind one.
    """
    word = words[place]
    if words[place + 1].line != word.line:
        return False
    if place == 0 or words[place - 1].line != word.line:
        return word.text.lower() not in load_labels().meanings
    return words[place - 1].text.lower() in _BEHIND
