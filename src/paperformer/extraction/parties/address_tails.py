"""What addresses take along behind their town: numbers of registers, a flat's size, themselves once more."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from paperformer.documents.model import Word
from paperformer.fields.postcodes import has_postcode

# What is no part of an address: "CHE-109.462.181", "MID:***04417".
_NUMBER = re.compile(
    r"CHE-?[0-9]{3}|ATU[0-9]{8}|[A-Z]{2}[0-9]{9}|(?!NO|PIN|CP|CEP|CAP|PLZ|ZIP)[A-Z]{2,4}:[*0-9]{3}"
)
# Rows below the town: a register and its number or place, a number of many digits, an area.
_REGISTER = re.compile(
    r"(?:DX [0-9]|CRO|RPM|RPR|RCS|R\.C\.S\.|HRB|HRA|KvK|KVK|BCE|KBO|REA|ABN|ACN|NZBN|CIN|UEN)\b"
    r"(?! (?:Street|Road))"
    r"|[0-9][0-9 ./]{8,}$|.*[0-9] ?m[²2]$"
)
_LABELLED = re.compile(
    r"(?!(?i:p\.? ?o\.? ?box|post|box|.*\b(?:street|road|avenue|lane)\b))[^\W\d_]\D*[0-9][0-9 ./-]*"
)  # "Kundenkonto 12 408"
_OTHER = re.compile(rf"{_NUMBER.pattern}|[^\W\d_]{{4,}}:$")  # or a label: "Besök: Grönlandsvägen 5"
_IBAN = re.compile(r"IBAN\b")
_POSTCODE_ALONE = re.compile(r"[0-9]{5}-?[0-9]{3,4}$")


_CAPITAL = re.compile(
    r"\bau capital\b|\bcapital social\b|\bcapitale sociale\b|\bstammkapital\b", re.IGNORECASE
)


def without_capital(rows: list[list[int]], words: Sequence[Word]) -> list[list[int]]:
    """``rows`` without one that says what capital the firm has: "SAS TIFANNIE au capital de 3 000 €"."""
    kept = [row for row in rows if not _CAPITAL.search(_text(row, words))]
    return kept if any(has_postcode(_text(row, words)) for row in kept) else rows


def without_repeats(rows: list[list[int]], words: Sequence[Word]) -> list[list[int]]:
    """``rows``, indices of an address's words by line, each once: payment slips print the payer twice."""
    seen = set[str]()
    kept: list[list[int]] = []
    for row in rows:
        text = _text(row, words)
        if text not in seen:
            kept.append(row)
        seen.add(text)
    return kept


def without_numbers(
    rows: list[list[int]], words: Sequence[Word], captions: Collection[int]
) -> list[list[int]]:
    """``rows`` without the tax number or the masked one that follows their postcode: "8001 Chur CHE-...".

    What follows on its row goes too, also behind a label, and rows below that begin so, or say a register, an
    area or a number at its label.
    """
    paid_at = next((i for i, row in enumerate(rows) if i and _IBAN.match(_text(row, words))), len(rows))
    rows = rows[:paid_at]
    coded = next((i for i, row in enumerate(rows) if has_postcode(_text(row, words))), None)
    if coded is None:
        return rows
    for at in range(coded, len(rows)):
        text = _text(rows[at], words)
        if at > coded and _REGISTER.match(text) and not _POSTCODE_ALONE.match(text):
            return rows[:at]
        if at > coded and rows[at][0] in captions and _LABELLED.fullmatch(text):
            return rows[:at]
        cut = next((i for i, word in enumerate(rows[at]) if _OTHER.match(words[word].text)), None)
        if cut is None or (at == coded and not has_postcode(_text(rows[at][:cut], words))):
            continue
        while cut and at > coded and rows[at][cut - 1] in captions:
            cut -= 1
        return [*rows[:at], rows[at][:cut]] if cut else rows[:at]
    return rows


def _text(row: Sequence[int], words: Sequence[Word]) -> str:
    return " ".join(words[i].text for i in row)
