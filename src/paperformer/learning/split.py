"""Training and held-out documents, cut by group so that no issuer stands on both sides."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence

from paperformer.extraction.compare import content
from paperformer.extraction.labelled.documents import LabelledDocument


def split_by_group(
    documents: Sequence[LabelledDocument], group_by: str, hold_out: int
) -> tuple[list[LabelledDocument], list[LabelledDocument]]:
    """(to learn from, held out): whole groups, by the hash of their names, until there are ``hold_out``.

    The cut depends on nothing but the groups' names, so it stays when documents are shuffled. Groups of more
    than a tenth of ``hold_out`` stay in training: one big issuer would decide the figures.

    Args:
        documents: Of one source.
        group_by: The field whose value makes a group; a document without one is a group of its own.
        hold_out: How many documents to hold out, at most.
    """
    groups: dict[str, list[LabelledDocument]] = defaultdict(list)
    for document in documents:
        value = next(iter(document.fields.get(group_by, ())), document.key)
        groups[content(value) or document.key].append(document)
    keep: list[LabelledDocument] = []
    for name in sorted(groups, key=lambda n: hashlib.sha256(n.encode()).hexdigest()):
        if len(keep) >= hold_out:
            break
        if len(groups[name]) <= max(1, min(hold_out // 10, hold_out - len(keep))):
            keep.extend(groups[name])
    chosen = {id(d) for d in keep}
    return [d for d in documents if id(d) not in chosen], keep
