"""A configuration in a YAML file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from paperformer.errors import InvalidConfig

Model = TypeVar("Model", bound=BaseModel)


class Strict(BaseModel):
    """A part of a configuration: frozen, and no setting that is not known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def load_yaml(path: Path, kind: type[Model], page: str) -> Model:
    """What the file says, environment variables expanded.

    Args:
        path: The file.
        kind: What it describes.
        page: Where its settings are explained; named in errors.

    Raises:
        InvalidConfig: the file is missing, no YAML, or says something that cannot be.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise InvalidConfig(f"{path}: cannot be read ({reason})", "Give a YAML file") from error
    try:
        return kind.model_validate(yaml.safe_load(os.path.expandvars(text)))
    except yaml.YAMLError as error:
        raise InvalidConfig(
            f"{path}: no valid YAML ({str(error).splitlines()[0]})", "Mend the file"
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise InvalidConfig(f"{path}: {where}: {first['msg']}", f"See {page} for the settings") from error
