"""The captions of table columns, as labels whose field is the role of the column."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Final

from paperformer.fields.labels import LabelBook, read_meanings

LINE_ROLES: Final = ("code", "description", "quantity", "unit", "unit_price", "discount", "vat_rate", "total")
"""The cells of a purchase line, in the order in which answers list them."""
VAT_ROLES: Final = ("rate", "base", "tax")
"""The cells of a VAT share."""


@lru_cache(maxsize=1)
def load_captions() -> LabelBook:
    """The captions that come with Paperformer.

    Raises:
        InvalidConfig: when ``captions.yaml`` is not of the form that it describes.
    """
    import yaml  # slow to import, and the captions are read once

    text = files("paperformer.fields.tables").joinpath("captions.yaml").read_text(encoding="utf-8")
    content = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return LabelBook(read_meanings({"labels": content["captions"]}))
