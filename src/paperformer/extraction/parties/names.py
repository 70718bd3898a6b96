"""What a supplier's name can be: what looks like something else counts less, slips of OCR are mended."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, islice, pairwise

from paperformer.documents.model import Box, Word, on_row, union
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company, is_form_alone, is_street, is_street_with_house
from paperformer.fields.values.document_type import find_document_types
from paperformer.fields.values.homeland import is_street_and_house
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT, ValueContext
from paperformer.fields.values.spans import PrintedWords

# How often what looks so is a supplier's name after all, by judgement.
_MASTHEAD, _FORM_ALONE, _TITLE, _STREET, _SLOGAN = 0.02, 0.02, 0.1, 0.2, 0.2
_UNFINISHED, _PRICED, _NUMBERED = 0.1, 0.1, 0.2
_NO_LETTER = 0.02  # the same for digits and signs: a "24" of a table; 1&1 prints it with a word behind
_TORN = 0.3  # the same for lines of two columns in one
_OWNED = 0.1  # the same for whoever owns a firm that is named too
_LENT = 0.8  # of the trust in the owner, what the firm gets
_NAMED = 0.1  # probability from which another name is one
_TOLD = 0.05  # the same for what is told in sentences
_HEADING = 0.05  # the same for a caption with its colon, and an e-mail address
_MOTTO = 0.1  # the same for small letters behind a dash: "– vi bygger för nästa generation"
_SMALL = 0.1  # the same for several words in small letters in the midst of a page
_LETTER_HEAD = 0.25  # part of the first page that is one
_FRAGMENT = 2  # letters or digits of a line that is only the rest of the one above it
_COLUMN = 8.0  # heights of a line within which a column of prices goes on
_NEXT = 2.0  # heights of a line within which the row below begins

_QUOTES = "'\"`´‘’“”„«»"
# "Save money. Live better.": two sentences of two words and more.
_SENTENCES = re.compile(r"(?:[^\W\d_]{2,}(?: [^\W\d_]+)* [a-zà-ÿ]{3,}[.!] ?){2,}")
# A clause of small print: a sentence ends and another one begins, in more words than names have.
_CLAUSE = re.compile(r"[a-zà-ÿ]{3,}[.:] [A-ZÀ-Þ][a-zà-ÿ]")
_CLAUSE_WORDS = 12
_OWNER = re.compile(
    r"(?:, ?| \()(?:owner|proprietor|proprietress|founder|president|ceo|director|manager|inhaber(?:in)?"
    r"|gesch[aä]ftsf[uü]hrer(?:in)?|g[eé]rante?|titolare|propietari[oa]|titular|eigenaar|eigenaresse"
    r"|innehavare|indehaver|innehaver|omistaja|w[lł]a[sś]ciciel(?:ka)?|majitel(?:ka)?)\)?$"
    r"|^(?:prop\.|inh\.|(?:owner|proprietor):|inhaber(?:in)?:?) ",
    re.IGNORECASE,
)
# Mastheads of states on forms of theirs, and phrases that stand alone as names do.
_MASTHEADS = re.compile(
    r"r[eé]publique fran[cç]aise|(?:at )?autoridade tribut[aá]ria(?: e aduaneira)?|tribut[aá]ria e aduaneira"
    r"|at autoridade|secretaria municipal (?:de|das) finan[cç]as|libert[eé] ?[-·•–] ?[eé]galit[eé].*"
    r"|(?:bundes)?republik (?:deutschland|österreich)|rep[uú]blica portuguesa|repubblica italiana"
    r"|\(?(?:original|duplicate|triplicate|extra)(?: copy)?(?: for \w+)?\)?"
    r"|e\.? ?(?:&|and) ?o\.? ?e\.?|par courrier|talon (?:à |de |d['’]).*|cerfa|peso kg|feladóvevény",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w.-]+")
_MOTTOS = re.compile(r"[–—-] ?[a-zà-ÿ]{2}")
_UNFINISHED_ENDS = re.compile(r"^[&+] |[&+]$")
_LONG_NUMBER = re.compile(r"[0-9]{9}")  # of a register, not of a shop
_PRICE = re.compile(r"[0-9][.,][0-9]{1,2}(?![0-9])")
# "Toitures Vidal SAS – SAS": the form once more, or alone, behind a dash.
_DASHED_FORM = re.compile(
    r" [–-] (?:S\.?A\.?S\.?U?|S\.?A\.?R\.?L|S\.?A|E\.?U\.?R\.?L|(Entrepreneur(?: individuel)?)|E\.?I)\.?$"
)
# Digits and capitals that OCR took small letters for: F1orentine, C0ffee, HoteI; legal forms d.0.0., s.r.0.
_ONE, _ZERO = re.compile(r"(?<=[^\W\d_])1(?=[a-zà-ÿ])"), re.compile(r"(?<=[^\W\d_])0(?=[a-zà-ÿ])")
_CAPITAL_I = re.compile(r"(?<=[a-zà-ÿ])I(?=[a-zà-ÿ]|$|\s)")
_FORM = re.compile(r"\b([dD]\. ?)[0oO](\. ?)[0oO](?=\.|$)|\b(s\. ?r\. ?)0(?=\.|$)")


def plausible_names(
    candidates: Sequence[Scored], words: Sequence[Word], printed: PrintedWords, context: ValueContext
) -> list[Scored]:
    """``candidates`` for the supplier's name, weighed by what they look like.

    A legal form alone, a document's title, a street, a slogan in quotes or of two sentences, half of "Ben &
    Florentine", a number of a register, an item with its price and, beside a firm's name, its owner are
    seldom names. Values have slips of OCR mended, texts stay.

    Args:
        candidates: Of one field.
        words: Of the document.
        printed: Their texts, in which amounts are looked for.
        context: What the document says about its values.
    """
    if not candidates:
        return []
    prices = _prices(words, printed, context)
    candidates = [_untorn(one, words) if len(one.words) > 1 else one for one in candidates]
    weighed = [
        one._replace(value=mended_name(one.value), probability=one.probability * _trust(one, words, prices))
        for one in candidates
    ]
    return _with_firms(weighed, words)


def _with_firms(candidates: list[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates``; where the row above or below one that is a firm's owner is another, that one gains."""
    found = list(candidates)
    for at, owner in enumerate(candidates):
        if not owner.words or not _OWNER.search(owner.text):
            continue
        for other, firm in enumerate(candidates):
            if firm.probability >= _NAMED and _is_beside(firm, owner, words):
                lent = owner.probability * _LENT
                found[other] = firm._replace(probability=max(found[other].probability, lent))
                found[at] = owner._replace(probability=owner.probability * _OWNED)
    return found


