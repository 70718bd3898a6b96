"""Sellers in full: "EnergoTek Sprzedaż S.A." of the small print, where the head says "ENERGOTEK" alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from paperformer.documents.model import Word, union
from paperformer.extraction.compare import content
from paperformer.extraction.parties.salutations import line_below
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import company_form, continues_form, is_company, is_form_alone

_READ = 0.3  # probability from which a name is looked at
_LEFT_OUT = 0.2  # how often the sign is the name after all, by judgement
_LETTERS = 4  # that a sign has
_MOST_WORDS = 6  # of a sign, and behind it as far as the legal form
_MORE_FORM = 3  # words that a legal form goes on with: "GmbH", "& Co. KG"
# What stands before a name in quotes, as it is printed: "as Fern Books" has no legal form.
_BEFORE = frozenset({"UAB", "AB", "MB", "IĮ", "VšĮ", "SIA", "IK", "AS", "OÜ", "ООО", "ЕООД", "ЕТ"})
# Forms that stand before names, quotes or not: "BV Callewaert & Dochter – Steenstraat 57".
_FIRST = frozenset(
    {"BV", "NV", "SRL", "SA", "SAS", "SARL", "EURL", "SCI", "SNC", "EARL", "GAEC", "VOF", "UAB"}
)
_APART = re.compile(r"[–—|·•-]")
_OPENING = ("„", "“", "”", '"', "'", "«")
_MARKS = (",", ".", ":", ";")  # no name goes on behind them, but for its legal form
_SMALL = re.compile(
    r"und|u|and|et|e|y|i|a|og|och|ja|en|d[aeiou]s?|dell?a?|de[rn]|die|das|v[ao]n|of|für|&", re.IGNORECASE
)
# Whoever keeps the money, or takes the card, is named on the seller's line too.
_OTHERS = re.compile(
    r"\w*bank(?:haus)?|\w*sparkasse|banque|banco|banca|iban|bic|swift|konto\w*|account|kasse|terminal"
    r"|visa|mastercard|acquir\w+",
    re.IGNORECASE,
)
_PRICE = re.compile(r"\D?[0-9]+[.,][0-9]{2}\D?")
_LETTER_HEAD = 0.25  # part of the first page that is one
_NEXT = 2.5  # heights of a line from the sign's middle to the name's
# An address, a label, or whose member, partner or brand the sign is.
_OTHER_SIGNS = re.compile(
    r"[0-9:@]|^(?:mitglied|member|membre|partner|part|eine?|an?|une?|ett?|een|unternehmen|marke|brand)\b",
    re.IGNORECASE,
)
_MOST_SIGNS = 5  # the likeliest that are looked at
_LIKELY = 0.5  # probability from which a name is the buyer's


class _Line(NamedTuple):
    """Words of a line, by index, and the content of each."""

    words: tuple[int, ...]
    said: tuple[str, ...]


class _Page(NamedTuple):
    words: Sequence[Word]
    section: Mapping[int, str]
    captions: frozenset[int]
    buyer: Scored | None


def with_legal_names(
    candidates: Sequence[Scored],
    buyers: Sequence[Scored],
    words: Sequence[Word],
    section: Mapping[int, str],
    captions: Collection[int] = (),
) -> list[Scored]:
    """``candidates`` for who sells; a sign gives way to the company's name that begins with it.

    Args:
        candidates: Of ``supplier_name``.
        buyers: Of ``receiver_name``: the likeliest does not sell.
        words: Of the document.
        section: The party in whose section a word, by index, stands.
        captions: Indices of the words that labels consist of.
    """
    buyer = max(buyers, key=lambda one: one.probability, default=None)
    page = _Page(
        words, section, frozenset(captions), buyer if buyer and buyer.probability >= _LIKELY else None
    )
    signs = sorted((one for one in candidates if _is_sign(one)), key=lambda one: -one.probability)
    likeliest = list(dict.fromkeys(content(one.text) for one in signs))[:_MOST_SIGNS]
    lines = _lines(words) if likeliest else []
    places = {content(one.text): one.words for one in reversed(signs)}
    names = {
        sign: _legal_name(sign, lines, page) or _next_to(places[sign], lines, page) for sign in likeliest
    }
    found: list[Scored] = []
    for one in candidates:
        name = names.get(content(one.text), ()) if _is_sign(one) else ()
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


def _lines(words: Sequence[Word]) -> list[_Line]:
    """The lines that print a legal form."""
    lines = groupby(range(len(words)), key=lambda i: (words[i].page, words[i].line))
    wholes = [tuple(group) for _, group in lines]
    return [
        _Line(whole, tuple(content(words[i].text) for i in whole))
        for whole in wholes
        if _has_form([words[i].text for i in whole])
    ]


def _has_form(texts: Sequence[str]) -> bool:
    return texts[0] in _FIRST or not _BEFORE.isdisjoint(texts) or is_company(" ".join(texts))


def _legal_name(sign: str, lines: Sequence[_Line], page: _Page) -> tuple[int, ...]:
    """The words of the company's name that begins as ``sign`` does, or stands in quotes behind its form."""
    for line in lines:
        for first, behind in _places(sign, line.said):
            name = _as_far_as_form(first, behind, line.words, page)
            if name and {"supplier", None} >= {page.section.get(i) for i in name} and not _buys(name, page):
                return name
    return ()


