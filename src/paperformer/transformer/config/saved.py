"""To plain values, for JSON, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any, Self, TypeVar, overload

from paperformer.errors import InvalidConfig
from paperformer.transformer.config.attention import MECHANISMS, AttentionConfig, Attentions
from paperformer.transformer.config.layout import LayoutConfig
from paperformer.transformer.config.rotary import RotaryConfig

ATTENTIONS = {"attention", "decoder_attention", "cross_attention"}
GROUPS: dict[str, type[Any]] = {"layout": LayoutConfig, "rotary": RotaryConfig}
Config = TypeVar("Config")


class SavedConfig:
    """A config that saves as plain values and can be changed."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON. ``from_dict`` reads them back."""
        values = asdict(self)  # type: ignore[call-overload]
        for name in values:
            group = getattr(self, name)
            if isinstance(group, AttentionConfig):
                values[name] = {"mechanism": group.mechanism, **values[name]}
            elif name in ATTENTIONS and isinstance(group, tuple):
                pairs = zip(group, values[name], strict=True)
                values[name] = [
                    {"mechanism": attention.mechanism, **settings} for attention, settings in pairs
                ]
        return dict(values)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """The config that ``to_dict`` wrote.

        Raises:
            InvalidConfig: on a setting that is unknown, missing or out of range.
        """
        values = dict(values)
        for name in ATTENTIONS & values.keys():
            values[name] = _attentions_from(values[name])
        for name, kind in GROUPS.items():
            if isinstance(values.get(name), dict):
                values[name] = _from_dict(kind, values[name])
        return _from_dict(cls, values)

    def changed(self, **changes: Any) -> Self:
        """The same but for ``changes``; attention may be given by its name.

        Raises:
            InvalidConfig: on a setting that is unknown or out of range.
        """
        settings = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        return self.from_dict(
            settings
            | {name: _named(change) if name in ATTENTIONS else change for name, change in changes.items()}
        )


@overload
def attention_named(attention: str | AttentionConfig) -> AttentionConfig: ...


@overload
def attention_named(attention: Sequence[str | AttentionConfig]) -> Attentions: ...


def attention_named(attention: str | AttentionConfig | Sequence[str | AttentionConfig]) -> Attentions:
    """A mechanism with its usual settings, by name, or one for each layer; settings stay as they are.

    Raises:
        InvalidConfig: there is no such mechanism.
    """
    if isinstance(attention, str):
        return _attention_from_dict({"mechanism": attention})
    if isinstance(attention, AttentionConfig):
        return attention
    return tuple(attention_named(name) for name in attention)


def _named(value: Any) -> Any:
    """Mechanisms for names, one or one for each layer; everything else as it is."""
    if isinstance(value, str):
        return attention_named(value)
    return type(value)(_named(item) for item in value) if isinstance(value, list | tuple) else value


def _attentions_from(value: Any) -> Any:
    """Settings as plain values -> the mechanisms that they describe; everything else as it is."""
    if isinstance(value, list):
        return tuple(_attentions_from(item) for item in value)
    return _attention_from_dict(value) if isinstance(value, dict) else value


def _attention_from_dict(values: dict[str, Any]) -> AttentionConfig:
    values = dict(values)
    mechanism = values.pop("mechanism", "softmax")
    if not isinstance(mechanism, str) or mechanism not in MECHANISMS:
        raise InvalidConfig(f"no attention mechanism {mechanism!r}", f"Use one of {', '.join(MECHANISMS)}")
    return _from_dict(MECHANISMS[mechanism], values)


def _from_dict(kind: type[Config], values: dict[str, Any]) -> Config:
    known = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    unknown = sorted(values.keys() - known)
    if unknown:
        raise InvalidConfig(
            f"{kind.__name__} has no {', '.join(unknown)}", f"It has {', '.join(sorted(known))}"
        )
    try:
        return kind(**values)
    except TypeError as error:
        raise InvalidConfig(f"{kind.__name__}: {error}", "Give every setting that has no default") from error