def _is_beside(firm: Scored, owner: Scored, words: Sequence[Word]) -> bool:
    """Whether ``firm`` stands on the row above or below ``owner``, at the same left edge."""
    if not firm.words or set(firm.words) & set(owner.words):
        return False
    one, other = words[firm.words[0]], words[owner.words[0]]
    height = max(one.box.height, other.box.height)
    return (
        one.page == other.page
        and not on_row(one.box, other.box)
        and abs(one.box.center[1] - other.box.center[1]) <= _NEXT * height
        and abs(one.box.x0 - other.box.x0) <= _NEXT * height
    )


def mended_name(name: str) -> str:
    """``name`` with letters where OCR read digits, or a capital I, inside a word or a legal form."""
    name = _ZERO.sub("o", _ONE.sub("l", name))
    name = _without_second_form(_CAPITAL_I.sub("l", name))
    return _FORM.sub(lambda m: f"{m[3]}o" if m[3] else f"{m[1]}o{m[2]}o", name)


def _without_second_form(name: str) -> str:
    """``name`` without its form behind a dash, where it has one before, or is a sole trader's."""
    dashed = _DASHED_FORM.search(name)
    if dashed is None:
        return name
    bare = name[: dashed.start()]
    return bare if is_company(bare) or dashed[1] else name


def _trust(candidate: Scored, words: Sequence[Word], prices: Sequence[int]) -> float:
    text = candidate.text.strip()
    if is_form_alone(text):
        return _FORM_ALONE
    if _MASTHEADS.fullmatch(text) and not is_company(text):
        return _MASTHEAD
    trust = _trust_of_any(candidate)
    is_place = is_street(text) or is_street_and_house(text) or is_street_with_house(text)
    trust *= _STREET if is_place else 1.0
    trust *= _UNFINISHED if _UNFINISHED_ENDS.search(text) or _goes_on(candidate, words) else 1.0
    trust *= _NUMBERED if _LONG_NUMBER.search(text) else 1.0
    if candidate.words and prices:
        trust *= _PRICED if _is_priced(candidate, words, prices) else 1.0
    trust *= _SMALL if _is_of_a_text(candidate, words) else 1.0
    trust *= _TOLD if _SENTENCES.fullmatch(text) or _is_clause(text) else 1.0
    return trust * (_SLOGAN if text[:1] in _QUOTES and text[-1:] in _QUOTES else 1.0)


def weigh_buyers(candidates: Sequence[Scored]) -> list[Scored]:
    """``candidates`` for the buyer's name; titles, captions, mottos and e-mail addresses count less.

    Args:
        candidates: Of ``receiver_name``.
    """
    return [one._replace(probability=one.probability * _trust_of_any(one)) for one in candidates]


