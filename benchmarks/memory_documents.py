"""Documents of many suppliers to measure the memory with: several of each, with truth and with mistakes.

The suppliers are the invented firms of ``benchmarks/drawn``: layouts that no training and no rule has seen.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

sys.path.append(str(Path(__file__).parent))

from drawn import facts
from drawn.draw import draw
from drawn.rows import CELLS

from paperformer.documents import DocumentReader
from paperformer.documents.model import Document
from paperformer.extraction.supplier_memory.confirmed import Confirmation
from paperformer.fields.context import infer_context, printed_of
from paperformer.fields.schema import Schema
from paperformer.labelled.folder import read_answer
from paperformer.labelled.lines import lines_in

_VOWELS, _CONSONANTS = "aeiou", "bcdfghjklmnpqrstvwxz"
_NEXT = str.maketrans(_VOWELS + _CONSONANTS, "eioua" + "cdfghjklmnpqrstvwxzb")
_LOST = 1 / 3  # of the mistakes: a value that nobody entered; the others are other values of the page


@dataclass(frozen=True, slots=True)
class Example:
    """A document and its truth: every value that counts as right, by field; nothing where it has none.

    ``lines`` are the cells of its purchase lines.
    """

    name: str
    document: Document
    fields: Mapping[str, Sequence[str]]
    lines: Sequence[Mapping[str, str]]


def suppliers(part: str, each: int, most: int, *, strange: bool = False) -> dict[str, list[Example]]:
    """``each`` documents of ``most`` suppliers of a part of ``drawn``; pictures are left out.

    Args:
        part: ``open`` or ``sealed``.
        each: Documents of a supplier.
        most: Suppliers.
        strange: Whether the columns of their tables are headed in words of no language.
    """
    drawn = [one for one in facts.issuers(part) if not _has_picture(one)]
    chosen = drawn[:: max(1, len(drawn) // most)][:most]
    found: dict[str, list[Example]] = {}
    with tempfile.TemporaryDirectory() as folder, DocumentReader() as reader:
        for issuer in chosen:
            found[issuer["id"]] = []
            own = _with_strange_columns(issuer) if strange else issuer
            for case in _cases(own, each):
                path = draw(case, Path(folder))
                truth = path.with_suffix(".json")
                answer, rows = read_answer(truth), json.loads(truth.read_text("utf-8"))["rows"]
                found[issuer["id"]].append(Example(case.name, reader.read(path), answer, lines_in(rows)))
    return found


def _with_strange_columns(issuer: Mapping[str, Any]) -> dict[str, Any]:
    """An issuer whose words above columns nobody knows: each letter is the next vowel or consonant."""
    case = _cases(issuer, 1)[0]
    words = {key: case.word(key).lower().translate(_NEXT).capitalize() for key in CELLS}
    return {**issuer, "words": {**issuer.get("words", {}), **words}}


def _cases(issuer: Mapping[str, object], each: int) -> list[facts.Case]:
    same = {"count": each}
    numbers = facts._identity(issuer, Random(f"{facts.SEED} {issuer['id']}"))
    return [
        facts._case({**issuer, **same, **numbers}, place, Random(f"{facts.SEED} {issuer['id']} {place}"))
        for place in range(each)
    ]


def _has_picture(issuer: Mapping[str, object]) -> bool:
    return "picture" in issuer or any("picture" in one for one in issuer.values() if isinstance(one, dict))


def confirmation(example: Example, rate: float, rng: Random, schema: Schema) -> Confirmation:
    """What somebody confirms of a document who is wrong about a share of the fields.

    Args:
        example: The document.
        rate: How many of the fields are wrong.
        rng: Draws the mistakes.
        schema: The fields there are.
    """
    words = example.document.words
    printed, context = printed_of(words), infer_context(words)
    fields: dict[str, list[str]] = {}
    for name, values in example.fields.items():
        fields[name] = list(values[:1])
        if name not in schema or rng.random() >= rate:
            continue
        others = {span.parsed.value for span in printed.spans(schema[name].type, context)} - set(values)
        if not others:
            others = {word.text for word in words} - set(values)
        is_lost = bool(values) and rng.random() < _LOST
        fields[name] = [] if is_lost else [rng.choice(sorted(others))]
    return Confirmation(example.document, fields, lines=_mistaken(example.lines, rate, rng))


def _mistaken(lines: Sequence[Mapping[str, str]], rate: float, rng: Random) -> list[dict[str, str]]:
    """Lines of which, on a share of the pages, one column is lost or taken for another."""
    columns = sorted({name for line in lines for name in line})
    called = {name: name for name in columns}
    if columns and rng.random() < rate:
        name, other = rng.choice(columns), rng.choice(columns)
        called[name], called[other] = ("", other) if rng.random() < _LOST else (other, name)
    return [{called[name]: value for name, value in line.items() if called[name]} for line in lines]
