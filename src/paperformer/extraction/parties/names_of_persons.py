"""Persons' names in full: with the title before them, with the first name that a form asks for apart."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.parties.departments import text_of
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_person, is_street

# Academic titles as they are printed before a name: "Mag. art.", "Dipl.-Ing.", "Univ.-Prof. Dr. med."
_TITLE = re.compile(
    r"(?:Dr|Prof|Univ|Mag|Ing|DI|Dipl|Dott|Dott\.ssa|Avv|Arch|Geom|Rag|MUDr|JUDr|MVDr|MDDr|Mgr|Bc|RNDr|PhDr|PharmDr"
    r"|dr|ing|mgr|inż|prof|doc)[.-](?:[-A-Za-z]+\.?)*|Dott\.ssa|DI|DDr\.?|Dr|MMag\.?"
)
_OF_TITLE = re.compile(
    r"(?:med|dent|vet|art|iur|jur|phil|rer|nat|pol|oec|techn|theol|h\.c|mult|habil|univ|arch|ing)\."
)
_MOST_TITLES = 4
_REACH = 12  # words behind a surname within which the form asks for the first name
_SEEN = 0.02  # probability from which the longer name is one


def with_titles(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` for a name; a person's has the titles before it, there or where it stands again.

    Args:
        candidates: Of one party's name.
        words: Of the document.
    """
    return [_titled(one, words) if one.words and is_person(one.text) else one for one in candidates]


def _titled(one: Scored, words: Sequence[Word]) -> Scored:
    said = [content(words[at].text) for at in one.words]
    again = (at for at, word in enumerate(words) if content(word.text) == said[0])
    places = [at for at in again if [content(word.text) for word in words[at : at + len(said)]] == said]
    for first in (one.words[0], *places):
        start = _start_of_titles(first, words)
        if start < first:
            whole = tuple(range(start, first + len(said)))
            text = text_of(whole, words)
            return one._replace(value=text.strip(" ,;"), text=text, words=whole)
    return one


def _start_of_titles(first: int, words: Sequence[Word]) -> int:
    """Where the titles begin before the word at ``first``; ``first`` where none stand there."""
    start = first
    for at in range(first - 1, max(-1, first - 1 - _MOST_TITLES), -1):
        is_beside = (words[at].page, words[at].line) == (words[first].page, words[first].line)
        if is_beside and _TITLE.fullmatch(words[at].text):
            start = at
        elif not (is_beside and _OF_TITLE.fullmatch(words[at].text)):
            break
    return start


def with_first_names(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` for who buys; a surname of a form gives way to the whole name, which is one too.

    "Name" and "Vorname" are two rows of a patient's form; the letter's window has both.

    Args:
        candidates: Of ``receiver_name``.
        words: Of the document.
    """
    return [_full(one, candidates, words) if one.words else one for one in candidates]


def _full(one: Scored, candidates: Sequence[Scored], words: Sequence[Word]) -> Scored:
    if len(one.words) != 1 or is_street(one.text) or any(map(str.isdigit, one.text)):
        return one
    surname = content(one.text)
    for whole in candidates:
        parts = whole.text.split()
        is_whole = whole.probability >= _SEEN and len(parts) > 1 and is_person(whole.text)
        given = {content(part) for part in parts} - {surname}
        if (
            not is_whole
            or surname not in (content(parts[0]), content(parts[-1]))
            or len(given) != len(parts) - 1
        ):
            continue
        near = {content(word.text) for word in words[one.words[0] : one.words[0] + _REACH]}
        if given <= near:
            return one._replace(value=whole.value, text=whole.text, words=whole.words)
    return one


def without_family(one: Scored, words: Sequence[Word]) -> Scored:
    """A name of two lines without the first, where that is "Familie" with the surname of the second."""
    lines = [at for at in one.words if words[at].line != words[one.words[0]].line] if one.words else []
    if not lines:
        return one
    first, second = text_of(one.words[: len(one.words) - len(lines)], words), text_of(lines, words)
    form, _, surname = first.partition(" ")
    is_family = form.lower().rstrip(".") in {"familie", "fam", "famille", "famiglia", "familia", "família"}
    if not is_family or content(surname) not in {content(word) for word in second.split()}:
        return one
    return one._replace(value=second.strip(" ,;"), text=second, words=tuple(lines))
