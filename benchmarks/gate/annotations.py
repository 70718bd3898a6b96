"""Annotations of ours on others' documents (``benchmarks/labels``): ``{"id", "fields"}`` on each line.

A field's value is one accepted value, a list of them, or null where the document surely has none. What is not
named is not judged.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from paperformer.labelled.documents import LabelledDocument

Annotations = dict[str, Mapping[str, tuple[str, ...]]]
"""By the document's id its fields, each with the accepted values; none where it is absent."""


def read_annotations(path: Path) -> Annotations:
    """The annotations of a file; none where there is no file.

    Raises:
        ValueError: two lines are of one document.
    """
    found: Annotations = {}
    for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
        record = json.loads(line)
        if record["id"] in found:
            raise ValueError(f"{path}: {record['id']} is annotated twice")
        found[record["id"]] = {name: _accepted(value) for name, value in record["fields"].items()}
    return found


def _accepted(value: str | Sequence[str] | None) -> tuple[str, ...]:
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)


def annotated(documents: Sequence[LabelledDocument], annotations: Annotations) -> list[LabelledDocument]:
    """Those documents that are annotated, judged by what their own set does not judge already."""
    chosen = []
    for one in documents:
        own = annotations.get(one.key, {})
        fields = {name: values for name, values in own.items() if name not in one.known}
        if fields:
            told = {name: values for name, values in fields.items() if values}
            chosen.append(replace(one, fields=told, known=frozenset(fields)))
    return chosen
