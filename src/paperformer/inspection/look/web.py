"""Attention as one HTML file that needs nothing else: layer, head, token and threshold can be chosen."""

from __future__ import annotations

import base64
import io
import json
import zlib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from paperformer.errors import InvalidConfig
from paperformer.inspection.look.attention import AttentionMap, Matrix, Seen

if TYPE_CHECKING:
    from PIL import Image

    from paperformer.inspection.look.of_document import SeenDocument

CELLS = 32_000_000  # bytes of weights in a page; of more, only the means over heads are kept
MOST_PAGES, QUALITY = 12, 70
SCRIPTS = ("paint.js", "attention.js")  # in this order


def as_html(seen: Seen, document: SeenDocument | None = None, chosen: Mapping[str, Any] | None = None) -> str:
    """The page.

    Args:
        seen: What to show.
        document: Its pages and words, where it was one.
        chosen: What is shown first: ``part``, ``layer``, ``head``, ``token``, ``units``.
    """
    whole = sum(one.weights.size for one in seen.maps) <= CELLS
    data: dict[str, Any] = {
        "title": seen.title,
        "notes": [*seen.notes, *([] if whole else ["of so long an input only the mean over heads is kept"])],
        "maps": [_map(one, whole) for one in seen.maps],
        "chosen": dict(chosen or {}),
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
    told = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return page.replace("/*DATA*/null", told).replace("/*SCRIPT*/", script)


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


def _map(one: AttentionMap, whole: bool) -> dict[str, Any]:
    weights = one.weights if whole else one.weights.mean(axis=0, keepdims=True)
    told: dict[str, Any] = {
        "part": one.part,
        "layer": one.layer,
        "name": one.name,
        "mechanism": one.mechanism,
        "heads": len(weights),
        "queries": one.queries,
        "keys": one.keys,
        "units": one.units,
        **_packed(weights),
    }
    if one.error is not None:
        shares = one.error if whole else [one.error.mean()]
        told["error"] = [round(float(share), 4) for share in shares]
        if one.bias is not None:
            told["limit"] = [round(float(share), 4) for share in (one.bias if whole else [one.bias.mean()])]
        if one.exact is not None and whole:
            told["exact"] = _packed(one.exact)
    return told


def _packed(weights: Matrix) -> dict[str, Any]:
    """A byte a weight, of its root, so that small ones keep their digits; signed where some are; deflated."""
    scale = float(np.abs(weights).max()) or 1.0
    root = np.sqrt(np.abs(weights) / scale)
    signed = bool((weights < -1e-6).any())
    if signed:
        packed = np.rint(np.sign(weights) * root * 127).astype(np.int8)
    else:
        packed = np.rint(root * 255).astype(np.uint8)
    return {
        "scale": scale,
        "signed": signed,
        "data": base64.b64encode(zlib.compress(packed.tobytes(), 9)).decode(),
    }


def _first(pages: dict[int, Image.Image]) -> dict[int, Image.Image]:
    return {number: pages[number] for number in sorted(pages)[:MOST_PAGES]}


def _picture(image: Image.Image) -> dict[str, Any]:
    out = io.BytesIO()
    image.convert("RGB").save(out, format="WEBP", quality=QUALITY)
    address = f"data:image/webp;base64,{base64.b64encode(out.getvalue()).decode()}"
    return {"width": image.width, "height": image.height, "src": address}


def _corners(box: Any) -> tuple[float, float, float, float]:
    return box.x0, box.y0, box.x1, box.y1
