"""Confirmed feedback as documents to train on, in the format of docs/training.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from paperformer.service.document_rows import shown_file
from paperformer.service.documents import Documents
from paperformer.service.feedback import FeedbackStore

Record = dict[str, Any]


def corrections(feedback: FeedbackStore, documents: Documents, since: float = 0.0) -> Iterator[Record]:
    """Every confirmed document as a record: words, boxes, true values, and which words print them.

    Args:
        feedback: What people confirmed.
        documents: Where the words are.
        since: Only what was confirmed after.
    """
    for row, content in feedback.confirmed(since):
        pages = documents.pages(shown_file(row))
        if row["pages"] is not None:  # of a file that was split, the pages of this document
            last = row["first_page"] + row["pages"] - 1
            pages = [page for page in pages if row["first_page"] <= page[0] <= last]
        if pages:
            yield _record(row, content, pages)


def _record(row: Mapping[str, Any], content: Mapping[str, Any], pages: Sequence[Any]) -> Record:
    labels = _labels(content)
    return {
        "id": row["id"],
        "file_name": row["name"],
        "unit": "word",
        "pages": [
            {"number": number, "width": page["width"], "height": page["height"]} for number, _, page in pages
        ],
        "words": [
            {
                "text": text,
                "box": [x0 * page["width"], y0 * page["height"], x1 * page["width"], y1 * page["height"]],
                "page": number,
                "index": index,
                **({"labels": sorted(labels[index])} if index in labels else {}),
            }
            for number, first, page in pages
            for index, (text, x0, y0, x1, y1, _) in enumerate(page["words"], start=first)
        ],
        "fields": {name: [value["value"] for value in values] for name, values in content["fields"].items()},
        "known": sorted(content["fields"]),
        "rows": content.get("rows", {}),
        "model": {"name": row["model_name"], "version": row["model_version"]},
    }


def _labels(content: Mapping[str, Any]) -> dict[int, set[str]]:
    labels: dict[int, set[str]] = {}
    for name, values in content["fields"].items():
        for value in values:
            for index in value.get("words") or ():
                labels.setdefault(index, set()).add(name)
    return labels
