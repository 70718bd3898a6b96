"""Suppliers' names without the lines below that say what is sold: "Hardware - Lumber - Garden".

Likewise without a shop's sign in front that the company's full name says again, or that only a motto in
small letters parts from it; and with the sign above an Italian owner: "di Bianchi Marco & C. s.n.c.".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Box, Word, on_row, union
from paperformer.extraction.compare import content
from paperformer.extraction.parties.departments import line_above
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import company_form, ends_company, is_person
from paperformer.fields.values.document_type import find_document_types
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT

_LIKELY = 0.1  # probability of a name that is looked at
_LEFT_OUT = 0.2  # how often the name is as it was seen after all, by judgement
_GAP = 2.5  # heights of a line from one line's middle to the next one's
_ABOVE = 3.0  # the same to a person's name above what the person is
_MOST_WORDS = 16  # of a name that is looked at
_LETTERS = 4  # that a sign has
# Two kinds of goods or more, of a word or two each, with marks between.
_LIST = re.compile(r"[^\W\d_]{3,}(?: [^\W\d_]{3,})?(?: [-–—·•|/*] [^\W\d_]{3,}(?: [^\W\d_]{3,})?){1,5}")
# "doe-het-zelf & tuin"; "dm-drogerie markt" is the beginning of a name.
_MOTTO = re.compile(r"(?-i:[a-zà-ÿ])[^&,•|/]*(?:[&,•|/]| - )")
_LARGER = 1.15  # times the height of the goods from which the line above is a shop's sign
_GREETING = re.compile(
    r"\b(?:welcome|willkommen|bienvenue|benvenuti|bienvenidos|welkom|v[aä]lkomm\w+|velkomm\w+|tervetuloa|witamy"
    r"|thank|danke?|merci|grazie|gracias|tack|takk?|kiitos)\b",
    re.IGNORECASE,
)
_JOINING = frozenset({"&", "+", "und", "and", "et", "e", "y"})
_OWNER = re.compile(r"di [A-ZÀ-Ý]")
# Who owns or heads a firm, and what a person's trade is, on a line below the name.
_HEADS = re.compile(
    r"(?:(?:inhaber(?:in)?|owners?|proprietors?|partners?|directors?|principals?|gesellschafter"
    r"|gesch[aä]ftsf[uü]hr(?:er(?:in)?|ung)|associ[eé]e?s|g[eé]rante?|titolare|titular(?:es)?|eigenaar|maten"
    r"|soci|socios|s[oó]cios):|inh\.|prop\.|inhaber(?:in)?) ",
    re.IGNORECASE,
)
_TRADE = re.compile(
    r"(?:[A-ZÀ-Ý] )?(?:tradut(?:or|rice|ora)|traduc(?:tor|trice|teur)a?|int[eé]rpret[ea]|photographe?"
    r"|fot[oó]graf[oa]?|fotografin"
    r"|notari[oa]|notaire|notare?in?|abogad[oa]|advogad[oa]|avocate?|avvocat[oa]|rechtsanw[aä]lt(?:e|in)?"
    r"|steuerberater(?:in)?|architect[ea]?|architett[oa]|arquitect[oa]|architekt(?:in)?|solicitors?|attorneys?"
    r"|barristers?|accountants?|ingenieur(?:in)?|ing[eé]nieure?|ingegnere|psycholog(?:e|in|ue|[oa])|heilpraktiker(?:in)?"
    r"|hebamme|zahnarzt|zahn[aä]rztin|tierarzt|tier[aä]rztin|dierenarts|vertaler|graphiste|grafikdesigner(?:in)?"
    r"|[uü]bersetzer(?:in)?|dolmetscher(?:in)?|webdesigner(?:in)?|consultant|berater(?:in)?)(?![\w-])",
    re.IGNORECASE,
)

Rows = list[list[int]]


def without_taglines(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates``, each likely one with other lines as well where these are the name.

    Args:
        candidates: Of ``supplier_name``.
        words: Of the document.
    """
    found: list[Scored] = []
    for one in candidates:
        rows = _rows(one, words) if one.probability >= _LIKELY and len(one.words) <= _MOST_WORDS else []
        name = _name(rows, words) if rows else rows
        if name == rows:
            found.append(one)
            continue
        text = " ".join(_text(row, words) for row in name)
        at = tuple(sorted(i for row in name for i in row))
        found.append(one._replace(probability=one.probability * _LEFT_OUT))
        found.append(one._replace(value=text, text=text, words=at))
    return found


def is_list_of_goods(text: str) -> bool:
    """Whether a line says nothing but what is sold: "Hardware - Lumber - Garden"."""
    return _LIST.fullmatch(text) is not None and not ends_company(text)


