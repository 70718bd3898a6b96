"""Attention as one HTML file that needs nothing else: layer, head, token and threshold can be chosen."""

from __future__ import annotations

import base64
import io
import json
import zlib
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from paperformer.errors import InvalidConfig
from paperformer.inspection.look.attention import AttentionMap, Matrix, Seen
from paperformer.inspection.look.head_colours import head_colours
from paperformer.inspection.look.information import bits
from paperformer.inspection.look.vectors import Vectors

if TYPE_CHECKING:
    from PIL import Image

    from paperformer.inspection.look.of_document import SeenDocument

CELLS = 16_000_000  # weights in a page; of more, only the means over heads are kept
STEP, SMALL = 1e-4, 100_000  # what weights are rounded to, where there are more than so many
VECTORS = (
    400_000  # numbers of queries and keys in a page; of more, only those of the layer that is shown first
)
MOST_PAGES, QUALITY = 12, 70
SCRIPTS = tuple(
    f"{name}.js" for name in ("paint", "state", "heads", "sheet", "lines", "matrix", "neuron", "attention")
)


def as_html(seen: Seen, document: SeenDocument | None = None, chosen: Mapping[str, Any] | None = None) -> str:
    """The page.

    Args:
        seen: What to show.
        document: Its pages and words, where it was one.
        chosen: What is shown first: ``part``, ``layer``, ``heads``, ``token``; of a document ``units``, and
            what they are called, ``asks``.
    """
    whole = sum(attention_map.weights.size for attention_map in seen.maps) <= CELLS
    chosen = dict(chosen or {})
    with_vectors = _with_vectors(seen, chosen) if whole else []
    notes = [*seen.notes, *([] if whole else ["of so long an input only the mean over heads is kept"])]
    data: dict[str, Any] = {
        "title": seen.title,
        "notes": notes,
        "colours": head_colours(max(len(attention_map.weights) for attention_map in seen.maps)),
        "maps": [
            _map(attention_map, whole, any(attention_map is other for other in with_vectors))
            for attention_map in seen.maps
        ],
        "chosen": chosen,
    }
    if document is not None:
        data |= {
            "units": [[u.text, u.page, *(round(x, 4) for x in _corners(u.box))] for u in document.units],
            "answers": [[a.field, a.value, list(a.units)] for a in document.answers],
            "pages": {number: _picture(image) for number, image in _first(document.pages).items()},
        }
    room = files("paperformer.inspection.look")
    page = room.joinpath("attention.html").read_text(encoding="utf-8")
    script = "\n".join(room.joinpath(name).read_text(encoding="utf-8") for name in SCRIPTS)
    # What a script tag holds must not hold the tag's end.
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return page.replace("/*DATA*/null", written).replace("/*SCRIPT*/", script)


def write_html(page: str, path: Path) -> None:
    """Write the page.

    Raises:
        InvalidConfig: the file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise InvalidConfig(f"{path} cannot be written ({error.strerror})", "Choose another file") from error


def _with_vectors(seen: Seen, chosen: Mapping[str, Any]) -> list[AttentionMap]:
    """The maps whose queries and keys go into the page."""
    with_vectors = [attention_map for attention_map in seen.maps if attention_map.vectors is not None]
    if (
        sum(attention_map.vectors.size for attention_map in with_vectors if attention_map.vectors is not None)
        <= VECTORS
    ):
        return with_vectors
    first = seen.map(chosen.get("part"), chosen.get("layer"))
    return [attention_map for attention_map in with_vectors if attention_map is first]


def _map(attention_map: AttentionMap, whole: bool, with_vectors: bool) -> dict[str, Any]:
    weights = attention_map.weights if whole else attention_map.weights.mean(axis=0, keepdims=True)
    described: dict[str, Any] = {
        "part": attention_map.part,
        "layer": attention_map.layer,
        "name": attention_map.name,
        "mechanism": attention_map.mechanism,
        "heads": len(weights),
        "mean": not whole,
        "bits": [round(float(each), 2) for each in bits(replace(attention_map, weights=weights))],
        "queries": attention_map.queries,
        "keys": attention_map.keys,
        "units": attention_map.units,
        **_weights(weights),
    }
    if attention_map.error is not None:
        shares = attention_map.error if whole else [attention_map.error.mean()]
        described["error"] = [round(float(share), 4) for share in shares]
        if attention_map.bias is not None:
            described["limit"] = [
                round(float(share), 4)
                for share in (attention_map.bias if whole else [attention_map.bias.mean()])
            ]
        if attention_map.exact is not None and whole:
            described["exact"] = _weights(attention_map.exact)
    if attention_map.vectors is not None and with_vectors:
        described["vectors"] = _vectors(attention_map.vectors)
    return described


def _vectors(vectors: Vectors) -> dict[str, Any]:
    described: dict[str, Any] = {"width": vectors.query.shape[-1]}
    for name, numbers in (("query", vectors.query), ("key", vectors.key), ("bias", vectors.bias)):
        if numbers is not None:
            described[name] = _packed(numbers, _finest(numbers))
    if vectors.hidden is not None:
        described["hidden"] = _packed(vectors.hidden, 1.0)
    return described


def _weights(weights: Matrix) -> dict[str, Any]:
    finest = _finest(weights)
    return _packed(weights, finest if weights.size <= SMALL else max(finest, min(STEP, finest * 32)))


def _finest(numbers: NDArray[Any]) -> float:
    """The step with which two bytes reach the greatest number."""
    return (float(np.abs(numbers).max()) or 1.0) / 32767


def _packed(numbers: NDArray[Any], step: float) -> dict[str, Any]:
    """Two bytes a number, in steps; all low bytes before all high ones, which makes them deflate better."""
    packed = np.rint(numbers / step).astype("<i2").tobytes()
    deflated = zlib.compress(packed[::2] + packed[1::2], 9)
    return {"step": step, "data": base64.b64encode(deflated).decode()}


def _first(pages: dict[int, Image.Image]) -> dict[int, Image.Image]:
    return {number: pages[number] for number in sorted(pages)[:MOST_PAGES]}


def _picture(image: Image.Image) -> dict[str, Any]:
    out = io.BytesIO()
    image.convert("RGB").save(out, format="WEBP", quality=QUALITY)
    address = f"data:image/webp;base64,{base64.b64encode(out.getvalue()).decode()}"
    return {"width": image.width, "height": image.height, "src": address}


def _corners(box: Any) -> tuple[float, float, float, float]:
    return box.x0, box.y0, box.x1, box.y1
