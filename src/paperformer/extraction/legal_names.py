"""Sellers in full: "EnergoTek Sprzedaż S.A." of the small print, where the head says "ENERGOTEK" alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import ends_company, is_company

_READ = 0.3  # probability from which a name is looked at
_LEFT_OUT = 0.2  # how often the sign is the name after all, by judgement
_LETTERS = 4  # that a sign has
_MOST_WORDS = 6  # of a sign, and behind it as far as the legal form
_MORE_FORM = 3  # words that a legal form goes on with: "GmbH", "& Co. KG"
_BEFORE = frozenset(
    map(content, ("UAB", "AB", "MB", "IĮ", "VšĮ", "SIA", "IK", "AS", "OÜ", "ООО", "ЕООД", "ЕТ"))
)
_LIKELY = 0.5  # probability from which a name is the buyer's


def with_legal_names(
    candidates: Sequence[Scored],
    buyers: Sequence[Scored],
    words: Sequence[Word],
    section: Mapping[int, str],
) -> list[Scored]:
    """``candidates`` for who sells; a sign gives way to the company's name that begins with it.

    Args:
        candidates: Of ``supplier_name``.
        buyers: Of ``receiver_name``: the likeliest does not sell.
        words: Of the document.
        section: The party in whose section a word, by index, stands.
    """
    buyer = max(buyers, key=lambda one: one.probability, default=None)
    bought = content(buyer.text) if buyer is not None and buyer.probability >= _LIKELY else ""
    found: list[Scored] = []
    for one in candidates:
        name = _legal_name(one, bought, words, section) if _is_sign(one) else ()
        if not name:
            found.append(one)
            continue
        text = " ".join(words[i].text for i in name).rstrip(" ,;")
        found.append(one._replace(probability=one.probability * _LEFT_OUT))
        found.append(one._replace(value=text.strip("„”“\"'« »"), text=text, words=name))
    return found


def _is_sign(one: Scored) -> bool:
    """Whether a likely name has no legal form, and letters enough to be known again."""
    few = 0 < len(one.words) <= _MOST_WORDS
    return (
        few and one.probability >= _READ and not is_company(one.text) and len(content(one.text)) >= _LETTERS
    )


def _legal_name(
    one: Scored, bought: str, words: Sequence[Word], section: Mapping[int, str]
) -> tuple[int, ...]:
    """The words of the company's name that begins as ``one`` does, or stands in quotes behind its form."""
    sign = content(one.text)
    for _, group in groupby(range(len(words)), key=lambda i: (words[i].page, words[i].line)):
        line = list(group)
        for first, behind in _places(sign, line, words):
            name = _as_far_as_form(first, behind, line, words)
            if not name or not {"supplier", None} >= {section.get(i) for i in name}:
                continue
            if content(" ".join(words[i].text for i in name)) != bought:
                return name
    return ()


def _places(sign: str, line: Sequence[int], words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Where a line prints ``sign``: the positions in it of the first word and of the one behind."""
    texts = [content(words[i].text) for i in line]
    for first, text in enumerate(texts):
        if not text or not sign.startswith(text):
            continue
        joined, behind = text, first + 1
        while behind < len(texts) and len(joined) < len(sign):
            joined, behind = joined + texts[behind], behind + 1
        if joined == sign:
            yield first, behind


def _as_far_as_form(first: int, behind: int, line: Sequence[int], words: Sequence[Word]) -> tuple[int, ...]:
    """The words from ``first`` on as far as a legal form, or with the form before them; none without one."""
    if first and content(words[line[first - 1]].text) in _BEFORE:
        return tuple(line[first - 1 : behind])
    end = 0
    for at in range(behind, min(len(line), behind + _MOST_WORDS + _MORE_FORM)):
        if (end and at >= end + _MORE_FORM) or (not end and at >= behind + _MOST_WORDS):
            break
        if ends_company(" ".join(words[i].text for i in line[first : at + 1]).rstrip(" ,;")):
            end = at + 1
        if end and words[line[at]].text.endswith((",", ";")):
            break
    return tuple(line[first:end]) if end else ()