def _trust_of_any(candidate: Scored) -> float:
    """How often what looks so is a name after all, the seller's or the buyer's."""
    text = candidate.text.strip()
    if text and not any(map(str.isalpha, text)):
        return _NO_LETTER
    if text.endswith(":") or _EMAIL.fullmatch(text):
        return _HEADING
    if _MOTTOS.match(text):
        return _MOTTO
    return _TITLE if _is_title(text) else 1.0


def _is_clause(text: str) -> bool:
    return len(text.split()) >= _CLAUSE_WORDS and _CLAUSE.search(text) is not None


def _is_of_a_text(candidate: Scored, words: Sequence[Word]) -> bool:
    """Whether several words without a capital stand below the letter-head: "web et réseaux sociaux"."""
    text = candidate.text
    if len(candidate.words) < 2 or not text.islower():
        return False
    first = words[candidate.words[0]]
    return first.page > 1 or first.box.center[1] > _LETTER_HEAD


def _untorn(candidate: Scored, words: Sequence[Word]) -> Scored:
    """``candidate``, or the company's own line of it, where a line of another column was taken with it."""
    lines = [
        list(group) for _, group in groupby(candidate.words, key=lambda at: (words[at].page, words[at].line))
    ]
    boxes = [union(words[at].box for at in line) for line in lines]
    if not any(_is_apart(one, other) for one, other in pairwise(boxes)):
        return candidate
    texts = [" ".join(words[at].text for at in line) for line in lines]
    companies = [at for at, text in enumerate(texts) if is_company(text)]
    if len(companies) != 1:
        return candidate._replace(probability=candidate.probability * _TORN)
    own = companies[0]
    return candidate._replace(value=texts[own], text=texts[own], words=tuple(lines[own]))


def _is_apart(one: Box, other: Box) -> bool:
    """Whether two lines stand in columns of their own: a logo, and a name in the column right of it."""
    return other.x0 >= one.x1 and not on_row(one, other)


def _goes_on(candidate: Scored, words: Sequence[Word]) -> bool:
    """Whether the word after the candidate's last is an "&" on its row."""
    if not candidate.words or candidate.words[-1] + 1 >= len(words):
        return False
    last, following = words[candidate.words[-1]], words[candidate.words[-1] + 1]
    return following.text in {"&", "+"} and following.page == last.page and on_row(following.box, last.box)


def _is_title(text: str) -> bool:
    """Whether ``text`` is a name of a kind of document and nothing else."""
    bare = plain(text).strip(" .:*-#")
    return any(match.end - match.start == len(bare) for match in find_document_types(bare, NO_CONTEXT))


def _prices(words: Sequence[Word], printed: PrintedWords, context: ValueContext) -> list[int]:
    """The words that print a sum for certain: with cents, or with its currency."""
    return [
        span.last
        for span in printed.spans("amount", context)
        if not span.weak and _PRICE.search(words[span.last].text)
    ]


def _is_priced(candidate: Scored, words: Sequence[Word], prices: Sequence[int]) -> bool:
    """Whether a price stands right of the candidate on its row, or below it where its line was cut in two.

    One in a column of prices: a letter-head may stand beside a sum.
    """
    own = [words[i] for i in candidate.words]
    page = own[-1].page
    box = union(word.box for word in own if word.page == page)
    on_page = [words[i].box for i in prices if words[i].page == page and i not in candidate.words]
    rest = _fragment_below(candidate, words, box)
    return any(
        ((on_row(price, box) and price.x0 >= box.x1) or (rest is not None and _is_next(price, rest)))
        and any(_is_column(price, other) for other in on_page)
        for price in on_page
    )


def _fragment_below(candidate: Scored, words: Sequence[Word], box: Box) -> Box | None:
    """The line after the candidate's, where it is no more than the rest of its last word."""
    last = candidate.words[-1]
    following = list(islice((w for w in words[last + 1 :] if w.line != words[last].line), 2))
    if not following or (len(following) > 1 and following[0].line == following[1].line):
        return None
    fragment = following[0]
    if sum(map(str.isalnum, fragment.text)) > _FRAGMENT or not any(map(str.isalpha, fragment.text)):
        return None
    return fragment.box if _is_next(fragment.box, box) else None


def _is_column(price: Box, other: Box) -> bool:
    """Whether ``other`` stands a few rows below ``price``, with its right edge."""
    down = (other.center[1] - price.center[1]) / max(price.height, 1e-6)
    return 0.8 < down < _COLUMN and abs(other.x1 - price.x1) < price.height


def _is_next(below: Box, box: Box) -> bool:
    return on_row(below, box) or 0.0 <= below.center[1] - box.center[1] <= _NEXT * max(
        box.height, below.height
    )
