"""Training and held-out documents, cut by group so that no issuer stands on both sides."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence

from paperformer.extraction.compare import content
from paperformer.labelled.documents import LabelledDocument

Groups = Mapping[str, Sequence[LabelledDocument]]
# What is held out where nobody said how much: enough to choose the best epoch by, most left to learn from.
SHARE, MOST = 0.2, 100


def split_by_group(
    documents: Sequence[LabelledDocument], group_by: str, hold_out: int | None
) -> tuple[list[LabelledDocument], list[LabelledDocument]]:
    """(to learn from, held out): whole groups, by the hash of their names, until there are ``hold_out``.

    The cut depends on nothing but the groups' names, so it stays when documents are shuffled. Groups of more
    than a tenth of ``hold_out`` stay in training, where there are enough smaller ones: one big issuer would
    decide the figures. Where there are not, the smallest groups are held out, and one group always stays.

    Args:
        documents: Of one source.
        group_by: The field whose value makes a group; a document without one is a group of its own.
        hold_out: How many documents to hold out, at most; None is a fifth of them, at most 100, but one group
            at least where there are two.
    """
    groups: dict[str, list[LabelledDocument]] = defaultdict(list)
    for document in documents:
        value = next(iter(document.fields.get(group_by, ())), document.key)
        groups[content(value) or document.key].append(document)
    wanted = min(MOST, round(len(documents) * SHARE)) if hold_out is None else hold_out
    names = sorted(groups, key=lambda name: hashlib.sha256(name.encode()).hexdigest())
    keep = _small_groups(groups, names, wanted)
    if 2 * len(keep) < min(wanted, len(documents)):
        keep = _smallest_groups(groups, names, wanted, one_at_least=hold_out is None)
    chosen = {id(d) for d in keep}
    return [d for d in documents if id(d) not in chosen], keep


def _small_groups(groups: Groups, names: Sequence[str], wanted: int) -> list[LabelledDocument]:
    """Groups of a tenth of ``wanted`` or less, in the order of ``names``."""
    keep: list[LabelledDocument] = []
    for name in names:
        if len(keep) >= wanted:
            break
        if len(groups[name]) <= max(1, min(wanted // 10, wanted - len(keep))):
            keep.extend(groups[name])
    return keep


def _smallest_groups(
    groups: Groups, names: Sequence[str], wanted: int, *, one_at_least: bool
) -> list[LabelledDocument]:
    """As many of the smallest groups as ``wanted`` documents take, never all of them."""
    keep: list[LabelledDocument] = []
    for name in sorted(names, key=lambda name: len(groups[name]))[: len(groups) - 1]:
        if len(keep) + len(groups[name]) <= wanted or (one_at_least and not keep):
            keep.extend(groups[name])
    return keep
