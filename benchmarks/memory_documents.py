"""Documents of many suppliers to measure the memory with: several of each, with truth and with mistakes.

The suppliers are the invented firms of ``benchmarks/drawn``: layouts that no training and no rule has seen.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parent))

from drawn import facts
from drawn.draw import draw

from paperformer.documents import DocumentReader
from paperformer.documents.model import Document
from paperformer.extraction.supplier_memory.confirmed import Confirmation
from paperformer.fields.context import infer_context, printed_of
from paperformer.fields.schema import Schema
from paperformer.labelled.folder import read_answer

_LOST = 1 / 3  # of the mistakes: a value that nobody entered; the others are other values of the page


@dataclass(frozen=True, slots=True)
class Example:
    """A document and its truth: every value that counts as right, by field; nothing where it has none."""

    name: str
    document: Document
    fields: Mapping[str, Sequence[str]]


def suppliers(part: str, each: int, most: int) -> dict[str, list[Example]]:
    """``each`` documents of ``most`` suppliers of a part of ``drawn``; pictures are left out.

    Args:
        part: ``open`` or ``sealed``.
        each: Documents of a supplier.
        most: Suppliers.
    """
    drawn = [one for one in facts.issuers(part) if not _has_picture(one)]
    chosen = drawn[:: max(1, len(drawn) // most)][:most]
    found: dict[str, list[Example]] = {}
    with tempfile.TemporaryDirectory() as folder, DocumentReader() as reader:
        for issuer in chosen:
            found[issuer["id"]] = []
            for case in _cases(issuer, each):
                path = draw(case, Path(folder))
                answer = read_answer(path.with_suffix(".json"))
                found[issuer["id"]].append(Example(case.name, reader.read(path), answer))
    return found


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
    return Confirmation(example.document, fields)
