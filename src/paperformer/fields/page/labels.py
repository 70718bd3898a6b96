"""The labels that stand beside values: a dictionary of many languages, and where a line prints one.

``labels.yaml`` holds the words. They are compared without case, accents, spaces and punctuation, so that
"Rechnungs-Nr.", "RECHNUNGSNR" and "Rechnungsnr:" are one label; a long one may hold one slip of the OCR.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Literal, NamedTuple, cast

from paperformer.errors import InvalidConfig
from paperformer.fields.values.plain import folded, plain
from paperformer.fields.words.load import packaged_yaml

Kind = Literal["field", "other", "column", "party"]
Strength = Literal["plain", "thin", "beside"]

_STRENGTHS: dict[str, Strength] = {"?": "thin", ">": "beside"}
_MOST_TOKENS = 9
_LONG = 8  # squeezed characters from which one slip leaves no doubt which label is meant
_HALF = 4  # one slip leaves the first or the last four characters of a long label whole

# Chinese and Japanese put no space between words: each character is a token, a label may end a run of them.
_CJK = "\u3041-\u30ff\u3400-\u9fff"
_TOKEN = re.compile(rf"[^\W_{_CJK}]+|[{_CJK}]|[#№]")
_GROUP = re.compile(r"\(([^()]*)\)")
_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d"})
# Greek letters as the Latin ones that their capitals look like, for OCR takes them for these: ΠΛΗΡΩΤΕΟ is
# NAHPOTEO.
# Σ, Φ, Ξ and Ψ look like nothing else, and stay.
_LOOKS = str.maketrans("αβγδεζηθικλμνοπρτυχω", "abraezhoikamnonptyxo")
_UNLIKE = frozenset("σφξψ")
_LONG_UNLIKE = 6  # characters from which a label with such a letter may hold a slip: no other one has it


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a label stands for.

    Args:
        kind: ``field``: a field's value follows. ``party``: an address block. ``column``: a column of a
            line table. ``other``: something that no field takes.
        name: The field, or the party (``receiver``, ``supplier``, ``delivery``); empty for the others.
        strength: ``thin`` labels need a clear place, ``beside`` ones a value right behind them.
        languages: ISO 639-1 codes of those that print it so; empty where a field's own name is the label.
    """

    kind: Kind
    name: str
    strength: Strength
    languages: frozenset[str]


class Token(NamedTuple):
    """A run of letters and digits of a line: its squeezed form and its offsets in the line's text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class LabelHit:
    """A label where a line prints it.

    Args:
        meanings: All that it can stand for.
        first, last: Indices of its tokens in the line.
        exact: False where one character differs.
        length: Characters of the squeezed label; a longer one says more.
    """

    meanings: tuple[Meaning, ...]
    first: int
    last: int
    exact: bool
    length: int


@lru_cache(maxsize=8192)
def squeezed_word(word: str) -> str:
    """``word`` without case, accents and punctuation; # is "no"."""
    text = "".join(c for c in folded(word).translate(_LETTERS) if c.isalnum())
    if not text.isascii():
        text = text.translate(_LOOKS)
    return text or ("no" if word in {"#", "№"} else "")


def tokens_of(line: str) -> list[Token]:
    """The tokens of a line's text, left to right."""
    return [
        Token(squeezed_word(match[0]), match.start(), match.end()) for match in _TOKEN.finditer(plain(line))
    ]


def begin_of_run(tokens: Sequence[Token], index: int) -> int:
    """The first of the Chinese or Japanese characters that stand together up to token ``index``.

    A word of another script is a run of its own.
    """
    while index > 0 and tokens[index - 1].end == tokens[index].start and _is_cjk(tokens[index - 1].text):
        index -= 1
    return index


def _is_cjk(text: str) -> bool:
    return len(text) == 1 and "\u3041" <= text <= "\u9fff"


