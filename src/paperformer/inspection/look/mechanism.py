"""Names of mechanisms and shapes on the command line. They need no torch: a wrong one is told at once."""

from __future__ import annotations

import json
from typing import Any

from paperformer.errors import InvalidConfig
from paperformer.transformer.config import AttentionConfig
from paperformer.transformer.config.presets import PRESETS, SEQ2SEQ_PRESETS
from paperformer.transformer.config.saved import attention_named

SINUSOIDAL = "sinusoidal"
"""The positions of the formula, among the models of ``look positions``."""
PRESET_NAMES = (*PRESETS, *SEQ2SEQ_PRESETS)
"""The shapes that have a name, for ``look model``."""


def attention_from(text: str) -> AttentionConfig:
    """``performer``, or with settings ``longformer:window=2,global_tokens=1``.

    Raises:
        InvalidConfig: there is no such mechanism or setting.
    """
    name, _, settings = text.partition(":")
    values: dict[str, Any] = {}
    for setting in filter(None, settings.split(",")):
        key, equals, value = setting.partition("=")
        if not equals:
            raise InvalidConfig(f"{text}: {setting} is no setting", "Write NAME:setting=value,setting=value")
        values[key.strip()] = _value(value.strip())
    config = attention_named(name)
    try:
        return type(config)(**values) if values else config
    except TypeError as error:
        raise InvalidConfig(f"{name} has no such setting ({error})", "See docs/library.md") from error


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
