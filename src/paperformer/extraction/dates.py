"""What a document's date can be: that of a form's or a program's version is seldom it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word, on_row
from paperformer.extraction.scored import Scored

_OF_VERSION = 0.05  # how often a date behind a version's number is the document's after all, by judgement
_BEFORE = 6  # words in front of a date that are looked at

# "Stylesheet-Version: 2.6 vom", "Rev. 3 -", "Formular 12b, Stand", at the end of what stands before a date.
_VERSION = re.compile(
    r"(?:versi[oó]n|versione|versie|wersja|verze|versio|release|revision|rev\.|build|template|stylesheet"
    r"|vorlage|formular)[\w-]*[.:]? ?(?:nr\.? ?|no\.? ?)?v?[0-9][\w.]*"
    r"(?:[ ,(/–-]*(?:vom|von|of|from|dated|du|del|de|van|av|af|fra|från|z|ze|dne|stand|date)?[.:]? ?)$"
    r"|\b(?:stylesheet|template|formular|vordruck|form)[\w-]*[ ,(/–-]*(?:stand|version|rev\.)[.:]? ?$",
    re.IGNORECASE,
)


def plausible_dates(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` for the document's date; one that dates a version has its probability cut.

    Args:
        candidates: Of one field.
        words: Of the document.
    """
    return [
        one._replace(probability=one.probability * _OF_VERSION) if dates_a_version(one, words) else one
        for one in candidates
    ]


def dates_a_version(candidate: Scored, words: Sequence[Word]) -> bool:
    """Whether the words before the candidate's, on its row, name a version of something."""
    if not candidate.words:
        return False
    first = candidate.words[0]
    date = words[first]
    before = [
        word.text
        for word in words[max(0, first - _BEFORE) : first]
        if word.page == date.page and on_row(word.box, date.box)
    ]
    return _VERSION.search(" ".join([*before, ""])) is not None
