"""The weights of evidence: shared by all fields, with what a type and a field differ by; a JSON file."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from paperformer.errors import ModelMismatch

Figures = Mapping[str, float]
Named = Mapping[str, Figures]


@dataclass(frozen=True)
class Weights:
    """How much each piece of evidence counts.

    Args:
        shared: By name of the evidence, for all fields.
        types: By type what is added to it.
        fields: By field what is added to both.
        relations: By relation between fields, what it adds to a joint choice that it holds, or fails.
    """

    shared: Figures = field(default_factory=dict)
    types: Named = field(default_factory=dict)
    fields: Named = field(default_factory=dict)
    relations: Named = field(default_factory=dict)

    def of(self, name: str, field_name: str, type_: str) -> float:
        """The weight of one piece of evidence for a field."""
        return (
            self.shared.get(name, 0.0)
            + self.types.get(type_, {}).get(name, 0.0)
            + self.fields.get(field_name, {}).get(name, 0.0)
        )

    def plus(self, other: Weights) -> Weights:
        """Both together, weight by weight."""
        return Weights(
            _sum(self.shared, other.shared),
            _sum_named(self.types, other.types),
            _sum_named(self.fields, other.fields),
            _sum_named(self.relations, other.relations),
        )


NO_WEIGHTS = Weights()


def _sum(first: Figures, other: Figures) -> Figures:
    return {name: first.get(name, 0.0) + other.get(name, 0.0) for name in {**first, **other}}


def _sum_named(first: Named, other: Named) -> Named:
    return {name: _sum(first.get(name, {}), other.get(name, {})) for name in {**first, **other}}


def save_weights(weights: Weights, path: Path) -> None:
    """Write the weights that are not zero, four digits behind the point."""
    values = {
        "shared": _kept(weights.shared),
        "types": _kept_named(weights.types),
        "fields": _kept_named(weights.fields),
        "relations": _kept_named(weights.relations),
    }
    path.write_text(json.dumps(values, indent=1) + "\n", encoding="utf-8")


def _kept(figures: Figures) -> dict[str, float]:
    return {name: round(weight, 4) for name, weight in sorted(figures.items()) if abs(weight) >= 5e-5}


def _kept_named(named: Named) -> dict[str, dict[str, float]]:
    return {name: kept for name, figures in sorted(named.items()) if (kept := _kept(figures))}


def load_weights(path: Path) -> Weights:
    """The weights of a file; one of before relations were fitted has none of them.

    Raises:
        ModelMismatch: there is none, or it is damaged.
    """
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        return Weights(
            _figures(values["shared"]),
            *(
                {name: _figures(figures) for name, figures in part.items()}
                for part in (values["types"], values["fields"], values.get("relations", {}))
            ),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelMismatch(
            f"{path}: the weights of evidence are missing or damaged", "Fit them: paperformer fit MODEL"
        ) from error


def _figures(values: Mapping[str, float]) -> dict[str, float]:
    figures = {str(name): float(weight) for name, weight in values.items()}
    if not all(map(math.isfinite, figures.values())):
        raise ValueError("a weight is no number")
    return figures
