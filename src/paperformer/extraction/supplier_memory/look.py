"""How alike two documents look: the share of line texts that they have in common, figures aside.

A sketch of fixed size stands for the texts (MinHash, Broder 1997): of each of some permutations of all
fingerprints the least one.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from paperformer.fields.page.layout import Layout
from paperformer.fields.standing import fingerprint, letters_only

Sketch = NDArray[np.uint32]

_SIZE = 32  # permutations
_ROWS = 4  # of them that a band has: documents that share half their texts share a band in two cases of five
_SHORTEST = 3  # letters of a line that counts
_ODD = np.random.default_rng(1997).integers(0, 2**63, _SIZE, dtype=np.uint64) * np.uint64(2) + np.uint64(1)


def sketch_of(layout: Layout) -> Sketch:
    """The sketch of a document; all zero where it has no text."""
    texts = {letters_only(line.text) for line in layout.lines}
    marks = np.array([fingerprint(text) for text in texts if len(text) >= _SHORTEST], dtype=np.uint64)
    if not len(marks):
        return np.zeros(_SIZE, dtype=np.uint32)
    mixed = (marks ^ (marks >> np.uint64(31)))[None, :] * _ODD[:, None]
    least: Sketch = (mixed >> np.uint64(32)).min(axis=1).astype(np.uint32)
    return least


def similarity(sketch: Sketch, other: Sketch) -> float:
    """The share of line texts that two documents have in common, as the sketches estimate it."""
    return float((sketch == other).mean()) if sketch.any() else 0.0


def bands(sketch: Sketch) -> Iterator[str]:
    """Parts of a sketch; documents that look alike have one of them in common."""
    if sketch.any():
        for at in range(0, _SIZE, _ROWS):
            yield f"{at}:{sketch[at : at + _ROWS].tobytes().hex()}"