def _next_to(sign: Sequence[int], lines: Sequence[_Line], page: _Page) -> tuple[int, ...]:
    """The company's name alone on the line above or below a sign of the letter-head, at an edge of it."""
    box = union(page.words[at].box for at in sign)
    if page.words[sign[0]].page != 1 or box.center[1] > _LETTER_HEAD:
        return ()
    for line in lines:
        own = [page.words[at] for at in line.words]
        text = " ".join(word.text for word in own)
        other = union(word.box for word in own)
        height = max(min(box.height, other.height), 1e-6)
        edges = (box.x0 - other.x0, box.x1 - other.x1, box.center[0] - other.center[0])
        is_near = own[0].page == 1 and 0.5 < abs(box.center[1] - other.center[1]) / height < _NEXT
        if not is_near or min(map(abs, edges)) > height or not _is_name_alone(line.words, text, page):
            continue
        is_own = {"supplier", None} >= {page.section.get(at) for at in line.words}
        if len(own) <= _MOST_WORDS and is_own and not _buys(line.words, page):
            return line.words
    return ()


def _is_name_alone(line: Sequence[int], text: str, page: _Page) -> bool:
    """Whether a line is a company's name with its legal form and nothing else, no bank's."""
    form = company_form(text)
    if form is None or _OTHER_SIGNS.search(text) or not page.captions.isdisjoint(line):
        return False
    named = len(line) - len(form.split())
    return named > 0 and _is_one_name(("", *(page.words[at].text for at in line[:named])))


def _buys(name: Sequence[int], page: _Page) -> bool:
    """Whether a name is the buyer's, or stands right below the buyer's in the same block."""
    if page.buyer is None:
        return False
    text = " ".join(page.words[i].text for i in name)
    if content(text) == content(page.buyer.text):
        return True
    return bool(page.buyer.words) and name[0] in line_below(page.buyer.words[-1], page.words)[:1]


def _places(sign: str, said: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where a line says ``sign``: the positions in it of the first word and of the one behind."""
    for first, text in enumerate(said):
        if not text or not sign.startswith(text):
            continue
        joined, behind = text, first + 1
        while behind < len(said) and len(joined) < len(sign):
            joined, behind = joined + said[behind], behind + 1
        if joined == sign:
            yield first, behind


def _as_far_as_form(first: int, behind: int, line: Sequence[int], page: _Page) -> tuple[int, ...]:
    """The words from ``first`` on as far as a legal form, or with the form before them; none without one."""
    texts = [page.words[i].text for i in line[first : behind + _MOST_WORDS + _MORE_FORM]]
    if first and page.words[line[first - 1]].text in _BEFORE and texts[0].startswith(_OPENING):
        return tuple(line[first - 1 : behind])
    if first == 1 and _leads(line, behind, page):
        return tuple(line[:behind])
    sign = behind - first
    for end in range(sign + 1, min(len(texts), sign + _MOST_WORDS) + 1):
        form = company_form(" ".join(texts[:end]).rstrip(" ,;"))
        if form is None:
            continue
        named = end - len(form.split())
        # "Fern Communications DAC": the word right before the form is of the name, a label elsewhere or not.
        between = range(first + sign, first + named - 1)
        if any(line[at] in page.captions for at in between) or not _is_one_name(texts[sign - 1 : named]):
            return ()
        end = _end_of_form(texts, named, end)
        return () if _PRICE.fullmatch("".join(texts[end : end + 1])) else tuple(line[first : first + end])
    return ()


def _leads(line: Sequence[int], behind: int, page: _Page) -> bool:
    """Whether a line begins with a form that stands before names, and the name ends at a mark or with it."""
    ends = behind == len(line) or _APART.fullmatch(page.words[line[behind]].text) is not None
    return page.words[line[0]].text in _FIRST and (ends or page.words[line[behind - 1]].text.endswith(","))


def _is_one_name(texts: Sequence[str]) -> bool:
    """Whether the last word of a sign and those behind it, as far as the legal form, are one name."""
    if any(text.endswith(_MARKS) for text in texts[:-1]):
        return False
    return all(
        (text[:1].isupper() or text[:1] in "(„“\"'«" or _SMALL.fullmatch(text))
        and not _OTHERS.fullmatch(text)
        for text in texts[1:]
    )


def _end_of_form(texts: Sequence[str], start: int, end: int) -> int:
    """Where a legal form ends that begins at ``start`` and could end at ``end``: "GmbH", "& Co. KG"."""
    for longer in range(end + 1, min(len(texts), end + _MORE_FORM) + 1):
        if texts[longer - 2].endswith((",", ";")):
            break
        rest = " ".join(texts[end:longer]).rstrip(" ,;")
        whole = " ".join(texts[start:longer]).rstrip(" ,;")
        if is_form_alone(rest) or is_form_alone(whole) or continues_form(texts[end - 1], rest):
            end = longer
    return end