def _name(rows: Rows, words: Sequence[Word]) -> Rows:
    texts = [_text(row, words) for row in rows]
    heads = next((at for at in range(1, len(rows)) if _HEADS.match(texts[at]) or _TRADE.match(texts[at])), 0)
    if heads:
        return [row for at, row in enumerate(rows[:heads]) if not at or len(texts[at]) > 1]  # "N" is a sign
    if _TRADE.match(texts[0]) and len(rows) == 1 and not ends_company(texts[0]):
        person = line_above(rows[0][0], words, _ABOVE)
        return [person] if is_person(_text(person, words)) else rows
    if is_list_of_goods(texts[-1]):
        above = rows[:-1] or [row for row in _row_above(rows[0], words) if _is_sign(row, rows[0], words)]
        return above if above and not is_list_of_goods(_text(above[-1], words)) else rows
    if _OWNER.match(texts[0]) and _is_whole(rows[0], words):
        return [*_row_above(rows[0], words), *rows]
    if len(rows) > 1 and ends_company(texts[-1]):
        mottos = [_MOTTO.match(text) is not None and not ends_company(text) for text in texts[:-1]]
        if mottos[-1] and all(mottos[1:]):
            return rows[-1:]
    if len(rows) == 2 and _says_again(*texts):
        return rows[1:]
    return [_without_sign(rows[0], words)] if len(rows) == 1 else rows


def _without_sign(row: list[int], words: Sequence[Word]) -> list[int]:
    """``row`` from where its first two words are said again in full: "Fern & Co   Fern & Co Books Ltd"."""
    said = [content(words[i].text) or words[i].text for i in row]
    again = (at for at in range(2, len(said) - 1) if said[at : at + 2] == said[:2])
    start = next(again, None)
    if start is None or words[row[start - 1]].text in _JOINING:
        return row
    return row[start:] if ends_company(_text(row[start:], words)) else row


def _says_again(sign: str, name: str) -> bool:
    """Whether ``name`` ends, with a word in front, as ``sign`` says in capitals, or begins as it does."""
    short, whole = content(sign), content(name)
    shown, said = [content(text) for text in sign.split()], [content(text) for text in name.split()]
    if ends_company(name) and not ends_company(sign) and _begins_or_ends(sign, name):
        return len(said[0]) >= _LETTERS  # "Fern & Fable Books" above "Fern & Fable Ltd"
    longer = len(said) > len(shown) > 1
    return sign.isupper() and not name.isupper() and longer and whole.endswith(short)


def _begins_or_ends(sign: str, name: str) -> bool:
    """Whether a company's name begins with two words of the sign, or its only one, or is the sign's end."""
    shown = [said for said in map(content, sign.split()) if said]
    form = company_form(name) or ""
    bare = [said for said in map(content, name.split()[: len(name.split()) - len(form.split())]) if said]
    return bool(bare and shown) and (
        bare[:2] == shown[:2] or shown in (bare[:1], bare) or shown[-len(bare) :] == bare
    )


def _rows(one: Scored, words: Sequence[Word]) -> Rows:
    """The words of a candidate by rows of the page, top first; none where it leaves words out."""
    if not one.words or one.words[-1] - one.words[0] >= len(one.words):
        return []
    rows: Rows = []
    for i in one.words:
        if rows and _beside(words[rows[-1][-1]], words[i]):
            rows[-1].append(i)
        else:
            rows.append([i])
    return rows


def _text(row: Sequence[int], words: Sequence[Word]) -> str:
    return " ".join(words[i].text for i in row)


def _is_whole(row: Sequence[int], words: Sequence[Word]) -> bool:
    """Whether the line begins with ``row``."""
    at, before = words[row[0]], words[row[0] - 1]
    return row[0] == 0 or (before.page, before.line) != (at.page, at.line)


def _is_sign(row: Sequence[int], below: Sequence[int], words: Sequence[Word]) -> bool:
    """Whether a row is a shop's sign above its goods: larger or in capitals, no greeting, no title."""
    text = _text(row, words)
    is_title = next(find_document_types(plain(text), NO_CONTEXT), None) is not None
    larger = _box(row, words).height >= _LARGER * _box(below, words).height
    return (larger or text.isupper()) and not is_title and _GREETING.search(text) is None


def _row_above(row: Sequence[int], words: Sequence[Word]) -> Rows:
    """The row of words right above, where it is a sign: letters, and no full name of a company."""
    at = next(reversed(line_above(row[0], words)), row[0] - 1)  # beside the head stands what is read first
    if at < 0 or words[at].page != words[row[0]].page:
        return []
    above = [at]
    while above[0] > 0 and _beside(words[above[0] - 1], words[at]) and len(above) <= _MOST_WORDS:
        above.insert(0, above[0] - 1)
    own, box, text = _box(row, words), _box(above, words), _text(above, words)
    step = own.center[1] - box.center[1]
    near = 0 < step <= _GAP * max(own.height, box.height) and box.x0 < own.x1 and own.x0 < box.x1
    is_sign = sum(map(str.isalpha, text)) >= _LETTERS and not any(map(str.isdigit, text)) and ":" not in text
    return [above] if near and is_sign and not ends_company(text) else []


def _beside(one: Word, other: Word) -> bool:
    return one.page == other.page and on_row(one.box, other.box)


def _box(row: Sequence[int], words: Sequence[Word]) -> Box:
    return union([words[i].box for i in row])
