"""What each head mostly does, in a line of numbers."""

from __future__ import annotations

import numpy as np

from paperformer.inspection.look.attention import AttentionMap
from paperformer.inspection.look.information import bits


def habits(attention_map: AttentionMap) -> list[dict[str, float | int | str]]:
    """What each head of a self-attention mostly does, as shares of its weight; a line for each head.

    ``bits`` is how much the query tells of where the attention goes (``information.py``). ``spread`` is to
    how many keys it goes, by the exponential of its entropy; ``itself``, ``before`` and ``after`` are the
    query's own place and its neighbours, ``first`` and ``last`` the ends. Cross-attention has no neighbours.
    """
    lines = []
    error, bias, informed = attention_map.error, attention_map.bias, bits(attention_map)
    for head, weights in enumerate(attention_map.weights.astype(np.float64)):
        positive = np.clip(weights, 0.0, None)
        entropy = -(positive * np.log(np.where(positive > 0, positive, 1.0))).sum(axis=-1)
        line: dict[str, float | int | str] = {
            "part": attention_map.part,
            "layer": attention_map.layer,
            "head": head,
        }
        line["bits"], line["spread"] = float(informed[head]), float(np.exp(entropy).mean())
        if attention_map.part != "cross":
            rows = len(weights)
            line["itself"] = float(np.trace(weights) / rows)
            line["before"] = float(np.trace(weights, -1) / max(1, rows - 1))
            line["after"] = float(np.trace(weights, 1) / max(1, rows - 1))
        line["first"], line["last"] = float(weights[:, 0].mean()), float(weights[:, -1].mean())
        if error is not None:
            line["error"] = float(error[head])
        if bias is not None:
            line["limit"] = float(bias[head])
        lines.append(line)
    return lines
