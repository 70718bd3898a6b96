"""The schema that a command goes by: the model's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from paperformer.fields.schema import Schema


def schema_of(model: Path | None) -> Schema:
    """The schema in a model folder; the one that comes with Paperformer where ``model`` is None.

    Raises:
        ModelMismatch: when the folder holds no schema.
        InvalidConfig: when the schema cannot be read.
    """
    from paperformer.extraction.model_folder import SCHEMA, read_manifest, required
    from paperformer.fields.schema import load_schema

    if model is None:
        return load_schema()
    read_manifest(model)
    return load_schema(required(model, SCHEMA))


def known_fields(fields: str | None, model: Path | None) -> tuple[str, ...] | None:
    """The names asked for, all of which the model's schema has.

    Raises:
        UnknownField: when one is not there.
    """
    if fields is None:
        return None
    names = tuple(name for name in (part.strip() for part in fields.split(",")) if name)
    if not names:
        raise click.BadParameter("no field is named", param_hint="'--fields'")
    return schema_of(model).subset(names).names
