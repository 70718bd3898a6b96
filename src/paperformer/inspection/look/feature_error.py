"""The error of random features against how many there are, by kind, and in the limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter
from torch import Generator, Tensor

from paperformer.errors import InvalidConfig
from paperformer.inspection.look.of_text import traced_text
from paperformer.inspection.look.style import FAINT, INK, SERIES, bare, new_figure, title
from paperformer.inspection.look.subject import Subject
from paperformer.transformer.attention.features import feature_exponents, mirrored
from paperformer.transformer.attention.kernel_limit import limit_weights
from paperformer.transformer.attention.projection import gaussian_directions
from paperformer.transformer.attention.softmax import SoftmaxAttention, of_each_query_head

FeatureKind = Literal["trigonometric", "positive", "hyperbolic"]
FEATURES = (16, 64, 256, 1024, 4096, 16384)
DRAWS = 4
KINDS: tuple[FeatureKind, ...] = ("positive", "hyperbolic", "trigonometric")
COLOURS = dict(zip(KINDS, SERIES, strict=False))
MOST_TOKENS = 64


@dataclass(frozen=True, slots=True)
class FeatureError:
    """The error of one kind of features, by their number.

    Args:
        kind: ``trigonometric`` (sine and cosine), ``positive`` (exp) or ``hyperbolic`` (exp, mirrored).
        orthogonal: Whether directions are orthogonal in blocks, or independent.
        regularised: Whether all directions have the length sqrt(d).
        features: How many.
        errors: The share of a query's attention that exact softmax would send elsewhere: the mean over
            queries, heads and draws.
        limit: The same in the limit of many features.
    """

    kind: FeatureKind
    orthogonal: bool
    regularised: bool
    features: tuple[int, ...]
    errors: tuple[float, ...]
    limit: float

    @property
    def name(self) -> str:
        """Its three properties."""
        directions = "orthogonal" if self.orthogonal else "independent"
        return f"{self.kind}, {directions}{', regularised' if self.regularised else ''}"


def feature_errors(
    subject: Subject,
    text: str,
    *,
    layer: int = 0,
    features: Sequence[int] = FEATURES,
    draws: int = DRAWS,
    seed: int = 0,
    report: Callable[[int, int], None] | None = None,
) -> list[FeatureError]:
    """Each kind of features on the queries and keys of one layer, all heads.

    Regularised trigonometric features are left out: nobody uses them.

    Raises:
        InvalidConfig: there is no such layer, the text is too long, or a number of features is no even one.
    """
    if any(count < 2 or count % 2 for count in features):
        raise InvalidConfig(f"features {', '.join(map(str, features))} are not all even", "Give even numbers")
    query, key = _asked(subject, text, layer)
    exact = SoftmaxAttention().weights(query[None], key[None])[0].double()
    limits = {on: limit_weights(query[None], key[None], regularised=on)[0] for on in (True, False)}
    combinations = [
        (kind, orthogonal, regularised)
        for kind in KINDS
        for regularised in (True, False)
        for orthogonal in (True, False)
        if not (kind == "trigonometric" and regularised)
    ]
    found = []
    for number, (kind, orthogonal, regularised) in enumerate(combinations):
        errors = []
        for count in features:
            chance = Generator().manual_seed(seed)
            drawn = [
                _astray(_weights(query, key, kind, _drawn(count, kind, query.shape[-1], chance,
                                                           orthogonal, regularised)), exact)
                for _ in range(draws)
            ]  # fmt: skip
            errors.append(sum(drawn) / draws)
        limit = _astray(limits[regularised], exact)
        found.append(FeatureError(kind, orthogonal, regularised, tuple(features), tuple(errors), limit))
        if report is not None:
            report(number + 1, len(combinations))
    return found


def _asked(subject: Subject, text: str, layer: int) -> tuple[Tensor, Tensor]:
    """Queries and keys of a layer, ``(heads, tokens, head_dim)`` each."""
    record, labels = traced_text(subject, text)
    if len(labels) > MOST_TOKENS:
        raise InvalidConfig(f"the text has {len(labels)} tokens", f"Give one of {MOST_TOKENS} at most")
    names = [name for name in record.attention if name.endswith(f"layers.{layer}.attention")]
    if not names:
        raise InvalidConfig(f"there is no layer {layer}", f"Give 0 to {len(record.attention) - 1}")
    seen = record.attention[names[0]]
    if seen.settings.get("causal"):
        raise InvalidConfig("this model is causal", "Give an encoder")
    return seen.query[0], of_each_query_head(seen.key, seen.query.shape[1])[0]


def _drawn(
    count: int, kind: FeatureKind, width: int, chance: Generator, orthogonal: bool, regularised: bool
) -> Tensor:
    """The directions of so many features: sine and cosine share one, and so do exp and its mirror image."""
    rows = count if kind == "positive" else count // 2
    drawn = gaussian_directions(rows, width, chance, orthogonal=orthogonal, regularised=regularised)
    return mirrored(drawn, "hyperbolic") if kind == "hyperbolic" else drawn


def _weights(query: Tensor, key: Tensor, kind: FeatureKind, directions: Tensor) -> Tensor:
    """The weights that features imply, ``(heads, query, key)``."""
    scale = query.shape[-1] ** -0.25
    query, key, directions = query.double() * scale, key.double() * scale, directions.double()
    if kind == "trigonometric":
        # exp(|k|^2 / 2) cos(w . (q - k)): what depends on the query alone cancels.
        (along_q, along_k) = (x @ directions.T for x in (query, key))
        products = along_q.cos() @ along_k.cos().mT + along_q.sin() @ along_k.sin().mT
        own = key.square().sum(dim=-1) / 2
        estimates = products * (own - own.amax(dim=-1, keepdim=True)).exp().unsqueeze(-2)
        return estimates / estimates.sum(dim=-1, keepdim=True)
    # The same number for all keys of a feature keeps exp in range: the weights of features take it up again.
    keys = feature_exponents(key, directions)
    top = keys.amax(dim=-2, keepdim=True)
    asked = (query @ directions.T + top).softmax(dim=-1)
    estimates = asked @ (keys - top).exp().mT
    return estimates / estimates.sum(dim=-1, keepdim=True)


def _astray(weights: Tensor, exact: Tensor) -> float:
    return float((weights - exact).abs().sum(dim=-1).mean() / 2)


def as_json(errors: Sequence[FeatureError]) -> list[dict[str, Any]]:
    """The errors as plain values."""
    return [asdict(error) for error in errors]


def draw_feature_errors(errors: Sequence[FeatureError], subject: Subject, text: str, layer: int) -> Figure:
    """Error against the number of features: regularised directions to the left, the others to the right."""
    picture = new_figure(10.4, 5.0)
    panels: Any = picture.subplots(1, 2, sharey=True)
    for axes, regularised in zip(panels, (True, False), strict=True):
        own = [error for error in errors if error.regularised == regularised]
        for error in own:
            axes.plot(
                error.features, error.errors, color=COLOURS[error.kind],
                linestyle="-" if error.orthogonal else "--",
                marker="o" if error.orthogonal else "s", markersize=4.5, linewidth=1.4,
                label=f"{error.kind}, {'orthogonal' if error.orthogonal else 'independent'}",
            )  # fmt: skip
        limit = own[0].limit
        if limit > 1e-6:
            axes.axhline(limit, color=INK, linestyle=":", linewidth=1.4, label=f"limit: {100 * limit:.1f} %")
        name = "regularised: all directions of length √d" if regularised else "of random length: no bias"
        _axes(axes, own[0].features, name)
    panels[0].set_ylabel("attention that goes astray", fontsize=9, color=FAINT)
    panels[0].set_yscale("log")
    panels[0].set_yticks([0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100])
    panels[0].set_ylim(*_reach(errors))
    panels[0].yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:,g} %"))
    panels[0].yaxis.set_minor_formatter(NullFormatter())
    shown = " ".join(text.split())
    title(
        picture,
        f"Error of random features in layer {layer} of {subject.short_name}: “{shown}”",
        "The share of a query's attention that exact softmax would send elsewhere: the mean of all queries, "
        "heads and draws. It can exceed 100 % with trigonometric features: their weights may be negative, "
        "and the sum that divides them near zero. Dotted: what regularised features come to, however many.",
    )
    return picture


def _reach(found: Sequence[FeatureError]) -> tuple[float, float]:
    """All errors, with room below for the legend."""
    errors = [error for curve in found for error in (*curve.errors, curve.limit) if error > 0.01]
    low, high = min(errors), max(errors)
    return low / (high / low) ** 0.8, high * 1.2


def _axes(axes: Any, features: Sequence[int], name: str) -> None:
    axes.set_xscale("log", base=2)
    axes.set_xticks(features, [f"{count:,}" for count in features])
    axes.minorticks_off()
    axes.set_xlabel("features", fontsize=9, color=FAINT)
    axes.set_title(name, fontsize=10.5, color=INK)
    bare(axes, grid=True)
    axes.legend(fontsize=8.5, frameon=False, labelcolor=INK, loc="lower left")
