"""Training and held-out documents, cut by group so that no issuer stands on both sides."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence

from paperformer.learning.alignment import content
from paperformer.learning.corpus import LabelledDocument


def split_by_group(
    documents: Sequence[LabelledDocument], group_by: str, hold_out: int
) -> tuple[list[LabelledDocument], list[LabelledDocument]]:
    """(to learn from, held out): whole groups, in the order of their names' hash, until ``hold_out`` is reached.

    The cut depends on nothing but the groups' names, so it stays when documents are added or shuffled.
    """
    groups: dict[str, list[LabelledDocument]] = defaultdict(list)
    for document in documents:
        value = next(iter(document.fields.get(group_by, ())), document.key)
        groups[content(value) or document.key].append(document)
    keep: list[LabelledDocument] = []
    for name in sorted(groups, key=lambda n: hashlib.sha256(n.encode()).hexdigest()):
        if len(keep) >= hold_out:
            break
        # A group that would overshoot by far would take the biggest issuer out of training.
        if len(keep) + len(groups[name]) <= hold_out:
            keep.extend(groups[name])
    chosen = {id(d) for d in keep}
    return [d for d in documents if id(d) not in chosen], keep