class LabelBook:
    """Labels by their squeezed form."""

    def __init__(self, meanings: Mapping[str, Sequence[Meaning]]) -> None:
        self.meanings = {key: tuple(found) for key, found in meanings.items()}
        self._fields = frozenset(m.name for found in self.meanings.values() for m in found)
        self._longest = max(map(len, self.meanings), default=0)
        self._openings = _openings_of(self.meanings)
        # First or last characters of long labels -> length -> labels: where a run with a slip is looked up.
        self._heads: dict[str, dict[int, list[str]]] = {}
        self._tails: dict[str, dict[int, list[str]]] = {}
        for key in self.meanings:
            if len(key) >= _LONG or (len(key) >= _LONG_UNLIKE and not _UNLIKE.isdisjoint(key)):
                self._heads.setdefault(key[:_HALF], {}).setdefault(len(key), []).append(key)
                self._tails.setdefault(key[-_HALF:], {}).setdefault(len(key), []).append(key)

    def with_fields(self, names: Sequence[str]) -> LabelBook:
        """This book with a label for each field of ``names`` that has none: its name."""
        own = [name for name in names if name not in self._fields]
        if not own:
            return self
        book = copy(self)
        book.meanings = dict(self.meanings)
        for name in own:
            key = name.replace("_", "")
            meaning = Meaning("field", name, "plain", frozenset())
            book.meanings[key] = (*book.meanings.get(key, ()), meaning)
        book._openings = _openings_of(book.meanings)
        return book

    def find(self, tokens: Sequence[Token]) -> list[LabelHit]:
        """The labels in a line, left to right, without overlap; of those that begin alike the longest."""
        squeezed = "".join([token.text for token in tokens])
        ends = list(accumulate([len(token.text) for token in tokens]))
        hits: list[LabelHit] = []
        position = 0
        while position < len(tokens):
            hit = self._at(tokens[position].text, position, squeezed, ends)
            if hit is None:
                position += 1
            else:
                hits.append(hit)
                position = hit.last + 1
        return hits

    def _at(self, token: str, first: int, squeezed: str, ends: Sequence[int]) -> LabelHit | None:
        """The longest label that begins with a token; one with a slip only where none fits.

        Args:
            token: Its squeezed form.
            first: Its place in the line.
            squeezed: All tokens of the line, joined.
            ends: Where each token ends in ``squeezed``.
        """
        if not token.isalpha():
            return None
        begin = ends[first] - len(token)
        opens = token[:_HALF] in self._openings
        heads = self._heads.get(squeezed[begin : begin + _HALF], {}) if opens else {}
        exact: int | None = None
        similar: list[int] = []
        shortest = (_LONG if squeezed.isascii() else _LONG_UNLIKE) - 1
        for last in range(first, min(first + _MOST_TOKENS, len(ends))):
            end = ends[last]
            if end - begin > self._longest + 1:
                break
            if opens and squeezed[begin:end] in self.meanings:
                exact = last
            elif end - begin >= shortest and (heads or squeezed[end - _HALF : end] in self._tails):
                similar.append(last)
        if exact is not None:
            label = squeezed[begin : ends[exact]]
            return LabelHit(self.meanings[label], first, exact, True, len(label))
        for last in reversed(similar):
            near = self._with_slip(squeezed[begin : ends[last]], heads)
            if near:
                return LabelHit(self.meanings[near], first, last, False, len(near))
        return None

    def _with_slip(self, text: str, heads: Mapping[int, Sequence[str]]) -> str | None:
        """The long label that is ``text`` but for one character; None where there is none."""
        tails = self._tails.get(text[-_HALF:])
        for half in (heads, tails):
            if not half:
                continue
            for length in (len(text), len(text) + 1, len(text) - 1):
                for label in half.get(length, ()):
                    if _one_slip(text, label):
                        return label
        return None


def _openings_of(labels: Iterable[str]) -> frozenset[str]:
    """The first characters of ``labels``, up to ``_HALF``: a token of other ones opens none."""
    return frozenset(label[:length] for label in labels for length in range(1, _HALF + 1))


def _one_slip(text: str, label: str) -> bool:
    """Whether one substitution, insertion or deletion makes ``text`` of ``label``."""
    if len(text) > len(label):
        text, label = label, text
    at = 0
    while at < len(text) and text[at] == label[at]:
        at += 1
    rest = at if len(text) < len(label) else at + 1
    return text[rest:] == label[at + 1 :]


@lru_cache(maxsize=8)
def labels_of(fields: tuple[str, ...]) -> LabelBook:
    """The labels that come with Paperformer, and the names of those of ``fields`` that they do not know."""
    return load_labels().with_fields(fields)


@lru_cache(maxsize=1)
def load_labels() -> LabelBook:
    """The labels that come with Paperformer.

    Raises:
        InvalidConfig: when ``labels.yaml`` is not of the form that it describes.
    """
    return LabelBook(read_meanings(packaged_yaml("paperformer.fields.page", "labels.yaml")))


def read_meanings(content: object) -> dict[str, list[Meaning]]:
    """Squeezed labels and what they mean, from the content of a label file.

    Raises:
        InvalidConfig: when it is not of the form that ``labels.yaml`` describes.
    """
    if not isinstance(content, dict) or not all(isinstance(group, dict) for group in content.values()):
        raise InvalidConfig("labels.yaml is no mapping of groups", "Write `labels:`, `other:` and so on")
    found: dict[str, dict[tuple[Kind, str, Strength], set[str]]] = {}
    for kind, name, by_language in _groups(cast("dict[str, dict[str, object]]", content)):
        for language, labels in _lists(by_language, name or kind):
            for label in labels:
                strength = _STRENGTHS.get(label[-1:], "plain")
                bare = label if strength == "plain" else label[:-1]
                for key in set(_expanded(bare)):
                    found.setdefault(key, {}).setdefault((kind, name, strength), set()).add(language)
    found.pop("", None)
    return {
        key: [Meaning(*what, frozenset(languages)) for what, languages in meanings.items()]
        for key, meanings in found.items()
    }


def _groups(content: dict[str, dict[str, object]]) -> Iterator[tuple[Kind, str, object]]:
    for field, by_language in content.get("labels", {}).items():
        yield "field", field, by_language
    for party, by_language in content.get("parties", {}).items():
        yield "party", party, by_language
    yield "other", "", content.get("other", {})
    yield "column", "", content.get("columns", {})


def _lists(by_language: object, where: str) -> Iterator[tuple[str, list[str]]]:
    if not isinstance(by_language, dict):
        raise InvalidConfig(f"labels.yaml: {where} has no languages", "Write `en: [label, label]` below it")
    for language, labels in by_language.items():
        if not isinstance(labels, list) or not all(isinstance(label, str) and label for label in labels):
            raise InvalidConfig(
                f"labels.yaml: {where}, {language} is no list of words", "Put words like no in quotes"
            )
        yield str(language), labels


def _expanded(label: str) -> Iterator[str]:
    """All squeezed labels that a pattern with ``(a|b)`` stands for."""
    group = _GROUP.search(label)
    if group is None:
        yield label.replace(" ", "") if label.isascii() and label.islower() else _squeezed_label(label)
        return
    for choice in group[1].split("|"):
        yield from _expanded(label[: group.start()] + choice + label[group.end() :])


def _squeezed_label(label: str) -> str:
    return "".join(squeezed_word(match[0]) for match in _TOKEN.finditer(label))
