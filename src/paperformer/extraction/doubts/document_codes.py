"""Portuguese numbers with the code of their kind, which is a part of them: "FT A/118", "FS 2025/3381".

Kinds of SAF-T (PT), Portaria 302/2016: invoice-receipts, simplified invoices, notes of credit and debit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word, on_row
from paperformer.extraction.scored import Scored

LANGUAGE = "pt"
_CODE = re.compile(r"(?:FT|FS|FR|NC|ND|VD|TV|TD|AA|DA|RC|RG)")
_SERIES = re.compile(r"[A-Z0-9.-]{1,16}/[0-9]{1,8}")


def with_codes(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` for the document's number, each with the code that stands before its series.

    Args:
        candidates: Of ``document_number``.
        words: Of the document.
    """
    return [_coded(one, words) for one in candidates]


def _coded(one: Scored, words: Sequence[Word]) -> Scored:
    if not one.words or not one.words[0] or not _SERIES.fullmatch(one.value):
        return one
    code, first = words[one.words[0] - 1], words[one.words[0]]
    if code.page != first.page or not on_row(code.box, first.box) or not _CODE.fullmatch(code.text):
        return one
    return one._replace(
        value=f"{code.text} {one.value}", text=f"{code.text} {one.text}", words=(one.words[0] - 1, *one.words)
    )
