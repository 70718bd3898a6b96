"""Names that an "und" or "&" joins: "Dr. Florian und Eva Lechner"; also over lines: "Gebr. Wirtz Bad und"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from paperformer.documents.model import Word, union
from paperformer.extraction.parties.departments import line_above, start_of_line, text_of
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import ends_company

_AND = re.compile(r"&|\+|und|u\.|and|et|e|y|en|og|och", re.IGNORECASE)
# No name ends with these: "SARL LE" goes on.
_OPEN = re.compile(r"le|la|les|du|des|of|the|der|van|von|del|della|dello|dei", re.IGNORECASE)
_NAME = re.compile(r"[^\W\d_a-zà-ÿ][\w.'’-]*[,;]?")
_SMALL = re.compile(r"v[ao]n|de[nrl]?|te[nr]?|zu[mr]?|d[aeiou]s?|la|le|für|of|for", re.IGNORECASE)
# "Wohnungsgenossenschaft" above "Rhein-Lahn eG": what it is, on a line of its own.
_SOCIETY = re.compile(r"^\w*(?:genossenschaft|verband|verein|gemeinschaft|innung)$", re.IGNORECASE)
_OF_SOCIETY = re.compile(r".* (?:eG(?:mbH)?|e\. ?G\.|e\. ?V\.|eV)$")
_LETTERS = re.compile(r"[^\W\d_]{3}$")
# "Ruderverein Ehlershausen" above "von 1908 e. V."; "TRATTORIA DA NELLO S.A.S." above "DI NELLO BURRESI & C."
_FOUNDED = re.compile(r"(?:von|v\.|gegr(?:ündet|\.)(?: \w+)?|seit) (?:1[89]|20)[0-9]{2}\b", re.IGNORECASE)
_PARTNERS = re.compile(r"(?:DI|di) [^\W\d_].*(?:& ?C|[eE] C)\b\.?$")
_PARTNERSHIP = re.compile(r"[^\W\d_] S\.? ?(?:A|N)\.? ?(?:S|C)\.?$", re.IGNORECASE)
_NEAR = 2.4  # heights of a line to the one above
_MOST_MORE = 4  # words behind the "und"


def joined(candidates: Sequence[Scored], words: Sequence[Word], captions: Collection[int]) -> list[Scored]:
    """``candidates`` for a name, each with what an "und" joins to it: behind, before, or on the line above.

    Behind it only where all of the line's rest is names, as far as a comma: "Anna Berg und Sohn", not "Berg
    und liefern an". Behind a legal form no name goes on.

    Args:
        candidates: Of one party's name.
        words: Of the document.
        captions: Indices of the words that are labels.
    """
    return [_begun(_ended(one, words), words, captions) if one.words else one for one in candidates]


def _ended(one: Scored, words: Sequence[Word]) -> Scored:
    line = _rest_of_line(one.words[-1], words)
    texts = [words[at].text for at in line]
    last = words[one.words[-1]].text
    open_end = any(form.fullmatch(last) for form in (_AND, _OPEN))
    more = texts if open_end else texts[1:]
    is_joined = open_end or (bool(texts) and _AND.fullmatch(texts[0]) is not None)
    if not is_joined or not 0 < len(more) <= _MOST_MORE or ends_company(one.text):
        return one
    if not _NAME.fullmatch(more[-1]) or not all(_NAME.fullmatch(t) or _SMALL.fullmatch(t) for t in more):
        return one
    return _of(one, (*one.words, *line), words)


def _begun(one: Scored, words: Sequence[Word], captions: Collection[int]) -> Scored:
    """``one``, with the name before the "und" that it follows or begins with, beside or above it."""
    first = one.words[0]
    above = start_of_line(first, words) or line_above(first, words) or _centred_above(first, words)
    opens = words[first].text.islower() and _AND.fullmatch(words[first].text) is not None
    is_begun = _is_begun(one.text, text_of(above, words))
    opens = opens or is_begun
    name = above if opens else above[:-1]
    if not name or set(above) & {*one.words, *(() if is_begun else captions)}:
        return one
    if not (opens or _AND.fullmatch(words[above[-1]].text)):
        return one
    if not all(_NAME.fullmatch(words[at].text) for at in name):
        return one
    return _of(one, (*above, *one.words), words)


def _is_begun(name: str, above: str) -> bool:
    """Whether ``name`` is the second line of one that ``above`` begins."""
    return any(
        first.search(above) is not None and second.match(name) is not None
        for first, second in (
            (_SOCIETY, _OF_SOCIETY),
            (_LETTERS, _FOUNDED),
            (_PARTNERSHIP, _PARTNERS),
        )
    )


def _centred_above(first: int, words: Sequence[Word]) -> list[int]:
    """The words of the line right above that of the word at ``first``, where both have one middle."""
    own = union(words[at].box for at in (first, *_rest_of_line(first, words, whole=True)))
    page, number = words[first].page, words[first].line
    lines: dict[int, list[int]] = {}
    for at, word in enumerate(words):
        if word.page == page and word.line != number and 0 < own.y0 - word.box.y0 <= _NEAR * own.height:
            lines.setdefault(word.line, []).append(at)
    for line in lines.values():
        box = union(words[at].box for at in line)
        if abs(box.center[0] - own.center[0]) <= own.height:
            return line
    return []


def _of(one: Scored, at: tuple[int, ...], words: Sequence[Word]) -> Scored:
    text = text_of(at, words)
    return one._replace(value=text.strip(" ,;"), text=text, words=at)


def _rest_of_line(last: int, words: Sequence[Word], *, whole: bool = False) -> list[int]:
    """The words behind the word at ``last`` on its line, as far as the first that a comma ends, or all."""
    rest: list[int] = []
    for at in range(last + 1, len(words)):
        if (words[at].page, words[at].line) != (words[last].page, words[last].line):
            break
        rest.append(at)
        if not whole and words[at].text.endswith((",", ";")):
            break
    return rest
